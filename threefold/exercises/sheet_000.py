"""Sheet 000 (Italian, E.A.6.4): n-queens with SATCodec, a Java library that numbers the variables and writes the DIMACS file.

Q[i,j] says that a queen stands on row i, column j. At least one queen per column; at most one per column, per row and per
diagonal. The sheet has the formula, every clause for n = 4, and an encoder. The encoder looks at all ordered pairs of cells
for the diagonals, so it writes each of those clauses twice, once in each direction; its author says himself that it is badly
written.

The sheet gives no numbers to its variables. Row by row is assumed, since SATCodec numbers a family over a product of ranges
so.
"""

# ruff: noqa: N803, N806 - the sheet's own names

from threefold.exercises.codec import Codec, Family, SheetFormula
from threefold.exercises.exercise import Exercise, Version

AT_LEAST_COLUMN = "at least one queen per column"
COLUMN = "no two queens in a column"
ROW = "no two queens in a row"
DIAGONAL = "no two queens on a diagonal"


def encode(n: int) -> SheetFormula:
    """As the encoder writes it: column and row clauses in turn, each diagonal pair twice."""
    codec = Codec()
    N = range(1, n + 1)
    Q = codec.family("queen", N, N)
    at_least, column, row = map(codec.group, (AT_LEAST_COLUMN, COLUMN, ROW))
    for c in N:
        at_least.add(*(Q[r, c] for r in N))
    for c in N:
        for i in N:
            for j in range(i + 1, n + 1):
                column.add(-Q[i, c], -Q[j, c])
                row.add(-Q[c, i], -Q[c, j])
    _diagonals(codec, Q, N)
    return codec.end()


def _diagonals(codec: Codec, Q: Family, N: range) -> None:
    diagonal = codec.group(DIAGONAL)
    for r1 in N:
        for c1 in N:
            for r2 in N:
                for c2 in N:
                    if r1 != r2 and c1 != c2 and abs(r1 - r2) == abs(c1 - c2):
                        diagonal.add(-Q[r1, c1], -Q[r2, c2])


def listing() -> SheetFormula:
    """The clauses for n = 4 as printed. (Our copy has a few of them twice; a repeated clause says nothing new.)"""
    codec = Codec()
    N = range(1, 5)
    Q = codec.family("queen", N, N)
    for c in N:
        codec.group(AT_LEAST_COLUMN).add(*(Q[r, c] for r in N))
    for c in N:
        for i in N:
            for j in range(i + 1, 5):
                printed = 3 if (c, i, j) == (4, 1, 2) else i  # Q[3,4] → ¬Q[2,4] stands where Q[1,4] → ¬Q[2,4] belongs
                codec.group(COLUMN).add(-Q[printed, c], -Q[j, c])
    _rows(codec, Q, N)
    _diagonals(codec, Q, N)
    return codec.end()


def conjunction(n: int) -> SheetFormula:
    """The formula φ to the letter: it names the row group twice and the column group never."""
    codec = Codec()
    N = range(1, n + 1)
    Q = codec.family("queen", N, N)
    for c in N:
        codec.group(AT_LEAST_COLUMN).add(*(Q[r, c] for r in N))
    _rows(codec, Q, N)
    _rows(codec, Q, N)
    _diagonals(codec, Q, N)
    return codec.end()


def _rows(codec: Codec, Q: Family, N: range) -> None:
    for r in N:
        for i in N:
            for j in range(i + 1, N.stop):
                codec.group(ROW).add(-Q[r, i], -Q[r, j])


EXERCISE = Exercise(
    number="000",
    language="Italian",
    title="E.A.6.4 (n-Queens)",
    puzzle="nqueens",
    letter="Q",
    summary="at least one queen per column; a SATCodec encoder that writes every diagonal pair twice",
    description=__doc__,
    formula={
        AT_LEAST_COLUMN: "⋀ c∈N  ⋁ r∈N  Q[r,c]",
        COLUMN: "⋀ c,i,j∈N, i<j  Q[i,c] → ¬Q[j,c]",
        ROW: "⋀ r,i,j∈N, i<j  Q[r,i] → ¬Q[r,j]",
        DIAGONAL: "⋀ |r-r'|=|c-c'|, (r,c)≠(r',c')  Q[r,c] → ¬Q[r',c']",
    },
    versions=(
        Version("encoder", "as its Java encoder writes it", encode),
        Version("listing", "its list of clauses for n = 4, with the one wrong clause", listing, only=(4,)),
        Version("formula", "its formula φ to the letter, which has the rows twice and the columns never", conjunction),
    ),
    example=(4,),
    remarks=(
        "The encoder writes every diagonal pair twice, once in each direction: 108 clauses for n = 4, of which 80 are distinct.",
        "The list for n = 4 has Q[3,4] → ¬Q[2,4] where Q[1,4] → ¬Q[2,4] belongs: 79 of the 80 clauses. Harmless: a queen in every"
        " column and no two in a row leave no room for a second one in a column, so the column group follows from the others.",
        "For the same reason it does no harm that φ names the row group twice and the column group never.",
        "The formula of the diagonals lacks its conclusion: '→ ¬Q[r',c']' is ours.",
        "No numbering is given; row by row is assumed: Q[i,j] has the number (i-1)·n + j.",
    ),
    commands={
        "threefold cnf nqueens 4": "the file that SATCodec writes, with the dictionary of names",
        "threefold relate nqueens 4 FILE.cnf": "the same question about a file of your own",
    },
)
