"""An Exercise: what a sheet's file ends in. Which puzzle it is about, and the formulas that it writes down for it.

A sheet may say its formula more than once (a formula, a listing for n = 4, a program), and they need not be the same: each
is a Version. What a version is known to be, right or faulty, stands beside it, and the checker has to find the same by
itself.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from threefold.exercises.codec import SheetFormula


@dataclass(frozen=True)
class Version:
    """One of the ways in which a sheet writes its formula."""

    name: str
    summary: str
    encode: Callable[..., SheetFormula]
    only: tuple[int, ...] | None = None  # a listing is of one instance
    faulty: bool = False


@dataclass(frozen=True)
class Exercise:
    number: str
    language: str
    title: str
    puzzle: str
    letter: str  # what the sheet calls its variables; our names are the puzzle's
    summary: str
    description: str
    formula: Mapping[str, str]  # group -> the sheet's formula of it
    versions: tuple[Version, ...]
    example: tuple[int, ...]
    remarks: tuple[str, ...] = ()  # what is odd or wrong in the sheet
    commands: Mapping[str, str] = field(default_factory=dict)  # further command lines -> what they do

    def version(self, name: str) -> Version:
        return next(version for version in self.versions if version.name == name)

    def versions_of(self, parameters: Mapping[str, int]) -> list[Version]:
        """The versions that the sheet has of this instance."""
        return [version for version in self.versions if version.only in (None, tuple(parameters.values()))]
