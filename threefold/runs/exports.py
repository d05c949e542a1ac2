"""Texts that a guarded child makes piece by piece: a program, a spec, a solution as picture or drawing."""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from threefold.backends import find
from threefold.backends.backend import Configuration, Program, Refused, Size
from threefold.guard import Limits, Report
from threefold.language import Assignment, BadInput, Solution
from threefold.runs.instance import Instance
from threefold.runs.stream import reports

if TYPE_CHECKING:
    from threefold.backends.sat.program import CnfProgram

PIECE = 1 << 17  # characters

Make = Callable[..., Iterable[bytes]]


def text(make: Make, *arguments: object, limits: Limits) -> Generator[bytes, None, None]:
    """The pieces of a text that one of the functions below makes."""
    with closing(reports(_report_pieces, make, *arguments, limits=limits)) as pieces:
        yield from pieces  # type: ignore[misc]


def _report_pieces(report: Report, make: Callable[..., Iterable[object]], *arguments: object) -> None:
    try:
        for piece in make(*arguments):
            report(piece)
    except Refused as refusal:
        raise BadInput(str(refusal)) from None


def export(instance: Instance, configuration: Configuration, form: str, plain: bool = False) -> Iterable[bytes]:
    """The program in a format of its backend; `plain` DIMACS has no comments."""
    if configuration.backend == "sat":  # in pieces: a CNF may be large
        return _cnf(instance, configuration).dimacs(plain=plain)
    return _cut(lowered(instance, configuration).export(form))


def mathematics(instance: Instance, most: int | None) -> Iterator[bytes]:
    """At most so many lines of a group."""
    from threefold.language.mathematics import statements

    return _lines(statements(instance.load()[1], most))


def clauses(instance: Instance, configuration: Configuration, most: int | None) -> Iterator[bytes]:
    """At most so many clauses of a group."""
    from threefold.backends.sat.named_clauses import named_clauses

    return _lines(named_clauses(_cnf(instance, configuration), most))


def _cnf(instance: Instance, configuration: Configuration) -> "CnfProgram":
    from threefold.backends.sat.program import CnfProgram

    program = lowered(instance, configuration)
    assert isinstance(program, CnfProgram)
    return program


def picture(instance: Instance, assignment: Assignment | None) -> Iterator[bytes]:
    """A solution as SVG. BadInput if the puzzle has no picture; without an assignment only that is checked."""
    puzzle, spec = instance.load()
    if puzzle.picture is None:
        raise BadInput(
            f"{instance.puzzle}: the puzzle has no picture: its PUZZLE lacks picture=…, a function that returns SVG"
        )
    return _cut("" if assignment is None else puzzle.picture(Solution(spec, assignment)))


def drawing(instance: Instance, assignment: Assignment) -> Iterator[bytes]:
    """A solution as text."""
    puzzle, spec = instance.load()
    return _cut(puzzle.draw(Solution(spec, assignment)))


def lowered(instance: Instance, configuration: Configuration) -> Program:
    return find(configuration.backend).lower(instance.load()[1], configuration)


def measured(instance: Instance, configuration: Configuration, limits: Limits) -> tuple[Size, tuple[str, ...]]:
    """The size and the groups of the lowered program."""
    [facts] = reports(_report_pieces, _facts, instance, configuration, limits=limits)
    return facts  # type: ignore[return-value]


def _facts(instance: Instance, configuration: Configuration) -> list[object]:
    program = lowered(instance, configuration)
    return [(program.size, program.groups)]


def _cut(text: str) -> Iterator[bytes]:
    for start in range(0, len(text), PIECE):
        yield text[start : start + PIECE].encode()


def _lines(lines: Iterable[str]) -> Iterator[bytes]:
    for line in lines:
        yield f"{line}\n".encode()
