"""Queens domination: place k queens on an n×n board so that every square is attacked or occupied.

`queen[r, c]` says that there is a queen on the square of row r and column c. Queens may attack each other. All boards are
counted, also turned and mirrored ones.

For n = 3 one queen does, in the middle: one board; for n = 5 three are needed.
Reference: OEIS A075458 (1, 1, 1, 2, 3, 3, 4, 5, 5, 5 queens for n = 1 to 10) and A002564 (in so many ways); W. Ahrens,
Mathematische Unterhaltungen und Spiele, 1910.
"""

from threefold.language import BadInput, Clause, Exactly, KnownCounts, Parameter, Puzzle, Solution, Spec, Symmetry
from threefold.language.pictures import grid


def build(n: int, k: int) -> Spec:
    if k > n * n:
        raise BadInput(f"domination: {k} queens do not fit on {n}×{n} squares")
    spec = Spec("domination", n=n, k=k)
    cells = range(1, n + 1)
    queen = spec.booleans("queen", cells, cells)
    spec.group(f"{k} queens").add(Exactly(k, queen))
    covered = spec.group("every square attacked or occupied")
    for r in cells:
        for c in cells:
            lines = [(a, b) for a in cells for b in cells if a == r or b == c or abs(a - r) == abs(b - c)]
            covered.add(Clause(queen[square] for square in lines))
    return spec


def rows(solution: Solution) -> list[list[str]]:
    cells = range(1, solution.parameters["n"] + 1)
    return [["Q" if solution["queen", r, c] else "." for c in cells] for r in cells]


def draw(solution: Solution) -> str:
    return "\n".join(" ".join(row) for row in rows(solution))


def picture(solution: Solution) -> str:
    return grid([["♛" if text == "Q" else "" for text in row] for row in rows(solution)], chequered=True)


def symmetries(n: int, k: int) -> tuple[Symmetry, ...]:
    return (
        Symmetry("quarter turn", lambda family, index, v: (family, (index[1], n + 1 - int(index[0])), v)),
        Symmetry("rows and columns exchanged", lambda family, index, v: (family, index[::-1], v)),
    )


# For n = 1, 2, …: the least number of queens, and in how many ways they do.
FEWEST = (1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6, 7, 8, 9, 9, 9, 9, 10)
WAYS = (1, 4, 1, 12, 186, 4, 86, 4860, 114, 8, 2, 8, 288, 4632, 205832, 2968, 124, 16, 84)

PUZZLE = Puzzle(
    name="domination",
    summary="k queens on an n×n board, every square attacked or occupied",
    description=__doc__,
    parameters=(
        Parameter("n", "rows and columns", minimum=1, maximum=40),
        Parameter("k", "queens", minimum=1, maximum=40),
    ),
    build=build,
    draw=draw,
    picture=picture,
    symmetries=symmetries,
    known=(
        KnownCounts("OEIS A002564", {(n, k): ways for n, (k, ways) in enumerate(zip(FEWEST, WAYS, strict=True), 1)}),
        KnownCounts(
            "fewer than OEIS A075458", {(n, k): 0 for n, least in enumerate(FEWEST, 1) for k in range(1, least)}
        ),
    ),
    example=(5, 3),
)
