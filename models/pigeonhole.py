"""Pigeonhole: put p pigeons into h holes so that no two share one.

`hole[i]` is the hole of pigeon i.

Example: for p = 2 and h = 3 there are 6 ways: 1 2, 1 3, 2 1, 2 3, 3 1, 3 2. In general there are h·(h-1)·…·(h-p+1) ways. With
more pigeons than holes there is none, and every proof of this by resolution alone is exponentially long.
Reference: A. Haken, The intractability of resolution, Theoretical Computer Science 39 (1985).
"""

from math import perm

from threefold.language import AllDifferent, KnownCounts, Parameter, Puzzle, Solution, Spec, neighbours_exchanged
from threefold.language.pictures import grid, plain


def build(p: int, h: int) -> Spec:
    spec = Spec("pigeonhole", p=p, h=h)
    hole = spec.integers("hole", range(1, p + 1), domain=range(1, h + 1), meaning="one hole per pigeon")
    spec.group("no two pigeons in one hole").add(AllDifferent(hole))
    return spec


def board(solution: Solution) -> list[list[str]]:
    pigeons, holes = range(1, solution.parameters["p"] + 1), range(1, solution.parameters["h"] + 1)
    return [["x" if solution["hole", i] == j else "" for j in holes] for i in pigeons]


COUNTS = {(p, h): perm(h, p) for p in range(1, 21) for h in range(1, 21)}

PUZZLE = Puzzle(
    name="pigeonhole",
    summary="p pigeons in h holes, no two in one",
    description=__doc__,
    parameters=(Parameter("p", "pigeons", 1, 1000), Parameter("h", "holes", 1, 1000)),
    build=build,
    draw=lambda solution: plain(board(solution)),
    picture=lambda solution: grid(board(solution)),
    symmetries=lambda p, h: (*neighbours_exchanged("pigeons", p, place=0), *neighbours_exchanged("holes", h)),
    known=(KnownCounts("h!/(h-p)!, and 0 for p > h", COUNTS),),
    example=(5, 4),
)
