"""How often a contestant runs. Short runs vary by a fifth and more, so that few rounds do not decide a goal that is near.

Everyone runs `rounds` times, unless that takes long, and more often if a run takes milliseconds. Whoever a goal compares runs
on until a sign test decides on which side of the bound the median is, in either direction, or until the runs have taken SETTLING
seconds or there are `most` of them. A run too long for that many rounds varies less and is not repeated for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from benchmarks.figures import Results
from benchmarks.goals import Goal
from benchmarks.measurement import Timing, Value

ENOUGH = 2.0  # CPU seconds of a contestant in a row, after which it is not repeated
LITTLE = 0.6  # CPU seconds, below which it is repeated more often, because milliseconds vary
SETTLING = 20.0  # CPU seconds of a contestant whose goal is not decided
NEAR = 1.5  # times the bound, or the bound divided by it: beyond, the spread does not matter
CHANCE = 0.01  # of a median on the other side of the bound. It is small, because the test is made after every round.
DECIDING = 8  # rounds on the same side are enough for that


@dataclass(frozen=True)
class Effort:
    rounds: int
    seconds: float  # limit of a run
    often: int  # factor of the rounds for short runs
    most: int  # rounds, where a goal is not decided

    def again(self, runs: Sequence[Timing], number: int, undecided: bool) -> bool:
        """Does a contestant with these runs take part in the round with this number? The first one is 0."""
        spent = sum(run.cpu if run.status == "done" else ENOUGH for run in runs)
        if number < self.often * self.rounds and spent < (ENOUGH if number < self.rounds else LITTLE):
            return True
        short = all(run.status == "done" and run.cpu < SETTLING / DECIDING for run in runs)
        return undecided and number < self.most and short and spent < SETTLING


class _Row(dict[tuple[str, str], Sequence[Timing]]):
    """The timings of one row, which notes whose of them a figure takes."""

    def __init__(self, results: Results, row: str) -> None:
        super().__init__({key: runs for key, runs in results.items() if key[0] == row})
        self.taken: set[str] = set()

    def get(self, key: tuple[str, str], default: Sequence[Timing] = ()) -> Sequence[Timing]:  # type: ignore[override]
        self.taken |= {key[1]} if key in self else set()
        return super().get(key, default)


def undecided(goals: Sequence[Goal], results: Results, row: str) -> set[str]:
    """The contestants of the row that are compared by a goal which their rounds do not decide."""
    names: set[str] = set()
    for goal in goals:
        timings = _Row(results, row)
        if not decided(goal, goal.figure(timings)):
            names |= timings.taken
    return names


def decided(goal: Goal, figure: Value | str | None) -> bool:
    if not isinstance(figure, Value) or figure.bound or not figure.rounds:
        return True
    if not goal.bound / NEAR < figure.median < goal.bound * NEAR:
        return True
    above = sum(each > goal.bound for each in figure.rounds)
    return by_chance(min(above, len(figure.rounds) - above), len(figure.rounds)) <= CHANCE


def by_chance(few: int, many: int) -> float:
    """How probable are so few of many rounds, or fewer, on one side or the other of the true median?"""
    cases = sum(comb(many, k) for k in range(few + 1))
    return min(1.0, cases / 2.0 ** (many - 1))
