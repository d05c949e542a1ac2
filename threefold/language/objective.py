"""What a spec asks to minimise or maximise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from threefold.errors import BadInput, SpecError
from threefold.language.terms import Assignment, Term, Variable, as_sum

if TYPE_CHECKING:
    from threefold.language.spec import Spec

SENSES = ("minimize", "maximize")
BETTER = "the objective is better"


@dataclass(frozen=True, eq=False)
class Objective:
    """One variable of the spec: a sum gets a derived variable that equals it."""

    sense: str
    variable: Variable

    def value(self, assignment: Assignment) -> int:
        return assignment[self.variable.position]

    def is_better(self, one: int, other: int) -> bool:
        return one < other if self.sense == "minimize" else one > other

    def better(self, value: int) -> list[int]:
        """The values of the variable that are better than this one."""
        return [each for each in self.variable.domain if self.is_better(each, value)]

    def __str__(self) -> str:
        return f"{self.sense} {self.variable}"


def objective(spec: Spec, sense: str, term: Term) -> Objective:
    from threefold.language.definitions import Total, define

    variable = term if isinstance(term, Variable) else define(Total(as_sum(term)))
    if spec.foreign([variable]) is not None:
        raise SpecError(
            f"{spec.name}: {sense} {term}: {variable} of family '{variable.family}' belongs to another spec"
        )
    return Objective(sense, variable)


def only_better(spec: Spec, value: int) -> None:
    """From now on only solutions whose objective is better than this."""
    if spec.objective is None:
        raise BadInput(f"{spec.name}: it has no objective")
    x = spec.objective.variable
    spec.group(BETTER).add(x < value if spec.objective.sense == "minimize" else x > value)
