"""Texts that are made in the guarded child and reported piece by piece, so that nobody ever holds the whole.

Making them is building and lowering, which may take all the time and memory there is, as in a measured run; only the solver is
missing.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from threefold.backends import find
from threefold.backends.backend import Configuration, Program, Refused
from threefold.language import Assignment, BadInput, Solution, Spec
from threefold.runs.instance import Instance

Report = Callable[[object], None]
PIECE = 1 << 17


class Text(Protocol):
    def pieces(self) -> Iterable[bytes]: ...


def report_text(report: Report, text: Text) -> None:
    try:
        for piece in text.pieces():
            report(piece)
    except Refused as refusal:
        raise BadInput(str(refusal)) from None


@dataclass(frozen=True)
class Dimacs:
    instance: Instance
    configuration: Configuration
    plain: bool

    def pieces(self) -> Iterable[bytes]:
        from threefold.backends.sat.program import CnfProgram

        program = _lowered(self.instance, self.configuration)
        assert isinstance(program, CnfProgram)
        return program.dimacs(plain=self.plain)


@dataclass(frozen=True)
class Export:
    instance: Instance
    configuration: Configuration
    form: str

    def pieces(self) -> Iterator[bytes]:
        return _cut(_lowered(self.instance, self.configuration).export(self.form))


@dataclass(frozen=True)
class Mathematics:
    instance: Instance
    most: int | None  # lines of a group

    def pieces(self) -> Iterator[bytes]:
        from threefold.language.mathematics import statements

        return _lines(statements(_built(self.instance), self.most))


@dataclass(frozen=True)
class Clauses:
    instance: Instance
    configuration: Configuration
    most: int | None  # clauses of a group

    def pieces(self) -> Iterator[bytes]:
        from threefold.backends.sat.named_clauses import named_clauses
        from threefold.backends.sat.program import CnfProgram

        program = _lowered(self.instance, self.configuration)
        assert isinstance(program, CnfProgram)
        return _lines(named_clauses(program, self.most))


@dataclass(frozen=True)
class Picture:
    """A solution as SVG."""

    instance: Instance
    assignment: Assignment

    def pieces(self) -> Iterator[bytes]:
        puzzle, spec = self.instance.load()
        assert puzzle.picture is not None, "asked for before the run"
        return _cut(puzzle.picture(Solution(spec, self.assignment)))


def _built(instance: Instance) -> Spec:
    _, spec = instance.load()
    return spec


def _lowered(instance: Instance, configuration: Configuration) -> Program:
    return find(configuration.backend).lower(_built(instance), configuration)


def _cut(text: str) -> Iterator[bytes]:
    for start in range(0, len(text), PIECE):
        yield text[start : start + PIECE].encode()


def _lines(lines: Iterable[str]) -> Iterator[bytes]:
    for line in lines:
        yield f"{line}\n".encode()
