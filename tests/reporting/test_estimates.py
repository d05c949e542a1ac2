"""Medians with their intervals, ratios with their error, paired tests: against published tables and against all cases."""

from itertools import pairwise, product
from math import exp, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.specs import examples
from threefold.reporting.estimates import Estimate, corrected, median_of, ratio_of, signed_rank, typical_ratio

# Wilcoxon's table: the largest rank sum that is significant, two-sided at 5 %, by the number of pairs.
CRITICAL = {6: 0, 7: 2, 8: 3, 9: 5, 10: 8, 15: 25, 20: 52, 25: 89, 30: 137}
# Darwin's maize: crossed plants less self-fertilised ones, in eighths of an inch (Fisher, The Design of Experiments, 1935).
MAIZE = (49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)


def pairs(*logs: float) -> list[tuple[float, float]]:
    return [(1.0, exp(each / 100)) for each in logs]


def test_a_single_run_has_no_interval() -> None:
    assert median_of([2.0]) == Estimate(2.0, None, None, 1)


@pytest.mark.parametrize(("runs", "outside"), [(2, 0), (5, 0), (8, 0), (9, 1), (11, 1), (12, 2), (20, 5), (1500, 711)])
def test_the_interval_of_a_median_leaves_as_many_runs_out_as_the_table_of_signs_says(runs: int, outside: int) -> None:
    found = median_of([float(each) for each in range(runs, 0, -1)])
    assert found == Estimate((runs + 1) / 2, 1.0 + outside, float(runs - outside), runs)


def test_the_ratio_of_two_medians_has_ends_and_may_be_one_where_the_two_tie() -> None:
    one, base = median_of([2.0, 1.9, 2.2]), median_of([1.0, 1.1, 0.9])
    assert ratio_of(one, base) == Estimate(2.0, 1.9 / 1.1, 2.2 / 0.9, 3)
    assert ratio_of(one, median_of([2.5, 2.6, 2.1])) == Estimate(0.8, 1.9 / 2.6, 2.2 / 2.1, 3)


def test_a_ratio_of_single_runs_has_no_ends_and_one_by_nothing_is_none() -> None:
    assert ratio_of(median_of([3.0]), median_of([1.5, 1.5])) == Estimate(2.0, runs=1)
    assert ratio_of(median_of([3.0, 3.0]), median_of([0.0, 1.5, 1.5])) == Estimate(2.0, runs=2)
    assert ratio_of(median_of([3.0]), median_of([0.0])) is None


def test_the_paired_test_gives_the_published_p_of_darwins_maize() -> None:
    """As R and SciPy do: a rank sum of 24, which 1,352 of the 32,768 cases do not exceed on either side."""
    assert signed_rank(pairs(*MAIZE)) == 0.041259765625


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=8))
@examples(60)
def test_the_paired_test_counts_the_signs_that_give_such_a_difference_with_ties_and_equal_times(
    logs: list[int],
) -> None:
    apart = [abs(each) for each in logs if each]
    ranks = [sum(other < each for other in apart) + (apart.count(each) + 1) / 2 for each in apart]

    def distance(signs: tuple[int, ...]) -> float:
        return abs(sum(sign * rank for sign, rank in zip(signs, ranks, strict=True)))

    ours = distance(tuple(1 if each > 0 else -1 for each in logs if each))
    cases = [distance(signs) >= ours for signs in product((-1, 1), repeat=len(ranks))]
    assert signed_rank(pairs(*logs)) == pytest.approx(sum(cases) / len(cases))


@pytest.mark.parametrize("number", CRITICAL)
def test_the_interval_of_a_ratio_begins_behind_the_means_that_wilcoxons_table_leaves_out(number: int) -> None:
    logs = [2.0**each for each in range(number)]
    means = sorted((one + other) / 2 for place, one in enumerate(logs) for other in logs[place:])
    low, high = means[CRITICAL[number]], means[-1 - CRITICAL[number]]
    found = typical_ratio([(1.0, exp(each / logs[-1])) for each in logs])
    assert found.ends == pytest.approx((exp(low / logs[-1]), exp(high / logs[-1])))


@given(st.lists(st.integers(-50, 90).filter(bool), min_size=6, max_size=12, unique_by=abs))
@examples(60)
def test_the_interval_of_a_ratio_is_without_one_where_the_test_is_significant(logs: list[int]) -> None:
    found = typical_ratio(pairs(*logs))
    low, high = found.ends
    assert low <= found.value <= high
    assert (signed_rank(pairs(*logs)) <= 0.05) == (not low <= 1 <= high)


def test_the_typical_ratio_of_symmetric_ratios_is_their_geometric_mean() -> None:
    ratios = [1.5, 2.0, 3.0, 12.0, 18.0, 24.0]
    found = typical_ratio([(1.0, each) for each in ratios])
    assert found.value == pytest.approx(prod(ratios) ** (1 / 6))
    assert found.runs == 6
    assert typical_ratio([(0.007, 0.02)] * 100).ends == pytest.approx((20 / 7, 20 / 7))


def test_several_tests_are_corrected_for_their_number() -> None:
    assert corrected([0.04, 0.01]) == [0.04, 0.02]
    assert corrected([0.03, 0.031, 0.9]) == pytest.approx([0.0465, 0.0465, 0.9])
    assert corrected([0.01]) == [0.01]
    assert corrected([]) == []


@given(st.lists(st.tuples(st.floats(0, 10), st.floats(0, 10)), min_size=2))
def test_two_estimates_overlap_each_other_or_neither(ends: list[tuple[float, float]]) -> None:
    found = [Estimate((one + other) / 2, min(one, other), max(one, other), 3) for one, other in ends]
    for one, other in pairwise(found):
        assert one.overlaps(other) == other.overlaps(one)
        assert one.overlaps(one)
