"""Maximum and minimum of terms. Reference: N. Beldiceanu, Pruning for the minimum constraint family, CP 2001."""

from collections.abc import Iterator, Sequence

from threefold.errors import SpecError
from threefold.language.constraints.clause import Clause
from threefold.language.constraints.linear import Linear
from threefold.language.functions import Function, abridged
from threefold.language.lists import Terms, as_sums, unknowns
from threefold.language.node import Counted
from threefold.language.terms import Sum, Variable, Write, as_sum
from threefold.language.truth import Assignment, Logical
from threefold.language.units import simplest, values_of


class Maximum(Function):
    word, fields = "max", ("terms",)

    def __init__(self, terms: Sequence[Sum]) -> None:
        self.terms = tuple(simplest(term) for term in terms)
        values = [values_of(term) for term in self.terms]
        least = max(map(min, values))
        self.finish({value for each in values for value in each if value >= least})

    def formula(self, write: Write) -> str:
        return f"max({abridged(self.terms, write)})"

    def value(self, assignment: Assignment) -> int:
        return max([term.value(assignment) for term in self.terms])

    def decompose(self, result: Variable) -> Iterator[Logical]:
        """It is at least each of them, and at most one of them."""
        for term in self.terms:
            yield Linear(result, ">=", term)
        yield Clause([Linear(term, ">=", result) for term in self.terms])


class Minimum(Function):
    word, fields = "min", ("terms",)

    def formula(self, write: Write) -> str:
        return f"min({abridged(self.terms, write)})"

    def __init__(self, terms: Sequence[Sum]) -> None:
        self.terms = tuple(simplest(term) for term in terms)
        values = [values_of(term) for term in self.terms]
        greatest = min(map(max, values))
        self.finish({value for each in values for value in each if value <= greatest})

    def value(self, assignment: Assignment) -> int:
        return min([term.value(assignment) for term in self.terms])

    def expand(self) -> Sum:
        return -as_sum(Maximum([-term for term in self.terms]))

    def decompose(self, result: Variable) -> Iterator[Logical]:
        yield Linear(result, "==", self.expand())


def maximum(terms: Terms) -> Maximum:
    """The largest of the terms, as a term: `maximum([x, y + 1]) <= 4`."""
    return Maximum(_some(terms))


def minimum(terms: Terms) -> Minimum:
    """The smallest of the terms, as a term."""
    return Minimum(_some(terms))


def _some(terms: Terms) -> Sequence[Sum]:
    sums = as_sums(unknowns(terms))
    if not sums:
        raise SpecError("the maximum or minimum of no terms has no value")
    return sums


COUNTS: tuple[Counted, ...] = (
    ("max(x, y) == 2 over 0..3: 5", 5, lambda s: maximum(s.integers("x", range(2), domain=range(4))) == 2),
    ("min(x, y, z) >= 2 over 0..3: 8", 8, lambda s: minimum(s.integers("x", range(3), domain=range(4))) >= 2),
    ("max(x, 2 - x) == 1: x = 1", 1, lambda s: (lambda x: maximum([x, 2 - x]) == 1)(s.integer("x", range(4)))),
    ("min(x, y) == 0 over 0..2: 9 - 4", 5, lambda s: minimum(s.integers("x", range(2), domain=range(3))) == 0),
    ("min(x, 2 - x) == 0 over 0..3: 0, 2", 2, lambda s: (lambda x: minimum([x, 2 - x]) == 0)(s.integer("x", range(4)))),
    ("max(x, y, 1) <= 1 over 0..2: 0 or 1 each", 4, lambda s: maximum([s.integer("x", range(3)), s.integer("y", range(3)), 1]) <= 1),
)  # fmt: skip
