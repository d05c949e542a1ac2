"""What a task of a count in parts does: it counts the cubes with its numbers, one after another."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.checker.record import Record
from threefold.guard import Report
from threefold.language.canonical import digest
from threefold.runs.checkpoint import Heading
from threefold.runs.cubes import cubes_of
from threefold.runs.instance import Instance, Question
from threefold.runs.schema_1 import hashed, identity
from threefold.runs.worker import Measurement


@dataclass(frozen=True)
class Part:
    """A report on one cube of a count; it replaces earlier reports on the same cube."""

    key: int  # the cube's number
    of: int  # how many cubes there are
    record: Record


def count_cubes(
    report: Report,
    instance: Instance,
    configuration: Configuration,
    question: Question,
    wanted: int,
    numbers: Iterable[int],
    solver: str = "",
) -> None:
    """Cut the search space into cubes, as many as wanted, and count those with these numbers.

    The program is lowered once. The record of a part has the seconds since the part before was finished. If the solver's version
    is not given, only the first cube asks for it: asking takes time, which every child would spend.
    """
    run = Measurement(report, instance, configuration, question, solver=solver)
    cubes = cubes_of(run.built[1], wanted)
    for number in numbers:
        if number >= len(cubes):
            continue
        run.report = partial(_report_part, report, number, len(cubes))
        run.solver = run.solver or (configuration.solver if number else "")
        record = run.count(cubes[number])
        run.report(record)
        if not record.complete:
            return
        run.seconds = {}


def _report_part(report: Report, number: int, of: int, so_far: Record) -> None:
    report(Part(number, of, so_far))


def prepare(
    report: Report, instance: Instance, configuration: Configuration, wanted: int | None
) -> tuple[Heading, str]:
    """The first line of a checkpoint, and the hash of the spec in schema 1. Without a checkpoint no cubes are wanted yet."""
    backend, (_, spec) = find(configuration.backend), instance.load()
    cubes = cubes_of(spec, wanted) if wanted else ()
    heading = Heading(
        puzzle=instance.puzzle,
        parameters=" ".join(f"{name}={value}" for name, value in instance.parameters.items()),
        givens=" ".join(instance.givens),
        row=str(configuration),
        solver=backend.version(backend.answering(configuration)),
        spec=digest(spec),
        wanted=wanted or 0,
        cubes=hashed(cubes),
        total=len(cubes),
    )
    return heading, identity(spec) if wanted else ""
