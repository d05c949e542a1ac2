"""All runs of one row on one instance: their times, phases, memory and counters."""

from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median
from typing import NamedTuple

from threefold.checker.record import Record
from threefold.reporting.estimates import FLOOR, Estimate, median_of, ratio_of
from threefold.sweeps.record_line import CLOCKS, Line

LIMITS = ("timeout", "memory")
BADNESS = {"skipped": 1, "unknown": 2, "memory": 3, "timeout": 4, "error": 5}
PHASES = ("build", "lower", "load", "solve", "check")


class PlacedInstance(NamedTuple):
    """A tuple, because its hash is quick: a cell is looked up for every mark and every entry."""

    text: str  # "n=8"
    x: float  # its place on an axis: the value of the parameter that varies, or its number in the order


@dataclass(frozen=True)
class Cell:
    row: str
    instance: PlacedInstance
    lines: tuple[Line, ...]
    clock: str = "wall"  # the time that is compared, one of CLOCKS: the one that was limited

    @cached_property
    def line(self) -> Line:
        """The worst run represents all of them: a row that fails once is not reliable. Of several, the one that counted most."""
        return max(self.lines, key=lambda line: (BADNESS.get(line.record.status, 0), line.record.count or 0))

    @property
    def record(self) -> Record:
        return self.line.record

    def times(self, phase: str = "cpu") -> list[float]:
        """Seconds of the repetitions with a complete answer, the shortest first."""
        records = [line.record for line in self.lines if line.record.complete]
        return sorted(record.seconds[phase] for record in records if phase in record.seconds)

    @cached_property
    def compared(self) -> list[float]:
        """The times that are compared."""
        return self.times(CLOCKS[self.clock])

    @cached_property
    def estimate(self) -> Estimate | None:
        """The median time with its interval; None if not all repetitions gave a complete answer."""
        return median_of(self.compared) if self.record.complete and self.compared else None

    @property
    def time(self) -> float | None:
        return self.estimate.value if self.estimate else None

    @property
    def easy(self) -> bool:
        """The time is below the floor."""
        return self.time is not None and self.time < FLOOR

    def times_as_long(self, as_this: "Cell") -> Estimate | None:
        """None if one of the two has no time."""
        return ratio_of(self.estimate, as_this.estimate) if self.estimate and as_this.estimate else None

    @property
    def by_seed(self) -> list["Cell"]:
        """The repetitions of each seed."""
        of_seed: dict[int | None, list[Line]] = {}
        for line in self.lines:
            of_seed.setdefault(line.seed, []).append(line)
        return [replace(self, lines=tuple(lines)) for lines in of_seed.values()]

    @property
    def share(self) -> str:
        """Of several seeds some may have an answer, although the worst run has none."""
        solved = sum(line.record.complete for line in self.lines)
        return f", {solved:,} of {len(self.lines):,} solved" if 0 < solved < len(self.lines) else ""

    @cached_property
    def memory(self) -> float:
        """MB, the most of all runs."""
        return max(line.record.memory for line in self.lines) / 1e6

    @cached_property
    def phases(self) -> dict[str, float]:
        """Median seconds of wall time."""
        found = {phase: self.times(phase) for phase in PHASES}
        return {phase: median(times) for phase, times in found.items() if times}

    @cached_property
    def statistics(self) -> dict[str, float]:
        """Medians of the solver's counters."""
        records = [line.record for line in self.lines if line.record.complete]
        names = dict.fromkeys(name for record in records for name in record.statistics)
        found = {name: [each.statistics[name] for each in records if name in each.statistics] for name in names}
        return {name: median(numbers) for name, numbers in found.items()}

    @cached_property
    def method(self) -> str:
        """How it searched: the view of `cp` among it, which that backend chooses by the size of the program."""
        return next((line.record.method for line in self.lines if line.record.method), "")
