"""Social golfers: g·s golfers play in g groups of s in each of w weeks, and no two play in the same group twice.

`group[p, w]` is the group of golfer p in week w. Golfers, groups and weeks have names: solutions that differ only by an exchange
of names are counted separately.

Example: for g = 2, s = 2 there are at most three weeks: 4 golfers form pairs in 3 ways, the weeks have 6 orders, and the groups
of each week have names (2³): 48 solutions.
Reference: CSPLib problem 010.
"""

from itertools import combinations, product

from threefold.language import BadInput, Clause, Exactly, KnownCounts, Parameter, Puzzle, Solution, Spec, Symmetry
from threefold.language.pictures import grid
from threefold.language.puzzle import neighbours_exchanged

MOST_CLAUSES = 2_000_000


def build(g: int, s: int, w: int) -> Spec:
    golfers, groups, weeks = range(1, g * s + 1), range(1, g + 1), range(1, w + 1)
    clauses = len(golfers) ** 2 // 2 * (w * (w - 1) // 2) * g * g
    if clauses > MOST_CLAUSES:
        raise BadInput(f"golfers: {g} {s} {w} needs about {clauses:,} clauses: too many")
    spec = Spec("golfers", g=g, s=s, w=w)
    group = spec.integers("group", golfers, weeks, domain=groups, meaning="one group per golfer and week")
    size = spec.group(f"groups of {s}")
    for week in weeks:
        size.add(*(Exactly(s, (group[p, week] == i for p in golfers)) for i in groups))
    twice = spec.group("no two in one group twice")
    for (p, q), (one, other) in product(combinations(golfers, 2), combinations(weeks, 2)):
        for i, j in product(groups, groups):
            twice.add(Clause([group[p, one] != i, group[q, one] != i, group[p, other] != j, group[q, other] != j]))
    return spec


def rows(solution: Solution) -> list[list[str]]:
    g, s, w = (solution.parameters[name] for name in "gsw")
    golfers, groups, weeks = range(1, g * s + 1), range(1, g + 1), range(1, w + 1)
    return [[" ".join(str(p) for p in golfers if solution["group", p, week] == i) for i in groups] for week in weeks]


def symmetries(g: int, s: int, w: int) -> tuple[Symmetry, ...]:
    """Permutations of golfers and of weeks. (The groups of one week can be exchanged too: g!^w more.)"""
    return (*neighbours_exchanged("golfers", g * s, place=0), *neighbours_exchanged("weeks", w, place=1))


COUNTS = {(2, 2, 1): 6, (2, 2, 2): 24, (2, 2, 3): 48, (2, 2, 4): 0, (3, 2, 2): 4320, (2, 3, 1): 20, (2, 3, 2): 0}

PUZZLE = Puzzle(
    name="golfers",
    summary="g groups of s golfers in w weeks, no two meet twice",
    description=__doc__,
    parameters=(
        Parameter("g", "groups", 1, 20),
        Parameter("s", "golfers of a group", 1, 20),
        Parameter("w", "weeks", 1, 20),
    ),
    build=build,
    draw=lambda solution: "\n".join(f"week {w}: {' | '.join(row)}" for w, row in enumerate(rows(solution), 1)),
    picture=lambda solution: grid(rows(solution), wide=26 * solution.parameters["s"]),
    symmetries=symmetries,
    known=(KnownCounts("all timetables tried", COUNTS),),
    example=(2, 2, 3),
)
