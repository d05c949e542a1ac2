"""Progress on stderr: the rows of a comparison that take longer than a second, or the bar of a sweep."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING, Self

from threefold.errors import on_command_line
from threefold.format import duration, many, visible

if TYPE_CHECKING:
    from threefold.checker.record import Record

QUIET_FOR = 1.0  # seconds
EVERY = 0.2  # seconds between two drawings
WATCHED_FOR = 2.0  # seconds from the first solution, until its rate means something
CLEARLY = 1.5  # times the limit: the rate of a search is not constant
BAR = 24  # columns


@dataclass
class _Running:
    label: str
    start: float
    count: int | None = None  # solutions so far
    cubes: str = ""  # how many are finished, where it is counted in cubes
    left: int | None = None  # constraints, where a small set of them is searched
    first: tuple[float, int] | None = None  # when the first solutions came, and how many

    def update(self, so_far: Record) -> None:
        self.count = so_far.count
        if self.count and self.first is None:
            self.first = (monotonic(), self.count)
        done, cubes = so_far.statistics.get("finished cubes"), so_far.statistics.get("cubes")
        self.cubes = "" if done is None else f", {done} of {cubes} cubes"
        self.left = so_far.statistics.get("constraints left")

    def needs(self, known: int, now: float) -> float | None:
        """Seconds until all known solutions are found, at the rate since the first ones; the next may come at once."""
        if self.count is None or self.first is None or now - self.first[0] < WATCHED_FOR:
            return None
        rate = (self.count - self.first[1] + 1) / (now - self.first[0])
        return now - self.start + (known - self.count) / rate


class _Display(ABC):
    """The progress protocol of `threefold.runs`, as one line of text that is drawn now and then, and erased at the end."""

    every_in_a_pipe: float | None = None  # seconds between two lines where stderr is not a terminal; None: no lines

    def __init__(self, *, silent: bool) -> None:
        self._on_terminal, self._length = not silent and sys.stderr.isatty(), 0
        self._every = EVERY if self._on_terminal else None if silent else self.every_in_a_pipe
        self._running: dict[str, _Running] = {}
        self._silent, self._drawn = silent, 0.0
        self.runs = self.done = 0
        self.known: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.erase()

    @abstractmethod
    def text(self, now: float) -> str: ...

    def planned(self, runs: int, *, done: int = 0, known: int | None = None) -> None:
        self.runs, self.done, self.known = runs, done, known

    def noted(self, note: str) -> None:
        if not self._silent:
            print(f"note: {visible(on_command_line(note))}", file=sys.stderr, flush=True)

    def started(self, run: str, label: str) -> None:
        self._running[run] = _Running(label, monotonic())

    def progressed(self, run: str, so_far: Record) -> None:
        self._running[run].update(so_far)

    def finished(self, run: str, record: Record, *, failed: bool) -> None:
        self._running.pop(run, None)

    def ticked(self) -> None:
        now = monotonic()
        if self._every is None or now - self._drawn < self._every or not (text := self.text(now)):
            return
        self._drawn = now
        if self._on_terminal:
            self._draw(text)
        else:
            print(text, file=sys.stderr, flush=True)

    def _draw(self, text: str) -> None:
        """In place of what was drawn before."""
        text = text[: get_terminal_size().columns - 1]
        print("\r" + text.ljust(self._length), end="", file=sys.stderr, flush=True)
        self._length = len(text)

    def erase(self) -> None:
        if self._length:
            self._draw(" " * (self._length + len("^C")))  # the terminal writes this behind the line
            print("\r", end="", file=sys.stderr, flush=True)
            self._length = 0


class Progress(_Display):
    """The rows of a comparison. Where the number of solutions is known, the rate shows early if the limit is too short."""

    def __init__(self, limit: float | None, *, silent: bool = False) -> None:
        super().__init__(silent=silent)
        self._limit = limit
        self.records: list[Record] = []  # of the finished rows

    @property
    def so_far(self) -> int:
        """The solutions that the running rows have reported."""
        return sum(row.count or 0 for row in self._running.values())

    def finished(self, run: str, record: Record, *, failed: bool) -> None:
        super().finished(run, record, failed=failed)
        self.records.append(record)
        self.erase()

    def text(self, now: float) -> str:
        slow = [row for row in self._running.values() if now - row.start > QUIET_FOR]
        return "   ".join(f"{row.label}: {self._row(row, now)}" for row in slow)

    def _row(self, row: _Running, now: float) -> str:
        limit = f" of {self._limit:g} s" if self._limit is not None else " s"
        elapsed = f"{row.cubes}, {now - row.start:.0f}{limit}"
        if row.left is not None:
            return f"{many(row.left, 'constraint')} left{elapsed}"
        if self.known is None or not row.count:
            return f"{many(row.count, 'solution') if row.count else 'no solutions'} so far{elapsed}"
        counted = f"{row.count:,} of {self.known:,} solutions"
        needs = row.needs(self.known, now)
        if needs is None or self._limit is None or needs < CLEARLY * self._limit:
            return f"{counted} so far{elapsed}"
        return f"{counted}{elapsed}: the limit is too short (needs about {duration(needs)})"


class Bar(_Display):
    """The runs of a sweep: how many are finished, which are running, how many failed, how long it will take."""

    every_in_a_pipe = 30.0

    def __init__(self, *, silent: bool) -> None:
        super().__init__(silent=silent)
        self.failures = 0
        self._begun = self._drawn = monotonic()
        self._measured = 0  # records of this sweep, skipped runs not counted

    def finished(self, run: str, record: Record, *, failed: bool) -> None:
        super().finished(run, record, failed=failed)
        self.done += 1
        self._measured += record.status != "skipped"
        self.failures += failed

    def text(self, now: float) -> str:
        filled = BAR * self.done // max(1, self.runs)
        failed = f"  {self.failures} failed" if self.failures else ""
        running = ", ".join(f"{row.label} {now - row.start:.0f} s" for row in self._running.values())
        return f"[{'#' * filled:<{BAR}}] {self.done}/{self.runs}{failed}  {self._left(now)}  {running}"

    def _left(self, now: float) -> str:
        if not self._measured:
            return "ETA ?"
        return f"ETA {duration((now - self._begun) / self._measured * (self.runs - self.done))}"


class Boards(_Display):
    """How many of the partial boards are tried."""

    def tried(self, boards: int) -> None:
        self.done = boards
        self.ticked()

    def text(self, now: float) -> str:
        return f"{self.done:,} of {self.runs:,} boards"
