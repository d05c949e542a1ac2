"""Absolute value. Reference: `abs_value` of the Global Constraint Catalogue."""

from collections.abc import Iterator

from threefold.format import bare
from threefold.language.constraints.implies import Implies
from threefold.language.constraints.linear import Linear
from threefold.language.functions import Function
from threefold.language.node import Counted
from threefold.language.terms import Sum, Variable, Write
from threefold.language.truth import Assignment, Logical
from threefold.language.units import factor, values_of


class Absolute(Function):
    """`abs(x)`."""

    word, fields = "abs", ("term",)

    def __init__(self, term: Sum) -> None:
        self.term = factor(term)
        self.finish({abs(value) for value in values_of(self.term)})

    def formula(self, write: Write) -> str:
        return f"|{bare(write(self.term))}|"

    def value(self, assignment: Assignment) -> int:
        return abs(self.term.value(assignment))

    def decompose(self, result: Variable) -> Iterator[Logical]:
        positive = Linear(self.term, ">=", 0)
        yield Implies(positive, Linear(result, "==", self.term))
        yield Implies(~positive, Linear(result, "==", -self.term))


COUNTS: tuple[Counted, ...] = (
    ("abs(x - y) == 2 over 0..3: (0,2), (1,3) and back", 4, lambda s: abs(s.integer("x", range(4)) - s.integer("y", range(4))) == 2),
    ("abs(x) <= 1 over -3..3: 3", 3, lambda s: abs(s.integer("x", range(-3, 4))) <= 1),
    ("abs(abs(x) - 2) == 1 over -3..3: -3, -1, 1, 3", 4, lambda s: abs(abs(s.integer("x", range(-3, 4))) - 2) == 1),
)  # fmt: skip
