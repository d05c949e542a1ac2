"""Counting in parallel: one row's search space cut into cubes, which several guarded children count side by side.

Each child builds and lowers once, then draws one cube after another until there are none left. So the children end at about the
same time, however unequal the cubes are, and a cube costs no process (fork, import, building: 10 to 200 ms) but only a loading.
The numbers of the cubes lie in a pipe of the command, which the children open under /proc: a read takes one number, and no two
readers get the same. Batches handed out by the command would do too, and cost a process each: 12 queens in 24 cubes took 12
batches, a tenth of the whole. A child on another machine gets a plain list of cubes instead (`count_cubes`).

Counts and fingerprints of disjoint cubes add up, and every solution is checked to lie in its cube, so that none can be counted in
two of them. What a limit cuts is a lower bound: the finished cubes and what the running ones have reported.
"""

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from typing import Protocol

from backends import find
from backends.backend import Configuration, Cube
from checker.record import Record, merged
from experiments.cubes import cubes_of
from experiments.guard import Ending, Limits, Progress, Report, Server, guarded
from experiments.guard.ending import time_reason
from experiments.instance import Instance, Question
from experiments.ledger import MOST_CUBES, Heading, Ledger, hashed, identity
from experiments.measure import count_cubes
from language import Spec

TICK = 0.2  # seconds between two looks at the clock while nothing happens
NUMBER = 4  # bytes; a pipe takes 16,384 such numbers
RESUMABLE = 64  # cubes, at least: what an interruption loses is the cubes that were being counted


class Watcher(Protocol):
    """Who wants to see the count while it goes on."""

    def progressed(self, configuration: Configuration, so_far: Record) -> None: ...
    def ticked(self) -> None: ...  # now and then


@dataclass(frozen=True)
class Plan:
    cubes: tuple[Cube, ...]
    heading: Heading | None  # for a ledger: it tells the solver's version, which takes longer than all the rest


def plan(report: Report, instance: Instance, configuration: Configuration, wanted: int, ledger: bool) -> Plan:
    _, spec = instance.load()
    cubes = cubes_of(spec, wanted)
    return Plan(cubes, _heading(instance, configuration, spec, wanted, cubes) if ledger else None)


def _heading(
    instance: Instance, configuration: Configuration, spec: Spec, wanted: int, cubes: Sequence[Cube]
) -> Heading:
    return Heading(
        puzzle=instance.puzzle,
        parameters=" ".join(f"{name}={value}" for name, value in instance.parameters.items()),
        givens=" ".join(instance.givens),
        row=str(configuration),
        solver=find(configuration.backend).version(configuration.solver),
        spec=identity(spec),
        wanted=wanted,
        cubes=hashed([sorted((x, tuple(values)) for x, values in cube.items()) for cube in cubes]),
        total=len(cubes),
    )


@dataclass(frozen=True)
class Drawn:
    """The cubes whose numbers one process draws from the pipe: those that nobody else has drawn."""

    pipe: str
    cubes: Sequence[Cube]

    def __iter__(self) -> Iterator[tuple[int, Cube]]:
        numbers = os.open(self.pipe, os.O_RDONLY)
        while drawn := os.read(numbers, NUMBER):
            number = int.from_bytes(drawn, "little")
            yield number, self.cubes[number]


@contextmanager
def lots(numbers: Collection[int]) -> Iterator[str]:
    """The path of a pipe that holds these numbers; it ends when all are drawn."""
    reading, writing = os.pipe()
    try:
        os.write(writing, b"".join(number.to_bytes(NUMBER, "little") for number in numbers))
        os.close(writing)
        yield f"/proc/{os.getpid()}/fd/{reading}"
    finally:
        os.close(reading)


@dataclass
class ParallelCount:
    """One row, counted by several children."""

    instance: Instance
    configuration: Configuration
    question: Question
    limits: Limits
    jobs: int
    watcher: Watcher
    ledger: Ledger | None = None
    parts: dict[int, Record] = field(default_factory=dict)  # by the cube's number
    endings: list[Ending] = field(default_factory=list)
    total: int = 1  # cubes
    before: int = 0  # those of them that an earlier command has counted

    def record(self, server: Server) -> Record:
        """The server makes the plan while those of the children are still starting."""
        self._start = monotonic()
        with ExitStack() as stack:
            servers = [stack.enter_context(Server(self._preload())) for _ in range(self.jobs)]
            what = (self.instance, self.configuration, self._wanted(), self.ledger is not None)
            ending = guarded(server, plan, *what, limits=self.limits)
            self.endings.append(ending)
            if isinstance(ending.value, Plan):
                self._accept(ending.value)
                self._count(servers, ending.value.cubes)
        return self._answer()

    def _preload(self) -> Sequence[str]:
        """What the children need before they can lower; their servers import it while the plan is made."""
        return *find(self.configuration.backend).preload, "importlib.metadata"  # it tells the solver's version

    def _wanted(self) -> int:
        chosen = min(self.jobs * find(self.configuration.backend).cubes, MOST_CUBES)
        return (self.ledger.wanted or max(chosen, RESUMABLE)) if self.ledger else chosen

    def _accept(self, plan: Plan) -> None:
        self.total = len(plan.cubes)
        if self.ledger and plan.heading:
            self.parts |= self.ledger.begin(plan.heading, self.configuration)
            self.before = len(self.parts)

    def _count(self, servers: Sequence[Server], cubes: Sequence[Cube]) -> None:
        waiting = [number for number in range(len(cubes)) if number not in self.parts]
        seconds = self.limits.seconds
        left = None if seconds is None else max(0.001, seconds - (monotonic() - self._start))
        with lots(waiting) as pipe, DefaultSelector() as selector:
            for server in servers[: len(waiting)]:
                call = (self.instance, self.configuration, self.question, Drawn(pipe, cubes))
                server.submit(count_cubes, *call, limits=replace(self.limits, seconds=left))
                selector.register(server, EVENT_READ, server)
            while selector.get_map() and not self._failed():
                self.watcher.ticked()
                for key, _ in selector.select(timeout=TICK):
                    self._hear(key.data, selector)

    def _hear(self, server: Server, selector: DefaultSelector) -> None:
        match server.receive():
            case Progress((int(number), Record() as record)):
                self.parts[number] = record
                if self.ledger and record.exact:
                    self.ledger.write(number, record)
                self.watcher.progressed(self.configuration, self._so_far())
            case Ending() as ending:
                self.endings.append(ending)
                selector.unregister(server)

    def _failed(self) -> bool:
        """The others need not go on; but where the time is up, each is about to say how far it came."""
        return bool(self._refusal()) or any(ending.status not in ("done", "timeout") for ending in self.endings)

    def _refusal(self) -> Record | None:
        return next((part for part in self.parts.values() if part.reason), None)

    def _so_far(self) -> Record:
        """For watching: only what is soon summed."""
        counts = [part.count for part in self.parts.values() if part.count is not None]
        return Record(
            self.configuration,
            self.configuration.solver,
            "unknown",
            count=sum(counts) if counts else None,
            count_is="at_least" if counts else "unknown",
            statistics=self._statistics(),
        )

    def _statistics(self) -> dict[str, int]:
        return {"cubes": self.total, "finished cubes": sum(part.exact for part in self.parts.values())}

    def _answer(self) -> Record:
        blank = Record(self.configuration, self.configuration.solver, "unknown")
        record = merged(blank, [part for _, part in sorted(self.parts.items())], self.total)
        spent = {"total": monotonic() - self._start, "cpu": sum(ending.cpu for ending in self.endings)}
        status, reason = (record.status, None) if record.complete else self._why_not()
        return replace(
            record,
            status=status,
            reason=reason,
            solutions=record.solutions[: max(1, self.question.show)],
            drawings=record.drawings[: self.question.show],
            method=record.method and f"{record.method} {self._how()}",
            seconds={**record.seconds, **spent},
            statistics={**record.statistics, **self._statistics()},
            memory=sum(ending.memory for ending in self.endings[1:]) or self.endings[0].memory,  # they go on together
        )

    def _how(self) -> str:
        before = f", {self.before} of them before" if self.before else ""
        return f"in {_many(self.total, 'cube')} by {_many(self.jobs, 'job')}{before}"

    def _why_not(self) -> tuple[str, str | None]:
        refusal = self._refusal()
        if refusal:
            return refusal.status, refusal.reason
        for status in ("crashed", "raised", "memory", "timeout"):
            for ending in self.endings:
                if ending.status == status == "timeout":
                    return status, time_reason(self.limits.seconds)
                if ending.status == status:
                    return "memory" if status == "memory" else "error", ending.reason
        return "error", "a cube was not counted"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
