"""Sheet 004 (French, INF402): n-queens as a program that asks for N, draws the board and asks again (`threefold play`).

x[i,j]: cell [i, j] has a queen. The sheet calls i the abscissa, but its "horizontal right" changes j: i is read as the row here.
(Read as the column, the solutions are mirrored on the diagonal, which is the same set.)
"""

# ruff: noqa: N806 - the sheet's own names

from itertools import product

from threefold.exercises import Exercise, Version
from threefold.exercises.codec import ClauseGroup, Codec, SheetFormula

AT_LEAST = ClauseGroup("at least one queen for each i", "x[i,1] ∨ … ∨ x[i,n]  for each i")
HORIZONTAL = ClauseGroup("no other queen horizontally", "x[i,j] → ¬x[i,j']  for j'≠j")
VERTICAL = ClauseGroup("no other queen vertically", "x[i,j] → ¬x[i',j]  for i'≠i")
DIAGONAL = ClauseGroup("no other queen diagonally", "x[i,j] → ¬x[i±d,j±d]  for d≥1")


def encode(n: int) -> SheetFormula:
    codec, N = Codec(), range(1, n + 1)
    x = codec.letters("queen", N, N)
    for i in N:
        codec.add(AT_LEAST, *(x[i, j] for j in N))
    for i, j in product(N, N):
        for right in range(j + 1, n + 1):
            codec.add(HORIZONTAL, -x[i, j], -x[i, right])
        for down in range(i + 1, n + 1):
            codec.add(VERTICAL, -x[i, j], -x[down, j])
        for down in range(i + 1, n + 1):
            for aside in (j - (down - i), j + (down - i)):
                if aside in N:
                    codec.add(DIAGONAL, -x[i, j], -x[down, aside])
    return codec.end()


EXERCISE = Exercise(
    number="004",
    language="French",
    title="INF402, projet final: N-Reines (n queens)",
    puzzle="nqueens",
    letter="x",
    summary="all pairs excluded cell by cell; an interactive program that draws the board",
    groups=(AT_LEAST, HORIZONTAL, VERTICAL, DIAGONAL),
    versions=(Version("formula", "as its list of clauses for n = 4, for any n", encode),),
    example=(4,),
    remarks=(
        "The program says 'N must be greater than 4' and accepts 4; threefold play says 'at least 4'.",
        "The ranges in the text are wrong: 'left' is written j-1→n and 'down' i-1→n, where both go to 1, and the diagonals are"
        " two ranges, which is a whole quarter of the board. The 80 clauses for n = 4 are right.",
        "Some printed boards have lost cells; they are not reproduced.",
        "No numbering is given; row by row is assumed: x[i,j] has the number (i-1)·n + j.",
    ),
    commands={"threefold play": "the program: asks for N, draws the board, 0 quits"},
)
