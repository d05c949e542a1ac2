"""Sheet 004 (French, INF402): n-queens as a program that asks for N, draws the board and asks again.

x[i,j] says that cell [i, j] holds a queen. At least one queen for each i; then, cell by cell, no queen on the same row,
column or diagonal further on. The program is `threefold play`: N >= 4, 0 quits, boards of 20 and more go to BOARD.txt;
CryptoMiniSat solves.

The sheet calls i the abscissa and j the ordinate, but its "horizontal right" changes j: i is the row, in fact, and so it is
read here. (Read as a column, the board would be mirrored on its diagonal, and the solutions would be the same set.) It gives
no numbers to its variables: row by row is assumed.
"""

# ruff: noqa: N806 - the sheet's own names

from threefold.exercises.codec import Codec, SheetFormula
from threefold.exercises.exercise import Exercise, Version

AT_LEAST = "at least one queen for each i"
HORIZONTAL = "no other queen horizontally"
VERTICAL = "no other queen vertically"
DIAGONAL = "no other queen diagonally"


def encode(n: int) -> SheetFormula:
    codec = Codec()
    N = range(1, n + 1)
    x = codec.family("queen", N, N)
    for i in N:
        codec.group(AT_LEAST).add(*(x[i, j] for j in N))
    for i in N:
        for j in N:
            for right in range(j + 1, n + 1):
                codec.group(HORIZONTAL).add(-x[i, j], -x[i, right])
            for further in range(i + 1, n + 1):
                codec.group(VERTICAL).add(-x[i, j], -x[further, j])
            for further in range(i + 1, n + 1):
                for aside in (j - (further - i), j + (further - i)):
                    if aside in N:
                        codec.group(DIAGONAL).add(-x[i, j], -x[further, aside])
    return codec.end()


EXERCISE = Exercise(
    number="004",
    language="French",
    title="INF402, projet final: N-Reines (n queens)",
    puzzle="nqueens",
    letter="x",
    summary="all pairs excluded cell by cell; an interactive program that draws the board",
    description=__doc__,
    formula={
        AT_LEAST: "x[i,1] ∨ … ∨ x[i,n]  for each i",
        HORIZONTAL: "x[i,j] → ¬x[i,j']  for j'≠j",
        VERTICAL: "x[i,j] → ¬x[i',j]  for i'≠i",
        DIAGONAL: "x[i,j] → ¬x[i±d,j±d]  for d≥1",
    },
    versions=(Version("formula", "as its list of clauses for n = 4, for any n", encode),),
    example=(4,),
    remarks=(
        "The program says 'N must be greater than 4' and accepts 4; threefold play says 'at least 4'.",
        "The ranges of the model are loose: 'left' is written j-1→n and 'down' i-1→n, where both go to 1, and the diagonals are"
        " written as two ranges, which would be a whole quarter of the board. Its clauses for n = 4 are right, all 80 of them.",
        "Some printed boards lost cells; they are not reproduced.",
        "No numbering is given; row by row is assumed: x[i,j] has the number (i-1)·n + j.",
    ),
    commands={"threefold play": "the program: asks for N, draws the board, 0 quits"},
)
