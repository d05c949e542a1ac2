"""A run of a sweep in its guarded child, and the line that it leaves."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from threefold import models
from threefold.backends import find
from threefold.backends.backend import Configuration, Refused
from threefold.backends.configuration import parse
from threefold.checker.judge import Vote, judge
from threefold.checker.record import Record
from threefold.guard import Report
from threefold.runs.instance import Instance, Question
from threefold.runs.worker import measure
from threefold.sweeps.environment import Value, machine, software
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


@dataclass(frozen=True)
class Circumstances:
    """Where and when a run is made: on a cluster, the worker's machine and versions."""

    machine: Mapping[str, Value]
    versions: Mapping[str, Value]
    started: str


def circumstances(configuration: Configuration) -> Circumstances:
    details = find(configuration.backend).details(configuration.solver)
    started = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Circumstances(machine(), {**software(), **details}, started)


def line_of(run: Run, sweep: str, record: Record, place: Circumstances) -> Line:
    known = _known(run)
    votes = [] if known is None else [Vote("the known number", known)]
    verdict = None if record.status in ("lowered", "skipped") else judge([record], votes).verdict
    size = record.size
    sizes = {name: getattr(size, name) for name in SIZES} if size else dict.fromkeys(SIZES)
    answer: dict[str, Any] = {name: getattr(record, name) for name in ANSWERS}
    return Line(
        **about(run),
        **answer,
        **sizes,
        sweep=sweep,
        fingerprint=str(record.fingerprint) if record.fingerprint else None,
        verdict=verdict,
        witness=None,
        known=known,
        seconds={phase: round(value, 6) for phase, value in record.seconds.items()},
        memory_mb=round(record.memory / 1e6, 1),
        statistics=dict(record.statistics),
        drawing=record.drawings[0] if record.drawings else None,
        versions={**place.versions, "solver": record.solver},
        machine=place.machine,
        started=place.started,
    )


ANSWERS = ("status", "reason", "method", "count", "count_is", "verified")
SIZES = ("variables", "auxiliary", "constraints", "literals")


def _known(run: Run) -> int | None:
    known = None if run.givens else models.find(run.puzzle).known_count(run.parameters)
    return known[0] if known else None
