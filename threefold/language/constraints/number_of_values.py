"""How many different values there are. Reference: `nvalue`; F. Pachet, P. Roy, Automatic generation of music programs, CP 1999."""

from collections.abc import Iterator, Sequence

from threefold.language.constraints.clause import Clause
from threefold.language.constraints.linear import Linear
from threefold.language.functions import Function, abridged
from threefold.language.lists import Terms, total, unknowns
from threefold.language.node import Counted
from threefold.language.terms import Sum, Variable, Write
from threefold.language.truth import Assignment, Logical
from threefold.language.units import as_units, values_of


class NumberOfValues(Function):
    word, fields = "values", ("terms",)

    def __init__(self, terms: Sequence[Sum]) -> None:
        self.terms = tuple(terms)
        self.finish(range(min(1, len(self.terms)), len(self.terms) + 1))

    def text(self) -> str:
        return f"number_of_values({abridged(self.terms)})"

    def formula(self, write: Write) -> str:
        return f"|{{{abridged(self.terms, write)}}}|"

    def value(self, assignment: Assignment) -> int:
        return len({term.value(assignment) for term in self.terms})

    def expand(self) -> Sum:
        values = [frozenset(values_of(term)) for term in self.terms]
        return total(
            Clause([Linear(term, "==", value) for term, own in zip(self.terms, values, strict=True) if value in own])
            for value in sorted(frozenset().union(*values))
        )

    def decompose(self, result: Variable) -> Iterator[Logical]:
        yield Linear(result, "==", self.expand())


def number_of_values(terms: Terms) -> NumberOfValues:
    """How many different values the terms have."""
    return NumberOfValues(as_units(unknowns(terms)))


COUNTS: tuple[Counted, ...] = (
    ("three of 0..2 have one value: 3", 3, lambda s: number_of_values(s.integers("x", range(3), domain=range(3))) == 1),
    ("three of 0..2 have three values: 3!", 6, lambda s: number_of_values(s.integers("x", range(3), domain=range(3))) == 3),
    ("x, y, 0 over 0..1 have two values: not both 0", 3, lambda s: number_of_values([s.integer("x", range(2)), s.integer("y", range(2)), 0]) == 2),
)  # fmt: skip
