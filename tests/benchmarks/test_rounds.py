"""How often a contestant runs: short runs more often, and on until a goal that is near is decided."""

import pytest

from benchmarks.figures import best, over
from benchmarks.goals import Goal
from benchmarks.measurement import Timing, Value, solving
from benchmarks.rounds import Effort, by_chance, decided, undecided

EFFORT = Effort(rounds=3, seconds=6, often=4, most=100)
GOAL = Goal("ours against the script", over("row", "ours", "script", solving), "<=", 1.1)


def runs(*seconds: float) -> list[Timing]:
    return [Timing("done", count=1, seconds={"load": 0.0, "solve": each}, cpu=each) for each in seconds]


def how_often(cpu: float, *, near: bool) -> int:
    done: list[Timing] = []
    for number in range(EFFORT.most):
        done += runs(cpu) if EFFORT.again(done, number, near) else []
    return len(done)


@pytest.mark.parametrize(
    ("cpu", "usual", "near"),
    [(0.01, 12, 100), (0.1, 6, 100), (0.25, 3, 80), (0.5, 3, 40), (1.9, 2, 11), (2.4, 1, 9), (2.6, 1, 1)],
)
def test_short_runs_are_repeated_and_more_so_where_a_goal_is_near(cpu: float, usual: int, near: int) -> None:
    assert (how_often(cpu, near=False), how_often(cpu, near=True)) == (usual, near)


def test_a_run_that_did_not_end_is_not_repeated_for_a_goal() -> None:
    assert not EFFORT.again([Timing("timeout", cpu=0.5)], 3, True)
    assert not EFFORT.again([Timing("failed")], 1, True)


def figure(*rounds: float) -> Value:
    return Value(sorted(rounds)[len(rounds) // 2], min(rounds), max(rounds), "", rounds)


def test_eight_rounds_on_one_side_decide_and_fewer_do_not() -> None:
    assert decided(GOAL, figure(1.0, 1.05, 1.02, 1.0, 1.08, 1.01, 1.0, 1.03))
    assert decided(GOAL, figure(1.2, 1.15, 1.12, 1.3, 1.18, 1.2, 1.14, 1.2))
    assert not decided(GOAL, figure(1.0, 1.05, 1.02, 1.0, 1.08, 1.01, 1.0))
    assert not decided(GOAL, figure(1.0, 1.05, 1.2, 1.0, 1.08, 1.01, 1.0, 1.03))


def test_one_outlier_does_not_leave_a_goal_open() -> None:
    assert decided(GOAL, figure(1.0, 1.05, 1.02, 1.0, 1.08, 1.9, 1.01, 1.0, 1.03, 1.0, 1.02, 1.04))


def test_far_from_the_bound_one_round_is_enough() -> None:
    assert decided(GOAL, figure(0.5))
    assert decided(GOAL, figure(3.0))
    assert decided(GOAL, Value(1.2, 1.2, 1.2, ">=", (1.2,))), "a limit ended it: another round would end there, too"
    assert decided(GOAL, None)


def test_the_sign_test_is_the_exact_one() -> None:
    assert by_chance(0, 5) == 2 / 32
    assert by_chance(2, 12) == 2 * (1 + 12 + 66) / 4096
    assert by_chance(3, 6) == 1


def test_those_that_a_goal_compares_run_on_and_others_do_not() -> None:
    timings = {("row", "ours"): runs(1.0, 1.2), ("row", "script"): runs(1.0, 1.0), ("row", "other"): runs(1.0)}
    assert undecided([GOAL], timings, "row") == {"ours", "script"}
    assert undecided([GOAL], timings | {("row", "ours"): runs(3.0)}, "row") == set()


def test_of_the_best_of_several_rows_the_one_in_question_counts() -> None:
    parts = [over(row, "ours", "script", solving) for row in ("row", "another")]
    goals = [Goal("the largest", best(parts), "<=", 1.1)]
    timings = {("row", "ours"): runs(9.0), ("row", "script"): runs(1.0)}
    timings |= {("another", "ours"): runs(1.0), ("another", "script"): runs(1.0)}
    assert undecided(goals, timings, "row") == set()
    assert undecided(goals, timings, "another") == {"ours", "script"}
