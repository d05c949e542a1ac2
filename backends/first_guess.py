"""A guess of the first solution of a large spec of AllDifferents, by local search.

Min-conflicts (Minton, Johnston, Philips, Laird, Artificial Intelligence 58, 1992): each variable in turn takes a value that
fewest others forbid, then one variable after another that is in conflict moves. It is only a guess: a solver gets it as values to
try first, and may leave it (docs/measurements.md#first-guess, docs/measurements.md#cp-near-a-guess).
"""

from random import Random

import numpy as np
from numpy.typing import NDArray

from threefold.language import AllDifferent, Assignment, Spec

STEPS = 20  # per variable


def guess(spec: Spec, seed: int | None) -> Assignment | None:
    """Values without conflicts; None where there is no guess."""
    return _Board(spec).solved(Random(seed or 0)) if _suits(spec) else None


def _suits(spec: Spec) -> bool:
    """Integers in AllDifferents, each at most once in each of them."""
    different = [posted.constraint for posted in spec.posted]
    return all(
        isinstance(each, AllDifferent) and len({unit.variable for unit in each.units}) == len(each.units)
        for each in different
    ) and not any(x.boolean for x in spec.variables)


class _Board:
    """How many terms of each AllDifferent take each value: one array, with a stretch for each constraint."""

    def __init__(self, spec: Spec) -> None:
        self._domains = [np.array(x.domain) for x in spec.variables]
        self._signs: list[list[int]] = [[] for _ in spec.variables]
        self._starts: list[list[int]] = [[] for _ in spec.variables]
        size, constants = 0, []
        for posted in spec.posted:
            assert isinstance(posted.constraint, AllDifferent)
            units = posted.constraint.units
            ends = [value for unit in units for value in (unit.values()[0], unit.values()[-1])]
            for unit in units:
                if unit.variable is None:
                    constants.append(size + unit.offset - min(ends))
                else:
                    self._signs[unit.variable.position].append(unit.sign)
                    self._starts[unit.variable.position].append(size + unit.offset - min(ends))
            size += max(ends, default=0) - min(ends, default=0) + 1
        self._takers = np.zeros(size, np.int32)
        np.add.at(self._takers, np.array(constants, np.int64), 1)

    def _places(self, position: int, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where these values of the variable are counted: a row for each constraint."""
        starts, signs = np.array([self._starts[position], self._signs[position]], np.int64)
        places: NDArray[np.int64] = starts[:, None] + signs[:, None] * values
        return places

    def solved(self, random: Random) -> list[int] | None:
        values = [self._best(position, random) for position in range(len(self._domains))]
        for _ in range(STEPS * len(values)):
            conflicting = [position for position, value in enumerate(values) if self._conflicts(position, value)]
            if not conflicting:
                return values
            position = random.choice(conflicting)
            np.subtract.at(self._takers, self._places(position, np.array([values[position]])), 1)
            values[position] = self._best(position, random)
        return None

    def _conflicts(self, position: int, value: int) -> bool:
        pairs = zip(self._starts[position], self._signs[position], strict=True)
        return any(self._takers[start + sign * value] > 1 for start, sign in pairs)

    def _best(self, position: int, random: Random) -> int:
        """A value with the fewest conflicts, which is taken."""
        domain = self._domains[position]
        conflicts = self._takers[self._places(position, domain)].sum(axis=0)
        value = int(domain[random.choice(np.flatnonzero(conflicts == conflicts.min()).tolist())])
        np.add.at(self._takers, self._places(position, np.array([value])), 1)
        return value
