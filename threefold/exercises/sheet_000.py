"""Sheet 000 (Italian, E.A.6.4): n-queens with SATCodec, a Java library that numbers the variables and writes the DIMACS file.

Q[i,j]: a queen stands on row i, column j. The sheet has the formula, every clause for n = 4, and an encoder.
"""

# ruff: noqa: N803, N806 - the sheet's own names

from itertools import combinations, product

from threefold.cnf.encoder import Encoder, GroupedFormula, Letters
from threefold.exercises import ClauseGroup, Exercise, Version

AT_LEAST_COLUMN = ClauseGroup("at least one queen per column", "⋀ c∈N  ⋁ r∈N  Q[r,c]")
COLUMN = ClauseGroup("no two queens in a column", "⋀ c,i,j∈N, i<j  Q[i,c] → ¬Q[j,c]")
ROW = ClauseGroup("no two queens in a row", "⋀ r,i,j∈N, i<j  Q[r,i] → ¬Q[r,j]")
DIAGONAL = ClauseGroup("no two queens on a diagonal", "⋀ |r-r'|=|c-c'|, (r,c)≠(r',c')  Q[r,c] → ¬Q[r',c']")


def encode(n: int) -> GroupedFormula:
    """As the encoder writes it: column and row clauses in turn, each diagonal pair twice."""
    encoder, Q, N = _begin(n)
    for c, (i, j) in product(N, combinations(N, 2)):
        encoder.clause(-Q[i, c], -Q[j, c], group=COLUMN.name)
        encoder.clause(-Q[c, i], -Q[c, j], group=ROW.name)
    _diagonals(encoder, Q, N)
    return encoder.formula()


def listing() -> GroupedFormula:
    """The clauses for n = 4 as printed. (Our copy repeats a few of them, which changes nothing.)"""
    encoder, Q, N = _begin(4)
    for c, (i, j) in product(N, combinations(N, 2)):
        printed = 3 if (c, i, j) == (4, 1, 2) else i  # Q[3,4] → ¬Q[2,4] is printed where Q[1,4] → ¬Q[2,4] belongs
        encoder.clause(-Q[printed, c], -Q[j, c], group=COLUMN.name)
    _rows(encoder, Q, N)
    _diagonals(encoder, Q, N)
    return encoder.formula()


def conjunction(n: int) -> GroupedFormula:
    """The formula φ as written: it has the row group twice and the column group never."""
    encoder, Q, N = _begin(n)
    _rows(encoder, Q, N)
    _rows(encoder, Q, N)
    _diagonals(encoder, Q, N)
    return encoder.formula()


def _begin(n: int) -> tuple[Encoder, Letters, range]:
    encoder, N = Encoder(), range(1, n + 1)
    Q = encoder.family("Q", N, N)
    for c in N:
        encoder.clause(*(Q[r, c] for r in N), group=AT_LEAST_COLUMN.name)
    return encoder, Q, N


def _rows(encoder: Encoder, Q: Letters, N: range) -> None:
    for r, (i, j) in product(N, combinations(N, 2)):
        encoder.clause(-Q[r, i], -Q[r, j], group=ROW.name)


def _diagonals(encoder: Encoder, Q: Letters, N: range) -> None:
    """The encoder looks at all ordered pairs of cells."""
    for r1, c1, r2, c2 in product(N, repeat=4):
        if r1 != r2 and c1 != c2 and abs(r1 - r2) == abs(c1 - c2):
            encoder.clause(-Q[r1, c1], -Q[r2, c2], group=DIAGONAL.name)


EXERCISE = Exercise(
    number="000",
    language="Italian",
    title="E.A.6.4 (n-Queens)",
    puzzle="nqueens",
    summary="at least one queen per column; a SATCodec encoder that writes every diagonal pair twice",
    groups=(AT_LEAST_COLUMN, COLUMN, ROW, DIAGONAL),
    versions=(
        Version("encoder", "as its Java encoder writes it", encode),
        Version("listing", "its list of clauses for n = 4, with the one wrong clause", listing, only=(4,)),
        Version("formula", "its formula φ as written, with the rows twice and without the columns", conjunction),
    ),
    example=(4,),
    remarks=(
        "The encoder writes every diagonal pair twice, once in each direction: 108 clauses for n = 4, 80 of them distinct.",
        "The list for n = 4 has Q[3,4] → ¬Q[2,4] where Q[1,4] → ¬Q[2,4] belongs: 79 of the 80 clauses. This is harmless: every"
        " column has a queen and no row has two, so no column has two. The column group follows from the others.",
        "For the same reason it is harmless that φ has the row group twice and the column group never.",
        "The formula of the diagonals lacks its conclusion; '→ ¬Q[r',c']' is added here.",
        "No numbering is given; row by row is assumed: Q[i,j] has the number (i-1)·n + j.",
    ),
    commands={
        "threefold exercise 000 4 --version encoder --cnf": "the sheet's 108 clauses as a file, with its names Q[i,j]",
        "threefold cnf nqueens 4": "the puzzle's own CNF: 80 clauses, by rows, with the puzzle's names",
        "threefold relate nqueens 4 FILE.cnf": "compare a formula of your own with the puzzle",
        "import threefold; threefold.Encoder": "an encoder of your own in Python: docs/python.md",
    },
)
