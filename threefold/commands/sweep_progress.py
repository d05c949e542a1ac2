"""The bar of a sweep on stderr: how far, what runs, what failed, how long yet. A pipe gets a line now and then instead."""

import sys
from shutil import get_terminal_size
from time import monotonic

from threefold.checker.record import Record

EVERY = 0.2  # seconds between two drawings
EVERY_IN_A_PIPE = 30.0
WIDTH = 24


class Bar:
    def __init__(self, total: int, *, silent: bool) -> None:
        self.total, self.done, self.failures = total, 0, 0
        self._silent, self._terminal = silent, sys.stderr.isatty()
        self._running: dict[str, tuple[str, float]] = {}
        self._begun = self._drawn = monotonic()
        self._measured = 0  # lines of this sweep, skipped ones not counted
        self._width = 0

    def started(self, run: str, label: str) -> None:
        self._running[run] = (label, monotonic())

    def progressed(self, run: str, so_far: Record) -> None: ...

    def finished(self, run: str, record: Record, *, failed: bool) -> None:
        self.done += 1
        self._running.pop(run, None)
        self._measured += record.status != "skipped"
        self.failures += failed

    def ticked(self) -> None:
        now = monotonic()
        if self._silent or now - self._drawn < (EVERY if self._terminal else EVERY_IN_A_PIPE):
            return
        self._drawn = now
        if self._terminal:
            self._draw(self.text(now))
        else:
            print(self.text(now), file=sys.stderr, flush=True)

    def text(self, now: float) -> str:
        filled = WIDTH * self.done // max(1, self.total)
        failed = f"  {self.failures} failed" if self.failures else ""
        running = ", ".join(f"{label} {now - start:.0f} s" for label, start in self._running.values())
        return f"[{'#' * filled:<{WIDTH}}] {self.done}/{self.total}{failed}  {self._left(now)}  {running}"

    def _left(self, now: float) -> str:
        if not self._measured:
            return "ETA ?"
        seconds = (now - self._begun) / self._measured * (self.total - self.done)
        return f"ETA {duration(seconds)}"

    def _draw(self, text: str) -> None:
        text = text[: get_terminal_size().columns - 1]
        print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
        self._width = len(text)

    def erase(self) -> None:
        if self._width:
            self._draw("")
            print("\r", end="", file=sys.stderr, flush=True)
            self._width = 0


def duration(seconds: float) -> str:
    """As a person says it: 40 s, 3 min, 2 h 5 min."""
    minutes = round(seconds / 60)
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
