"""Cardinality: how many literals are true. Reference: `count` and `among` of the Global Constraint Catalogue."""

from __future__ import annotations

from collections.abc import Iterator

from threefold.format import bare, shortened
from threefold.language.constraints.linear import OPPOSITE, Linear, compare
from threefold.language.lists import Literals, is_integer
from threefold.language.node import Counted, OverLiterals, xyb
from threefold.language.terms import Term
from threefold.language.truth import Assignment, Logical, Statement, plain


class Cardinality(OverLiterals):
    """`number of true literals ⋈ bound`, ⋈ in <=, ==, >=; a repeated literal counts as often as it occurs."""

    fields, numbers = ("literals", "comparator", "bound"), ("bound",)

    def __init__(self, literals: Literals, comparator: str, bound: int) -> None:
        self.comparator, self.bound = comparator, plain(bound)
        super().__init__(literals)
        if comparator not in ("<=", "==", ">="):
            raise self._error(f"the comparator must be <=, == or >= (got {comparator!r})")
        if not is_integer(self.bound):
            raise self._error(f"the bound must be an integer (got {bound!r})")

    @property
    def name(self) -> str:
        return {"<=": "AtMost", "==": "Exactly", ">=": "AtLeast"}.get(self.comparator, self.comparator)

    def __repr__(self) -> str:
        return f"{self.name}({self.bound}, {shortened(map(bare, map(str, self.literals))) or '[]'})"

    def holds(self, assignment: Assignment) -> bool:
        return compare(sum(self.truths(assignment)), self.comparator, self.bound)

    def decompose(self) -> Iterator[Logical]:
        """Two bounds in place of an equation: the negation of each is one, too."""
        if self.comparator == "==":
            yield Cardinality(self.literals, "<=", self.bound)
            yield Cardinality(self.literals, ">=", self.bound)
        else:
            yield self

    def opposite(self) -> Cardinality | None:
        """True where this is false; None of an equation."""
        if self.comparator == "==":
            return None
        comparator, shift = OPPOSITE[self.comparator]
        return Cardinality(self.literals, comparator, self.bound + shift)


def AtMost(bound: Term, literals: Literals) -> Cardinality | Linear:
    """At most `bound` of the literals are true: `AtMost(2, [a, b, c])`. The bound may be a term."""
    return _amount(literals, "<=", bound)


def AtLeast(bound: Term, literals: Literals) -> Cardinality | Linear:
    """At least `bound` of the literals are true: `AtLeast(1, [x == 1, y == 1])`."""
    return _amount(literals, ">=", bound)


def Exactly(bound: Term, literals: Literals) -> Cardinality | Linear:
    """Exactly `bound` of the literals are true: `Exactly(1, [x <= 2, b])`."""
    return _amount(literals, "==", bound)


def _amount(literals: Literals, comparator: str, bound: Term) -> Cardinality | Linear:
    """With a bound that is a term the literals are added up."""
    if isinstance(bound, Statement):
        from threefold.language.logic import number_of  # made of constraints: an import above would be a circle

        return Linear(number_of(literals), comparator, bound)
    return Cardinality(literals, comparator, bound)


COUNTS: tuple[Counted, ...] = (
    ("exactly 2 of 4 Booleans: C(4, 2)", 6, lambda s: Exactly(2, s.booleans("b", range(4)))),
    ("at most 1 of 4: 1 + 4", 5, lambda s: AtMost(1, s.booleans("b", range(4)))),
    ("at least 1 of nothing: none of the 2", 0, lambda s: AtLeast(1, [s.boolean("b")][:0])),
    ("b twice is at most 1: b is false", 1, lambda s: AtMost(1, [*[s.boolean("b")] * 2])),
    ("exactly one of x == 0, y == 0, b: 2 + 2 + 4", 8, xyb(lambda x, y, b: Exactly(1, [x == 0, y == 0, b]))),
    ("at most one of x == 0, y == 0, b: these 8 and 4", 12, xyb(lambda x, y, b: AtMost(1, [x == 0, y == 0, b]))),
    ("at least two of x == 0, y == 0, b: the other 6", 6, xyb(lambda x, y, b: AtLeast(2, [x == 0, y == 0, b]))),
    ("at most -1 of anything: never", 0, xyb(lambda x, y, b: AtMost(-1, [b]))),
    ("at most three of two: always", 18, xyb(lambda x, y, b: AtMost(3, [x <= 0, b]))),
)  # fmt: skip
