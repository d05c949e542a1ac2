"""Sheet 001 (Russian): n-queens, and then all solutions by blocking clauses.

x[i,j] says that the cell (i, j) is taken by a queen. At least one queen per row; at most one per row, per column and per
diagonal of either direction. For all solutions: after each model a clause is added that negates the variables that were true
in it, and the solver is asked again, until it says that there are no more.

The sheet gives no numbers to its variables: row by row is assumed.
"""

# ruff: noqa: N806 - the sheet's own names

from collections.abc import Iterator

from threefold.backends.sat.solvers import DEFAULT, new_solver
from threefold.exercises.codec import Codec, SheetFormula
from threefold.exercises.exercise import Exercise, Version

AT_LEAST_ROW = "at least one queen per row"
ROW = "no two queens in a row"
COLUMN = "no two queens in a column"
MAIN = "no two queens on a main diagonal"
SIDE = "no two queens on a side diagonal"


def encode(n: int) -> SheetFormula:
    codec = Codec()
    N = range(1, n + 1)
    x = codec.family("queen", N, N)
    for i in N:
        codec.group(AT_LEAST_ROW).add(*(x[i, j] for j in N))
    for i in N:
        for j in N:
            for k in range(j + 1, n + 1):
                codec.group(ROW).add(-x[i, j], -x[i, k])
    for i in N:
        for j in N:
            for k in range(j + 1, n + 1):
                codec.group(COLUMN).add(-x[j, i], -x[k, i])
    for k in range(1 - n, n):
        rows = [i for i in N if i - k in N]
        for i1 in rows:
            for i2 in rows:
                if i2 > i1:
                    codec.group(MAIN).add(-x[i1, i1 - k], -x[i2, i2 - k])
    for k in range(2, 2 * n + 1):
        rows = [i for i in N if k - i in N]
        for i1 in rows:
            for i2 in rows:
                if i2 > i1:
                    codec.group(SIDE).add(-x[i1, k - i1], -x[i2, k - i2])
    return codec.end()


def all_solutions(n: int, solver: str = DEFAULT) -> Iterator[tuple[list[int], list[int]]]:
    """The sheet's loop: each model (its true variables) with the clause that blocks it; ends when the solver says UNSAT."""
    formula = encode(n)
    asked = new_solver(solver, formula.variables, None)
    asked.add(formula.clauses())
    while asked.solve():
        true = [literal for literal in asked.model() if literal > 0]
        blocking = [-literal for literal in true]
        yield true, blocking
        asked.add([blocking])


EXERCISE = Exercise(
    number="001",
    language="Russian",
    title="Расстановка ферзей (placing queens)",
    puzzle="nqueens",
    letter="x",
    summary="at least one queen per row; all solutions by a clause that blocks each model",
    description=__doc__,
    formula={
        AT_LEAST_ROW: "⋀ i=1..N  ⋁ j=1..N  x[i,j]",
        ROW: "⋀ i=1..N  ⋀ j=1..N  ⋀ k=j+1..N  (¬x[i,j] ∨ ¬x[i,k])",
        COLUMN: "⋀ i=1..N  ⋀ j=1..N  ⋀ k=j+1..N  (¬x[j,i] ∨ ¬x[k,i])",
        MAIN: "⋀ k=1-N..N-1  ⋀ i₁-j₁=k  ⋀ i₂-j₂=k, i₂>i₁  (¬x[i₁,j₁] ∨ ¬x[i₂,j₂])",
        SIDE: "⋀ k=2..2N  ⋀ i₁+j₁=k  ⋀ i₂+j₂=k, i₂>i₁  (¬x[i₁,j₁] ∨ ¬x[i₂,j₂])",
    },
    versions=(Version("formula", "as its formula says", encode),),
    example=(4,),
    remarks=(
        "The sheet reads its first formula as 'exactly one queen in each row'. It says at least one; with the second it is"
        " exactly one.",
        "Blocking only the variables that were true is sound here, because every solution has exactly N of them; where that"
        " number varies, a model would block others that contain it.",
        "No numbering is given; row by row is assumed: x[i,j] has the number (i-1)·N + j.",
    ),
    commands={"threefold sat nqueens 4 --all --trace": "model, blocking clause, model, … until there are no more"},
)
