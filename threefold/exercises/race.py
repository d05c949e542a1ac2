"""The race of sheet 003: who finds a board of n queens first, backtracking, one's own SAT solver, or minisat?

All get the same board; the SAT solvers get the same clauses, `reduce_nqueens_to_SAT(n)`, whose making is timed apart. A time
is from handing over the clauses (or the spec) to the answer; that of the program `minisat` includes its start and the
writing and reading of files. Every board is checked against the spec. After a limit was hit, larger boards are skipped for that
contestant.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from shutil import which
from time import perf_counter

from threefold.backends import find
from threefold.backends.backend import BrokenAnswer
from threefold.backends.configuration import parse
from threefold.backends.sat.external import External
from threefold.backends.sat.solvers import Incremental, new_solver
from threefold.exercises import sheet_003
from threefold.exercises.findings import Report
from threefold.exercises.picture import boards
from threefold.exercises.plot import Panel, Series, render, seconds
from threefold.exercises.results import csv_text
from threefold.guard import Limits, Outcome, Server, guarded
from threefold.language import Spec
from threefold.models import nqueens

Found = tuple[float, Sequence[int] | None]  # seconds, and the true literals of a model (None: there is none)
REDUCE = "reduce"  # no contestant: the making of the clauses
PRELOAD = (
    "pysolvers",
    "threefold.backends.backtracking.program",
    "threefold.backends.sat.dpll",
    "threefold.backends.sat.external",
)  # their import is not part of a time
HEADER = ("n", "solver", "status", "seconds")


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
            laps = []
            for name in [REDUCE, *contestants()]:
                if name in out:
                    laps.append(Lap(n, name, "skipped"))
                    continue
                lap = _lap_of(n, name, guarded(server, run_lap, name, n, limits=limits))
                if lap.status not in ("solved", "no solution"):
                    out.add(name)
                laps.append(lap)
            yield laps


def _lap_of(n: int, name: str, outcome: Outcome) -> Lap:
    if outcome.status == "done" and isinstance(outcome.value, Lap):
        return outcome.value
    status = {"timeout": "time limit", "memory": "memory limit"}.get(outcome.status, "failed")
    return Lap(n, name, status, reason=outcome.reason)


def run_lap(report: Report, name: str, n: int) -> Lap:
    spec = nqueens.build(n)
    if name == REDUCE:
        start = perf_counter()
        sheet_003.reduce_nqueens_to_SAT(n)
        return Lap(n, name, "solved", perf_counter() - start)
    taken, model = SOLVERS[name](n, spec)
    if model is None:
        return Lap(n, name, "no solution", taken)
    columns = tuple((literal - 1) % n + 1 for literal in sorted(model))
    violated = spec.violated(columns) if len(columns) == n else "not one queen per row"
    if violated:
        raise BrokenAnswer(f"{name} found a board that is no solution: {violated}")
    return Lap(n, name, "solved", taken, columns)


def _backtracking(n: int, spec: Spec) -> Found:
    backend = find("backtracking")
    program = backend.lower(spec, parse("backtracking", {}))
    start = perf_counter()
    assignment = next(iter(program.load(seed=None, first=True)), None)
    taken = perf_counter() - start
    return taken, assignment and [row * n + column for row, column in enumerate(assignment)]


def _own_solver(n: int, spec: Spec) -> Found:
    clauses = sheet_003.reduce_nqueens_to_SAT(n)
    start = perf_counter()
    model = sheet_003.solve_nSAT(clauses)
    taken = perf_counter() - start
    return taken, None if isinstance(model, str) else _true(model)


def _minisat22(n: int, spec: Spec) -> Found:
    return _handed_over(n, lambda variables: new_solver("minisat22", variables, None))


def _minisat(n: int, spec: Spec) -> Found:
    return _handed_over(n, lambda variables: External(["minisat", "{cnf}", "{out}"], variables))


def _handed_over(n: int, make: Callable[[int], Incremental]) -> Found:
    formula = sheet_003.encode(n)
    start = perf_counter()
    solver = make(formula.variables)
    solver.add(formula.clauses())
    satisfiable = solver.solve()
    taken = perf_counter() - start
    return taken, _true(solver.model()) if satisfiable else None


def _true(model: Sequence[int]) -> list[int]:
    return [literal for literal in model if literal > 0]


SOLVERS: dict[str, Callable[[int, Spec], Found]] = {
    "backtracking": _backtracking,
    "solve_nSAT": _own_solver,
    "minisat22": _minisat22,
    "minisat": _minisat,
}


def to_csv(laps: Sequence[Lap]) -> str:
    return csv_text(
        HEADER, ([lap.n, lap.contestant, lap.status, lap.seconds and round(lap.seconds, 6)] for lap in laps)
    )


def to_svg(laps: Sequence[Lap], limit: float) -> str:
    series = []
    for colour, name in enumerate(contestants()):
        own = [lap for lap in laps if lap.contestant == name]
        points = [(lap.n, lap.seconds) for lap in own if lap.seconds is not None]
        cut = [(lap.n, limit) for lap in own if lap.status == "time limit"]
        series.append(Series(name, points, cut, colour=colour))
    return render(
        "Sheet 003: n queens, time to the first board",
        [Panel("time", "n, queens", seconds, series)],
        f"Hollow: cut off by the time limit of {limit:g} s.",
    )


def pictures(laps: Sequence[Lap]) -> Iterator[tuple[int, str]]:
    """Per n the boards that were found, side by side."""
    for n in dict.fromkeys(lap.n for lap in laps):
        found = [(lap.contestant, lap.columns) for lap in laps if lap.n == n and lap.columns]
        if found:
            yield n, boards(f"{n} queens", found)
