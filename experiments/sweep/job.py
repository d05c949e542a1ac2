"""A run of a sweep in its guarded child, and the line that it leaves."""

from datetime import UTC, datetime
from typing import Any

import models
from backends import find
from backends.backend import Configuration, Refused
from backends.configuration import parse
from checker.judge import Vote, judge
from checker.record import Record
from experiments.comparison import record_of
from experiments.guard import Ending, Report
from experiments.instance import Instance, Question
from experiments.measure import measure
from experiments.sweep.environment import machine, software
from experiments.sweep.line import Line, about
from experiments.sweep.run import Run


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

    def line(self, ending: Ending) -> Line:
        configuration = parse(self.run.configuration, {})
        record = record_of(configuration, ending)
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
