"""Medians, ratios, bounds and goals; a wrong or cut count is never a time."""

import pytest

from benchmarks.contestants import judged
from benchmarks.figures import best, checking, over, overhead
from benchmarks.goals import Goal
from benchmarks.measurement import Timing, Value, ratio, solving, value_of
from threefold.guard import Outcome


def done(solve: float, **more: object) -> Timing:
    return Timing("done", count=1, seconds={"load": 0.0, "solve": solve}, cpu=solve + 1, **more)  # type: ignore[arg-type]


CUT = Timing("timeout", seconds={"import": 1.0, "build": 2.0}, cpu=30.0)


def test_a_value_is_the_median_with_the_smallest_and_the_largest() -> None:
    assert value_of([done(3), done(1), done(2)], solving) == Value(2, 1, 3)


def test_a_ratio_is_taken_round_by_round() -> None:
    assert ratio([done(2), done(40), done(6)], [done(1), done(10), done(2)], solving) == Value(3, 2, 4)
    assert ratio([done(8)], [done(2), done(1)], solving) == Value(6, 4, 8), "a long run stands beside all rounds"


def test_a_cut_run_took_at_least_what_it_had_used_for_solving() -> None:
    assert value_of([CUT], solving) == Value(27, 27, 27, ">=")
    assert ratio([CUT], [done(9)], solving) == Value(3, 3, 3, ">=")
    assert ratio([done(9)], [CUT], solving) == Value(1 / 3, 1 / 3, 1 / 3, "<=")
    assert ratio([CUT], [CUT], solving) is None


def test_where_one_run_ended_its_time_counts_and_not_the_cut_one() -> None:
    assert value_of([done(5), CUT], solving) == Value(5, 5, 5)


def test_the_best_of_several_ratios_needs_only_those_that_were_measured() -> None:
    figure = best(over("row", "naive", name, solving) for name in ("one", "two", "absent"))
    assert figure({("row", "naive"): [done(12)], ("row", "one"): [done(4)], ("row", "two"): [done(2)]}) == Value(
        6, 6, 6
    )
    assert figure({("row", "naive"): [done(12)]}) is None


def test_a_wrong_count_has_no_time() -> None:
    said = {"count": 91.0, "solve": 0.1}
    wrong = judged(Outcome("done", said, None, 0.2, 0.2, 0), expected=92)
    assert (wrong.status, wrong.reason) == ("wrong", "counted 91.0, right is 92")
    assert value_of([wrong], solving) is None
    assert ratio([wrong], [done(1)], solving) is None


def test_a_failed_run_has_no_time_and_says_why() -> None:
    failed = judged(Outcome("raised", {"import": 0.1}, "RuntimeError: exit status 1", 0.2, 0.2, 0), expected=92)
    assert (failed.status, failed.reason) == ("failed", "RuntimeError: exit status 1")
    assert value_of([failed], solving) is None


@pytest.mark.parametrize(
    ("sense", "value", "verdict"),
    [
        ("<=", Value(1.0, 1, 1), "reached"),
        ("<=", Value(1.2, 1, 2), "not reached"),
        (">=", Value(1.2, 1, 2), "reached"),
        (">=", Value(5, 5, 5, ">="), "reached"),
        (">=", Value(0.5, 0.5, 0.5, ">="), "open"),
        ("<=", Value(5, 5, 5, ">="), "not reached"),
        ("<=", Value(0.5, 0.5, 0.5, ">="), "open"),
        ("<=", Value(0.5, 0.5, 0.5, "<="), "reached"),
        ("<=", None, "not measured"),
        ("<=", "not the same method", "not measured"),
    ],
)
def test_a_goal_is_reached_or_not_or_open_where_a_bound_does_not_say(
    sense: str, value: Value | str | None, verdict: str
) -> None:
    assert Goal("", lambda _: value, sense, 1.1).verdict(value) == verdict


def test_overhead_is_given_only_between_programs_of_the_same_size() -> None:
    figure = overhead("row", "ours", "same")
    assert figure({("row", "ours"): [done(2, size=(4, 5))], ("row", "same"): [done(1, size=(4, 5))]}) == Value(2, 2, 2)
    different = figure({("row", "ours"): [done(2, size=(4, 5))], ("row", "same"): [done(1, size=(4, 6))]})
    assert different == "not the same method: (variables, constraints) are (4, 5) and (4, 6)"


def test_checking_is_a_share_of_loading_solving_and_checking() -> None:
    run = Timing("done", seconds={"import": 9.0, "load": 0.9, "solve": 1.0, "check": 0.1})
    assert checking("row", "ours")({("row", "ours"): [run]}) == Value(0.05, 0.05, 0.05)
