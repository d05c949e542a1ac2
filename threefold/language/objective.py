"""What a spec asks to minimise or maximise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from threefold.errors import BadInput, SpecError
from threefold.language.constraints.linear import Linear
from threefold.language.functions import functions_in, leaves
from threefold.language.terms import Assignment, Sum, Term, Variable, as_sum

if TYPE_CHECKING:
    from threefold.language.spec import Spec

SENSES = ("minimize", "maximize")
BETTER, DEFINED = "the objective is better", "the objective is defined"


@dataclass(frozen=True, eq=False)
class Objective:
    """A term as it was written; of a flattened spec a variable."""

    sense: str
    term: Sum

    @property
    def is_variable(self) -> bool:
        return not self.term.constant and [(a, x.position >= 0) for a, x in self.term.terms] == [(1, True)]

    @property
    def variable(self) -> Variable:
        assert self.is_variable, "of a flattened spec"
        return self.term.terms[0][1]

    def value(self, assignment: Assignment) -> int:
        return self.term.value(assignment)

    def is_better(self, one: int, other: int) -> bool:
        return one < other if self.sense == "minimize" else one > other

    def better(self, value: int) -> list[int]:
        """The values of the variable that are better than this one."""
        return [each for each in self.variable.domain if self.is_better(each, value)]

    def __str__(self) -> str:
        return f"{self.sense} {self.term}"


def objective(spec: Spec, sense: str, term: Term) -> Objective:
    """Where it is not defined, there is no solution: as in MiniZinc, the smallest constraint around it is the whole spec."""
    found = Objective(sense, as_sum(term))
    foreign = spec.foreign(leaves([x for _, x in found.term.terms]))
    if foreign is not None:
        raise SpecError(f"{spec.name}: {sense} {term}: {foreign} of family '{foreign.family}' belongs to another spec")
    if any(each.partial for each in functions_in(x for _, x in found.term.terms)):
        spec.group(DEFINED).add(Linear(found.term, "==", found.term))
    return found


def only_better(spec: Spec, value: int) -> None:
    """From now on only solutions whose objective is better than this."""
    if spec.objective is None:
        raise BadInput(f"{spec.name}: it has no objective")
    term = spec.objective.variable if spec.objective.is_variable else spec.objective.term
    spec.group(BETTER).add(term < value if spec.objective.sense == "minimize" else term > value)


def only_best(spec: Spec, group: str, value: int) -> None:
    """From now on only solutions whose objective has this value."""
    if spec.objective:
        term = spec.objective.variable if spec.objective.is_variable else spec.objective.term
        spec.group(group).add(term == value)
