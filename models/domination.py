"""Queens domination: place k queens on an n×n board so that every square is attacked or occupied.

`queen[r, c]` is true if there is a queen in row r and column c. Queens may attack each other. All boards are counted, also
rotated and reflected ones.

Example: for n = 3 one queen in the middle is enough: one board. For n = 5 three queens are needed.
Reference: OEIS A075458 (1, 1, 1, 2, 3, 3, 4, 5, 5, 5 queens for n = 1 to 10) and A002564 (in so many ways); W. Ahrens,
Mathematische Unterhaltungen und Spiele, 1910.
"""

from threefold.language import (
    BadInput,
    Clause,
    Exactly,
    KnownCounts,
    Parameter,
    Puzzle,
    Solution,
    Spec,
    Symmetry,
    total,
)
from threefold.language.pictures import grid, plain


def build(n: int, k: int | None = None) -> Spec:
    """Without a number of queens: the fewest."""
    if k is not None and k > n * n:
        raise BadInput(f"domination: {k} queens do not fit on {n}×{n} squares")
    spec = Spec("domination", n=n, **({} if k is None else {"k": k}))
    cells = range(1, n + 1)
    queen = spec.booleans("queen", cells, cells)
    if k is None:
        spec.minimize(total(queen))
    else:
        spec.group(f"{k} queens").add(Exactly(k, queen))
    covered = spec.group("every square attacked or occupied")
    for r, c in queen:
        covered.add(Clause(queen[a, b] for a, b in queen if a == r or b == c or abs(a - r) == abs(b - c)))
    return spec


def board(solution: Solution, queen: str) -> list[list[str]]:
    cells = range(1, solution.parameters["n"] + 1)
    return [[queen if solution["queen", r, c] else "" for c in cells] for r in cells]


def symmetries(n: int, k: int) -> tuple[Symmetry, ...]:
    return (
        Symmetry("quarter turn", lambda family, index, v: (family, (index[1], n + 1 - int(index[0])), v)),
        Symmetry("rows and columns exchanged", lambda family, index, v: (family, index[::-1], v)),
    )


# For n = 1, 2, …: the least number of queens, and in how many ways.
FEWEST = (1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6, 7, 8, 9, 9, 9, 9, 10)
WAYS = (1, 4, 1, 12, 186, 4, 86, 4860, 114, 8, 2, 8, 288, 4632, 205832, 2968, 124, 16, 84)
TOO_FEW = {(n, k): 0 for n, least in enumerate(FEWEST, 1) for k in range(1, least)}

PUZZLE = Puzzle(
    name="domination",
    summary="k queens on an n×n board, every square attacked or occupied",
    description=__doc__,
    parameters=(Parameter("n", "rows and columns", 1, 40), Parameter("k", "queens", 1, 40, optional=True)),
    build=build,
    draw=lambda solution: plain(board(solution, "Q")),
    picture=lambda solution: grid(board(solution, "♛"), chequered=True),
    symmetries=symmetries,
    known=(
        KnownCounts("OEIS A002564", {(n, k): ways for n, (k, ways) in enumerate(zip(FEWEST, WAYS, strict=True), 1)}),
        KnownCounts("fewer than OEIS A075458", TOO_FEW),
    ),
    optima=(KnownCounts("OEIS A075458", {(n,): fewest for n, fewest in enumerate(FEWEST, 1)}),),
    example=(5, 3),
)
