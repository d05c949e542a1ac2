"""The race of sheet 003: which program finds a board of n queens first, backtracking, solve_nSAT or minisat?

The SAT solvers get the same clauses, `reduce_nqueens_to_SAT(n)`; making them is timed apart. A time is from handing over the
clauses (or the spec) to the answer; for the program `minisat` it includes its start and its files. Every board is checked against
the spec. After a limit, larger boards are skipped for that solver.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from shutil import which
from time import perf_counter

from threefold.backends import find
from threefold.backends.backend import BrokenAnswer
from threefold.backends.configuration import parse
from threefold.backends.sat.external import External
from threefold.backends.sat.solvers import Incremental, new_solver
from threefold.exercises import sheet_003
from threefold.exercises.results import boards, csv_text
from threefold.guard import Limits, Report, Server, guarded
from threefold.language import Spec
from threefold.models import nqueens
from threefold.reporting.figures.chart import Chart, Point, Series, seconds

Solve = Callable[[], object]  # a model; None or "UNSATISFIABLE" if there is none
REDUCE = "reduce"  # making the clauses: timed like a contestant
PRELOAD = ("pysolvers", "threefold.backends.backtracking.program")  # their import is not part of a time


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
    """The laps of one board after another."""
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
    solve: Solve = partial(sheet_003.reduce_nqueens_to_SAT, n) if name == REDUCE else SOLVERS[name](n, spec)
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
    formula = sheet_003.encode(n)

    def solve() -> list[int] | None:
        solver = make(formula.variables)
        solver.add(formula.clauses())
        return solver.model() if solver.solve() else None

    return solve


SOLVERS: dict[str, Callable[[int, Spec], Solve]] = {
    "backtracking": _backtracking,
    "solve_nSAT": lambda n, spec: partial(sheet_003.solve_nSAT, sheet_003.reduce_nqueens_to_SAT(n)),
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
