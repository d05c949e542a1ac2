"""Running what is missing of a sweep: guarded, a fork server per backend, every line in the store the moment it is known.

A method that hit a limit is not tried on anything larger: such runs leave a line `skipped` that says where it was hit.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from selectors import EVENT_READ, DefaultSelector
from typing import Protocol

from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.backends.configuration import check_installed, parse
from threefold.guard import Limits, Progress, Server
from threefold.sweeps.job import Started, carry_out
from threefold.sweeps.plan import Sweep
from threefold.sweeps.record_line import Line
from threefold.sweeps.run import Run, no_larger
from threefold.sweeps.store import Store

LIMITS = ("timeout", "memory")
TICK = 0.2  # seconds between two looks at the clock


class Watcher(Protocol):
    """Who wants to see the sweep while it goes on."""

    def started(self, run: Run) -> None: ...
    def finished(self, run: Run, line: Line) -> None: ...
    def ticked(self) -> None: ...


class Hopeless:
    """Where each method hit a limit."""

    def __init__(self, lines: list[Line]) -> None:
        self._hit: dict[tuple[object, ...], list[Line]] = {}
        for line in lines:
            self.note(line)

    def note(self, line: Line) -> None:
        if line.status in LIMITS:
            self._hit.setdefault(_method(line), []).append(line)

    def reason(self, run: Run) -> str | None:
        """Why this run is not worth trying, if the same method with the same limits failed on something no larger."""
        method = run.puzzle, run.givens, run.task, run.configuration, float(run.seconds), run.memory >> 20
        for hit in self._hit.get(method, ()):
            if no_larger(hit.parameters, run.parameters):
                what = "time" if hit.status == "timeout" else "memory"
                return f"hit the {what} limit at {hit.instance}"
        return None


def _method(line: Line) -> tuple[object, ...]:
    configuration = str(Configuration(line.backend, line.solver, line.options))
    return line.puzzle, tuple(line.givens), line.task, configuration, line.limit_seconds, line.limit_memory_mb


@dataclass
class Runner:
    sweep: Sweep
    store: Store
    watcher: Watcher
    jobs: int = 1
    _servers: dict[tuple[int, str], Server] = field(default_factory=dict)

    def run(self) -> None:
        """Run what is missing; when this returns, or is interrupted, all finished runs are in the store."""
        check_installed(parse(run.configuration, {}) for run, _ in self._missing() if run.task != "lower")
        self._hopeless = self._hits()
        due = self._due()
        with ExitStack() as stack, DefaultSelector() as selector:
            stack.callback(self._close)
            for slot in range(self.jobs):
                self._next(slot, due, selector)
            while selector.get_map():
                self.watcher.ticked()
                for key, _ in selector.select(timeout=TICK):
                    server, slot, started = key.data
                    message = server.receive()
                    if isinstance(message, Progress):
                        continue
                    selector.unregister(server)
                    self._finish(started, started.line(message))
                    self._next(slot, due, selector)

    def _hits(self) -> Hopeless:
        """Of runs that are asked for: where a puzzle was edited, what it hit before says nothing."""
        wanted = {run.key for run in self.sweep.runs()}
        return Hopeless([line for line in self.store.lines() if line.key in wanted])

    def missing(self) -> int:
        """How many runs are left to do; a line may turn out to be skipped."""
        done = self.store.done()
        return sum(1 for run in self.sweep.runs() if run.repetition >= 0 and run.key not in done)

    def _missing(self) -> Iterator[tuple[Run, bool]]:
        """The runs to do, and whether hopeless ones are left out. A warm-up is worth it only if a measured run follows."""
        done = self.store.done()
        for block in self.sweep.blocks:
            warm_ups: list[Run] = []
            for run in block.runs(self.sweep.seconds, self.sweep.memory):
                if run.repetition < 0:
                    warm_ups.append(run)
                elif run.key not in done:
                    yield from ((each, block.skip) for each in warm_ups if _same_but_repetition(each, run))
                    warm_ups = [each for each in warm_ups if not _same_but_repetition(each, run)]
                    yield run, block.skip

    def _due(self) -> Iterator[Started]:
        """The runs whose turn has come: neither hopeless, as far as is known by then, nor another's."""
        for run, skip in self._missing():
            started = Started(run, self.sweep.name)
            reason = self._hopeless.reason(run) if skip else None
            if run.repetition >= 0 and not self.store.claim(run.key):
                continue
            if not reason:
                yield started
            elif run.repetition >= 0:
                self._finish(started, started.skipped(reason))

    def _next(self, slot: int, due: Iterator[Started], selector: DefaultSelector) -> None:
        """Start the slot's next run, if there is one."""
        if started := next(due, None):
            run = started.run
            self.watcher.started(run)
            server = self._server(slot, run.configuration.partition(":")[0])
            server.submit(carry_out, run, limits=Limits(run.seconds, run.memory))
            selector.register(server, EVENT_READ, (server, slot, started))

    def _finish(self, started: Started, line: Line) -> None:
        if started.run.repetition >= 0:
            self.store.add(line)
            self._hopeless.note(line)
            self.watcher.finished(started.run, line)

    def _server(self, slot: int, backend: str) -> Server:
        if (slot, backend) not in self._servers:
            self._servers[slot, backend] = Server(find(backend).preload)
        return self._servers[slot, backend]

    def _close(self) -> None:
        for server in self._servers.values():
            server.close()


def _same_but_repetition(one: Run, other: Run) -> bool:
    return replace(one, repetition=0) == replace(other, repetition=0)
