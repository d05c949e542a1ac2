"""All: every one of these. Reference: the conjunction."""

from collections.abc import Iterator

from threefold.format import bare, grouped, shortened
from threefold.language.node import Counted, OverLiterals
from threefold.language.terms import Write
from threefold.language.truth import Assignment, Logical


class All(OverLiterals):
    """Every one of these literals and constraints."""

    def __repr__(self) -> str:
        return f"All({shortened(map(bare, map(str, self.literals)))})"

    def inner_text(self) -> str:
        """`a & (x == 1)`."""
        return shortened((grouped(str(each)) for each in self.literals), " & ") if len(self.literals) > 1 else str(self)

    def formula(self, write: Write) -> str:
        return shortened(map(write, self.literals), " ∧ ") or "⊤"

    def holds(self, assignment: Assignment) -> bool:
        return all(self.truths(assignment))

    def decompose(self) -> Iterator[Logical]:
        return iter(self.literals)


COUNTS: tuple[Counted, ...] = (
    ("all of three Booleans", 1, lambda s: All(s.booleans("b", range(3)))),
    ("all of nothing, with a Boolean", 2, lambda s: All([s.boolean("b")][:0])),
    ("x >= 1 and x + b == 2, x in 0..2: (2, 0), (1, 1)", 2, lambda s: (lambda x: All([x >= 1, x + s.boolean("b") == 2]))(s.integer("x", range(3)))),
)  # fmt: skip
