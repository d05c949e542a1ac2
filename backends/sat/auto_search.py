"""Cubes, and arrays where they are faster: what `enum=auto` does with the default solver.

CaDiCaL finds the first solutions. Then arrays (`array_search.py`) search the whole space and leave out what is known. They may
cost as much as CaDiCaL did so far, and as much per solution; where that is not enough, the cubes go on, and leave out what the
arrays found. A puzzle without solutions comes to the arrays after many conflicts. So little is lost where arrays are slow,
and few solutions need no numpy, whose import takes longer than they do (docs/measurements.md#arrays).

A count in parts searches one cube of the spec after another. What CaDiCaL found and cost in earlier ones counts, so that arrays
begin at once where they were faster before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from threefold.backends.backend import Search
from threefold.backends.blocks import Block, cut
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
REMEMBERED = 1 << 20  # values of solutions that arrays found; beyond that they do not give up


@dataclass
class Spent:
    """What CaDiCaL found and cost since arrays were last slower: in this search, and in earlier ones of the same program."""

    solutions: int = 0
    cost: float = 0.0

    def enough(self) -> int:
        """How many more solutions CaDiCaL finds before arrays are tried."""
        return (FIRST if "numpy" in sys.modules else FIRST_WITHOUT_NUMPY) - self.solutions

    def forget(self) -> None:
        self.solutions, self.cost = 0, 0.0


class AutoSearch(Search):
    """Cubes, and arrays where they are faster."""

    method = "cubes"

    def __init__(self, cubes: CubeSearch, arrays: Callable[[], ArraySearch], spent: Spent) -> None:
        self._cubes, self._arrays, self._by_arrays, self._spent = cubes, arrays, 0, spent
        self._all_found = False

    def __iter__(self) -> Generator[Assignment, None, None]:
        with closing(self._parts(lambda stream: ([assignment] for assignment in stream))) as parts:
            for part in parts:
                yield from part if isinstance(part, list) else map(tuple, cast("NDArray[np.int64]", part).tolist())

    def blocks(self) -> Generator[Block, None, None]:
        return self._parts(cut)

    def _parts(
        self, cutting: Callable[[Generator[Assignment, None, None]], Iterable[Block]]
    ) -> Generator[Block, None, None]:
        known: list[tuple[int, ...]] = []
        with closing(self._cubes.pausing()) as stream:
            yield from cutting(self._first(stream, known))
            self._add_spent(len(known))
            if self._all_found:
                return
            arrays, found = self._arrays(), list["NDArray[np.int64]"]()
            allowance = self._allowance(known)
            for block in arrays.blocks(known, allowance):
                self._by_arrays += len(block)
                found = [] if self._by_arrays >= allowance.settled else [*found, block]
                yield cast("Block", block)
            if not arrays.complete:
                self._spent.forget()
                key = self._cubes.key
                again = {key(each) for block in found for each in block.tolist()}
                yield from cutting(each for each in stream if each is not None and key(each) not in again)

    def _first(
        self, stream: Iterator[Assignment | None], known: list[tuple[int, ...]]
    ) -> Generator[Assignment, None, None]:
        """Up to the moment when arrays are tried."""
        enough = self._spent.enough()
        if enough <= 0:
            return
        for assignment in stream:
            if assignment is None:
                return
            known.append(tuple(assignment))
            yield assignment
            if len(known) == enough:
                return
        self._all_found = True

    def _add_spent(self, found: int) -> None:
        counters = self._cubes.statistics()
        self._spent.solutions += found
        self._spent.cost += SOLUTION_COST * found + sum(each * counters.get(name, 0) for name, each in COSTS.items())

    def _allowance(self, known: list[tuple[int, ...]]) -> Allowance:
        """What CaDiCaL has cost so far, and per solution."""
        from threefold.backends.sat.array_search import Allowance

        spent = self._spent
        settled = REMEMBERED // max(1, len(known[0])) if known else REMEMBERED
        return Allowance(max(spent.cost, LEAST_COST), spent.cost / max(1, spent.solutions), settled)

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
