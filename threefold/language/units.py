"""Units: the terms `±x + c` of which all kinds but Linear consist."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from threefold.errors import SpecError
from threefold.language.lists import Terms, as_sums
from threefold.language.terms import Assignment, Literal, Sum, Variable


class Unit(NamedTuple):
    """A term `sign·x + offset` with sign 1 or -1; a constant has sign 0 and no variable."""

    sign: int
    variable: Variable | None
    offset: int

    def value(self, assignment: Assignment) -> int:
        return self.offset if self.variable is None else self.sign * assignment[self.variable.position] + self.offset

    def values(self) -> Sequence[int]:
        """The values that it can take, in order of the variable's domain; a range if the domain is one, for it may be large."""
        if self.variable is None:
            return [self.offset]
        domain, sign, offset = self.variable.domain, self.sign, self.offset
        if isinstance(domain, range):
            return range(sign * domain.start + offset, sign * domain.stop + offset, sign * domain.step)
        return [sign * value + offset for value in domain]

    def equals(self, value: int) -> Literal | bool:
        """The literal `this == value`, or its truth value if it is the same for all values of the variable."""
        if self.variable is None:
            return self.offset == value
        wanted = self.sign * (value - self.offset)
        return Literal(self.variable, "==", wanted) if wanted in self.variable.domain else False


def unit_of(term: Sum) -> Unit:
    combined = term.combined()
    if not combined.terms:
        return Unit(0, None, combined.constant)
    [(sign, variable)] = combined.terms
    return Unit(sign, variable, combined.constant)


def is_unit(term: Sum) -> bool:
    if len(term.terms) == 1 and term.terms[0][0] in (1, -1):  # most often
        return True
    combined = term.combined().terms
    return not combined or (len(combined) == 1 and abs(combined[0][0]) == 1)


def as_unit(term: Sum) -> Sum:
    """A term `±x + c` with the same value: the term itself, or a derived variable that equals it."""
    if len(term.terms) == 1 and term.terms[0][0] in (1, -1):  # most often
        return term
    from threefold.language.definitions import named

    return named(term)


def as_units(terms: Terms) -> tuple[Sum, ...]:
    return tuple(map(as_unit, as_sums(terms)))


def takes(term: Sum, value: int) -> Literal:
    """`term == value` for a term `±x + c`."""
    unit = unit_of(term)
    if unit.variable is None:
        raise SpecError(f"the term {term} has no variable")
    return Literal(unit.variable, "==", unit.sign * (value - unit.offset))
