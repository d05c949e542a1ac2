"""How many terms have a value. Reference: `count` of the Global Constraint Catalogue."""

from collections.abc import Iterator, Sequence

from threefold.language.constraints.linear import Linear
from threefold.language.functions import Function, abridged
from threefold.language.lists import Terms, total, unknowns
from threefold.language.node import Counted
from threefold.language.terms import Sum, Term, Variable, as_sum
from threefold.language.truth import Assignment, Logical
from threefold.language.units import as_units


class Occurrences(Function):
    word, fields = "occurrences", ("terms", "wanted")

    def __init__(self, terms: Sequence[Sum], wanted: Sum) -> None:
        self.terms, self.wanted = tuple(terms), wanted
        self.finish(range(len(self.terms) + 1))

    def text(self) -> str:
        return f"occurrences({abridged(self.terms)}; {self.wanted})"

    def value(self, assignment: Assignment) -> int:
        return [term.value(assignment) for term in self.terms].count(self.wanted.value(assignment))

    def expand(self) -> Sum:
        return total([Linear(term, "==", self.wanted) for term in self.terms])

    def decompose(self, result: Variable) -> Iterator[Logical]:
        yield Linear(result, "==", self.expand())


def occurrences(terms: Terms, value: Term) -> Occurrences:
    """How many of the terms have this value."""
    return Occurrences(as_units(unknowns(terms)), as_sum(value))


COUNTS: tuple[Counted, ...] = (
    ("two of three are 1, over 0..2: 3·2", 6, lambda s: occurrences(s.integers("x", range(3), domain=range(3)), 1) == 2),
    ("no x is 1, over 0..2: 2·2", 4, lambda s: occurrences(s.integers("x", range(2), domain=range(3)), 1) == 0),
    ("one of x, 1 is y, over 0..2: y = 1 ≠ x, or y = x ≠ 1", 4, lambda s: occurrences([s.integer("x", range(3)), 1], s.integer("y", range(3))) == 1),
)  # fmt: skip
