"""A run of a sweep in its guarded child, and the line that it leaves."""

from datetime import UTC, datetime
from typing import Any

from threefold import models
from threefold.backends import find
from threefold.backends.backend import Configuration, Refused
from threefold.backends.configuration import parse
from threefold.checker.judge import Vote, judge
from threefold.checker.record import Record
from threefold.guard import Outcome, Report
from threefold.runs.compare import record_of
from threefold.runs.instance import Instance, Question
from threefold.runs.worker import measure
from threefold.sweeps.environment import machine, software
from threefold.sweeps.record_line import Line, about
from threefold.sweeps.run import Run


def carry_out(report: Report, run: Run) -> Record:
    """In the child."""
    configuration = parse(run.configuration, {})
    instance = Instance(run.puzzle, dict(run.parameters), run.givens)
    if run.task == "lower":
        return _lowered(instance, configuration)
    return measure(report, instance, configuration, Question(1 if run.task == "first" else None, run.seed, show=1))


def _lowered(instance: Instance, configuration: Configuration) -> Record:
    from time import perf_counter

    _, spec = instance.load()
    start = perf_counter()
    try:
        program = find(configuration.backend).lower(spec, configuration)
    except Refused as refusal:
        return Record(configuration, configuration.solver, "unknown", reason=str(refusal))
    seconds = {"lower": perf_counter() - start}
    return Record(configuration, configuration.solver, "lowered", size=program.size, seconds=seconds)


class Started:
    """What is known when a run begins."""

    def __init__(self, run: Run, sweep: str) -> None:
        self.run, self.sweep = run, sweep
        self.machine = machine()
        self.at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def line(self, outcome: Outcome) -> Line:
        configuration = parse(self.run.configuration, {})
        record = record_of(configuration, outcome)
        known = _known(self.run)
        votes = [] if known is None else [Vote("the known number", known)]
        judged = None if self.run.task == "lower" else judge([record], votes)
        return self._line(record, known, judged.verdict if judged else None)

    def skipped(self, reason: str) -> Line:
        configuration = parse(self.run.configuration, {})
        record = Record(configuration, configuration.solver, "skipped", reason=reason)
        return self._line(record, _known(self.run), None)

    def _line(self, record: Record, known: int | None, verdict: str | None) -> Line:
        size = record.size
        sizes = {name: getattr(size, name) for name in SIZES} if size else dict.fromkeys(SIZES)
        answer: dict[str, Any] = {name: getattr(record, name) for name in ANSWERS}
        backend = find(record.configuration.backend)
        versions = {**software(), "solver": record.solver, **dict(backend.details(record.configuration.solver))}
        return Line(
            **about(self.run),
            **answer,
            **sizes,
            sweep=self.sweep,
            fingerprint=str(record.fingerprint) if record.fingerprint else None,
            verdict=verdict,
            witness=None,
            known=known,
            seconds={phase: round(value, 6) for phase, value in record.seconds.items()},
            memory_mb=round(record.memory / 1e6, 1),
            statistics=dict(record.statistics),
            drawing=record.drawings[0] if record.drawings else None,
            versions=versions,
            machine=self.machine,
            started=self.at,
        )


ANSWERS = ("status", "reason", "method", "count", "count_is", "verified")
SIZES = ("variables", "auxiliary", "constraints", "literals")


def _known(run: Run) -> int | None:
    known = None if run.givens else models.find(run.puzzle).known_count(run.parameters)
    return known[0] if known else None
