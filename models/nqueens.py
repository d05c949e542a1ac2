"""n-queens: place n queens on an n×n board so that none attacks another.

`queen[r]` is the column of the queen in row r, so there is one queen per row. Two queens are on the same descending diagonal
if their column - row is the same, and on the same ascending diagonal if their column + row is the same.

Example: for n = 4 there are two solutions, mirror images of each other: columns 2 4 1 3 and 3 1 4 2.
Reference: J. Bell, B. Stevens, A survey of known results and research areas for n-queens, Discrete Mathematics 309 (2009).
"""

from threefold.language import AllDifferent, KnownCounts, Parameter, Puzzle, Solution, Spec, Symmetry
from threefold.language.pictures import grid, plain


def build(n: int) -> Spec:
    spec = Spec("nqueens", n=n)
    queen = spec.integers("queen", range(1, n + 1), domain=range(1, n + 1), meaning="one queen per row")
    spec.group("one queen per column").add(AllDifferent(queen))
    spec.group("one queen per descending diagonal").add(AllDifferent(queen[r] - r for r in queen))
    spec.group("one queen per ascending diagonal").add(AllDifferent(queen[r] + r for r in queen))
    return spec


def board(solution: Solution, queen: str) -> list[list[str]]:
    cells = range(1, solution.parameters["n"] + 1)
    return [[queen if solution["queen", r] == c else "" for c in cells] for r in cells]


def symmetries(n: int) -> tuple[Symmetry, ...]:
    """Of the square: a quarter turn and a reflection generate all eight."""
    return (
        Symmetry("quarter turn", lambda family, index, column: (family, (column,), n + 1 - int(index[0]))),
        Symmetry("left and right exchanged", lambda family, index, column: (family, index, n + 1 - column)),
    )


COUNTS = (1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104, 666090624,
          4968057848, 39029188884)  # fmt: skip

PUZZLE = Puzzle(
    name="nqueens",
    summary="n queens on an n×n board, none attacking another",
    description=__doc__,
    parameters=(Parameter("n", "rows, columns and queens", 1, 10_000),),
    build=build,
    draw=lambda solution: plain(board(solution, "Q")),
    picture=lambda solution: grid(board(solution, "♛"), chequered=True),
    symmetries=symmetries,
    known=(KnownCounts("OEIS A000170", {(n,): count for n, count in enumerate(COUNTS, start=1)}),),
    example=(8,),
)
