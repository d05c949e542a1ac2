"""Estimates with their error: the median of runs, the ratio of two medians, two rows on independent instances, growth.

All are computed from ranks (Hollander, Wolfe, Chicken, *Nonparametric Statistical Methods*, chapter 3). Ranks assume no normal
distribution, one slow run moves them little, and they need no random numbers and no library: the same records give the same
bytes everywhere.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations_with_replacement
from math import comb, exp, log
from statistics import linear_regression, median

SIGNIFICANT = 0.05
TAIL = 40  # of an interval of 95 %: at each end at most one case in 40 is outside
RANGE_IS_INTERVAL = 8  # runs: of six to eight the range is the 95 % interval of their median; fewer have none
FLOOR = 0.01  # seconds: a shorter time is mostly that of starting a run, and is compared with nothing
LEAST_PAIRS = 6  # with fewer no result of the test is significant
DIGITS = 9  # of a logarithm: ratios that differ by less are the same


@dataclass(frozen=True)
class Estimate:
    """A value, and the ends of its interval or range; they are None for a single run."""

    value: float
    low: float | None = None
    high: float | None = None
    runs: int = 1

    def overlaps(self, other: "Estimate") -> bool:
        """The two cannot be told apart. A single run is a point, which says nothing of the next run."""
        mine, theirs = self.ends, other.ends
        return mine[0] <= theirs[1] and theirs[0] <= mine[1]

    @property
    def ends(self) -> tuple[float, float]:
        low, high = self.low, self.high
        return (self.value if low is None else low), (self.value if high is None else high)


@dataclass(frozen=True)
class Comparison:
    """Two rows on independent instances."""

    row: str  # the reference
    other: str
    ratio: Estimate  # the time of `other` by that of `row`, over the instances that both solve
    p: float  # of the test over the instances that at least one of them solves, corrected for the number of tests


def median_of(times: Sequence[float]) -> Estimate:
    """Of some repetitions of the same run."""
    runs = len(times)
    if runs == 1:
        return Estimate(times[0])
    return Estimate(median(times), *_inside(sorted(times), [comb(runs, less) for less in range(runs + 1)]), runs)


def ratio_of(one: Estimate, base: Estimate) -> Estimate | None:
    """Of two medians; None if the second is 0. Its ends are those of the medians: the ratio may be 1 where the two tie."""
    if not base.value:
        return None
    runs, (low, high) = min(one.runs, base.runs), base.ends
    if runs == 1 or not low:
        return Estimate(one.value / base.value, runs=runs)
    return Estimate(one.value / base.value, one.ends[0] / high, one.ends[1] / low, runs)


def typical_ratio(pairs: Sequence[tuple[float, float]]) -> Estimate:
    """Of the second times by the first ones: the median of the geometric means of every two ratios (Hodges and Lehmann).

    Its interval belongs to Wilcoxon's test: it is without 1 where the test is significant. A geometric mean of all may be outside
    of it; Student's interval of that mean wants a normal distribution, and a bootstrap is too narrow for so few instances.
    """
    logs = _logs(pairs)
    means = sorted((one + other) / 2 for one, other in combinations_with_replacement(logs, 2))
    low, high = _inside(means, _rank_sums(range(1, len(logs) + 1)))
    return Estimate(exp(median(means)), exp(low), exp(high), len(logs))


def signed_rank(pairs: Sequence[tuple[float, float]]) -> float:
    """Wilcoxon's test of the ratios, exact and two-sided: how likely a difference of at least this size is by chance alone.

    Equal times say nothing and are left out; equal differences share the mean of their ranks.
    """
    logs = [each for each in _logs(pairs) if each]
    sizes = sorted(map(abs, logs))
    doubled = [bisect_left(sizes, abs(each)) + 1 + bisect_right(sizes, abs(each)) for each in logs]  # ranks times two
    longer = sum(rank for rank, each in zip(doubled, logs, strict=True) if each > 0)
    ways = _rank_sums(doubled)
    return min(1.0, 2 * sum(ways[: min(longer, sum(doubled) - longer) + 1]) / sum(ways))


@dataclass(frozen=True)
class Growth:
    """Of a time with a size n: about c·factor^n, or about c·n^factor."""

    factor: float
    exponential: bool
    off: float  # no measured time is more than this many times as long or as short as the fit

    def over(self, size: str) -> str:
        return f"{self.factor:.3g}^{size}" if self.exponential else f"{size}^{self.factor:.3g}"


def growth_of(sizes: Sequence[float], times: Sequence[float]) -> Growth:
    """The line of least squares through the logarithms of the times, over the size or over its logarithm: what fits better."""
    logs = [log(time) for time in times]
    fits = [_fit(sizes, logs), *([_fit([log(size) for size in sizes], logs)] if min(sizes) > 0 else [])]
    errors = [sum(error * error for error in found) for _, found in fits]
    best = errors.index(min(errors))
    slope, found = fits[best]
    return Growth(slope if best else exp(slope), best == 0, exp(max(map(abs, found))))


def _fit(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, list[float]]:
    slope, intercept = linear_regression(xs, ys)
    return slope, [round(y - slope * x - intercept, DIGITS) for x, y in zip(xs, ys, strict=True)]


def corrected(tests: Sequence[float]) -> list[float]:
    """For the number of tests, by Benjamini and Hochberg: among the significant ones, at most 5 % are expected to be wrong."""
    ordered = sorted(tests)
    return [min(p * len(tests) / rank for rank, p in enumerate(ordered, 1) if p >= each) for each in tests]


def _logs(pairs: Iterable[tuple[float, float]]) -> list[float]:
    return [round(log(other / one), DIGITS) for one, other in pairs if one > 0 and other > 0]


def _rank_sums(ranks: Iterable[int]) -> list[int]:
    """How many choices of some of the ranks have the sum 0, 1, 2, …"""
    ways = [1]
    for rank in ranks:
        without, included = [*ways, *[0] * rank], [*[0] * rank, *ways]
        ways = [one + other for one, other in zip(without, included, strict=True)]
    return ways


def _inside(values: Sequence[float], ways: Sequence[int]) -> tuple[float, float]:
    """The ends of an interval of sorted values; `ways`, how many cases have 0, 1, 2, … of the values on one side."""
    cases = sum(ways)
    tails = sum(TAIL * tail <= cases for tail in accumulate(ways))
    place = max(tails, 1) - 1
    return values[place], values[-1 - place]
