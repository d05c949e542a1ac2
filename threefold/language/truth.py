"""What is true or false in a solution: literals and constraints, and the operators that combine them.

`&`, `|`, `^` and `~` join them; with `+`, `-`, `*` and comparisons a true one counts 1 and a false one 0. What each of these
makes is said in `logic`, and how that becomes constraints of the kernel in `flattening`.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from operator import eq, le
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from threefold.errors import SpecError

if TYPE_CHECKING:
    from threefold.language.terms import Term, Variable

Assignment: TypeAlias = Sequence[int]
"""One value per variable, in the order of their declaration."""
INSTEAD = (
    "write & for 'and', | for 'or', ~ for 'not' (1 <= x <= 2 is an 'and'), minimum(…) and maximum(…) for min and max, "
    "AtLeast(1, …) and All(…) for any and all"
)


def plain(value: Any) -> Any:
    """An integer of another package, like numpy, as Python's own; anything else as it is."""
    if isinstance(value, int):  # most often; Integral takes long to answer about a class that is new to it
        return value
    return value if isinstance(value, Statement) or not isinstance(value, Integral) else int(value)


class Statement:
    __slots__ = ()

    def __bool__(self) -> NoReturn:
        """A literal or a constraint in an `if` is a mistake. Without this it would always be true."""
        raise SpecError(
            f"'{self}' is a statement about a solution and has no truth value while the spec is built; {INSTEAD}"
        )

    def __index__(self) -> NoReturn:
        """`array[x]` or `range(x)` of Python."""
        raise SpecError(f"'{self}' has no value while the spec is built; for array[x] write value_at(array, x)")

    def __truediv__(self, divisor: object) -> NoReturn:
        raise SpecError(f"write // for the quotient that is rounded down, not '/' (got {self} / {divisor})")

    def __rshift__(self, other: object) -> NoReturn:
        raise SpecError(f"for 'if {self} is true, so is {other}' write Implies({self}, {other}), not '>>'")

    def __rpow__(self, base: object) -> NoReturn:
        raise SpecError(f"for {base} ** {self} write value_at([{base} ** k for k in …], {self})")

    def __rand__(self, other: object) -> NoReturn:
        """`x == 1 & y == 2` is `x == (1 & y) == 2` for Python."""
        raise SpecError(f"write parentheses, as in (x == 1) & (y == 2) (got {other} & {self})")

    def __ror__(self, other: object) -> NoReturn:
        raise SpecError(f"write parentheses, as in (x == 1) | (y == 2) (got {other} | {self})")


class Logical(Statement):
    """A literal, a constraint or a Boolean variable."""

    __slots__ = ()

    def __and__(self, other: Logical) -> Any:
        return _logic().both(self, other)

    def __or__(self, other: Logical) -> Any:
        return _logic().either(self, other)

    def __xor__(self, other: Logical) -> Any:
        return _logic().exclusive(self, other)

    def implies(self, other: Logical) -> Any:
        """If this is true, so is the other."""
        return _logic().Implies(self, other)


class Truth(Logical):
    """A literal or a constraint."""

    __slots__ = ()

    def __invert__(self) -> Any:
        return _logic().negation(self)

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> Any:
        """Both true or both false. In comparison with an integer a true one counts 1 and a false one 0."""
        return _logic().same(self, other)

    def __ne__(self, other: object) -> Any:
        return _logic().different(self, other)

    def __add__(self, other: Term | Truth) -> Any:
        return _logic().number(self) + other

    def __radd__(self, other: Term | Truth) -> Any:
        return other + _logic().number(self)

    def __sub__(self, other: Term | Truth) -> Any:
        return _logic().number(self) - other

    def __rsub__(self, other: Term | Truth) -> Any:
        return other - _logic().number(self)

    def __neg__(self) -> Any:
        return -_logic().number(self)

    def __mul__(self, other: Term | Truth) -> Any:
        return _logic().number(self) * other

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Any:
        return _logic().number(self) ** exponent

    def __floordiv__(self, divisor: Term | Truth) -> Any:
        return _logic().number(self) // divisor

    def __rfloordiv__(self, dividend: int) -> Any:
        return dividend // _logic().number(self)

    def __mod__(self, divisor: Term | Truth) -> Any:
        return _logic().number(self) % divisor

    def __rmod__(self, dividend: int) -> Any:
        return dividend % _logic().number(self)

    def __divmod__(self, divisor: Term | Truth) -> Any:
        return divmod(_logic().number(self), divisor)

    def __rdivmod__(self, dividend: int) -> Any:
        return divmod(dividend, _logic().number(self))

    def __abs__(self) -> Any:
        return abs(_logic().number(self))

    def __le__(self, other: Term | Truth) -> Any:
        """Of two truths: if the first is true, so is the second."""
        return _logic().number(self) <= other

    def __ge__(self, other: Term | Truth) -> Any:
        return _logic().number(self) >= other

    def __lt__(self, other: Term | Truth) -> Any:
        return _logic().number(self) < other

    def __gt__(self, other: Term | Truth) -> Any:
        return _logic().number(self) > other


class Literal(Truth):
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
        x = self.variable
        value = assignment[x.position] if x.position >= 0 else x.at(assignment)
        return (value == self.value if self.comparator == "==" else value <= self.value) == self.positive

    def true_values(self) -> list[int]:
        compare = eq if self.comparator == "==" else le
        return [v for v in self.variable.domain if compare(v, self.value) == self.positive]


def _logic() -> Any:
    """Made of constraints, which are Truths: an import above would be a circle."""
    from threefold.language import logic

    return logic
