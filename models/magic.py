"""Magic squares: the numbers 1 to n² in an n×n square, with the same sum in every row, every column and both diagonals.

`cell[r, c]` is the number in row r and column c; the sum is n(n² + 1)/2. Squares that are turned or mirrored are counted too:
eight times as many as books list.

For n = 3 the sum is 15, and 2 7 6 / 9 5 1 / 4 3 8 is one of the eight.
Reference: OEIS A006052 (880 for n = 4 up to symmetry, found by Frénicle de Bessy, published in 1693).
"""

from threefold.language import (
    AllDifferent,
    KnownCounts,
    Linear,
    Parameter,
    Puzzle,
    Solution,
    Spec,
    Sum,
    Symmetry,
    Variable,
)
from threefold.language.pictures import grid


def build(n: int) -> Spec:
    spec = Spec("magic", n=n)
    cells, total = range(1, n + 1), n * (n * n + 1) // 2
    cell = spec.integers("cell", cells, cells, domain=range(1, n * n + 1), meaning="one number per cell")
    spec.group("every number once").add(AllDifferent(cell))
    spec.group("sum of a row").add(*(_sum([cell[r, c] for c in cells], total) for r in cells))
    spec.group("sum of a column").add(*(_sum([cell[r, c] for r in cells], total) for c in cells))
    spec.group("sum of a diagonal").add(
        _sum([cell[i, i] for i in cells], total), _sum([cell[i, n + 1 - i] for i in cells], total)
    )
    return spec


def _sum(variables: list[Variable], total: int) -> Linear:
    return Linear(Sum(tuple((1, x) for x in variables), 0), "==", total)


def rows(solution: Solution) -> list[list[str]]:
    cells = range(1, solution.parameters["n"] + 1)
    return [[str(solution["cell", r, c]) for c in cells] for r in cells]


def draw(solution: Solution) -> str:
    width = len(str(solution.parameters["n"] ** 2))
    return "\n".join(" ".join(text.rjust(width) for text in row) for row in rows(solution))


def picture(solution: Solution) -> str:
    return grid(rows(solution))


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
    parameters=(Parameter("n", "rows and columns", minimum=1, maximum=20),),
    build=build,
    draw=draw,
    picture=picture,
    symmetries=symmetries,
    known=(KnownCounts("8 times OEIS A006052, and 1 for n = 1", {(1,): 1, (2,): 0, (3,): 8, (4,): 7040}),),
    example=(3,),
)
