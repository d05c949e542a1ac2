"""What a child of a parallel count does: it draws numbers of cubes that nobody else has drawn, and counts those cubes.

The numbers lie in a pipe of the command, which the children open under /proc: a read takes one number, and no two readers get the
same. A child on another machine gets a plain list of numbers instead.
"""

import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from threefold.backends import find
from threefold.backends.backend import Configuration
from threefold.checker.record import Record
from threefold.guard import Report
from threefold.runs.checkpoint import Heading, hashed, identity
from threefold.runs.cubes import cubes_of
from threefold.runs.instance import Instance, Question
from threefold.runs.worker import Run

NUMBER = 4  # bytes; a pipe takes 16,384 such numbers


@dataclass(frozen=True)
class Drawn:
    """The numbers that one process draws from the pipe: those that nobody else has drawn."""

    pipe: str

    def __iter__(self) -> Iterator[int]:
        lots = os.open(self.pipe, os.O_RDONLY)
        while drawn := os.read(lots, NUMBER):
            yield int.from_bytes(drawn, "little")


@contextmanager
def lots(numbers: Collection[int]) -> Iterator[str]:
    """The path of a pipe that holds these numbers; it ends when all are drawn."""
    reading, writing = os.pipe()
    try:
        os.write(writing, b"".join(number.to_bytes(NUMBER, "little") for number in numbers))
        os.close(writing)
        yield f"/proc/{os.getpid()}/fd/{reading}"
    finally:
        os.close(reading)


@dataclass(frozen=True)
class Part:
    """What is known of one cube of a count."""

    number: int
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
    """Cut the search space into cubes, as many as wanted, and count those with these numbers one after another.

    The program is lowered once. A part's record has the seconds that were spent since the part before was finished. Where the
    solver's version is not given, only that of the first cube has it: asking takes 10 to 30 ms, which every child would spend.
    """
    run = Run(report, instance, configuration, question, solver=solver)
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


def version(report: Report, configuration: Configuration) -> str:
    backend = find(configuration.backend)
    return backend.version(backend.answering(configuration))


def head(report: Report, instance: Instance, configuration: Configuration, wanted: int) -> Heading:
    """What stands at the head of a ledger."""
    _, spec = instance.load()
    cubes = cubes_of(spec, wanted)
    return Heading(
        puzzle=instance.puzzle,
        parameters=" ".join(f"{name}={value}" for name, value in instance.parameters.items()),
        givens=" ".join(instance.givens),
        row=str(configuration),
        solver=version(report, configuration),
        spec=identity(spec),
        wanted=wanted,
        cubes=hashed(cubes),
        total=len(cubes),
    )
