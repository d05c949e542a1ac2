"""Clause: at least one of the literals is true. Reference: the clause of a CNF."""

from collections.abc import Iterator

from threefold.format import bare, grouped, shortened
from threefold.language.functions import operands
from threefold.language.node import Counted, OverLiterals, xyb
from threefold.language.truth import Assignment, Logical

MOST_LITERALS = 1000  # of a clause that is shown in full


class Clause(OverLiterals):
    """At least one of the literals is true; an empty clause is false."""

    def __repr__(self) -> str:
        if any(x.position < 0 for x in operands(self.literals)):  # a refused argument may be no literal
            return self.inner_text()
        if len(self.literals) > MOST_LITERALS:  # as of a very large domain
            return f"Clause({shortened(self.literals, ' or ')})"
        return f"Clause({' or '.join(map(str, self.literals))})"

    def inner_text(self) -> str:
        """`a | (x == 1)`; of one literal, the literal."""
        if len(self.literals) == 1:
            return bare(str(self.literals[0]))
        return shortened((grouped(str(each)) for each in self.literals), " | ") or "Clause()"

    def holds(self, assignment: Assignment) -> bool:
        return any(self.truths(assignment))

    def decompose(self) -> Iterator[Logical]:
        yield self


COUNTS: tuple[Counted, ...] = (
    ("x == 0 or b, x in 0..2: 3 with b, 1 without", 4, lambda s: Clause([s.integer("x", range(3)) == 0, s.boolean("b")])),
    ("nothing is true: none", 0, lambda s: Clause([])),
    ("x != 1 or x <= 0, x in 0..2: all but 1", 2, lambda s: (lambda x: Clause([x != 1, x <= 0]))(s.integer("x", range(3)))),
    ("x == 0 or b: 9 with b, 3 without", 12, xyb(lambda x, y, b: Clause([x == 0, b]))),
    ("x != 1 or y <= 0: all but x = 1 with y in 1, 2, times b", 14, xyb(lambda x, y, b: Clause([x != 1, y <= 0]))),
    ("a literal and its negation: always", 18, xyb(lambda x, y, b: Clause([x == 1, x != 1]))),
    ("a value outside the domain: never", 0, xyb(lambda x, y, b: Clause([x == 7]))),
)  # fmt: skip
