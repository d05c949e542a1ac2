"""The answer to "is my CNF right?": a verdict, and what shows it."""

from dataclasses import dataclass
from typing import Literal as OneOf

Verdict = OneOf["equal", "equivalent", "too weak", "too strong", "both", "unknown"]


@dataclass(frozen=True)
class NamedClause:
    """A clause, the place where it stands, and its text in names."""

    index: int  # counted from 1 in its formula: the file's order, or the reference's
    literals: tuple[int, ...]  # in the numbers of its formula
    text: str  # "queen[1] != 3 or queen[2] != 3"
    group: str | None = None  # of the spec, where the reference has this clause


@dataclass(frozen=True)
class WrongModel:
    """A model of the formula that is no solution: the formula is too weak."""

    values: tuple[
        tuple[int, ...], ...
    ]  # of each variable in the model: one where it is an assignment, () for a derived one
    assignment: tuple[int, ...] | None  # None where a variable has no value or several, or is derived
    group: str  # what it violates: the group, and in words "AllDifferent(…): queen[1] == 3 and queen[2] == 3"
    violated: str
    text: str  # the values by name


@dataclass(frozen=True)
class LostSolution:
    """A solution that the formula excludes: the formula is too strong."""

    assignment: tuple[int, ...]
    blamed: tuple[NamedClause, ...]  # clauses of the formula that exclude it
    jointly: bool  # all of the blamed together, by way of auxiliaries, and none can be left out; else each by itself
    text: str  # the values by name


@dataclass(frozen=True)
class Relation:
    verdict: Verdict
    sentence: str
    naming: str  # how the formula's numbers were read
    wrong: WrongModel | None = None
    lost: LostSolution | None = None
    extras: tuple[NamedClause, ...] = ()  # clauses that the reference lacks and the spec implies: harmless
    missing: tuple[NamedClause, ...] = ()  # clauses of the reference that the formula does not imply
    unwritten: int = 0  # clauses of the reference that the formula lacks but implies
    duplicates: int = 0  # clauses that stand there once more
    auxiliaries: int = 0  # numbers in use that mean no decision literal
    causes: tuple[str, ...] = ()  # typical mistakes, each confirmed by a check

    @property
    def exit_code(self) -> int:
        return {"equal": 0, "equivalent": 0, "unknown": 3}.get(self.verdict, 1)
