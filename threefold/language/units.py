"""Units: the terms `±x + c` of which all kinds but Linear consist."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from threefold.errors import SpecError
from threefold.language.functions import Function
from threefold.language.lists import Terms, as_sums
from threefold.language.terms import Assignment, Literal, Sum, Variable

MOST_VALUES = 4096  # that are computed one by one; a term with more combinations gets all integers between its bounds


class Unit(NamedTuple):
    """A term `sign·x + offset` with sign 1 or -1; a constant has sign 0 and no variable."""

    sign: int
    variable: Variable | None
    offset: int

    def value(self, assignment: Assignment) -> int:
        x = self.variable
        if x is None:
            return self.offset
        return self.sign * (assignment[x.position] if x.position >= 0 else x.at(assignment)) + self.offset

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
    """A term `±x + c` with the same value: the term itself, or the sum as one function."""
    if len(term.terms) == 1 and term.terms[0][0] in (1, -1):  # most often
        return term
    if is_unit(term):
        return simplest(term)
    from threefold.language.constraints.total import (
        Total,  # a function, made of units: an import above would be a circle
    )

    return Total(term)._sum()


def simplest(term: Sum) -> Sum:
    """Every variable once; as it was written where a term that can be undefined would cancel out."""
    combined = term.combined()
    partial = {x for _, x in term.terms if isinstance(x, Function) and x.partial}
    return combined if partial.issubset(x for _, x in combined.terms) else term


def factor(term: Sum) -> Sum:
    """As `as_unit`, with each variable once."""
    return as_unit(simplest(term))


def as_units(terms: Terms) -> tuple[Sum, ...]:
    return tuple(map(as_unit, as_sums(terms)))


def takes(term: Sum, value: int) -> Literal:
    """`term == value` for a term `±x + c`."""
    unit = unit_of(term)
    if unit.variable is None:
        raise SpecError(f"the term {term} has no variable")
    return Literal(unit.variable, "==", unit.sign * (value - unit.offset))


def bounds(term: Sum) -> tuple[int, int]:
    ends = [sorted((a * x.domain[0], a * x.domain[-1])) for a, x in term.combined().terms]
    return term.constant + sum(low for low, _ in ends), term.constant + sum(high for _, high in ends)


def values_of(term: Sum) -> Sequence[int]:
    """The values that a term can have, in order."""
    combined = term.combined()
    if is_unit(combined):
        values = unit_of(combined).values()
        return values if values[0] <= values[-1] else values[::-1]
    if prod(len(x.domain) for _, x in combined.terms) > MOST_VALUES:
        low, high = bounds(combined)
        return range(low, high + 1)
    sums = {combined.constant}
    for a, x in combined.terms:
        sums = {value + a * v for value in sums for v in x.domain}
    return sorted(sums)


def values_of_function(values: Sequence[Sequence[int]], function: Callable[[Sequence[int]], int]) -> Iterable[int]:
    """The values of a function, by those of its terms; it is monotone in each where the others are fixed and keep their sign."""
    if prod(map(len, values)) <= MOST_VALUES:
        return {function(each) for each in product(*values)}
    ends = {function(each) for each in product(*map(_corners, values))}
    return range(min(ends), max(ends) + 1)


def _corners(values: Sequence[int]) -> list[int]:
    """The ends, and the values nearest to 0 on both sides."""
    place = bisect_left(values, 0)
    return [values[0], values[-1], *values[max(0, place - 1) : place + 2]]
