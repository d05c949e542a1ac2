"""A run of a sweep in its guarded child, and the line that it leaves."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from threefold.backends import find
from threefold.backends.backend import Configuration, Refused
from threefold.backends.configuration import parse
from threefold.checker.judge import Vote, judge
from threefold.checker.record import Record
from threefold.guard import Report
from threefold.runs.instance import Instance, Question
from threefold.runs.worker import measure
from threefold.sweeps.environment import machine, software
from threefold.sweeps.record_line import Line, Value, about
from threefold.sweeps.run import Run


def carry_out(report: Report, run: Run) -> Record:
    """In the child."""
    configuration = parse(run.configuration, {})
    instance = Instance(run.puzzle, dict(run.parameters), run.givens)
    if run.task == "lower":
        return _lowered(instance, configuration)
    return measure(
        report, instance, configuration, Question(1 if run.task == "first" else None, run.seed, show=1, identify=True)
    )


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
    votes = [] if run.known is None else [Vote("the known number", run.known)]
    versions = dict(place.versions)
    threefold = str(versions.pop("threefold"))
    return Line(
        **about(run),
        sweep=sweep,
        verdict=None if record.status in ("lowered", "skipped") else judge([record], votes).verdict,
        witness=None,
        versions=versions,
        machine=place.machine,
        started=place.started,
        record=replace(record, threefold=record.threefold or threefold),
    )
