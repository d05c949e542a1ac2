"""The five sheets as written. Each is a file `sheet_NUMBER.py`, found by its name, that ends in `EXERCISE`.

A sheet may write its formula several times (a formula, a listing for n = 4, a program), and they may differ: each is a Version.
Whether a version is known to be faulty is stated beside it; the checker has to find the same.

A Codec numbers variables and collects clauses, as the libraries of the sheets do:

    codec = Codec()
    Q = codec.letters("queen", rows, columns)
    codec.add(ROW, -Q[1, 1], -Q[1, 2])
    formula = codec.end()

Letters over a product of ranges are numbered row by row, and no others exist (SATCodec, sheet 000). Without ranges each letter is
numbered at its first mention, also one that should not exist (the Rust encoder of sheet 002).
"""

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import NamedTuple

from threefold import models
from threefold.backends.sat.clause_store import Formula
from threefold.errors import did_you_mean
from threefold.language import BadInput


class ClauseGroup(NamedTuple):
    name: str
    formula: str  # as the sheet writes it


@dataclass(frozen=True)
class SheetFormula(Formula):
    """A formula that knows the group of each clause."""

    groups: tuple[str, ...] = ()
    group_of: Sequence[int] = field(default_factory=list)  # of each clause, as a position in `groups`

    def dimacs(self, title: str) -> Iterator[str]:
        """The lines of a DIMACS file, with SATCodec's dictionary, and a comment before each group."""
        yield f"c {title}"
        yield f"p cnf {self.variables} {len(self)}"
        yield "c START DICTIONARY"
        yield from (f"c {name}={number}" for number, name in self.names.items())
        yield "c END DICTIONARY"
        before = None
        for group, clause in zip(self.group_of, self.clauses(), strict=True):
            if group != before:
                yield f"c group {self.groups[group]}"
            before = group
            yield " ".join(map(str, (*clause, 0)))

    def in_letters(self, clause: Sequence[int], letter: str) -> str:
        """`¬Q[1,1] ∨ ¬Q[2,1]`: the clause as the sheet writes it."""
        indices = (self.names[abs(literal)].partition("[")[2].replace(" ", "") for literal in clause)
        return " ∨ ".join(f"{'¬' * (n < 0)}{letter}[{index}" for n, index in zip(clause, indices, strict=True))


class Letters(dict[tuple[int, ...], int]):
    """`Q[r, c]` is the number of a variable, `-Q[r, c]` its negation."""

    def __init__(self, name: str, names: dict[int, str], ranges: Sequence[range]) -> None:
        self._name, self._names, self._declared = name, names, False
        if ranges:
            for index in product(*ranges):
                self[index]  # numbers it
            self._declared = True

    def __missing__(self, index: tuple[int, ...]) -> int:
        name = f"{self._name}{list(index)}"
        if self._declared:
            raise KeyError(f"{name} was not declared")
        number = self[index] = len(self._names) + 1
        self._names[number] = name
        return number


class Codec:
    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._flat, self._group_of = array("i"), array("b")
        self._groups: dict[str, int] = {}

    def letters(self, name: str, *ranges: range) -> Letters:
        return Letters(name, self._names, ranges)

    def add(self, group: ClauseGroup, *literals: int) -> None:
        self._flat.extend((*literals, 0))
        self._group_of.append(self._groups.setdefault(group.name, len(self._groups)))

    def end(self) -> SheetFormula:
        names = self._names
        return SheetFormula(len(names), self._flat, names, groups=tuple(self._groups), group_of=self._group_of)


@dataclass(frozen=True)
class Version:
    name: str
    summary: str
    encode: Callable[..., SheetFormula]
    only: tuple[int, ...] | None = None  # the one instance of a listing
    faulty: bool = False

    def formula(self, parameters: Mapping[str, int]) -> SheetFormula:
        return self.encode(**({} if self.only else parameters))


@dataclass(frozen=True)
class Exercise:
    number: str
    language: str
    title: str
    puzzle: str
    letter: str  # the sheet's name for its variables; our names are the puzzle's
    summary: str
    groups: tuple[ClauseGroup, ...]
    versions: tuple[Version, ...]
    example: tuple[int, ...]
    remarks: tuple[str, ...] = ()  # what is odd or wrong in the sheet
    commands: Mapping[str, str] = field(default_factory=dict)  # further command lines -> what they do

    def parameters(self, texts: Sequence[str] = ()) -> dict[str, int]:
        """The parameters that were typed, or those of the example."""
        parsed = models.find(self.puzzle).parse(list(texts) or list(map(str, self.example)))
        return {name: int(value) for name, value in parsed.items()}

    def choose(self, parameters: Mapping[str, int], name: str | None = None) -> list[Version]:
        """The version of this name, or all that the sheet has of this instance."""
        instance, names = tuple(parameters.values()), [version.name for version in self.versions]
        named = [version for version in self.versions if name in (None, version.name)]
        chosen = [version for version in named if version.only in (None, instance)]
        if chosen:
            return chosen
        if named:
            only, got = (" ".join(map(str, numbers or ())) for numbers in (named[0].only, instance))
            raise BadInput(f"exercise {self.number}: its {name} is for {only} only (got {got})")
        near = did_you_mean(str(name), names)
        raise BadInput(f"exercise {self.number}: --version must be one of {', '.join(names)} (got '{name}'){near}")


def names() -> list[str]:
    return sorted(path.stem.removeprefix("sheet_") for path in Path(__file__).parent.glob("sheet_*.py"))


def find(name: str) -> Exercise:
    number = name.zfill(3) if name.isdecimal() else name  # 2 is short for 002
    if number not in names():
        raise BadInput(f"no exercise '{name}'; known: {', '.join(names())}")
    exercise: Exercise = import_module(f"{__name__}.sheet_{number}").EXERCISE
    return exercise
