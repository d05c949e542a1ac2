"""TruthOf: 1 where a constraint holds, else 0. Reference: reification; in mathematics Iverson's bracket."""

from collections.abc import Iterator
from itertools import chain

from threefold.format import grouped
from threefold.language.constraints.cardinality import Cardinality
from threefold.language.constraints.clause import Clause
from threefold.language.constraints.iff import Iff
from threefold.language.constraints.implies import Conditional, Implies
from threefold.language.constraints.linear import Linear
from threefold.language.functions import Function
from threefold.language.node import Counted, Kind, guard
from threefold.language.terms import Variable, as_literal
from threefold.language.truth import Assignment, Literal, Logical

BOTH = range(2)


class TruthOf(Function):
    """It is always defined: a constraint is false where a term in it is not."""

    word, fields, boolean = "holds", ("item",), True

    def __init__(self, item: Kind) -> None:
        self.item = item
        guard(item)
        self.finish(BOTH)
        self.partial = False

    def text(self) -> str:
        return grouped(self.item.inner_text())

    def value(self, assignment: Assignment) -> int:
        return int(self.item.holds(assignment))

    def decompose(self, result: Variable) -> Iterator[Logical]:
        """Where it is true, so is each part; where all parts are true, so is it."""
        yes = Literal(result, "==", 1)
        item = self.item
        if isinstance(item, Linear | Cardinality) and (opposite := item.opposite()) is not None:
            yield Implies(yes, item)
            yield Implies(~yes, opposite)
            return
        if isinstance(item, Clause):
            yield Clause([~yes, *item.literals])
            yield from (Clause([yes, ~literal]) for literal in item.literals)
            return
        if isinstance(item, Iff):
            for one, other in ((item.one, item.other), (~item.one, ~item.other)):
                yield Clause([~yes, ~one, other])
                yield Clause([yes, one, other])
            return
        parts = [*item.decompose()]
        yield from (Implies(yes, each) for each in ([item] if isinstance(item, Conditional) else parts))
        yield Clause(chain([yes], (~as_literal(part) for part in parts)))


COUNTS: tuple[Counted, ...] = (
    ("(x == 1) + (y == 1) == 1 over 0..2: 2 + 2", 4, lambda s: (s.integer("x", range(3)) == 1) + (s.integer("y", range(3)) == 1) == 1),
    ("2·(x + y == 1) == b over Booleans: b is 0, x = y", 2, lambda s: 2 * (s.boolean("x") + s.boolean("y") == 1) == s.boolean("b")),
    ("not (x == y) over 0..2: 9 - 3", 6, lambda s: ~(s.integer("x", range(3)) == s.integer("y", range(3)))),
)  # fmt: skip
