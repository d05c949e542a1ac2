"""Implies: half-reification. Reference: T. Feydy, Z. Somogyi, P. Stuckey, Half reification and flattening, CP 2011."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from threefold.errors import SpecError
from threefold.language.constraints.all_different import AllDifferent
from threefold.language.constraints.cardinality import Cardinality
from threefold.language.constraints.clause import Clause
from threefold.language.constraints.linear import Linear
from threefold.language.node import Counted, Kind, xyb
from threefold.language.terms import Variable, as_literal
from threefold.language.truth import Assignment, Literal, Logical

Conditional: TypeAlias = Clause | Cardinality | AllDifferent | Linear
"""The kinds that every backend can half-reify."""


class Implies(Kind):
    """If the condition is true, the constraint holds; if it is false, the constraint may hold or not."""

    fields = ("condition", "constraint")
    constraint: Conditional

    def __init__(self, condition: Logical, constraint: Logical) -> None:
        try:
            self.constraint = constraint if isinstance(constraint, Conditional) else Clause([as_literal(constraint)])
            self.condition = as_literal(condition)
        except SpecError as error:
            raise SpecError(f"{condition} implies {constraint}: {error}") from None

    @classmethod
    def of_arguments(cls, arguments: Sequence[Any]) -> Implies:
        """In a text the constraint is named by its truth value."""
        condition, inner = arguments
        return cls(condition, getattr(inner.variable, "item", inner) if isinstance(inner, Literal) else inner)

    def __repr__(self) -> str:
        inner = self.constraint.inner_text()
        return f"{self.condition} implies {f'({inner})' if ' implies ' in inner else inner}"

    def operands(self) -> list[Variable]:
        return [self.condition.variable, *self.constraint.operands()]

    def holds(self, assignment: Assignment) -> bool:
        return not self.condition.holds(assignment) or self.constraint.holds(assignment)

    def decompose(self) -> Iterator[Logical]:
        yield Clause([~self.condition, self.constraint])


COUNTS: tuple[Counted, ...] = (
    ("b implies x == 0 over 0..2: 1 + 3", 4, lambda s: Implies(s.boolean("b"), s.integer("x", range(3)) == 0)),
    ("b implies false: not b", 1, lambda s: Implies(s.boolean("b"), Clause([]))),
    ("b implies x + y <= 1 over 0..2: 3 + 9", 12, lambda s: Implies(s.boolean("b"), s.integer("x", range(3)) + s.integer("y", range(3)) <= 1)),
    ("not b implies false: b", 9, xyb(lambda x, y, b: Implies(~b, Clause([])))),
    ("b implies x + y != 2: 6 + 9", 15, xyb(lambda x, y, b: Implies(b, x + y != 2))),
    ("b implies x == y + 1: 2 + 9", 11, xyb(lambda x, y, b: Implies(b, x == y + 1))),
    ("b implies different: 6 + 9", 15, xyb(lambda x, y, b: Implies(b, AllDifferent([x, y])))),
    ("x <= 0 implies exactly one of y == 0, b: 3 of x = 0, 12 others", 15, xyb(lambda x, y, b: Implies(x <= 0, Cardinality([y == 0, b], "==", 1)))),
    ("b implies x + y + b == 3: (0,2), (1,1), (2,0), and 9", 12, xyb(lambda x, y, b: Implies(b, x + y + b == 3))),
    ("b implies at most 0 of x == 0, y == 0: 4 + 9", 13, xyb(lambda x, y, b: Implies(b, Cardinality([x == 0, y == 0], "<=", 0)))),
)  # fmt: skip
