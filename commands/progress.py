"""Live progress on stderr for what takes over a second: the row, its solutions so far, elapsed of limit. Silent in a pipe."""

import sys
from time import monotonic

from backends.backend import Configuration
from checker.record import Record

QUIET_FOR = 1.0  # seconds
EVERY = 0.2


class Progress:
    def __init__(self, limit: float | None, *, silent: bool) -> None:
        self._limit, self._silent = limit, silent or not sys.stderr.isatty()
        self._running: dict[str, tuple[float, int | None]] = {}  # row -> start, solutions so far
        self._cubes: dict[str, str] = {}  # row -> how many are done, where it is counted in cubes
        self._drawn = 0.0
        self._width = 0

    def started(self, configuration: Configuration) -> None:
        self._running[str(configuration)] = (monotonic(), None)

    def progressed(self, configuration: Configuration, so_far: Record) -> None:
        start, _ = self._running[str(configuration)]
        self._running[str(configuration)] = (start, so_far.count)
        done, cubes = so_far.statistics.get("finished cubes"), so_far.statistics.get("cubes")
        self._cubes[str(configuration)] = "" if done is None else f", {done} of {cubes} cubes"

    def ticked(self) -> None:
        now = monotonic()
        slow = {row: state for row, state in self._running.items() if now - state[0] > QUIET_FOR}
        if not self._silent and slow and now - self._drawn > EVERY:
            self._drawn = now
            self._draw("   ".join(self._row(row, now - start, count) for row, (start, count) in slow.items()))

    def finished(self, record: Record) -> None:
        del self._running[str(record.configuration)]
        self.erase()

    def erase(self) -> None:
        if self._width:
            self._draw("")
            print("\r", end="", file=sys.stderr, flush=True)
            self._width = 0

    def _row(self, row: str, elapsed: float, count: int | None) -> str:
        limit = f" of {self._limit:g} s" if self._limit is not None else " s"
        return (
            f"{row.partition('+')[0]}: {count or 'no'} solution{'' if count == 1 else 's'} so far"
            f"{self._cubes.get(row, '')}, {elapsed:.0f}{limit}"
        )

    def _draw(self, text: str) -> None:
        from shutil import get_terminal_size

        text = text[: get_terminal_size().columns - 1]
        print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(text)
