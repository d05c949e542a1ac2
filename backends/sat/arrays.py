"""The rows `sat:arrays`, our own enumeration of the CNF without a solver, and `sat:mixed`, for those who want a number.

`sat:mixed` compares nothing. CaDiCaL finds the first solutions. Where there are many, or after many conflicts, arrays search the
whole space and leave out what is known. They learn nothing, so they may take for ever: they are allowed a fixed cost, and
more with each solution that they find. If that is not enough, CaDiCaL goes on, and leaves out what the arrays have found.
`found_by` says how many solutions each of them has found, and `decided_by` which of them ended the search.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, cast

from threefold.backends.backend import Search
from threefold.backends.blocks import Block, cut, rows_of
from threefold.backends.sat.enumeration import CubeSearch
from threefold.language import Assignment

if TYPE_CHECKING:
    from threefold.backends.sat.array_search import ArraySearch

ARRAYS = "arrays"
FIRST = 1_000  # solutions of CaDiCaL before arrays are tried: fewer take less time than the import of numpy
# Nanoseconds, estimated and not measured, so that two runs take the same decisions: of the arrays in any case, and for each
# solution as much as CaDiCaL takes for one. With less, hard formulas lose the arrays; with more, the arrays lose more in vain.
COST, COST_OF_SOLUTION = 1_000_000_000.0, 20_000.0
REMEMBERED = 1 << 20  # values of solutions that arrays found; beyond that they do not give up


class ArrayEnumeration(Search):
    method = "our own enumeration of the CNF, no solver"

    def __init__(self, arrays: ArraySearch) -> None:
        self._arrays, self._found = arrays, 0

    def __iter__(self) -> Generator[Assignment, None, None]:
        for block in self._blocks():
            for row in rows_of(block):
                self._found += 1
                yield tuple(row)

    def blocks(self) -> Generator[Block, None, None]:
        for block in self._blocks():
            self._found += len(block)
            yield block

    def _blocks(self) -> Iterator[Block]:
        from threefold.backends.sat.array_search import UNLIMITED

        return (cast("Block", block) for block in self._arrays.blocks((), UNLIMITED))

    def found_by(self) -> dict[str, int]:
        return {ARRAYS: self._found}

    def decided_by(self) -> str:
        return ARRAYS if self._arrays.complete else ""


class MixedSearch(Search):
    method = "blocking, then arrays"

    def __init__(self, cubes: CubeSearch, arrays: Callable[[], ArraySearch], at_once: bool) -> None:
        """`at_once`: arrays were faster in another part of the search space, and begin."""
        self._cubes, self._new_arrays, self._at_once = cubes, arrays, at_once
        self._arrays: ArraySearch | None = None
        self._by_solver = 0

    def __iter__(self) -> Generator[Assignment, None, None]:
        with closing(self._parts(lambda stream: ([assignment] for assignment in stream))) as parts:
            for part in parts:
                yield from map(tuple, rows_of(part))

    def blocks(self) -> Generator[Block, None, None]:
        return self._parts(cut)

    def _parts(
        self, cutting: Callable[[Generator[Assignment, None, None]], Iterable[Block]]
    ) -> Generator[Block, None, None]:
        known = list[tuple[int, ...]]()
        with closing(self._cubes.pausing()) as stream:
            if not self._at_once:
                yield from cutting(self._first_solutions(stream, known))
            if self._cubes.decided_by():
                return
            again = set[tuple[int, ...]]()
            yield from self._by_arrays(known, again)
            if not self.arrays_were_faster:
                yield from cutting(self._others(stream, again))

    def _first_solutions(
        self, stream: Generator[Assignment | None, None, None], known: list[tuple[int, ...]]
    ) -> Generator[Assignment, None, None]:
        """Until there are many, or CaDiCaL has had many conflicts without one."""
        for assignment in stream:
            if assignment is None:
                return
            known.append(tuple(assignment))
            self._by_solver += 1
            yield assignment
            if len(known) == FIRST:
                return

    def _by_arrays(self, known: list[tuple[int, ...]], again: set[tuple[int, ...]]) -> Generator[Block, None, None]:
        """Solutions that are not known; if arrays give up, `again` has their keys."""
        from threefold.backends.sat.array_search import Allowance

        arrays = self._arrays = self._new_arrays()
        settled = REMEMBERED // max(1, arrays.width)
        found = list[Block]()
        for block in arrays.blocks(known, Allowance(COST, COST_OF_SOLUTION, settled)):
            found = [] if arrays.found >= settled else [*found, cast("Block", block)]
            yield cast("Block", block)
        if not arrays.complete:
            again.update(self._cubes.key(row) for block in found for row in rows_of(block))

    def _others(
        self, stream: Generator[Assignment | None, None, None], again: set[tuple[int, ...]]
    ) -> Generator[Assignment, None, None]:
        for assignment in stream:
            if assignment is not None and self._cubes.key(assignment) not in again:
                self._by_solver += 1
                yield assignment

    @property
    def arrays_were_faster(self) -> bool:
        return self._arrays is not None and self._arrays.complete

    def statistics(self) -> dict[str, int]:
        return self._cubes.statistics()

    def found_by(self) -> dict[str, int]:
        by_arrays = self._arrays.found if self._arrays else 0
        return {name: found for name, found in ((self._cubes.solver, self._by_solver), (ARRAYS, by_arrays)) if found}

    def decided_by(self) -> str:
        return ARRAYS if self.arrays_were_faster else self._cubes.decided_by()
