"""Total: a sum as one term, where a constraint is about terms `±x + c` only. Reference: `sum_ctr` of the catalogue."""

from collections.abc import Iterator

from threefold.language.constraints.all_different import AllDifferent
from threefold.language.constraints.linear import Linear
from threefold.language.functions import Function
from threefold.language.node import Counted
from threefold.language.terms import Sum, Variable, Write
from threefold.language.truth import Assignment, Logical
from threefold.language.units import simplest, values_of


class Total(Function):
    word, fields = "sum", ("term",)

    def __init__(self, term: Sum) -> None:
        self.term = simplest(term)
        self.finish(values_of(self.term))

    def text(self) -> str:
        return str(self.term)

    def formula(self, write: Write) -> str:
        return write(self.term)

    def value(self, assignment: Assignment) -> int:
        return self.term.value(assignment)

    def expand(self) -> Sum:
        return self.term

    def decompose(self, result: Variable) -> Iterator[Logical]:
        yield Linear(result, "==", self.term)


COUNTS: tuple[Counted, ...] = (
    ("x + y and 2 differ, over 0..2: 9 - 3", 6, lambda s: AllDifferent([s.integer("x", range(3)) + s.integer("y", range(3)), 2])),
    ("2x and 3 differ: always", 3, lambda s: AllDifferent([2 * s.integer("x", range(3)), 3])),
    ("x + y and x - y differ over 0..2: y is not 0", 6, lambda s: (lambda x, y: AllDifferent([x + y, x - y]))(s.integer("x", range(3)), s.integer("y", range(3)))),
)  # fmt: skip
