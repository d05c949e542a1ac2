"""The variables of a model, and what each of them stands for.

The spec's own come first, as the views number them; they are described by the views alone. A column per Boolean would be an
object and a literal for each of the 160,000 cells of a board of 400 queens (0.6 s), and is needed only where a model is
exported, or asked whether it accepts an assignment.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from threefold.backends.backend import Cube
from threefold.backends.variable_maps import DirectView, Native
from threefold.language import Assignment, Literal, Variable
from threefold.language.terms import Domain

EITHER, NO = range(2), range(1)  # what a Boolean may be
Meaning = Variable | Literal | None  # what a model's variable stands for in the spec; None is the constant true


@dataclass(frozen=True)
class Column:
    """A variable of the model."""

    meaning: Meaning
    domain: Domain

    @property
    def decided(self) -> bool:
        """Do the decision variables settle its value?"""
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

    def text(self, domain: Domain) -> str:
        name = "true" if self.meaning is None else str(self.meaning)
        return f"variables {{ name: {quoted(name)} domain: {intervals(domain)} }}\n"


def own_columns(variables: Sequence[Variable], views: Sequence[DirectView]) -> Iterator[Column]:
    for x, view in zip(variables, views, strict=True):
        if isinstance(view, Native):
            yield Column(x, x.domain)
        else:
            yield from (Column(Literal(x, "==", value), EITHER) for value in x.domain)


def own_domains(x: Variable, view: DirectView, cube: Cube) -> list[Domain]:
    """Of the columns of the spec's variable, as the solver gets them: with what the cube leaves of the variable's domain."""
    left = cube.get(x.position)
    if isinstance(view, Native):
        return [x.domain if left is None else tuple(value for value in x.domain if value in left)]
    return [EITHER] * len(x.domain) if left is None else [EITHER if v in left else NO for v in x.domain]


def quoted(name: str) -> str:
    """A string of the text format. (The json module would do it too, and cost every run 3 ms.)"""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def intervals(domain: Domain) -> list[int]:
    """A domain as CP-SAT writes it: the ends of its intervals, `-2 0 1 5` as `[-2, -2, 0, 1, 5, 5]`."""
    if isinstance(domain, range):
        return [domain[0], domain[-1]]
    ends = [domain[0]]
    for left, right in pairwise(domain):
        if right != left + 1:
            ends += [left, right]
    return [*ends, domain[-1]]
