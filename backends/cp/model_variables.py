"""The variables of a CP-SAT model, and what each of them means.

The spec's own come first, numbered by the views. A ModelVariable object for each is made only for an export, or to ask
whether the model accepts an assignment: a board of 400 queens has 160,000.
"""

from dataclasses import dataclass
from itertools import pairwise

from threefold.language import Assignment, Literal, Variable
from threefold.language.terms import Domain

EITHER, NO = range(2), range(1)  # domains of a Boolean
Meaning = Variable | Literal | None  # None is the constant true


@dataclass(frozen=True)
class ModelVariable:
    meaning: Meaning
    domain: Domain

    def fixed(self, assignment: Assignment) -> Domain:
        """Its value by its meaning; its whole domain where that depends on derived variables.

        What was made on demand is fixed, too: a wrong definition is then found in the domain's group, to which it belongs.
        """
        match self.meaning:
            case Literal(variable=x) if not x.derived:
                return (int(self.meaning.holds(assignment)),)
            case Variable(derived=False, position=position):
                return (assignment[position],)
        return self.domain

    def text(self) -> str:
        name = "true" if self.meaning is None else str(self.meaning)
        return f"variables {{ name: {quoted(name)} domain: {intervals(self.domain)} }}\n"


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
