"""Is my CNF right? The relation of a formula that came from outside to the spec.

    relation = relate(models.find("nqueens").build(4), read_dimacs("mine.cnf"))
    relation.verdict, relation.sentence

Both sides are sets of points over the decision literals (`queen[1] == 3`, a Boolean): the formula's models, and the spec's
solutions, each projected. Numbers of the formula that mean no decision literal are auxiliaries.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal as OneOf

from backends.sat.formula import Formula
from language import Spec

Verdict = OneOf["equal", "equivalent", "too weak", "too strong", "both", "unknown"]


@dataclass(frozen=True)
class NamedClause:
    """A clause with the place where it stands and its text in names."""

    index: int  # counted from 1 in its formula: the file's order, or the reference's
    literals: tuple[int, ...]  # in the numbers of its formula
    text: str  # "not queen[1] == 3 or not queen[2] == 3"
    group: str | None = None  # of the spec, where the clause is the reference's


@dataclass(frozen=True)
class WrongModel:
    """A model of the formula that is no solution: the formula is too weak."""

    values: tuple[tuple[int, ...], ...]  # per variable of the spec: its values in the model, exactly one in an assignment
    assignment: tuple[int, ...] | None  # None where some variable has no value or several
    group: str  # the group that it violates
    violated: str  # in words: the constraint, or "queen[1] has two values: 1 and 3"
    text: str  # the values by name


@dataclass(frozen=True)
class LostSolution:
    """A solution that the formula excludes: the formula is too strong."""

    assignment: tuple[int, ...]
    blamed: tuple[NamedClause, ...]  # clauses of the formula that together exclude it, none of which can be left out
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
    duplicates: int = 0  # clauses that stand there a second time
    auxiliaries: int = 0  # numbers in use that mean no decision literal
    causes: tuple[str, ...] = ()  # typical mistakes, each confirmed by a check

    @property
    def exit_code(self) -> int:
        return {"equal": 0, "equivalent": 0, "unknown": 3}.get(self.verdict, 1)


def relate(spec: Spec, formula: Formula, names: Mapping[int, str] | None = None) -> Relation:
    """The formula against the spec. `names` (number -> "queen[1, 3]") go before the formula's own dictionary, and this
    before the default numbering; BadInput where they do not name every decision literal."""
    raise NotImplementedError
