"""Sheet 003 (Spanish, Lab10): n-queens reduced to SAT, and a race: backtracking, solve_nSAT or minisat?

x[i,j]: position (i, j) has a queen. The only sheet that numbers its variables: cod(x[i,j]) = (i-1)·n + j. Its tasks are
`reduce_nqueens_to_SAT(n)`, the clauses in DIMACS form, and `solve_nSAT`, a SAT solver for clauses of any length.

In the race the SAT solvers get the same clauses; making them is timed apart. A time is from handing over the clauses, or the
spec, to the answer; for the program `minisat` it includes its start and its files. Every board is checked against the spec. After
a limit, larger boards are skipped for that solver.
"""

# ruff: noqa: N806 - the sheet's own names

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from shutil import which
from time import perf_counter

from threefold.backends import find
from threefold.backends.backend import BrokenAnswer
from threefold.backends.configuration import parse
from threefold.backends.sat.dpll import Dpll
from threefold.backends.sat.external import External
from threefold.backends.sat.solvers import Incremental, new_solver
from threefold.cnf.encoder import Encoder, GroupedFormula
from threefold.exercises import ClauseGroup, Exercise, Version
from threefold.exercises.results import boards, csv_text
from threefold.guard import Limits, Report, Server, guarded
from threefold.language import Spec
from threefold.models import nqueens
from threefold.reporting.figures.chart import Chart, Point, Series, seconds

AT_LEAST_ROW = ClauseGroup("a queen in every row", "x[i,1] ∨ … ∨ x[i,n]  for 1≤i≤n")
ROW = ClauseGroup("no two queens in a row", "¬x[i,j] ∨ ¬x[i,k]  for 1≤i,j,k≤n, j<k")
AT_LEAST_COLUMN = ClauseGroup("a queen in every column", "x[1,j] ∨ … ∨ x[n,j]  for 1≤j≤n")
COLUMN = ClauseGroup("no two queens in a column", "¬x[i,j] ∨ ¬x[k,j]  for 1≤j,i,k≤n, i<k")
DESCENDING = ClauseGroup("no two queens on a descending diagonal", "¬x[i,j] ∨ ¬x[i',j']  for i<i', i-j = i'-j'")
ASCENDING = ClauseGroup("no two queens on an ascending diagonal", "¬x[i,j] ∨ ¬x[i',j']  for i>i', i+j = i'+j'")

Item = str | int
UNSATISFIABLE = "UNSATISFIABLE"
Solve = Callable[[], object]  # a model; None or "UNSATISFIABLE" if there is none
REDUCE = "reduce"  # making the clauses: timed like a contestant
PRELOAD = ("pysolvers", "threefold.backends.backtracking.program")  # their import is not part of a time


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


@dataclass(frozen=True)
class Lap:
    """One contestant on one board. Status: solved, no solution, time limit, memory limit, skipped, failed."""

    n: int
    contestant: str
    status: str
    seconds: float | None = None
    columns: tuple[int, ...] = ()
    reason: str | None = None


def contestants() -> list[str]:
    """Those that can take part here."""
    return [name for name in SOLVERS if name != "minisat" or which("minisat")]


def race(sizes: Sequence[int], limits: Limits) -> Iterator[list[Lap]]:
    out: set[str] = set()
    with Server(preload=PRELOAD) as server:
        for n in sizes:
            laps = [_lap(server, name, n, limits, skipped=name in out) for name in (REDUCE, *contestants())]
            out.update(lap.contestant for lap in laps if lap.status not in ("solved", "no solution"))
            yield laps


def _lap(server: Server, name: str, n: int, limits: Limits, *, skipped: bool) -> Lap:
    if skipped:
        return Lap(n, name, "skipped")
    outcome = guarded(server, run_lap, name, n, limits=limits)
    if outcome.status == "done" and isinstance(outcome.value, Lap):
        return outcome.value
    status = {"timeout": "time limit", "memory": "memory limit"}.get(outcome.status, "failed")
    return Lap(n, name, status, reason=outcome.reason)


def run_lap(report: Report, name: str, n: int) -> Lap:
    spec = nqueens.build(n)
    solve: Solve = partial(reduce_nqueens_to_SAT, n) if name == REDUCE else SOLVERS[name](n, spec)
    start = perf_counter()
    model = solve()
    taken = perf_counter() - start
    if name == REDUCE:
        return Lap(n, name, "solved", taken)
    if not isinstance(model, list):
        return Lap(n, name, "no solution", taken)
    columns = tuple((literal - 1) % n + 1 for literal in sorted(model) if literal > 0)
    violated = spec.violated(columns) if len(columns) == n else "not one queen per row"
    if violated:
        raise BrokenAnswer(f"{name} found a board that is not a solution: {violated}")
    return Lap(n, name, "solved", taken, columns)


def _backtracking(n: int, spec: Spec) -> Solve:
    program = find("backtracking").lower(spec, parse("backtracking", {}))

    def solve() -> list[int] | None:
        found = next(iter(program.load(seed=None, first=True)), None)
        return None if found is None else [row * n + column for row, column in enumerate(found)]

    return solve


def _incremental(n: int, make: Callable[[int], Incremental]) -> Solve:
    formula = encode(n)

    def solve() -> list[int] | None:
        solver = make(formula.variables)
        solver.add(formula.clauses())
        return solver.model() if solver.solve() else None

    return solve


SOLVERS: dict[str, Callable[[int, Spec], Solve]] = {
    "backtracking": _backtracking,
    "solve_nSAT": lambda n, spec: partial(solve_nSAT, reduce_nqueens_to_SAT(n)),
    "minisat22": lambda n, spec: _incremental(n, lambda variables: new_solver("minisat22", variables, None)),
    "minisat": lambda n, spec: _incremental(n, lambda variables: External(["minisat", "{cnf}", "{out}"], variables)),
}  # each prepares a board and returns the call that is timed


def files(laps: Sequence[Lap], limit: float) -> dict[str, str]:
    """A table, a chart, and for each n the boards that were found, side by side."""
    found: dict[int, list[tuple[str, Sequence[int]]]] = {}
    for lap in laps:
        if lap.columns:
            found.setdefault(lap.n, []).append((lap.contestant, lap.columns))
    pictures = {f"{n}_queens.svg": boards(of_n) for n, of_n in found.items()}
    return {"n_queens_times.csv": to_csv(laps), "n_queens_times.svg": to_svg(laps, limit), **pictures}


def to_csv(laps: Sequence[Lap]) -> str:
    header = ("n", "solver", "status", "seconds")
    return csv_text(header, ([lap.n, lap.contestant, lap.status, lap.seconds] for lap in laps))


def to_svg(laps: Sequence[Lap], limit: float) -> str:
    points: dict[str, list[Point]] = {name: [] for name in (REDUCE, *contestants())}
    for lap in laps:
        if lap.seconds is not None:
            points[lap.contestant].append(Point(lap.n, lap.seconds))
        elif lap.status == "time limit":
            points[lap.contestant].append(Point(lap.n, limit, reached=False))
    series = [Series(name, points[name], style) for style, name in enumerate(contestants())]
    return Chart("Sheet 003: n queens, time to the first board", "n, queens", "time", series, seconds, limit).svg()


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
        "from threefold.exercises.sheet_003 import reduce_nqueens_to_SAT, solve_nSAT": "the two functions, in Python",
    },
)
