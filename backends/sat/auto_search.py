"""Cubes, and arrays where they are faster: what `enum=auto` does with the default solver.

CaDiCaL finds the first solutions: 100, or fewer where they are frequent and have cost what preparing the arrays costs. Then
arrays (`array_search.py`) search the whole space and leave out what is known. They may cost as much as CaDiCaL did so far, and
as much per solution. Where that is not enough, the cubes go on, leave out what the arrays found, and when they have cost as
much as the arrays, these go on in their turn, unless they have found far fewer solutions for what they cost. So little is lost
with the one that is slower (docs/measurements.md#arrays).

A puzzle without solutions comes to the arrays after many conflicts. Few solutions need no numpy, whose import takes longer than
they do. A count in parts searches one cube of the spec after another. What CaDiCaL found and cost in earlier ones counts, so
that arrays begin at once where they were faster before, and never where they were far behind.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from threefold.backends.backend import Search
from threefold.backends.blocks import Block, cut, numpy_is_imported
from threefold.backends.sat.enumeration import CubeSearch
from threefold.language import Assignment

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from threefold.backends.sat.array_search import Allowance, ArraySearch

FIRST = 100  # solutions before arrays are tried
FIRST_WITHOUT_NUMPY = 1500  # its import takes as long as CaDiCaL for so many
# Nanoseconds of CaDiCaL, roughly: two runs must take the same decisions, so nothing is measured.
COSTS = {"conflicts": 8_000.0, "propagations": 100.0}
SOLUTION_COST, LEAST_COST = 20_000.0, 60_000_000.0
START_COST, PREPARATION_COST = 500_000.0, 500.0  # of the arrays: in any case, and for each literal
IMPORT_COST = 100_000_000.0  # of numpy
FREQUENT = 1_000_000.0  # what a solution may cost where arrays are tried early
STEP = 10  # solutions, after which the costs are looked at
# The costs at which arrays have found their first solutions, if these are frequent, and the solutions expected by then.
JUDGED_FROM, EVIDENCE = 200_000_000.0, 20
REMEMBERED = 1 << 20  # values of solutions that arrays found; beyond that they do not give up


@dataclass
class Spent:
    """What CaDiCaL found and cost since arrays were last slower: in this search, and in earlier ones of the same program.

    Where arrays were far behind in one of them, the others do not try them.
    """

    solutions: int = 0
    cost: float = 0.0
    arrays_are_behind: bool = False

    def enough(self) -> int:
        """How many more solutions CaDiCaL finds before arrays are tried."""
        return (FIRST if numpy_is_imported() else FIRST_WITHOUT_NUMPY) - self.solutions

    def add(self, solutions: int, cost: float) -> None:
        self.solutions, self.cost = self.solutions + solutions, self.cost + cost

    def forget(self) -> None:
        self.solutions, self.cost = 0, 0.0


class AutoSearch(Search):
    """Cubes, and arrays where they are faster."""

    method = "cubes"

    def __init__(self, cubes: CubeSearch, arrays: Callable[[], ArraySearch], spent: Spent, literals: int) -> None:
        """`literals` is the size of the formula."""
        self._cubes, self._new_arrays, self._spent, self._literals = cubes, arrays, spent, literals
        self._arrays: ArraySearch | None = None
        self._by_arrays, self._all_found = 0, False

    def __iter__(self) -> Generator[Assignment, None, None]:
        with closing(self._parts(lambda stream: ([assignment] for assignment in stream))) as parts:
            for part in parts:
                yield from part if isinstance(part, list) else map(tuple, cast("NDArray[np.int64]", part).tolist())

    def blocks(self) -> Generator[Block, None, None]:
        return self._parts(cut)

    def _parts(
        self, cutting: Callable[[Generator[Assignment, None, None]], Iterable[Block]]
    ) -> Generator[Block, None, None]:
        known, again = list[tuple[int, ...]](), set[tuple[int, ...]]()
        with closing(self._cubes.pausing()) as stream:
            while not self._spent.arrays_are_behind:
                yield from cutting(self._by_cadical(stream, known, again))
                if not self._arrays:
                    self._spent.add(len(known), self._cost(len(known)))
                if self._all_found:
                    return
                found = list["NDArray[np.int64]"]()
                arrays, allowance = self._allowed(known)
                for block in arrays.blocks(known, allowance):
                    self._by_arrays += len(block)
                    found = [] if self._by_arrays >= allowance.settled else [*found, block]
                    yield cast("Block", block)
                if arrays.complete:
                    return
                self._spent.forget()
                self._spent.arrays_are_behind = self._behind(arrays, len(known))
                again.update(self._cubes.key(each) for block in found for each in block.tolist())
            yield from cutting(each for each in stream if each is not None and self._cubes.key(each) not in again)

    def _by_cadical(
        self, stream: Iterator[Assignment | None], known: list[tuple[int, ...]], again: set[tuple[int, ...]]
    ) -> Generator[Assignment, None, None]:
        """Up to the moment when arrays are tried, or go on."""
        if not self._arrays and self._spent.enough() <= 0:
            return
        for assignment in stream:
            if assignment is None and not self._arrays:
                return
            if assignment is None or (again and self._cubes.key(assignment) in again):
                continue
            if len(known) * len(assignment) <= REMEMBERED:
                known.append(tuple(assignment))
            yield assignment
            if self._enough(known):
                return
        self._all_found = True

    def _behind(self, arrays: ArraySearch, found: int) -> bool:
        """Have arrays found less than half as many solutions as the cubes would have for the same cost?"""
        expected = found * arrays.cost / max(1.0, self._cost(found))
        return arrays.cost >= JUDGED_FROM and expected >= EVIDENCE and 2 * arrays.found < expected

    def _enough(self, known: list[tuple[int, ...]]) -> bool:
        if not self._arrays and len(known) == self._spent.enough():
            return True
        if len(known) % STEP or len(known) * len(known[0]) > REMEMBERED:
            return False
        cost = self._cost(len(known))
        if self._arrays:
            return cost >= self._arrays.cost
        preparation = START_COST + PREPARATION_COST * self._literals + (0 if numpy_is_imported() else IMPORT_COST)
        return preparation <= cost <= FREQUENT * len(known)

    def _cost(self, found: int) -> float:
        counters = self._cubes.statistics()
        return SOLUTION_COST * found + sum(each * counters.get(name, 0) for name, each in COSTS.items())

    def _allowed(self, known: list[tuple[int, ...]]) -> tuple[ArraySearch, Allowance]:
        """The arrays, and what they may cost more: as much as CaDiCaL so far, and per solution."""
        from threefold.backends.sat.array_search import Allowance

        cost, found = self._cost(len(known)), len(known)
        if not self._arrays:
            self._arrays, cost, found = self._new_arrays(), self._spent.cost, self._spent.solutions
        settled = REMEMBERED // max(1, len(known[0])) if known else REMEMBERED
        return self._arrays, Allowance(self._arrays.cost + max(cost, LEAST_COST), cost / max(1, found), settled)

    def statistics(self) -> dict[str, int]:
        return self._cubes.statistics() | ({"found by arrays": self._by_arrays} if self._by_arrays else {})


class ArraysAlone(Search):
    method = "arrays"

    def __init__(self, arrays: ArraySearch) -> None:
        self._arrays = arrays

    def __iter__(self) -> Generator[Assignment, None, None]:
        for block in self.blocks():
            yield from map(tuple, cast("NDArray[np.int64]", block).tolist())

    def blocks(self) -> Generator[Block, None, None]:
        from threefold.backends.sat.array_search import UNLIMITED

        yield from cast("Iterator[Block]", self._arrays.blocks((), UNLIMITED))
