"""The five sheets as written. Each is a file `sheet_NUMBER.py`, found by its name, that ends in `EXERCISE`.

A sheet may write its formula several times (a formula, a listing for n = 4, a program), and they may differ: each is a Version.
Whether a version is known to be faulty is stated beside it; the checker has to find the same.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from threefold import models
from threefold.cnf.encoder import GroupedFormula
from threefold.errors import did_you_mean
from threefold.language import BadInput


class ClauseGroup(NamedTuple):
    name: str
    formula: str  # as the sheet writes it


@dataclass(frozen=True)
class Version:
    name: str
    summary: str
    encode: Callable[..., GroupedFormula]
    only: tuple[int, ...] | None = None  # the one instance of a listing
    faulty: bool = False

    def formula(self, parameters: Mapping[str, int]) -> GroupedFormula:
        return self.encode(**({} if self.only else parameters))


@dataclass(frozen=True)
class Exercise:
    number: str
    language: str
    title: str
    puzzle: str
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
