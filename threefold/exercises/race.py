"""The race of sheet 003: which program finds a board of n queens first, backtracking, solve_nSAT or minisat?

The SAT solvers get the same clauses, `reduce_nqueens_to_SAT(n)`; making them is timed apart. A time is from handing over the
clauses (or the spec) to the answer; for the program `minisat` it includes its start and its files. Every board is checked against
the spec. After a limit, larger boards are skipped for that solver.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from shutil import which
from time import perf_counter
from typing import TypeVar

from threefold.backends import find
from threefold.backends.backend import BrokenAnswer
from threefold.backends.configuration import parse
from threefold.backends.sat.external import External
from threefold.backends.sat.solvers import Incremental, new_solver
from threefold.exercises import sheet_003
from threefold.exercises.results import boards, csv_text
from threefold.guard import Limits, Outcome, Report, Server, guarded
from threefold.language import Spec
from threefold.models import nqueens
from threefold.reporting.figures.chart import Chart, Point, Series
from threefold.reporting.figures.scale import seconds

T = TypeVar("T")
Found = tuple[float, Sequence[int] | None]  # seconds, and the true literals of a model (None: there is none)
REDUCE = "reduce"  # making the clauses: timed like a contestant
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
        return Lap(n, name, "solved", _timed(lambda: sheet_003.reduce_nqueens_to_SAT(n))[0])
    taken, model = SOLVERS[name](n, spec)
    if model is None:
        return Lap(n, name, "no solution", taken)
    columns = tuple((literal - 1) % n + 1 for literal in sorted(model))
    violated = spec.violated(columns) if len(columns) == n else "not one queen per row"
    if violated:
        raise BrokenAnswer(f"{name} found a board that is not a solution: {violated}")
    return Lap(n, name, "solved", taken, columns)


def _backtracking(n: int, spec: Spec) -> Found:
    program = find("backtracking").lower(spec, parse("backtracking", {}))
    taken, assignment = _timed(lambda: next(iter(program.load(seed=None, first=True)), None))
    return taken, assignment and [row * n + column for row, column in enumerate(assignment)]


def _own_solver(n: int, spec: Spec) -> Found:
    clauses = sheet_003.reduce_nqueens_to_SAT(n)
    taken, model = _timed(lambda: sheet_003.solve_nSAT(clauses))
    return taken, None if isinstance(model, str) else _true(model)


def _minisat22(n: int, spec: Spec) -> Found:
    return _handed_over(n, lambda variables: new_solver("minisat22", variables, None))


def _minisat(n: int, spec: Spec) -> Found:
    return _handed_over(n, lambda variables: External(["minisat", "{cnf}", "{out}"], variables))


def _handed_over(n: int, make: Callable[[int], Incremental]) -> Found:
    formula = sheet_003.encode(n)

    def solve() -> list[int] | None:
        solver = make(formula.variables)
        solver.add(formula.clauses())
        return _true(solver.model()) if solver.solve() else None

    return _timed(solve)


def _timed(action: Callable[[], T]) -> tuple[float, T]:
    start = perf_counter()
    found = action()
    return perf_counter() - start, found


def _true(model: Sequence[int]) -> list[int]:
    return [literal for literal in model if literal > 0]


SOLVERS: dict[str, Callable[[int, Spec], Found]] = {
    "backtracking": _backtracking,
    "solve_nSAT": _own_solver,
    "minisat22": _minisat22,
    "minisat": _minisat,
}


def files(laps: Sequence[Lap], limit: float) -> dict[str, str]:
    boards_by_n = {f"{n}_queens.svg": picture for n, picture in pictures(laps)}
    return {"n_queens_times.csv": to_csv(laps), "n_queens_times.svg": to_svg(laps, limit), **boards_by_n}


def to_csv(laps: Sequence[Lap]) -> str:
    return csv_text(HEADER, ([lap.n, lap.contestant, lap.status, lap.seconds] for lap in laps))


def to_svg(laps: Sequence[Lap], limit: float) -> str:
    series = [
        Series(name, [point for lap in laps if lap.contestant == name and (point := _point(lap, limit))], style)
        for style, name in enumerate(contestants())
    ]
    return Chart("Sheet 003: n queens, time to the first board", "n, queens", "time", series, seconds, limit).svg()


def _point(lap: Lap, limit: float) -> Point | None:
    if lap.seconds is not None:
        return Point(lap.n, lap.seconds)
    return Point(lap.n, limit, reached=False) if lap.status == "time limit" else None


def pictures(laps: Sequence[Lap]) -> Iterator[tuple[int, str]]:
    """For each n the boards that were found, side by side."""
    for n in dict.fromkeys(lap.n for lap in laps):
        found = [(lap.contestant, lap.columns) for lap in laps if lap.n == n and lap.columns]
        if found:
            yield n, boards(found)
