"""Running what is missing of a sweep: one guarded run after another, each in the store as soon as it has ended.

A method that hit a limit is tried neither again with the same seed nor on anything larger: such runs leave a record `skipped`
that names the instance. Other seeds of it are run: their spread is what they are for.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from threefold.backends import find
from threefold.backends.backend import Refused
from threefold.backends.configuration import check_installed, is_installed
from threefold.checker.judge import Vote, judge
from threefold.checker.record import Record
from threefold.guard import Outcome, Report
from threefold.language import BadInput
from threefold.proofs.prove import measured_proof
from threefold.runs.clock import Clock
from threefold.runs.compare import record_of
from threefold.runs.instance import Instance, Question
from threefold.runs.pool import Callbacks, Event, Pool, Task, run_tasks
from threefold.runs.worker import measure
from threefold.sweeps.circumstances import circumstances
from threefold.sweeps.plan import Sweep
from threefold.sweeps.record_line import Line, SweepRun, about, no_larger
from threefold.sweeps.store import Store

LIMITS = {"timeout": "time", "memory": "memory"}
CHANGED = "the puzzle was changed during the sweep, or a worker has another version of it; finished runs are kept"


class Hopeless:
    """Where each method hit a limit."""

    def __init__(self) -> None:
        self._hits: dict[tuple[object, ...], list[tuple[SweepRun, str]]] = {}

    def note(self, run: SweepRun, status: str) -> None:
        if status in LIMITS:
            self._hits.setdefault(_method(run), []).append((run, LIMITS[status]))

    def reason(self, run: SweepRun) -> str | None:
        """Why this run is not worth trying, if the same method with the same limits failed on it or on something smaller."""
        for hit, limit in self._hits.get(_method(run), ()):
            if no_larger(hit.parameters, run.parameters):
                return f"hit the {limit} limit at {hit.instance}"
        return None


def _method(run: SweepRun) -> tuple[object, ...]:
    return run.puzzle, run.givens, run.task, str(run.configuration), run.seed, run.limits


@dataclass
class Runner:
    sweep: Sweep
    store: Store
    callbacks: Callbacks
    pool: Pool
    _under_way: dict[str, SweepRun] = field(default_factory=dict)
    _hopeless: Hopeless = field(default_factory=Hopeless)
    lost: list[str] = field(default_factory=list)  # why; such a run leaves no record, so the next sweep makes it again

    def __post_init__(self) -> None:
        optional = {row: batch.rows[row] for batch in self.sweep.batches for row in sorted(batch.optional)}
        self.absent = [row for row, configuration in optional.items() if not is_installed(configuration)]

    def run(self) -> None:
        """Run what is missing; when this returns, or is interrupted, all finished runs are in the store."""
        check_installed(run.configuration for run, _ in self._missing() if run.task != "lower")
        done = self.store.done()
        statuses = {line.key: line.record.status for line in self.store.lines() if line.key in done}
        for run in self.sweep.runs():  # no others: where a puzzle was edited, what it hit before says nothing
            self._hopeless.note(run, statuses.get(run.key, ""))
        run_tasks(self.pool, map(self._task, self._due()), self._on_event, self.callbacks, on_start=self._on_start)

    def missing(self) -> int:
        """How many runs are left to do; a line may turn out to be skipped."""
        return sum(run.repetition >= 0 for run, _ in self._missing())

    def _missing(self) -> Iterator[tuple[SweepRun, bool]]:
        """The runs to do, and whether hopeless ones are left out. A warm-up is worth it only if a measured run follows."""
        done = self.store.done()
        for batch in self.sweep.batches:
            warm_ups: list[SweepRun] = []
            for run in self.sweep.runs_of(batch):
                if run.row in self.absent and run.row in batch.optional:
                    continue
                if run.repetition < 0:
                    warm_ups.append(run)
                elif run.key not in done:
                    yield from ((each, batch.skip) for each in warm_ups if _same_but_repetition(each, run))
                    warm_ups = [each for each in warm_ups if not _same_but_repetition(each, run)]
                    yield run, batch.skip

    def _due(self) -> Iterator[SweepRun]:
        """The runs to start next: not hopeless, as far as is known by then, and not claimed by another sweep."""
        for run, skip in self._missing():
            reason = self._hopeless.reason(run) if skip else None
            if run.repetition >= 0 and not self.store.claim(run.key):
                continue
            if not reason:
                yield run
            elif run.repetition >= 0:
                record = Record(run.configuration, run.configuration.solver, "skipped", reason=reason)
                self._finish(run, record, circumstances(run.configuration))

    def _task(self, run: SweepRun) -> Task:
        self._under_way[run.key] = run
        backend = find(run.backend)
        preload = (*backend.preload, *backend.late)
        return Task(run.key, carry_out, (run,), run.limits, preload, partial(circumstances, run.configuration))

    def _on_start(self, task: Task) -> None:
        run = self._under_way[task.key]
        if run.repetition >= 0:  # the end of a warm-up is not reported
            self.callbacks.started(run.key, " ".join([run.puzzle, *map(str, run.parameters.values()), run.row]))

    def _on_event(self, task: Task, event: Event) -> None:
        if isinstance(event, Outcome):
            run = self._under_way.pop(task.key)
            record = record_of(run.configuration, event)
            if run.spec and record.spec not in (None, run.spec):
                raise BadInput(f"{run.puzzle} {run.instance}: {CHANGED}")
            if event.status == "lost":
                self._lose(run, record)
                return
            here = event.place if isinstance(event.place, dict) else None  # None: lost with its worker
            self._finish(run, record, here or circumstances(record.configuration))

    def _lose(self, run: SweepRun, record: Record) -> None:
        if run.repetition >= 0:
            self.lost.append(record.reason or "")
            self.callbacks.finished(run.key, record, failed=True)

    def _finish(self, run: SweepRun, record: Record, place: dict[str, Any]) -> None:
        if run.repetition >= 0:
            line = line_of(run, self.sweep.name, record, place)
            self.store.add(line)
            self._hopeless.note(run, record.status)
            self.callbacks.finished(run.key, record, failed=record.status == "error" or line.verdict == "disagree")


def _same_but_repetition(one: SweepRun, other: SweepRun) -> bool:
    return replace(one, repetition=0) == replace(other, repetition=0)


def carry_out(report: Report[Record], run: SweepRun) -> Record:
    """In the child."""
    instance = Instance(run.puzzle, dict(run.parameters), run.givens)
    if run.task == "prove":
        return measured_proof(report, instance, run.row)
    if run.task != "lower":
        question = Question(1 if run.task == "first" else None, run.seed, show=1, identify=True)
        return measure(report, instance, run.configuration, question)
    clock, record = Clock(), Record(run.configuration, run.configuration.solver, "lowered")
    _, spec = clock.timed("build", instance.load)
    try:
        program = clock.timed("lower", lambda: find(run.backend).lower(spec, run.configuration))
    except Refused as refusal:
        return replace(record, status="unknown", reason=str(refusal), seconds=clock.so_far())
    return replace(record, size=program.size, seconds=clock.so_far())


def line_of(run: SweepRun, sweep: str, record: Record, place: dict[str, Any]) -> Line:
    votes = [] if run.known is None else [Vote("the known number", run.known)]
    verdict = None if record.status in ("lowered", "skipped") else judge([record], votes).verdict
    versions = dict(place["versions"])
    record = replace(record, threefold=versions.pop("threefold"))
    where = place | {"versions": versions}
    return Line(**about(run), **where, sweep=sweep, verdict=verdict, witness=None, record=record)
