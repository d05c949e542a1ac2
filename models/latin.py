"""Latin squares: fill an n×n square with the numbers 1 to n so that each occurs once in every row and every column.

`cell[r, c]` is the number in row r and column c. All squares are counted, also those that differ only by the order of rows.

Example: for n = 2 there are two: 1 2 / 2 1 and 2 1 / 1 2.
Reference: OEIS A002860; B. McKay, I. Wanless, On the number of Latin squares, Annals of Combinatorics 9 (2005).
"""

from math import isqrt

from threefold.language import AllDifferent, Family, KnownCounts, Parameter, Puzzle, Solution, Spec, Symmetry
from threefold.language.pictures import grid, plain
from threefold.language.puzzle import neighbours_exchanged


def build(n: int) -> Spec:
    spec = Spec("latin", n=n)
    latin_square(spec, n)
    return spec


def latin_square(spec: Spec, n: int) -> Family:
    """The cells of a latin square, as a part of any spec."""
    cells = range(1, n + 1)
    cell = spec.integers("cell", cells, cells, domain=cells, meaning="one number per cell")
    spec.group("every number once in a row").add(*(AllDifferent(cell[r, c] for c in cells) for r in cells))
    spec.group("every number once in a column").add(*(AllDifferent(cell[r, c] for r in cells) for c in cells))
    return cell


def board(solution: Solution) -> list[list[str]]:
    cells = range(1, isqrt(len(solution.spec.families["cell"])) + 1)
    return [[str(solution["cell", r, c]) for c in cells] for r in cells]


def symmetries(n: int) -> tuple[Symmetry, ...]:
    """Permutations of rows, columns and numbers, and rows exchanged with columns: (n!)³·2 in all."""
    return (
        Symmetry("rows and columns exchanged", lambda family, index, v: (family, index[::-1], v)),
        *neighbours_exchanged("rows", n, place=0),
        *neighbours_exchanged("columns", n, place=1),
        *neighbours_exchanged("numbers", n),
    )


PUZZLE = Puzzle(
    name="latin",
    summary="an n×n square with every number once in each row and column",
    description=__doc__,
    parameters=(Parameter("n", "rows, columns and numbers", 1, 60),),
    build=build,
    draw=lambda solution: plain(board(solution)),
    picture=lambda solution: grid(board(solution)),
    symmetries=symmetries,
    known=(KnownCounts("OEIS A002860", {(1,): 1, (2,): 2, (3,): 12, (4,): 576, (5,): 161280, (6,): 812851200}),),
    example=(4,),
)
