"""Estimates with their error: the median of repeated runs, the ratio of two medians, a paired test over instances.

SciPy computes them. It is the extra `report`, and is imported only here. Without it a report has no tests and no error of a
ratio, and the range of more than five runs stands for the interval of their median; the report says so.

The random numbers of the bootstrap have a fixed seed, and come from RandomState, whose stream is the same in every version of
numpy: the same records give the same bytes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from math import exp, log
from statistics import fmean, median
from typing import Any

LEVEL = 0.95  # of every interval that is computed
SIGNIFICANT = 1 - LEVEL
RESAMPLES = 1999
SEED = 15
EQUAL = 1e-9  # logarithms of ratios that differ by less are the same
# The bootstrap of up to five runs gives their range: the smallest is the median of more than 2.5 % of all resamples. It is no
# 95 % interval: the range has the true median in 75 % of all cases with three runs, in 93.75 % with five.
RANGE_IS_INTERVAL = 5
LEAST_PAIRS = 6  # with fewer pairs no result of the test is significant, and there is no interval of their mean
MOST_EXACT = 50  # pairs; from there on the normal approximation of the test is good enough


@dataclass(frozen=True)
class Estimate:
    """A value, and the ends of its interval or range; they are None for a single run, and where an interval would mislead."""

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
    """Two rows on the instances that at least one of them solves, in pairs."""

    row: str
    other: str
    pairs: int
    ratio: Estimate | None  # the time of `other` by that of `row`, geometric mean over the instances that both solve
    both: int  # the number of these instances
    p: (
        float | None
    )  # Wilcoxon's signed-rank test, corrected for the number of comparisons; None: too few pairs, or no SciPy

    @property
    def significant(self) -> bool:
        return self.p is not None and self.p < SIGNIFICANT


@cache
def has_scipy() -> bool:
    return find_spec("scipy") is not None


def median_of(times: Sequence[float]) -> Estimate:
    """Of some repetitions of the same run."""
    low, high = min(times), max(times)
    if len(times) > RANGE_IS_INTERVAL and has_scipy():
        low, high = _bootstrap(_median, times)
    return Estimate(median(times), low, high, len(times)) if len(times) > 1 else Estimate(times[0])


def ratio_of(times: Sequence[float], base: Sequence[float]) -> Estimate | None:
    """The median of some times by that of others; None if that is 0."""
    if not median(base):
        return None
    value, runs = median(times) / median(base), min(len(times), len(base))
    if runs == 1 or not has_scipy() or not min(base):
        return Estimate(value, runs=runs)
    return Estimate(value, *_bootstrap(_ratio, times, base), runs)


def mean_ratio(pairs: Sequence[tuple[float, float]]) -> Estimate | None:
    """The geometric mean of the ratios of pairs, the second by the first; with an interval if there are enough."""
    logs = [log(other) - log(one) for one, other in pairs if one > 0 and other > 0]
    if not logs:
        return None
    if len(logs) < LEAST_PAIRS or not has_scipy():
        return Estimate(exp(fmean(logs)), runs=len(logs))
    low, high = _of_mean(logs)
    return Estimate(exp(fmean(logs)), exp(low), exp(high), len(logs))


def signed_rank(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Wilcoxon's test of the logarithms of the times, two-sided: how likely such a difference is between rows that are equal."""
    differences = [log(other) - log(one) for one, other in pairs if one > 0 and other > 0]
    sizes = {abs(each) for each in differences}
    if len(differences) < LEAST_PAIRS or not any(sizes) or not has_scipy():
        return None
    from scipy.stats import wilcoxon

    exact = len(differences) <= MOST_EXACT and len(sizes) == len(differences) and 0 not in sizes
    return float(wilcoxon(differences, method="exact" if exact else "asymptotic").pvalue)


def corrected(tests: Sequence[float | None]) -> list[float | None]:
    """For the number of tests, by Benjamini and Hochberg: among the significant ones, at most 5 % are expected to be wrong."""
    made = [p for p in tests if p is not None]
    if len(made) < 2:
        return list(tests)
    from scipy.stats import false_discovery_control

    adjusted = iter(false_discovery_control(made).tolist())
    return [None if p is None else next(adjusted) for p in tests]


def _bootstrap(statistic: Callable[..., Any], *samples: Sequence[float]) -> tuple[float, float]:
    import numpy
    from scipy.stats import bootstrap

    interval = bootstrap(
        samples,
        statistic,
        n_resamples=RESAMPLES,
        vectorized=True,
        confidence_level=LEVEL,
        method="percentile",
        random_state=numpy.random.RandomState(SEED),
    ).confidence_interval
    return float(interval.low), float(interval.high)


def _of_mean(values: Sequence[float]) -> tuple[float, float]:
    """By Student's t: the bootstrap of a few values is too narrow."""
    if max(values) - min(values) < EQUAL:  # SciPy warns that it cannot compute their variance
        return min(values), max(values)
    from scipy.stats import ttest_1samp

    low, high = ttest_1samp(values, 0.0).confidence_interval(LEVEL)
    return float(low), float(high)


def _median(sample: Any, axis: int) -> Any:
    import numpy

    return numpy.median(sample, axis=axis)


def _ratio(sample: Any, base: Any, axis: int) -> Any:
    return _median(sample, axis) / _median(base, axis)
