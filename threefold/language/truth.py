"""What is true or false in a solution: literals and constraints, and the operators that combine them.

`&`, `|`, `^` and `~` join them; with `+`, `-`, `*` and comparisons a true one counts 1 and a false one 0. How they become
constraints of the kernel is said in `logic`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from threefold.errors import SpecError

if TYPE_CHECKING:
    from threefold.language.terms import Term

INSTEAD = (
    "write & for 'and', | for 'or', ~ for 'not' (1 <= x <= 2 is an 'and'), minimum(…) and maximum(…) for min and max"
)


class Statement:
    __slots__ = ()

    def __bool__(self) -> NoReturn:
        """A literal or a constraint in an `if` is a mistake. Without this it would always be true."""
        raise SpecError(
            f"'{self}' is a statement about a solution and has no truth value while the spec is built; {INSTEAD}"
        )


class Logical(Statement):
    """A literal, a constraint or a Boolean variable."""

    __slots__ = ()

    def __and__(self, other: Logical) -> Any:
        return _logic().both(self, other)

    def __or__(self, other: Logical) -> Any:
        return _logic().either(self, other)

    def __xor__(self, other: Logical) -> Any:
        return _logic().different(self, other)


class Truth(Logical):
    """A literal or a constraint."""

    __slots__ = ()

    def __invert__(self) -> Any:
        return _logic().negation(self)

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


def _logic() -> Any:
    """Made of constraints, which are Truths: an import above would be a circle."""
    from threefold.language import logic

    return logic
