"""Sums of functions of one variable each, `f(x) + g(y) + … ⋈ bound`: Linear and Cardinality.

For <=, >= and != the bounds of the others decide about a value. For == the reachable partial sums are bits of one integer, from
the left and from the right (Trick, A dynamic programming approach for consistency and propagation for knapsack constraints,
Annals of Operations Research 2003). Where these integers would be too long, only the bounds are moved.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from math import gcd
from operator import or_

from threefold.language import Literal
from threefold.language.constraints import compare
from threefold.propagation.values import Values, between, bounds, satisfying, without

MOST_BITS = 1 << 31  # that are shifted for all values of a constraint


class Summand(ABC):
    position: int

    @abstractmethod
    def of(self, value: int) -> int: ...

    @abstractmethod
    def span(self, values: Values) -> tuple[int, int]:
        """Its least and greatest value, or numbers beyond them where a domain is too large."""

    @abstractmethod
    def keep(self, values: Values, low: int | None, high: int | None) -> Values:
        """Those for which it lies between."""

    def differ(self, values: Values, excluded: int) -> Values:
        if isinstance(values, range):
            return without(values, [v for v in (values[0], values[-1]) if self.of(v) == excluded])
        return frozenset(value for value in values if self.of(value) != excluded)


class Multiple(Summand):
    """`factor·x`."""

    def __init__(self, position: int, factor: int) -> None:
        self.position, self.factor = position, factor

    def of(self, value: int) -> int:
        return self.factor * value

    def span(self, values: Values) -> tuple[int, int]:
        low, high = bounds(values)
        return (self.factor * low, self.factor * high) if self.factor > 0 else (self.factor * high, self.factor * low)

    def keep(self, values: Values, low: int | None, high: int | None) -> Values:
        factor = self.factor
        if factor < 0:
            low, high, factor = None if high is None else -high, None if low is None else -low, -factor
        least, most = bounds(values)
        return between(values, least if low is None else -(-low // factor), most if high is None else high // factor)


class Count(Summand):
    """The number of true ones of these literals of x."""

    def __init__(self, position: int, literals: Sequence[Literal]) -> None:
        self.position, self.literals = position, literals
        self._known: dict[int, int] = {}

    def of(self, value: int) -> int:
        if value not in self._known:
            self._known[value] = sum(len(satisfying(frozenset({value}), [literal])) for literal in self.literals)
        return self._known[value]

    def span(self, values: Values) -> tuple[int, int]:
        if isinstance(values, range):
            true = [satisfying(values, [literal]) for literal in self.literals]
            false = [satisfying(values, [~literal]) for literal in self.literals]
            return sum(not part for part in false), sum(bool(part) for part in true)
        numbers = [self.of(value) for value in values]
        return min(numbers), max(numbers)

    def keep(self, values: Values, low: int | None, high: int | None) -> Values:
        if isinstance(values, range):
            return values
        fits = (value for value in values if (low is None or self.of(value) >= low))
        return frozenset(value for value in fits if high is None or self.of(value) <= high)


class SumFilter:
    """`only_bounds` is set when less than all values without support could be removed."""

    def __init__(self, summands: Sequence[Summand], comparator: str, bound: int) -> None:
        self._summands, self._comparator, self._bound = summands, comparator, bound
        self.only_bounds = False

    def narrowed(self, domains: Sequence[Values]) -> Mapping[int, Values] | None:
        """The values with support; None where there are none."""
        left = {summand.position: domains[summand.position] for summand in self._summands}
        spans = [summand.span(left[summand.position]) for summand in self._summands]
        self.only_bounds |= any(
            isinstance(left[each.position], range) for each in self._summands if not self._by_bounds(each)
        )
        if self._comparator == "!=":
            return self._different(left, spans)
        low, high = sum(low for low, _ in spans), sum(high for _, high in spans)
        above, below = self._comparator != ">=", self._comparator != "<="
        if (above and low > self._bound) or (below and high < self._bound):
            return None
        for summand, (least, most) in zip(self._summands, spans, strict=True):
            lowest = self._bound - (high - most) if below else None
            highest = self._bound - (low - least) if above else None
            left[summand.position] = summand.keep(left[summand.position], lowest, highest)
        if not all(left.values()) or self._comparator != "==":
            return left if all(left.values()) else None
        return self._with_sums(left)

    def _by_bounds(self, summand: Summand) -> bool:
        """The bounds of its domain suffice."""
        return self._comparator in ("<=", ">=") and isinstance(summand, Multiple)

    def _different(self, left: dict[int, Values], spans: Sequence[tuple[int, int]]) -> Mapping[int, Values] | None:
        """Only where all summands but one have one value left."""
        open_ones = [summand for summand, (low, high) in zip(self._summands, spans, strict=True) if low < high]
        rest = self._bound - sum(low for low, high in spans if low == high)
        if not open_ones:
            return left if compare(0, "!=", rest) else None
        if len(open_ones) == 1:
            [last] = open_ones
            left[last.position] = last.differ(left[last.position], rest)
        return left

    def _with_sums(self, left: dict[int, Values]) -> Mapping[int, Values] | None:
        if any(isinstance(values, range) for values in left.values()):
            return left
        taken = [sorted({each.of(value) for value in left[each.position]}) for each in self._summands]
        target = self._bound - sum(own[0] for own in taken)
        steps = [[value - own[0] for value in own] for own in taken]
        divisor = gcd(*(step for own in steps for step in own)) or 1
        if target < 0 or target % divisor:
            return None
        target //= divisor
        if target * sum(map(len, steps)) > MOST_BITS:
            self.only_bounds = True
            return left
        fitting = _fitting([[step // divisor for step in own] for own in steps], target)
        if fitting is None:
            return None
        for summand, own, places in zip(self._summands, taken, fitting, strict=True):
            wanted = {own[place] for place in places}
            left[summand.position] = frozenset(v for v in left[summand.position] if summand.of(v) in wanted)
        return left


def _fitting(steps: Sequence[Sequence[int]], target: int) -> list[list[int]] | None:
    """Of each list the places of the numbers with which the sum can reach the target; None where it cannot."""
    mask = (2 << target) - 1
    reached = [1]
    for own in steps:
        reached.append(_either(reached[-1] << step for step in own) & mask)
    if not reached[-1] >> target & 1:
        return None
    wanted = [1 << target]  # partial sums from which the target can be reached, from the right
    for own in reversed(steps):
        wanted.append(_either(wanted[-1] >> step for step in own))
    ends = zip(steps, reached[:-1], reversed(wanted[:-1]), strict=True)
    return [[place for place, step in enumerate(own) if before << step & after] for own, before, after in ends]


def _either(numbers: Iterable[int]) -> int:
    return reduce(or_, numbers, 0)
