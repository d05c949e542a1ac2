"""The times of sheet 003's race: the table `n_queens_times.csv`, which every race extends, a chart of it, and the boards."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from threefold.exercises.results import boards, csv_text
from threefold.language import BadInput
from threefold.reporting.figures.chart import Chart, Point, Series
from threefold.reporting.figures.scale import seconds

NAME = "n_queens_times.csv"
HEADER = ("n", "solver", "status", "cpu_seconds", "runs", "start_cpu_seconds")
REDUCE = "reduce"  # making the clauses: timed like a contestant, but not in the chart
OTHER = "is another table: move it, or give another folder with --output"


@dataclass(frozen=True)
class Lap:
    """One contestant on one board. Status: solved, no solution, time limit, memory limit, skipped, wrong, failed."""

    n: int
    contestant: str
    status: str
    seconds: float | None = None  # CPU time, the median of `runs`; without `start`
    columns: tuple[int, ...] = ()
    reason: str | None = None
    runs: int = 0
    start: float | None = None  # of a program: its CPU time on a single clause

    @property
    def answered(self) -> bool:
        return self.status in ("solved", "no solution")


def read_times(folder: str) -> list[Lap]:
    """The laps of earlier races; none if there is no table yet."""
    path = Path(folder) / NAME
    try:
        with path.open(encoding="utf-8", newline="") as file:
            header, *rows = list(csv.reader(file)) or [[]]
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from None
    if tuple(header) != HEADER:
        raise BadInput(f"{path}: {OTHER}")
    return [_lap(row, f"{path}:{line}") for line, row in enumerate(rows, start=2)]


def _lap(row: Sequence[str], place: str) -> Lap:
    try:
        n, solver, status, time, runs, start = row
        return Lap(int(n), solver, status, _number(time), runs=int(runs), start=_number(start))
    except ValueError:
        raise BadInput(f"{place}: {','.join(row)[:60]!r} is not a row {','.join(HEADER)}; the file {OTHER}") from None


def _number(text: str) -> float | None:
    return float(text) if text else None


def extended(earlier: Sequence[Lap], laps: Sequence[Lap]) -> tuple[list[Lap], list[str]]:
    """All laps by size, and the names of those that are replaced. A skipped lap replaces no measured one."""
    measured = {(lap.n, lap.contestant) for lap in earlier if lap.status != "skipped"}
    new = [lap for lap in laps if lap.status != "skipped" or (lap.n, lap.contestant) not in measured]
    keys = {(lap.n, lap.contestant) for lap in new}
    kept = [lap for lap in earlier if (lap.n, lap.contestant) not in keys]
    replaced = [f"{n} {name}" for n, name in keys & measured]
    return sorted([*kept, *new], key=lambda lap: lap.n), sorted(replaced, key=_by_size)


def _by_size(text: str) -> tuple[int, str]:
    n, _, name = text.partition(" ")
    return int(n), name


def files(laps: Sequence[Lap], limit: float, earlier: Sequence[Lap] = ()) -> dict[str, str]:
    """A table, a chart, and for each n the boards that were found, side by side."""
    found: dict[int, list[tuple[str, Sequence[int]]]] = {}
    for lap in laps:
        if lap.columns:
            found.setdefault(lap.n, []).append((lap.contestant, lap.columns))
    pictures = {f"{n}_queens.svg": boards(of_n) for n, of_n in found.items()}
    together, _ = extended(earlier, laps)
    return {NAME: to_csv(together), "n_queens_times.svg": to_svg(together, limit), **pictures}


def to_csv(laps: Iterable[Lap]) -> str:
    fields = attrgetter("n", "contestant", "status", "seconds", "runs", "start")
    return csv_text(HEADER, map(fields, laps))


def to_svg(laps: Sequence[Lap], limit: float) -> str:
    points: dict[str, list[Point]] = {lap.contestant: [] for lap in laps if lap.answered or lap.status == "time limit"}
    for lap in laps:
        if lap.answered and lap.seconds is not None:
            points[lap.contestant].append(Point(lap.n, lap.seconds))
        elif lap.status == "time limit":
            points[lap.contestant].append(Point(lap.n, limit, reached=False))
    names = [name for name in points if not name.endswith(REDUCE)]
    series = [Series(name, points[name], style) for style, name in enumerate(names)]
    return Chart(
        "Sheet 003: n queens, CPU time to the first board", "n, queens", "CPU time", series, seconds, limit
    ).svg()
