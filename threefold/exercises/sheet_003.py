"""Sheet 003 (Spanish, Lab10): n-queens reduced to SAT, and a race: backtracking, solve_nSAT or minisat?

x[i,j]: position (i, j) has a queen. The only sheet that numbers its variables: cod(x[i,j]) = (i-1)·n + j. Its tasks are
`reduce_nqueens_to_SAT(n)`, the clauses in DIMACS form, and `solve_nSAT`, a SAT solver for clauses of any length.
The race is in race.py.
"""

# ruff: noqa: N806 - the sheet's own names

from collections.abc import Iterable, Sequence
from itertools import combinations, product

from threefold.backends.sat.dpll import Dpll
from threefold.cnf.encoder import Encoder, GroupedFormula
from threefold.exercises import ClauseGroup, Exercise, Version

AT_LEAST_ROW = ClauseGroup("a queen in every row", "x[i,1] ∨ … ∨ x[i,n]  for 1≤i≤n")
ROW = ClauseGroup("no two queens in a row", "¬x[i,j] ∨ ¬x[i,k]  for 1≤i,j,k≤n, j<k")
AT_LEAST_COLUMN = ClauseGroup("a queen in every column", "x[1,j] ∨ … ∨ x[n,j]  for 1≤j≤n")
COLUMN = ClauseGroup("no two queens in a column", "¬x[i,j] ∨ ¬x[k,j]  for 1≤j,i,k≤n, i<k")
DESCENDING = ClauseGroup("no two queens on a descending diagonal", "¬x[i,j] ∨ ¬x[i',j']  for i<i', i-j = i'-j'")
ASCENDING = ClauseGroup("no two queens on an ascending diagonal", "¬x[i,j] ∨ ¬x[i',j']  for i>i', i+j = i'+j'")

Item = str | int
UNSATISFIABLE = "UNSATISFIABLE"


def encode(n: int) -> GroupedFormula:
    encoder, N = Encoder(), range(1, n + 1)
    x = encoder.family("x", N, N)  # x[i, j] has the number (i-1)·n + j
    for i in N:
        encoder.clause(*(x[i, j] for j in N), group=AT_LEAST_ROW.name)
        for j, k in combinations(N, 2):
            encoder.clause(-x[i, j], -x[i, k], group=ROW.name)
    for j in N:
        encoder.clause(*(x[i, j] for i in N), group=AT_LEAST_COLUMN.name)
        for i, k in combinations(N, 2):
            encoder.clause(-x[i, j], -x[k, j], group=COLUMN.name)
    for i, j in product(N, N):
        for step in range(1, min(n - i, n - j) + 1):
            encoder.clause(-x[i, j], -x[i + step, j + step], group=DESCENDING.name)
    for i, j in product(N, N):
        for step in range(1, min(i - 1, n - j) + 1):
            encoder.clause(-x[i, j], -x[i - step, j + step], group=ASCENDING.name)
    return encoder.formula()


def reduce_nqueens_to_SAT(n: int) -> list[list[Item]]:
    """First `["p", "cnf", num_vars, num_clauses]`, then the clauses, each ended by 0."""
    formula = encode(n)
    clauses: list[list[Item]] = [[*clause, 0] for clause in formula.clauses()]
    return [["p", "cnf", formula.variables, len(formula)], *clauses]


def solve_nSAT(clauses: Iterable[Sequence[Item]]) -> list[int] | str:
    """A model, one literal per variable in order, or "UNSATISFIABLE". The header and the 0 of a clause may be there or not."""
    variables, plain = 0, []
    for clause in clauses:
        if clause and clause[0] == "p":
            variables = int(clause[2])
            continue
        literals = [int(literal) for literal in clause]
        plain.append(literals[:-1] if literals[-1:] == [0] else literals)
    variables = max([variables, *(abs(literal) for clause in plain for literal in clause)])
    solver = Dpll(variables)
    solver.add(plain)
    return solver.model() if solver.solve() else UNSATISFIABLE


EXERCISE = Exercise(
    number="003",
    language="Spanish",
    title="Lab10: Reducción de N-reinas a SAT (reduction of n-queens to SAT)",
    puzzle="nqueens",
    summary="a queen in every row and every column; reduce_nqueens_to_SAT, solve_nSAT and a race of solvers",
    groups=(AT_LEAST_ROW, ROW, AT_LEAST_COLUMN, COLUMN, DESCENDING, ASCENDING),
    versions=(Version("formula", "as its formula says, numbered as it says", encode),),
    example=(4,),
    remarks=(
        "The clauses 'a queen in every column' follow from the others: harmless, and useful to some solvers.",
        "The sheet says that its test programs 'generate a random formula'. That sentence is left over from the lab on 3SAT: the"
        " formula of n queens is always the same.",
        "The numbering is the sheet's own: cod(x[i,j]) = (i-1)·n + j.",
    ),
    commands={
        "threefold exercise 003 --race 4..12": "backtracking, solve_nSAT and minisat: times, chart, boards",
        "threefold exercise 003 --race 4..12 --reduce mine.py --solver mine.py": "the race with your own two functions",
        "from threefold.exercises.sheet_003 import reduce_nqueens_to_SAT, solve_nSAT": "the two functions, in Python",
    },
)
