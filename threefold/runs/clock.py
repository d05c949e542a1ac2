"""What the times of a record mean. Whoever measures a run has this clock: for the table, for JSON, for the records of a sweep.

Inside are building the spec, lowering, loading the solver, solving, reading its answers and checking them. `total` is their wall
time, and `cpu` the CPU time of the run's process and of the programs that a solver starts, like CBC.
Outside are the start and the end of the run's process, imports whenever they happen, the version of the solver, the digest of the
spec, drawing, and reports to the command. So a typed row, whose process imports its solver, and the same row in a warm server
have the same times. Limits are not about these times: they are on the whole process, from its start.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter, process_time
from types import ModuleType
from typing import Any, TypeVar

from threefold.guard import Outcome

T = TypeVar("T")

SPENT = "total", "cpu"
OUTSIDE = "outside "  # with these two: seconds that a run reports for the case that it is killed


class Clock:
    """The wall and CPU seconds of this process that are inside, from now on."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}  # wall, by phase
        self._inside_outside, self._imports = False, 0.0
        self._start, self._outside = (perf_counter(), 0.0), (0.0, _cpu())
        _FINDER.attach(self)

    def wall(self) -> float:
        """The difference of two readings has no import."""
        return perf_counter() - self._start[0] - self._outside[0]

    def cpu(self) -> float:
        return _cpu() - self._start[1] - self._outside[1]

    def timed(self, phase: str, action: Callable[[], T]) -> T:
        start = self.wall()
        result = action()
        self.seconds[phase] = self.wall() - start
        return result

    @contextmanager
    def outside(self) -> Iterator[None]:
        """What is done here is not measured. It may be nested."""
        if self._inside_outside:
            yield
            return
        self._inside_outside, wall, cpu = True, perf_counter(), _cpu()
        try:
            yield
        finally:
            self._inside_outside = False
            self._outside = self._outside[0] + perf_counter() - wall, self._outside[1] + _cpu() - cpu

    @contextmanager
    def importing(self) -> Iterator[None]:
        before = self._outside[0]
        with self.outside():
            yield
        self._imports += self._outside[0] - before

    def so_far(self) -> dict[str, float]:
        """The seconds of a record that is reported now."""
        spent = {"import": self._imports, **self.seconds, "total": self.wall(), "cpu": self.cpu()}
        return spent | {f"{OUTSIDE}total": self._outside[0], f"{OUTSIDE}cpu": self._outside[1]}

    def start_again(self) -> None:
        """For the next part of a count."""
        self.seconds, self._imports = {}, 0.0
        self._start, self._outside = (perf_counter(), _cpu()), (0.0, 0.0)


def inside(reported: Mapping[str, float]) -> dict[str, float]:
    """The seconds that belong into a record."""
    return {name: value for name, value in reported.items() if not name.startswith(OUTSIDE)}


def spent(reported: Mapping[str, float], outcome: Outcome) -> dict[str, float]:
    """The seconds of a run. Where it was killed: what the guard saw, without what the run last reported to be outside."""
    seconds = inside(reported)
    for name, seen in zip(SPENT, (outcome.wall, outcome.cpu), strict=True):
        left = seen - reported.get(f"{OUTSIDE}{name}", 0.0)
        measured = seconds.get(name, left) if outcome.status == "done" else left
        seconds[name] = min(max(0.0, measured), seen)  # the puzzle's code could have reported anything
    return seconds


def _cpu() -> float:
    """Of this process since its start, and of the programs that it has waited for."""
    programs = getrusage(RUSAGE_CHILDREN)
    return process_time() + programs.ru_utime + programs.ru_stime


class _Finder:
    """Stands before Python's own finders: what they find and load is an import, also where a module imports others."""

    def attach(self, clock: Clock) -> None:
        self.clock = clock
        if self not in sys.meta_path:
            sys.meta_path.insert(0, self)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        with self.clock.importing():
            asked = (finder.find_spec(name, path, target) for finder in sys.meta_path if finder is not self)
            found = next(filter(None, asked), None)
        if found and hasattr(found.loader, "exec_module"):
            found.loader = _Loader(found.loader, self.clock)  # type: ignore[assignment]  # it has the same methods
        return found


class _Loader:
    """In the place of a module's own loader until the module is executed."""

    def __init__(self, loader: Any, clock: Clock) -> None:
        self._loader, self._clock = loader, clock

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        with self._clock.importing():
            created: ModuleType | None = self._loader.create_module(spec)
            return created

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None, "it was found by one"
        module.__spec__.loader = module.__loader__ = self._loader
        with self._clock.importing():
            self._loader.exec_module(module)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)


_FINDER = _Finder()
