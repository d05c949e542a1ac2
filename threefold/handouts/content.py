"""What a sheet says, without any words of a language: formulas, numbers, a solution. It is made in a guarded child.

The puzzle's own texts (its description, the names of its groups) stay as its file has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Never

from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.guard import Report
from threefold.handouts.generalise import Describer, Formula
from threefold.handouts.notation import Math
from threefold.handouts.numbering import Numbering
from threefold.handouts.statements import Reader, is_readable
from threefold.language import Family as VariableFamily
from threefold.language import Parameter, Puzzle, Solution, Spec, ThreefoldError, Value
from threefold.language.flattening import flatten
from threefold.language.givens import GROUP as GIVEN
from threefold.runs.instance import Instance

PARADIGMS = {"clauses": Reader.clauses, "constraints": Reader.posted, "rows": Reader.linear_rows}
STEPS = (1, 2, 4)  # by which each parameter grows in the table of sizes
MOST_COUNTED = 10_000  # solutions that are counted for an answer


@dataclass(frozen=True)
class Group:
    name: str
    formulas: Mapping[str, tuple[Formula, ...]]  # by paradigm

    def count(self, paradigm: str) -> int:
        return sum(formula.count for formula in self.formulas[paradigm])


@dataclass(frozen=True)
class Family:
    name: str
    formulas: tuple[Formula, ...]
    literal: tuple[Math, Math] | None  # a literal of an integer, and what it means; None for Booleans


@dataclass(frozen=True)
class SizeRow:
    parameters: tuple[Value, ...]
    numbers: tuple[int, ...]  # literals and clauses; variables and constraints; columns and rows
    solutions: int | None  # the known number


@dataclass(frozen=True)
class Solved:
    """A solution, and the numbers of solutions that the exercises ask for. None: not known."""

    solvable: bool | None = None
    drawing: str = ""
    picture: str | None = None
    solutions: int | None = None
    without: str | None = None  # the group that is left out
    then: int | None = None  # the number of solutions without it


@dataclass(frozen=True)
class Content:
    puzzle: str
    parameters: Mapping[str, Value]
    title: str
    summary: str
    description: str
    families: tuple[Family, ...]
    groups: tuple[Group, ...]
    numbering: tuple[Numbering, ...]
    inferred: tuple[Mapping[str, int], ...]  # the sizes from which the formulas were inferred
    verified: Mapping[str, int]  # and on which they were verified
    readable: bool  # the statements of the instance were read, and the formulas verified on it
    sizes: tuple[SizeRow, ...]


def gather(report: Report[Never], instance: Instance) -> Content:
    puzzle, spec = instance.load()
    plain = not instance.givens and not instance.leaders
    parameters = dict(instance.parameters)
    describer = Describer.of(puzzle, spec, parameters, plain=plain)
    known = describer.known[0] if describer.known else None
    return Content(
        puzzle=instance.puzzle,
        parameters=parameters,
        title=str(instance),
        summary=puzzle.summary,
        description=puzzle.description,
        families=tuple(_families(describer)),
        groups=tuple(_groups(describer)),
        numbering=tuple(describer.numbering()),
        inferred=tuple(known.inferred) if known else (),
        verified=known.sizes[-1] if known else {},
        readable=describer.small(Reader.clauses),
        sizes=tuple(_sizes(puzzle, spec, parameters)),
    )


def _families(describer: Describer) -> Iterator[Family]:
    for family in _shown(describer.spec):
        formulas = tuple(describer.formulas(family.name, Reader.families))
        yield Family(family.name, formulas, None if family.boolean else describer.literal(family.name))


def _shown(spec: Spec) -> Iterable[VariableFamily]:
    """One over an empty range has no variables."""
    return filter(len, spec.families.values())


def _groups(describer: Describer) -> Iterator[Group]:
    """The domains first, then the groups in the order of the spec."""
    spec = describer.spec
    domains = [family.meaning for family in _shown(spec) if not family.boolean]
    flat = flatten(spec)
    of_auxiliaries = dict.fromkeys([*(x.domain_group for x in flat.variables if not x.boolean), *flat.groups])
    for name in dict.fromkeys([*domains, *spec.groups, *of_auxiliaries]):
        yield Group(name, {key: tuple(describer.formulas(name, read)) for key, read in PARADIGMS.items()})


def _sizes(puzzle: Puzzle, spec: Spec, parameters: Mapping[str, Value]) -> Iterator[SizeRow]:
    yield _size(puzzle, spec, parameters)
    for parameter in (each for each in puzzle.parameters if isinstance(each, Parameter)):
        for step in STEPS:
            larger = {**parameters, parameter.name: int(parameters[parameter.name]) + step}
            try:
                built = puzzle.build(**larger)
            except ThreefoldError:  # not every number is a size of this puzzle
                continue
            if int(larger[parameter.name]) <= parameter.maximum and is_readable(built):
                yield _size(puzzle, built, larger)


def _size(puzzle: Puzzle, spec: Spec, parameters: Mapping[str, Value]) -> SizeRow:
    reader = Reader(spec)
    cnf, rows = reader.cnf.size, reader.rows
    known = puzzle.known_count(parameters) if parameters else None
    numbers = (cnf.variables + cnf.auxiliary, cnf.constraints, len(spec.variables), sum(1 for _ in spec.posted))
    return SizeRow(
        tuple(parameters.values()), (*numbers, len(rows.columns), len(rows.rows)), known[0] if known else None
    )


def solve(report: Report[Solved], instance: Instance) -> Solved:
    """Every part is reported as soon as it is known: the next one may reach a limit."""
    puzzle, spec = instance.load()
    found = next(_assignments(spec, first=True), None)
    known = Solved(found is not None)
    if found is not None:
        solution = Solution(spec, found)
        known = replace(
            known, drawing=puzzle.draw(solution), picture=puzzle.picture(solution) if puzzle.picture else None
        )
    group = next((name for name in reversed(spec.groups) if name != GIVEN), None)
    known = replace(known, without=group)
    report(known)
    known = replace(known, solutions=_count(spec))
    report(known)
    fewer = spec.outline()
    fewer.groups = {name: each for name, each in spec.groups.items() if name != group}
    return replace(known, then=_count(fewer) if group else None)


def _assignments(spec: Spec, *, first: bool) -> Iterator[tuple[int, ...]]:
    search = find("sat").lower(spec, parse("sat", {})).load(seed=None, first=first)
    return (tuple(assignment) for assignment in search)


def _count(spec: Spec) -> int:
    """At most MOST_COUNTED."""
    return sum(1 for _ in islice(_assignments(spec, first=False), MOST_COUNTED))
