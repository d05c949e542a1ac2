"""Counting in parallel: one row's search space cut into cubes, which several guarded children count side by side.

Each child builds, cuts and lowers once, then draws one cube after another until there are none left. So the children end at
about the same time, however unequal the cubes are, and a cube costs no process (fork, import, building: 10 to 200 ms) but only a
loading. Batches handed out by the command would do too, and cost a process each: 12 queens in 24 cubes took 12 batches, a tenth
of the whole. Cubes are drawn in their order: with the times that 16 cubes take sat, two jobs are 3 % from equal shares of 12
queens and 0.3 % of cards (11,2), from both ends 9 %, from the middle 5 and 7 %. The count begins when the children's servers have
loaded the backend, 25 ms for ilp on two cores; meanwhile the command's own server asks for the solver's version.

Counts and fingerprints of disjoint cubes add up, and every solution is checked to lie in its cube, so that none can be counted in
two of them. What a limit cuts is a lower bound: the finished cubes and what the running ones have reported.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from typing import ClassVar, Protocol

from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.checker.record import Record, merged
from threefold.guard import Limits, Outcome, Progress, Server, guarded
from threefold.guard.outcome import time_reason
from threefold.runs.checkpoint import MOST_CUBES, Heading, Ledger
from threefold.runs.cube_worker import Drawn, Part, count_cubes, head, lots, version
from threefold.runs.instance import Instance, Question

TICK = 0.2  # seconds between two looks at the clock while nothing happens
RESUMABLE = 64  # cubes, at least: what an interruption loses is the cubes that were being counted


class Watcher(Protocol):
    """Who wants to see the count while it goes on."""

    def progressed(self, configuration: Configuration, so_far: Record) -> None: ...
    def ticked(self) -> None: ...  # now and then


def hired(opened: ExitStack, configuration: Configuration, jobs: int) -> list[Server]:
    """A server for each job; they load the backend side by side while the command does something else."""
    preload = find(configuration.backend).preload
    return [opened.enter_context(Server(preload)) for _ in range(jobs)]


@dataclass
class ParallelCount:
    """One row, counted by several children."""

    instance: Instance
    configuration: Configuration
    question: Question
    limits: Limits
    jobs: int
    watcher: Watcher
    crew: Sequence[Server] = ()  # one for each job on this machine
    ledger: Ledger | None = None
    parts: dict[int, Record] = field(default_factory=dict)  # by the cube's number
    endings: list[Outcome] = field(default_factory=list)
    total: int | None = None  # cubes, when that is known
    before: int = 0  # those of them that an earlier command has counted
    solver: str = ""  # for people, with its version
    doer: ClassVar[str] = "job"

    def record(self, server: Server) -> Record:
        chosen = self.jobs * find(self.configuration.backend).cubes
        self._prepare(server)
        self._start = self._known = monotonic()
        if self.ledger is None:
            self._count(min(chosen, MOST_CUBES))
        else:
            self._go_on(self.ledger, server, self.ledger.wanted or max(chosen, RESUMABLE))
        return self._answer()

    def _prepare(self, server: Server) -> None:
        asked = guarded(server, version, self.configuration, limits=self.limits)
        self.solver = asked.value if isinstance(asked.value, str) else ""
        for each in self.crew:
            each.wait()

    def _go_on(self, ledger: Ledger, server: Server, wanted: int) -> None:
        heading = guarded(server, head, self.instance, self.configuration, wanted, limits=self.limits)
        if not isinstance(heading.value, Heading):
            self.endings.append(heading)
            return
        self.total, self.solver = heading.value.total, heading.value.solver
        self.parts |= ledger.begin(heading.value, self.configuration)
        self.before = len(self.parts)
        try:
            self._count(wanted)
        except (KeyboardInterrupt, SystemExit) as stop:
            kept = self._statistics()["finished cubes"]
            stop.add_note(f"{kept} of {self.total} parts are kept in {ledger.path}; the same command goes on")
            raise

    def _count(self, wanted: int) -> None:
        """There may be fewer cubes than wanted: the children do not mind numbers that there are not."""
        waiting = [number for number in range(self.total or wanted) if number not in self.parts]
        with lots(waiting) as pipe, DefaultSelector() as selector:
            for server in self.crew[: len(waiting)]:
                what = (self.instance, self.configuration, self.question, wanted, Drawn(pipe), self.solver)
                server.submit(count_cubes, *what, limits=replace(self.limits, seconds=self._left()))
                selector.register(server, EVENT_READ, server)
            while selector.get_map() and not self._failed():
                self.watcher.ticked()
                for key, _ in selector.select(timeout=TICK):
                    if self._hear(key.data.receive()):
                        selector.unregister(key.data)

    def _left(self) -> float | None:
        seconds = self.limits.seconds
        return None if seconds is None else max(0.001, seconds - (monotonic() - self._start))

    def _hear(self, message: Progress | Outcome) -> bool:
        """Is this child's count over?"""
        match message:
            case Progress(Part(number, total, record)):
                self._known = monotonic()
                if self.ledger and record.exact:
                    self.ledger.write(number, record)  # first: an interrupt must not count what is not kept
                self.parts[number], self.total = record, total
                self.solver = record.solver if record.solver != self.configuration.solver else self.solver
                self.watcher.progressed(self.configuration, self._so_far())
            case Outcome() as outcome:
                self.endings.append(outcome)
                return True
        return False

    def _failed(self) -> bool:
        """The others need not go on; but where the time is up, each is about to say how far it came."""
        ended = [outcome.status for outcome in self.endings]
        return any(status not in ("done", "timeout") for status in ended) or (bool(ended) and bool(self._refusal()))

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
        return {"cubes": self.total or 1, "finished cubes": sum(part.exact for part in self.parts.values())}

    def _answer(self) -> Record:
        blank = Record(self.configuration, self.solver or self.configuration.solver, "unknown")
        record = merged(blank, [part for _, part in sorted(self.parts.items())], self.total or 1)
        until = self._known if record.complete else monotonic()  # what follows is cleaning up
        spent = {"total": until - self._start, "cpu": sum(outcome.cpu for outcome in self.endings)}
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
            memory=sum(
                sorted(outcome.memory for outcome in self.endings)[-self.jobs :]
            ),  # so many go on at the same time
        )

    def _how(self) -> str:
        before = f", {self.before} of them before" if self.before else ""
        return f"in {_many(self.total or 1, 'part')} by {_many(self.jobs, self.doer)}{before}"

    def _why_not(self) -> tuple[str, str | None]:
        refusal = self._refusal()
        if refusal:
            return refusal.status, refusal.reason
        for status in ("crashed", "raised", "memory", "timeout"):
            for outcome in self.endings:
                if outcome.status == status == "timeout":
                    return status, time_reason(self.limits.seconds)
                if outcome.status == status:
                    return "memory" if status == "memory" else "error", outcome.reason
        return "error", "a cube was not counted"


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
