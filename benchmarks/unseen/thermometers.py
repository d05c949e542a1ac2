"""Thermometers: n×n cells in vertical thermometers of three, filled from below; rows and columns say how many cells are
filled.

`level[r, c]` is how many cells of the thermometer are filled whose lowest cell is (3r + 2, c), rows from above. The
numbers are those of drawn levels; those of the columns are given for every other column only.
"""

from random import Random

from threefold.language import Exactly, Parameter, Puzzle, Spec, total


def build(n: int, seed: int) -> Spec:
    spec, random = Spec("thermometers", n=n, seed=seed), Random(seed)
    level = spec.integers("level", range(n), range(3 * n), domain=range(4))
    drawn = {index: random.randrange(4) for index in level}
    for r in range(n):
        for height in (1, 2, 3):
            filled = sum(drawn[r, c] >= height for c in range(3 * n))
            spec.group("rows").add(Exactly(filled, [level[r, c] >= height for c in range(3 * n)]))
    for c in range(0, 3 * n, 2):
        spec.group("columns").add(total(level[r, c] for r in range(n)) == sum(drawn[r, c] for r in range(n)))
    return spec


PUZZLE = Puzzle(
    name="thermometers",
    summary="levels of thermometers with given rows and columns",
    description=__doc__,
    parameters=(Parameter("n", "a third of the rows and columns", 1, 6), Parameter("seed", "of the levels", 0, 1000)),
    build=build,
    example=(3, 1),
)
