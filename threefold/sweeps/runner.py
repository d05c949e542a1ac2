"""Running what is missing of a sweep: one guarded run after another, each in the store as soon as it has ended.

A method that hit a limit is not tried on anything larger: such runs leave a record `skipped` that names the smaller instance.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from threefold.backends import find
from threefold.backends.configuration import check_installed, parse
from threefold.checker.record import Record
from threefold.guard import Limits, Outcome
from threefold.language import BadInput
from threefold.runs.compare import record_of
from threefold.runs.pool import Callbacks, Event, Pool, Task, run_tasks
from threefold.sweeps.job import Circumstances, carry_out, circumstances, line_of
from threefold.sweeps.plan import Sweep
from threefold.sweeps.record_line import Line
from threefold.sweeps.run import SweepRun, no_larger
from threefold.sweeps.store import Store

LIMITS = ("timeout", "memory")
CHANGED = "the puzzle was changed during the sweep, or a worker has another version of it; finished runs are kept"


class Hopeless:
    """Where each method hit a limit."""

    def __init__(self, lines: list[Line]) -> None:
        self._hit: dict[tuple[object, ...], list[Line]] = {}
        for line in lines:
            self.note(line)

    def note(self, line: Line) -> None:
        if line.record.status in LIMITS:
            self._hit.setdefault(_method(line), []).append(line)

    def reason(self, run: SweepRun) -> str | None:
        """Why this run is not worth trying, if the same method with the same limits failed on something no larger."""
        method = run.puzzle, run.givens, run.task, run.configuration, float(run.seconds), run.memory >> 20
        for hit in self._hit.get(method, ()):
            if no_larger(hit.parameters, run.parameters):
                what = "time" if hit.record.status == "timeout" else "memory"
                return f"hit the {what} limit at {hit.instance}"
        return None


def _method(line: Line) -> tuple[object, ...]:
    configuration = str(line.record.configuration)
    return line.puzzle, tuple(line.givens), line.task, configuration, line.limit_seconds, line.limit_memory_mb


@dataclass
class Runner:
    sweep: Sweep
    store: Store
    callbacks: Callbacks
    pool: Pool
    _under_way: dict[str, SweepRun] = field(default_factory=dict)

    def run(self) -> None:
        """Run what is missing; when this returns, or is interrupted, all finished runs are in the store."""
        check_installed(parse(run.configuration, {}) for run, _ in self._missing() if run.task != "lower")
        self._hopeless = self._hits()
        run_tasks(self.pool, map(self._task, self._due()), self._on_event, self.callbacks, on_start=self._on_start)

    def _hits(self) -> Hopeless:
        """Of runs that are asked for: where a puzzle was edited, what it hit before says nothing."""
        wanted = {run.key for run in self.sweep.runs()}
        return Hopeless([line for line in self.store.lines() if line.key in wanted])

    def missing(self) -> int:
        """How many runs are left to do; a line may turn out to be skipped."""
        done = self.store.done()
        return sum(1 for run in self.sweep.runs() if run.repetition >= 0 and run.key not in done)

    def _missing(self) -> Iterator[tuple[SweepRun, bool]]:
        """The runs to do, and whether hopeless ones are left out. A warm-up is worth it only if a measured run follows."""
        done = self.store.done()
        for batch in self.sweep.batches:
            warm_ups: list[SweepRun] = []
            for run in batch.runs(self.sweep.seconds, self.sweep.memory):
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
                configuration = parse(run.configuration, {})
                record = Record(configuration, configuration.solver, "skipped", reason=reason)
                self._finish(run, record, circumstances(configuration))

    def _task(self, run: SweepRun) -> Task:
        self._under_way[run.key] = run
        configuration = parse(run.configuration, {})
        limits, preload = Limits(run.seconds, run.memory), find(configuration.backend).preload
        return Task(run.key, carry_out, (run,), limits, preload, partial(circumstances, configuration))

    def _on_start(self, task: Task) -> None:
        run = self._under_way[task.key]
        if run.repetition >= 0:  # the end of a warm-up is not reported
            values = " ".join(map(str, run.parameters.values()))
            self.callbacks.started(run.key, f"{run.puzzle} {values} {run.row}")

    def _on_event(self, task: Task, event: Event) -> None:
        if isinstance(event, Outcome):
            run = self._under_way.pop(task.key)
            record = record_of(parse(run.configuration, {}), event)
            if run.spec and record.spec not in (None, run.spec):
                raise BadInput(f"{run.puzzle} {run.instance}: {CHANGED}")
            here = event.place if isinstance(event.place, Circumstances) else None  # None: lost with its worker
            self._finish(run, record, here or circumstances(record.configuration))

    def _finish(self, run: SweepRun, record: Record, place: Circumstances) -> None:
        if run.repetition >= 0:
            line = line_of(run, self.sweep.name, record, place)
            self.store.add(line)
            self._hopeless.note(line)
            self.callbacks.finished(run.key, record, failed=record.status == "error" or line.verdict == "disagree")


def _same_but_repetition(one: SweepRun, other: SweepRun) -> bool:
    return replace(one, repetition=0) == replace(other, repetition=0)
