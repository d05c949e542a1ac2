"""Medians with their intervals, ratios with their error, paired tests. Those that need SciPy are skipped without it."""

import subprocess
import sys
from itertools import pairwise
from math import exp, log, prod
from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.specs import examples
from threefold.reporting import estimates
from threefold.reporting.estimates import Estimate, corrected, mean_ratio, median_of, ratio_of, signed_rank

TIMES = st.lists(st.floats(0.001, 1000.0), min_size=2, max_size=5)


@pytest.fixture
def without_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "has_scipy", lambda: False)


def test_a_single_run_has_no_interval() -> None:
    assert median_of([2.0]) == Estimate(2.0, None, None, 1)


@given(TIMES)
@examples(20)
def test_the_bootstrap_of_up_to_five_runs_gives_their_range(times: list[float]) -> None:
    pytest.importorskip("scipy")
    found = median_of(times)
    assert (found.low, found.high) == (min(times), max(times))
    assert estimates._bootstrap(estimates._median, times) == pytest.approx((min(times), max(times)))


def test_the_interval_of_many_runs_is_narrower_than_their_range() -> None:
    pytest.importorskip("scipy")
    times = [1.0 + 0.01 * each for each in range(20)]
    found = median_of(times)
    low, high = found.ends
    assert min(times) < low < found.value < high < max(times)
    assert median_of(times) == found  # the same every time


@pytest.mark.usefixtures("without_scipy")
def test_without_scipy_the_range_stands_for_the_interval_and_there_are_no_tests() -> None:
    times = [1.0 + 0.01 * each for each in range(20)]
    assert median_of(times).ends == (min(times), max(times))
    assert ratio_of(times, times) == Estimate(1.0, runs=20)
    pairs = [(1.0, 1.5 + each) for each in range(20)]
    assert signed_rank(pairs) is None
    mean = mean_ratio(pairs)
    assert mean
    assert mean.value == pytest.approx(prod(y for _, y in pairs) ** (1 / 20))
    assert (mean.low, mean.runs) == (None, 20)
    assert corrected([None, None]) == [None, None]


def test_the_ratio_of_two_medians_has_an_interval_around_it() -> None:
    pytest.importorskip("scipy")
    found = ratio_of([2.0, 2.1, 1.9, 2.2, 2.0], [1.0, 1.1, 0.9, 1.0, 1.0])
    assert found is not None
    assert found.value == 2.0
    low, high = found.ends
    assert 1.5 < low < 2.0 < high < 2.5
    assert ratio_of([1.0], [0.0]) is None


def test_single_runs_have_a_ratio_without_an_interval() -> None:
    assert ratio_of([3.0], [1.5, 1.5]) == Estimate(2.0, runs=1)
    assert mean_ratio([(1.0, 4.0)]) == Estimate(exp(log(4.0)))
    assert mean_ratio([]) is None


def test_the_interval_of_a_mean_ratio_is_students_of_the_logarithms() -> None:
    pytest.importorskip("scipy")
    logs = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]
    found = mean_ratio([(1.0, exp(each)) for each in logs])
    assert found is not None
    half = 2.570582 * stdev(logs) / 6**0.5  # the 97.5 % point of t with five degrees of freedom
    assert found.ends == pytest.approx((exp(0.25 - half), exp(0.25 + half)))


def test_the_mean_of_less_than_six_ratios_has_no_interval() -> None:
    """That of two instances was no more than the two ratios."""
    for number in (1, 2, 5):
        found = mean_ratio([(1.0, 2.0 + each) for each in range(number)])
        assert found is not None
        assert (found.low, found.high, found.runs) == (None, None, number)


def test_thousands_of_equal_ratios_have_an_interval_without_a_warning() -> None:
    pytest.importorskip("scipy")
    found = mean_ratio([(0.007, 0.02)] * 2000)
    assert found is not None
    assert found.ends == pytest.approx((found.value, found.value))


def test_the_paired_test_is_wilcoxons_and_needs_six_pairs() -> None:
    pytest.importorskip("scipy")
    faster = [(1.0, 1.1 + 0.1 * each) for each in range(6)]
    assert signed_rank(faster) == pytest.approx(2 / 2**6)  # all six have the same sign
    assert signed_rank(faster[:5]) is None
    assert signed_rank([(1.0, 1.0)] * 9) is None  # no difference at all
    even = [(1.0, 1.5), (1.5, 1.0)] * 4
    assert signed_rank(even) == pytest.approx(1.0)


def test_several_tests_are_corrected_for_their_number() -> None:
    pytest.importorskip("scipy")
    assert corrected([0.01, None, 0.04]) == [pytest.approx(0.02), None, pytest.approx(0.04)]
    assert corrected([0.01]) == [0.01]


@given(st.lists(st.tuples(st.floats(0, 10), st.floats(0, 10)), min_size=2))
def test_two_estimates_overlap_each_other_or_neither(ends: list[tuple[float, float]]) -> None:
    found = [Estimate((one + other) / 2, min(one, other), max(one, other), 3) for one, other in ends]
    for one, other in pairwise(found):
        assert one.overlaps(other) == other.overlaps(one)
        assert one.overlaps(one)


def test_scipy_is_loaded_only_where_it_computes_something() -> None:
    code = (
        "import sys; import threefold.reporting.write; from threefold.reporting.estimates import median_of;"
        "median_of([1.0, 2.0, 3.0]); print('scipy' in sys.modules, 'numpy' in sys.modules)"
    )
    printed = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert printed == "False False\n"
