"""A row counted in parts: its search space is cut into cubes, which the tasks of a pool count at the same time.

Each task builds, cuts and lowers once, then counts one cube after another. On this machine the tasks draw the cubes' numbers
from one pipe, so they end at about the same time and a cube costs no process; on a cluster they get batches, large ones first
(see docs/measurements.md#parts).

Counts and fingerprints of disjoint cubes add up. Every solution is checked to lie in its cube, so none is counted twice. After
a limit the answer is a lower bound: the finished cubes, and what the others have reported.
"""

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import takewhile
from time import monotonic

from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.checker.record import Record, merged
from threefold.format import many
from threefold.guard import Outcome, Progress
from threefold.guard.outcome import time_reason
from threefold.language import BadInput
from threefold.runs.checkpoint import MOST_CUBES, Checkpoint, Heading
from threefold.runs.clock import OUTSIDE, SPENT, inside
from threefold.runs.compare import Experiment, label_of
from threefold.runs.cubes import Part, count_cubes, prepare
from threefold.runs.pool import Callbacks, Event, LocalPool, Pool, Task, run_tasks

CHANGED = "the puzzle was changed during the count, or a worker has another version of it"
RESUMABLE = 64  # cubes, at least: an interruption loses the cubes that were being counted
ROUNDS = 3  # in which all cubes must be counted
LATE = 5.0  # seconds after the time limit, until the answers of workers are no longer waited for


def count_in_parts(
    experiment: Experiment, configuration: Configuration, callbacks: Callbacks, here: LocalPool, workers: Pool
) -> Record:
    """`here` prepares the count, `workers` count."""
    key, resume = str(configuration), experiment.resume
    callbacks.started(key, label_of(configuration))
    with ExitStack() as stack:
        checkpoint = stack.enter_context(Checkpoint(resume)) if resume is not None else None
        stack.callback(workers.cancel)  # after a failure the other tasks must not disturb the next row
        record = _Count(experiment, configuration, callbacks, here, workers, checkpoint).record()
    callbacks.finished(key, record, failed=record.status == "error")
    return record


@dataclass
class _Count:
    experiment: Experiment
    configuration: Configuration
    callbacks: Callbacks
    here: LocalPool
    workers: Pool
    checkpoint: Checkpoint | None
    parts: dict[int, Record] = field(default_factory=dict)  # by the cube's number
    outcomes: list[Outcome] = field(default_factory=list)
    total: int | None = None  # cubes, when that is known
    outside: dict[int, Mapping[str, float]] = field(default_factory=dict)  # seconds that parts reported, by number
    before: int = 0  # those of them that an earlier command has counted
    solver: str = ""  # for people, with its version
    digest: str | None = None  # of the spec, as this command builds it

    def record(self) -> Record:
        backend = find(self.configuration.backend)
        self.jobs = self.workers.width
        self._start = self._known = monotonic()
        wanted = min(self.jobs * backend.cubes, MOST_CUBES)
        if self.checkpoint:
            wanted = self.checkpoint.wanted or max(wanted, RESUMABLE)
        asked = self.experiment.instance, self.configuration, wanted if self.checkpoint else None
        outcome = self.here.call(prepare, *asked, limits=self.experiment.limits)
        heading = outcome.value
        if not isinstance(heading, Heading):
            self.outcomes.append(outcome)
            return self._answer()
        self.solver, self.digest = heading.solver, heading.spec
        if self.workers is self.here:
            self.here.prepare(backend.preload, wait=True)
        self._start = self._known = monotonic()
        if self.checkpoint:
            self._continue(self.checkpoint, heading)
        else:
            self._count(wanted)
        return self._answer()

    def _continue(self, checkpoint: Checkpoint, heading: Heading) -> None:
        self.total = heading.total
        self.parts |= checkpoint.begin(heading)
        self.before = len(self.parts)
        try:
            self._count(heading.wanted)
        except (KeyboardInterrupt, SystemExit) as stop:
            stop.add_note(
                f"{checkpoint.kept()} of {self.total} parts are kept in {checkpoint.path}; the same command goes on"
            )
            raise

    def _count(self, wanted: int) -> None:
        """Again for the cubes that a task had taken when it was lost. There may be fewer cubes than wanted."""
        for _ in range(ROUNDS):
            waiting = [number for number in range(self.total or wanted) if not self._counted(number)]
            if waiting and not self._stopped() and not self._late():
                self._count_these(waiting, wanted)
        if self._late():
            self.outcomes.append(Outcome("timeout", None, None))

    def _counted(self, number: int) -> bool:
        return number in self.parts and self.parts[number].exact

    def _count_these(self, waiting: list[int], wanted: int) -> None:
        """The tasks skip numbers that have no cube."""
        with self.workers.shares(waiting, single=self.checkpoint is not None) as shares:
            in_time = takewhile(lambda share: not self._late(), shares)
            tasks = (self._task(number, wanted, share) for number, share in enumerate(in_time))
            run_tasks(self.workers, tasks, self._on_event, self.callbacks, stop=self._stopped)

    def _task(self, number: int, wanted: int, share: Iterable[int]) -> Task:
        question = replace(self.experiment.question, identify=True)
        solver = self.solver if self.workers is self.here else ""  # a worker names its own
        asked = self.experiment.instance, self.configuration, question, wanted, share, solver
        seconds = self.experiment.limits.seconds
        left = None if seconds is None else max(0.001, seconds - (monotonic() - self._start))
        limits = replace(self.experiment.limits, seconds=left)
        key, preload = f"{self.configuration} {number}", find(self.configuration.backend).preload
        return Task(key, count_cubes, asked, limits, preload)

    def _late(self, by: float = 0.0) -> bool:
        seconds = self.experiment.limits.seconds
        return seconds is not None and monotonic() - self._start > seconds + by

    def _on_event(self, task: Task, event: Event) -> None:
        match event:
            case Progress(Part(number, total, record)):
                self._known = monotonic()
                self.outside[number], record = record.seconds, replace(record, seconds=inside(record.seconds))
                if self.digest and record.spec not in (None, self.digest):
                    raise BadInput(f"{self.experiment.instance}: {CHANGED}")
                if self.checkpoint and record.exact:
                    self.checkpoint.write(number, record)  # first: an interrupt must not count what is not kept
                self.parts[number], self.total = record, total
                self.solver = record.solver if record.solver != self.configuration.solver else self.solver
                self.callbacks.progressed(str(self.configuration), self._so_far())
            case Outcome() as outcome:
                self.outcomes.append(outcome)

    def _stopped(self) -> bool:
        """One task failed, so the others need not go on. After the time limit each is about to report how far it came."""
        ended = [outcome.status for outcome in self.outcomes]
        failed = any(status not in ("done", "timeout") for status in ended) or (bool(ended) and bool(self._refusal()))
        return failed or self._late(LATE)

    def _refusal(self) -> Record | None:
        return next((part for part in self.parts.values() if part.reason), None)

    def _so_far(self) -> Record:
        """For the progress line: only what is summed quickly."""
        counts = [part.count for part in self.parts.values() if part.count is not None]
        return replace(
            Record(self.configuration, self.configuration.solver, "unknown"),
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
        status, reason = (record.status, None) if record.complete else self._why_incomplete()
        show = self.experiment.question.show
        before = f", {self.before} of them before" if self.before else ""
        how = f"in {many(self.total or 1, 'part')} by {many(self.jobs, self.workers.worker)}{before}"
        return replace(
            record,
            status=status,
            reason=reason,
            solutions=record.solutions[: max(1, show)],
            drawings=record.drawings[:show],
            method=record.method and f"{record.method}, {how}",
            seconds={**record.seconds, **self._seconds(until - self._start)},
            statistics={**record.statistics, **self._statistics()},
            # So many tasks ran at the same time.
            memory=sum(sorted(outcome.memory for outcome in self.outcomes)[-self.jobs :]),
        )

    def _seconds(self, wall: float) -> dict[str, float]:
        """What is outside happens in all processes at the same time."""
        outside = {name: sum(part.get(f"{OUTSIDE}{name}", 0.0) for part in self.outside.values()) for name in SPENT}
        seen = {"total": wall, "cpu": sum(outcome.cpu for outcome in self.outcomes)}
        return {name: max(0.0, seen[name] - outside[name] / (self.jobs if name == "total" else 1)) for name in SPENT}

    def _why_incomplete(self) -> tuple[str, str | None]:
        if refusal := self._refusal():
            return refusal.status, refusal.reason
        reasons = {outcome.status: outcome.reason for outcome in reversed(self.outcomes)}
        for status in ("lost", "crashed", "raised", "memory"):
            if status in reasons:
                return "memory" if status == "memory" else "error", reasons[status]
        if "timeout" in reasons:
            return "timeout", time_reason(self.experiment.limits.seconds)
        return "error", "a cube was not counted"
