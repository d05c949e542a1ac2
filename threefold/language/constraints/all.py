"""All: every one of these. Reference: the conjunction."""

from collections.abc import Iterator

from threefold.format import shortened
from threefold.language.constraints.clause import MOST_LITERALS
from threefold.language.node import Counted, OverLiterals
from threefold.language.truth import Assignment, Logical


class All(OverLiterals):
    """Every one of these literals and constraints."""

    def __repr__(self) -> str:
        long = len(self.literals) > MOST_LITERALS
        return f"All({shortened(self.literals) if long else ', '.join(map(str, self.literals))})"

    def holds(self, assignment: Assignment) -> bool:
        return all(self.truths(assignment))

    def decompose(self) -> Iterator[Logical]:
        return iter(self.literals)


COUNTS: tuple[Counted, ...] = (
    ("all of three Booleans", 1, lambda s: All(s.booleans("b", range(3)))),
    ("all of nothing, with a Boolean", 2, lambda s: All([s.boolean("b")][:0])),
    ("x >= 1 and x + b == 2, x in 0..2: (2, 0), (1, 1)", 2, lambda s: (lambda x: All([x >= 1, x + s.boolean("b") == 2]))(s.integer("x", range(3)))),
)  # fmt: skip
