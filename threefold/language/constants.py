"""TRUE and FALSE: the literals of a constraint that has no variable, like `AllDifferent([])`.

They may stand in a Clause, a Cardinality and an Implies until it is added to a group, which takes them out: no backend sees them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from threefold.language.constraints import (
    AllDifferent,
    Cardinality,
    Circuit,
    Clause,
    Constraint,
    Element,
    Implies,
    Linear,
    Table,
)
from threefold.language.terms import Assignment, Literal, Variable


class _Nowhere(Variable):
    """It is 1, and belongs to no spec."""

    __slots__ = ()

    def __init__(self) -> None:
        self.family, self.index, self.domain, self.position, self.boolean = "true", (), range(1, 2), 1 << 62, True


NOWHERE = _Nowhere()


class Constant(Literal):
    """A literal that is true, or false, whatever the solution."""

    __slots__ = ()

    def __init__(self, truth: bool) -> None:
        super().__init__(NOWHERE, "<=", 1, truth)

    def __repr__(self) -> str:
        return str(self.positive).lower()

    def __invert__(self) -> Constant:
        return Constant(not self.positive)

    def holds(self, assignment: Assignment) -> bool:
        return self.positive


TRUE, FALSE = Constant(True), Constant(False)


def without_constants(constraint: Constraint) -> Constraint | None:
    """The same without TRUE and FALSE; None if it is always true."""
    match constraint:
        case Clause(literals=literals):
            others, true = _split(literals)
            return None if true else Clause(others)
        case Cardinality(literals=literals, comparator=comparator, bound=bound):
            others, true = _split(literals)
            return Cardinality(others, comparator, bound - true)
        case Implies(condition=Constant() as condition, constraint=inner):
            return without_constants(inner) if condition.positive else None
        case Implies(condition=condition, constraint=inner):
            rest = without_constants(inner)
            return None if rest is None else Implies(condition, rest)
        case AllDifferent() | Linear() | Table() | Element() | Circuit():
            return constraint  # they are made of terms, and there a constant is a number
        case _:
            assert_never(constraint)


def _split(literals: Sequence[Literal]) -> tuple[list[Literal], int]:
    """Those that are no constants, and how many of the constants are true."""
    others = [literal for literal in literals if not isinstance(literal, Constant)]
    return others, sum(literal.positive for literal in literals if isinstance(literal, Constant))
