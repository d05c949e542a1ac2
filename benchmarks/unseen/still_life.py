"""Still lifes: patterns of k living cells on an n×n board that the Game of Life does not change; all other cells are
dead.

`alive[r, c]` is over the board and a border of dead cells. (CSPLib 32.)
"""

from itertools import product

from threefold.language import AtLeast, AtMost, Clause, Exactly, Implies, Parameter, Puzzle, Spec, total


def build(n: int, k: int) -> Spec:
    spec = Spec("still_life", n=n, k=k)
    alive = spec.booleans("alive", range(1, n + 1), range(1, n + 1))
    inside = range(1, n + 1)
    for r, c in product(range(n + 2), repeat=2):
        near = product({r - 1, r, r + 1} & {*inside}, {c - 1, c, c + 1} & {*inside})
        around = [alive[cell] for cell in near if cell != (r, c)]
        if r in inside and c in inside:
            two, three = AtLeast(2, around), AtMost(3, around)
            spec.group("the living stay").add(Implies(alive[r, c], two), Implies(alive[r, c], three))
            spec.group("none is born").add(Clause([alive[r, c], total(around) != 3]))
        elif len(around) == 3:
            spec.group("none is born outside").add(AtMost(2, around))
    spec.group("living cells").add(Exactly(k, alive))
    return spec


PUZZLE = Puzzle(
    name="still_life",
    summary="patterns that the Game of Life does not change",
    description=__doc__,
    parameters=(Parameter("n", "rows and columns", 2, 10), Parameter("k", "living cells", 0, 60)),
    build=build,
    example=(6, 16),
)
