"""The normal form of a linear constraint: each variable once, and the coefficients have no common divisor."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from threefold.language import Linear, Variable
from threefold.language.constraints import compare


@dataclass(frozen=True)
class LinearForm:
    """`sum of a·x ⋈ bound`."""

    terms: tuple[tuple[int, Variable], ...]
    comparator: str
    bound: int

    def holds(self, value: int) -> bool:
        """Does the comparison hold for this value of the sum?"""
        return compare(value, self.comparator, self.bound)

    def verdict(self, low: int, high: int) -> bool | None:
        """The truth value for all sums from low to high; None where it depends on the sum."""
        at_low, at_high = self.holds(low), self.holds(high)
        return None if at_low != at_high or low < self.bound < high else at_low

    def settled(self) -> bool | None:
        """The truth value where the domains alone decide."""
        return self.verdict(*span(self.terms))


def span(terms: Sequence[tuple[int, Variable]]) -> tuple[int, int]:
    """The least and the greatest sum."""
    ends = [sorted((a * x.domain[0], a * x.domain[-1])) for a, x in terms]
    return sum(low for low, _ in ends), sum(high for _, high in ends)


def normal_form(linear: Linear) -> LinearForm:
    """Divided by the greatest common divisor; 0 == 1 or 0 != 1 where the bound is not a multiple of it."""
    divisor = max(gcd(*(a for a, _ in linear.terms)), 1)
    bound = -(-linear.bound // divisor) if linear.comparator == ">=" else linear.bound // divisor
    if linear.comparator in ("==", "!=") and bound * divisor != linear.bound:
        return LinearForm((), linear.comparator, 1)
    return LinearForm(tuple((a // divisor, x) for a, x in linear.terms), linear.comparator, bound)
