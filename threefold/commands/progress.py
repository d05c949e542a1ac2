"""Live progress on stderr for what takes over a second: the row, its solutions so far, elapsed of limit. Silent in a pipe.

Where the number of solutions is known, the rate tells early whether the limit will do.
"""

import sys
from dataclasses import dataclass
from time import monotonic

from threefold.checker.record import Record

QUIET_FOR = 1.0  # seconds
EVERY = 0.2
WATCHED_FOR = 2.0  # seconds from the first solution, until its rate means something
CLEARLY = 1.5  # times the limit: a search is not as steady as a clock


@dataclass
class _Row:
    label: str
    start: float
    count: int | None = None  # solutions so far
    cubes: str = ""  # how many are done, where it is counted in cubes
    first: tuple[float, int] | None = None  # when the first solutions came, and how many

    def needs(self, known: int, now: float) -> float | None:
        """Seconds until all known solutions are there, at the rate since the first ones; the next may be due right now."""
        if self.count is None or self.first is None or now - self.first[0] < WATCHED_FOR:
            return None
        rate = (self.count - self.first[1] + 1) / (now - self.first[0])
        return now - self.start + (known - self.count) / rate


class Progress:
    """`known` is the number of solutions that there are, where all are asked for."""

    def __init__(self, limit: float | None, *, silent: bool, known: int | None = None) -> None:
        self._limit, self._known, self._silent = limit, known, silent or not sys.stderr.isatty()
        self._running: dict[str, _Row] = {}
        self.records: list[Record] = []  # of the finished rows
        self._drawn = 0.0
        self._width = 0

    def started(self, run: str, label: str) -> None:
        self._running[run] = _Row(label, monotonic())

    def progressed(self, run: str, so_far: Record) -> None:
        row = self._running[run]
        row.count = so_far.count
        if row.count and row.first is None:
            row.first = (monotonic(), row.count)
        done, cubes = so_far.statistics.get("finished cubes"), so_far.statistics.get("cubes")
        row.cubes = "" if done is None else f", {done} of {cubes} cubes"

    def ticked(self) -> None:
        now = monotonic()
        slow = [row for row in self._running.values() if now - row.start > QUIET_FOR]
        if not self._silent and slow and now - self._drawn > EVERY:
            self._drawn = now
            self._draw("   ".join(f"{row.label}: {self._text(row, now)}" for row in slow))

    def finished(self, run: str, record: Record, *, failed: bool) -> None:
        del self._running[run]
        self.records.append(record)
        self.erase()

    def erase(self) -> None:
        if self._width:
            self._draw("")
            print("\r", end="", file=sys.stderr, flush=True)
            self._width = 0

    def _text(self, row: _Row, now: float) -> str:
        limit = f" of {self._limit:g} s" if self._limit is not None else " s"
        elapsed = f"{row.cubes}, {now - row.start:.0f}{limit}"
        if self._known is None or not row.count:
            return f"{row.count or 'no'} solution{'' if row.count == 1 else 's'} so far{elapsed}"
        needs = row.needs(self._known, now)
        if needs is None or self._limit is None or needs < CLEARLY * self._limit:
            return f"{row.count:,} of {self._known:,} solutions so far{elapsed}"
        from threefold.commands.sweep_progress import duration

        return f"{row.count:,} of {self._known:,} solutions{elapsed}: the limit will not do (about {duration(needs)})"

    def _draw(self, text: str) -> None:
        from shutil import get_terminal_size

        text = text[: get_terminal_size().columns - 1]
        print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(text)
