"""Literals: `x == v` and `x <= v` and their negations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from threefold.errors import SpecError

if TYPE_CHECKING:
    from threefold.language.terms import Variable

Assignment: TypeAlias = Sequence[int]  # one value per variable, in order of declaration


def no_truth(thing: object) -> NoReturn:
    """A literal or a constraint in an `if` is a mistake. Without this it would always be true."""
    raise SpecError(f"'{thing}' is a statement about a solution and has no truth value while the spec is built")


class Literal:
    """`x == v` or `x <= v`, or the negation of either (`positive` is False). A Boolean b is `b == 1`."""

    __slots__ = ("comparator", "positive", "value", "variable")

    def __init__(self, variable: Variable, comparator: str, value: int, positive: bool = True) -> None:
        self.variable, self.comparator, self.value, self.positive = variable, comparator, value, positive

    def __repr__(self) -> str:
        if self.variable.boolean and self.comparator == "==" and self.value in (0, 1):
            return f"{'' if self.positive == (self.value == 1) else '~'}{self.variable}"
        shown = self.comparator if self.positive else {"==": "!=", "<=": ">"}[self.comparator]
        return f"{self.variable} {shown} {self.value}"

    def __invert__(self) -> Literal:
        return Literal(self.variable, self.comparator, self.value, not self.positive)

    def holds(self, assignment: Assignment) -> bool:
        value = assignment[self.variable.position]
        return (value == self.value if self.comparator == "==" else value <= self.value) == self.positive

    def true_values(self) -> list[int]:
        """The values of the variable's domain that make it true."""
        if self.comparator == "==":
            return [v for v in self.variable.domain if (v == self.value) == self.positive]
        return [v for v in self.variable.domain if (v <= self.value) == self.positive]

    def __bool__(self) -> NoReturn:
        no_truth(self)
