"""Pigeonhole: put p pigeons into h holes so that no two share one.

`hole[i]` is the hole of pigeon i. With more pigeons than holes there is no way, and proving that is hard for what reasons by
resolution alone; otherwise there are h·(h-1)·…·(h-p+1).

For p = 2 and h = 3 there are 6 ways: 1 2, 1 3, 2 1, 2 3, 3 1, 3 2.
Reference: A. Haken, The intractability of resolution, Theoretical Computer Science 39 (1985).
"""

from math import perm

from threefold.language import (
    AllDifferent,
    KnownCounts,
    Parameter,
    Puzzle,
    Solution,
    Spec,
    Symmetry,
    indices_exchanged,
    values_exchanged,
)
from threefold.language.pictures import grid


def build(p: int, h: int) -> Spec:
    spec = Spec("pigeonhole", p=p, h=h)
    hole = spec.integers("hole", range(1, p + 1), domain=range(1, h + 1), meaning="one hole per pigeon")
    spec.group("no two pigeons in one hole").add(AllDifferent(hole))
    return spec


def rows(solution: Solution) -> list[list[str]]:
    pigeons, holes = solution.parameters["p"], solution.parameters["h"]
    return [["x" if solution["hole", i] == j else "." for j in range(1, holes + 1)] for i in range(1, pigeons + 1)]


def draw(solution: Solution) -> str:
    return "\n".join(" ".join(row) for row in rows(solution))


def picture(solution: Solution) -> str:
    return grid([[text.strip(".") for text in row] for row in rows(solution)])


def symmetries(p: int, h: int) -> tuple[Symmetry, ...]:
    """Neighbouring pigeons or holes exchanged: p!·h! in all."""
    pigeons = [indices_exchanged(f"pigeons {i} and {i + 1} exchanged", 0, i, i + 1) for i in range(1, p)]
    holes = [values_exchanged(f"holes {i} and {i + 1} exchanged", i, i + 1) for i in range(1, h)]
    return (*pigeons, *holes)


PUZZLE = Puzzle(
    name="pigeonhole",
    summary="p pigeons in h holes, no two in one",
    description=__doc__,
    parameters=(
        Parameter("p", "pigeons", minimum=1, maximum=1000),
        Parameter("h", "holes", minimum=1, maximum=1000),
    ),
    build=build,
    draw=draw,
    picture=picture,
    symmetries=symmetries,
    known=(
        KnownCounts("h!/(h-p)!, and 0 for p > h", {(p, h): perm(h, p) for p in range(1, 21) for h in range(1, 21)}),
    ),
    example=(5, 4),
)
