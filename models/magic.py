"""Magic squares: the numbers 1 to n² in an n×n square, with the same sum in every row, every column and both diagonals.

`cell[r, c]` is the number in row r and column c; the sum is n(n² + 1)/2. Rotated and reflected squares are counted too: eight
times as many as books list.

Example: for n = 3 the sum is 15, and 2 7 6 / 9 5 1 / 4 3 8 is one of the eight.
Reference: OEIS A006052 (880 for n = 4 up to symmetry, found by Frénicle de Bessy, published in 1693).
"""

from threefold.language import AllDifferent, KnownCounts, Parameter, Puzzle, Spec, Symmetry, total
from threefold.models import latin


def build(n: int) -> Spec:
    spec = Spec("magic", n=n)
    cells, magic = range(1, n + 1), n * (n * n + 1) // 2
    cell = spec.integers("cell", cells, cells, domain=range(1, n * n + 1), meaning="one number per cell")
    spec.group("every number once").add(AllDifferent(cell))
    spec.group("sum of a row").add(*(total(cell[r, c] for c in cells) == magic for r in cells))
    spec.group("sum of a column").add(*(total(cell[r, c] for r in cells) == magic for c in cells))
    diagonals = [[cell[i, i] for i in cells], [cell[i, n + 1 - i] for i in cells]]
    spec.group("sum of a diagonal").add(*(total(diagonal) == magic for diagonal in diagonals))
    return spec


def symmetries(n: int) -> tuple[Symmetry, ...]:
    """Of the square; and every number x becomes n² + 1 - x."""
    return (
        Symmetry("quarter turn", lambda family, index, v: (family, (index[1], n + 1 - int(index[0])), v)),
        Symmetry("rows and columns exchanged", lambda family, index, v: (family, index[::-1], v)),
        Symmetry("complement", lambda family, index, v: (family, index, n * n + 1 - v)),
    )


PUZZLE = Puzzle(
    name="magic",
    summary="the numbers 1 to n² in a square with equal sums",
    description=__doc__,
    parameters=(Parameter("n", "rows and columns", 1, 20),),
    build=build,
    draw=latin.PUZZLE.draw,
    picture=latin.PUZZLE.picture,
    symmetries=symmetries,
    known=(KnownCounts("8 times OEIS A006052, and 1 for n = 1", {(1,): 1, (2,): 0, (3,): 8, (4,): 7040}),),
    example=(3,),
)
