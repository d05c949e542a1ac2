"""The values that are left for a variable. A set, or for a very large domain the range between two bounds.

A range cannot have holes. Where a value in its middle should be removed, it stays, so that what is concluded is right but may
be less than it could be.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from threefold.language import Literal
from threefold.language.terms import Domain

WIDE = 20_000  # values of a domain, from which on only its bounds are moved
Values = frozenset[int] | range


def of_domain(domain: Sequence[int]) -> Values:
    return frozenset(domain) if len(domain) <= WIDE else range(domain[0], domain[-1] + 1)


def bounds(values: Values) -> tuple[int, int]:
    return (values[0], values[-1]) if isinstance(values, range) else (min(values), max(values))


def between(values: Values, low: int, high: int) -> Values:
    if isinstance(values, range):
        return range(max(values.start, low), min(values.stop, high + 1))
    return frozenset(value for value in values if low <= value <= high)


def common(values: Values, others: Values) -> Values:
    if isinstance(others, range):
        return between(values, others.start, others.stop - 1)
    return frozenset(filter(values.__contains__, others)) if isinstance(values, range) else values & others


def joined(values: Values, others: Values) -> Values:
    """All of both; of two ranges, or of a range and a set, also what lies between them."""
    if isinstance(values, frozenset) and isinstance(others, frozenset):
        return values | others
    if not values or not others:
        return values or others
    (low, high), (least, most) = bounds(values), bounds(others)
    return range(min(low, least), max(high, most) + 1)


def without(values: Values, removed: Iterable[int]) -> Values:
    if isinstance(values, frozenset):
        return values.difference(removed)
    excluded, low, high = set(removed), values.start, values.stop - 1
    while low <= high and low in excluded:
        low += 1
    while low <= high and high in excluded:
        high -= 1
    return range(low, high + 1)


def satisfying(values: Values, literals: Sequence[Literal]) -> Values:
    """Those that make one of the literals of this variable true."""
    if isinstance(values, frozenset):
        return frozenset(value for value in values if any(_is_true(literal, value) for literal in literals))
    kept: Values = frozenset()
    for literal in literals:
        kept = joined(kept, _part(values, literal))
    return kept


def _is_true(literal: Literal, value: int) -> bool:
    return (value == literal.value if literal.comparator == "==" else value <= literal.value) == literal.positive


def _part(values: range, literal: Literal) -> Values:
    if literal.comparator == "==":
        one = frozenset({literal.value})
        return common(values, one) if literal.positive else without(values, one)
    if literal.positive:
        return between(values, values.start, literal.value)
    return between(values, literal.value + 1, values.stop - 1)


def in_domain(domain: Domain, values: Values) -> Domain:
    """As values of the domain, in its order."""
    if isinstance(values, frozenset):
        return domain if len(values) == len(domain) else tuple(sorted(values))
    return domain[bisect_left(domain, values.start) : bisect_right(domain, values.stop - 1)]
