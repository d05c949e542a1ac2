"""The variables of a CP-SAT model, and what each of them means.

The spec's own come first, numbered by the views. A ModelVariable object for each is made only for an export, or to ask
whether the model accepts an assignment: a board of 400 queens has 160,000.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from threefold.backends.backend import Cube
from threefold.backends.variable_maps import DirectView, Native
from threefold.language import Assignment, Literal, Variable
from threefold.language.terms import Domain

EITHER, NO = range(2), range(1)  # domains of a Boolean
Meaning = Variable | Literal | None  # None is the constant true


@dataclass(frozen=True)
class ModelVariable:
    meaning: Meaning
    domain: Domain

    @property
    def decided(self) -> bool:
        """Do the decision variables determine its value?"""
        match self.meaning:
            case None:
                return False
            case Literal():
                return not self.meaning.variable.derived
            case Variable():
                return not self.meaning.derived

    def value(self, assignment: Assignment) -> int:
        """Its value by its meaning."""
        match self.meaning:
            case None:
                return 1
            case Literal():
                return int(self.meaning.holds(assignment))
            case Variable():
                return assignment[self.meaning.position]

    def text(self) -> str:
        name = "true" if self.meaning is None else str(self.meaning)
        return f"variables {{ name: {quoted(name)} domain: {intervals(self.domain)} }}\n"


def own_variables(variables: Sequence[Variable], views: Sequence[DirectView]) -> Iterator[ModelVariable]:
    for x, view in zip(variables, views, strict=True):
        if isinstance(view, Native):
            yield ModelVariable(x, x.domain)
        else:
            yield from (ModelVariable(Literal(x, "==", value), EITHER) for value in x.domain)


def own_domains(x: Variable, view: DirectView, cube: Cube) -> list[Domain]:
    """The domains in the model of the variables that represent x, reduced to the cube."""
    left = cube.get(x.position)
    if isinstance(view, Native):
        return [x.domain if left is None else tuple(value for value in x.domain if value in left)]
    return [EITHER] * len(x.domain) if left is None else [EITHER if v in left else NO for v in x.domain]


def quoted(name: str) -> str:
    """A string of the text format. (Importing json for it would cost every run.)"""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def intervals(domain: Domain) -> list[int]:
    """A domain as CP-SAT writes it, by the ends of its intervals: `-2 0 1 5` is `[-2, -2, 0, 1, 5, 5]`."""
    if isinstance(domain, range):
        return [domain[0], domain[-1]]
    ends = [domain[0]]
    for left, right in pairwise(domain):
        if right != left + 1:
            ends += [left, right]
    return [*ends, domain[-1]]
