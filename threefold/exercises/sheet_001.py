"""Sheet 001 (Russian): n-queens, and then all solutions by blocking clauses.

x[i,j]: the cell (i, j) has a queen.
"""

# ruff: noqa: N806 - the sheet's own names

from collections.abc import Iterator
from itertools import combinations, product

from threefold.backends.sat.solvers import DEFAULT, new_solver
from threefold.cnf.encoder import Encoder, GroupedFormula
from threefold.exercises import ClauseGroup, Exercise, Version

AT_LEAST_ROW = ClauseGroup("at least one queen per row", "⋀ i=1..N  ⋁ j=1..N  x[i,j]")
ROW = ClauseGroup("no two queens in a row", "⋀ i=1..N  ⋀ j=1..N  ⋀ k=j+1..N  (¬x[i,j] ∨ ¬x[i,k])")
COLUMN = ClauseGroup("no two queens in a column", "⋀ i=1..N  ⋀ j=1..N  ⋀ k=j+1..N  (¬x[j,i] ∨ ¬x[k,i])")
MAIN = ClauseGroup(
    "no two queens on a main diagonal", "⋀ k=1-N..N-1  ⋀ i₁-j₁=k  ⋀ i₂-j₂=k, i₂>i₁  (¬x[i₁,j₁] ∨ ¬x[i₂,j₂])"
)
SIDE = ClauseGroup(
    "no two queens on a side diagonal", "⋀ k=2..2N  ⋀ i₁+j₁=k  ⋀ i₂+j₂=k, i₂>i₁  (¬x[i₁,j₁] ∨ ¬x[i₂,j₂])"
)


def encode(n: int) -> GroupedFormula:
    encoder, N = Encoder(), range(1, n + 1)
    x = encoder.family("x", N, N)
    for i in N:
        encoder.clause(*(x[i, j] for j in N), group=AT_LEAST_ROW.name)
    for i, (j, k) in product(N, combinations(N, 2)):
        encoder.clause(-x[i, j], -x[i, k], group=ROW.name)
    for i, (j, k) in product(N, combinations(N, 2)):
        encoder.clause(-x[j, i], -x[k, i], group=COLUMN.name)
    for k in range(1 - n, n):
        for i1, i2 in combinations([i for i in N if i - k in N], 2):
            encoder.clause(-x[i1, i1 - k], -x[i2, i2 - k], group=MAIN.name)
    for k in range(2, 2 * n + 1):
        for i1, i2 in combinations([i for i in N if k - i in N], 2):
            encoder.clause(-x[i1, k - i1], -x[i2, k - i2], group=SIDE.name)
    return encoder.formula()


def all_solutions(n: int) -> Iterator[tuple[list[int], list[int]]]:
    """The sheet's loop: each model (its true variables) and the clause that blocks it."""
    formula = encode(n)
    solver = new_solver(DEFAULT, formula.variables, None)
    solver.add(formula.clauses())
    while solver.solve():
        true = [literal for literal in solver.model() if literal > 0]
        blocking = [-literal for literal in true]
        yield true, blocking
        solver.add([blocking])


EXERCISE = Exercise(
    number="001",
    language="Russian",
    title="Расстановка ферзей (placing queens)",
    puzzle="nqueens",
    summary="at least one queen per row; all solutions by a clause that blocks each model",
    groups=(AT_LEAST_ROW, ROW, COLUMN, MAIN, SIDE),
    versions=(Version("formula", "as its formula says", encode),),
    example=(4,),
    remarks=(
        "The sheet reads its first formula as 'exactly one queen in each row'. It says at least one; together with the second it"
        " is exactly one.",
        "It is sound here to block only the true variables, because every solution has exactly N of them. Where that number"
        " varies, the clause of one model would exclude all models that contain it.",
        "No numbering is given; row by row is assumed: x[i,j] has the number (i-1)·N + j.",
    ),
    commands={
        "threefold sat nqueens 4 --all --trace": "model, blocking clause, model, … until there are no more",
        "threefold sat FILE.cnf --all --trace": "the same loop on a formula of your own",
    },
)
