"""A run of a sweep in its guarded child, and the line that it leaves."""

import os
import platform
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from time import perf_counter

import threefold
from threefold.backends import find
from threefold.backends.backend import Configuration, Refused
from threefold.checker.judge import Vote, judge
from threefold.checker.record import Record
from threefold.guard import Report
from threefold.runs.instance import Instance, Question
from threefold.runs.worker import measure
from threefold.sweeps.record_line import Line, Value, about
from threefold.sweeps.run import SweepRun


def carry_out(report: Report, run: SweepRun) -> Record:
    """In the child."""
    instance = Instance(run.puzzle, dict(run.parameters), run.givens)
    if run.task == "lower":
        return _lowered(instance, run.configuration)
    question = Question(1 if run.task == "first" else None, run.seed, show=1, identify=True)
    return measure(report, instance, run.configuration, question)


def _lowered(instance: Instance, configuration: Configuration) -> Record:
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
    versions = {"threefold": threefold.__version__, "python": platform.python_version()}
    details = find(configuration.backend).details(configuration.solver)
    return Circumstances(machine(), {**versions, **details}, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))


def line_of(run: SweepRun, sweep: str, record: Record, place: Circumstances) -> Line:
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


@cache
def _constant() -> dict[str, Value]:
    return {
        "cpu": _cpu(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        "memory_gb": round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1.024e9, 1),
        "system": f"{platform.system()} {platform.release().split('-')[0]}",
    }


def machine() -> dict[str, Value]:
    """With the load of the last minute: a run on a busy machine is slower."""
    return {**_constant(), "load": round(os.getloadavg()[0], 2)}


def _cpu() -> str:
    with suppress(OSError, StopIteration), open("/proc/cpuinfo") as lines:
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return platform.processor() or platform.machine()
