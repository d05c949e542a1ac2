"""Subproblems: the model with some columns fixed, propagated, and as an integer program with column numbers of its own.

**Propagation** of bounds on rows comes before CBC. For every row the least and the greatest sum under the columns' bounds are
kept. A row that cannot hold closes the subproblem; a column is fixed where another value would violate a row. Nothing is tried:
CBC decides what is left open.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from threefold.backends.ilp.model import Column, IntegerProgram, Row

Change = tuple[int, int, int]  # a column and its new least and greatest value
FAR = 1 << 200  # beyond any sum: for the missing side of an inequality


@dataclass(slots=True)
class Bounds:
    """Bounds of the columns, and of the rows' sums under them."""

    low: list[int]
    high: list[int]
    least: list[int]
    most: list[int]


class Propagator:
    def __init__(self, columns: Sequence[Column], rows: Sequence[Row]) -> None:
        self.rows = [tuple(row.terms.items()) for row in rows]
        self.at_least = [row.bound if row.sense != "<=" else -FAR for row in rows]
        self.at_most = [row.bound if row.sense != ">=" else FAR for row in rows]
        self._upper = [column.upper for column in columns]
        self.rows_of: list[list[tuple[int, int]]] = [[] for _ in columns]
        for number, terms in enumerate(self.rows):
            for column, a in terms:
                self.rows_of[column].append((number, a))
        # The least sum of such a row is that of the low bounds.
        self.positive = [all(a > 0 for _, a in terms) for terms in self.rows]
        # The most that one column can change a row: a row with more room on both sides forces nothing.
        self._widest = [max((abs(a) * self._upper[column] for column, a in terms), default=0) for terms in self.rows]

    def root(self) -> Bounds | None:
        """The bounds of the whole model, None where propagation finds no solution."""
        least = [sum(min(0, a * self._upper[column]) for column, a in terms) for terms in self.rows]
        most = [sum(max(0, a * self._upper[column]) for column, a in terms) for terms in self.rows]
        bounds = Bounds([0] * len(self._upper), self._upper[:], least, most)
        forced: list[Change] = []
        for row in range(len(self.rows)):
            above, below = self.at_most[row] - least[row], most[row] - self.at_least[row]
            if above < 0 or below < 0:
                return None
            forced += self._forced(bounds, row, above, 1) + self._forced(bounds, row, below, -1)
        return bounds if self._tighten(bounds, forced) else None

    def narrowed(self, bounds: Bounds, changes: Iterable[Change]) -> Bounds | None:
        """New bounds after these changes and their consequences, None where they contradict each other."""
        narrower = Bounds(bounds.low[:], bounds.high[:], bounds.least[:], bounds.most[:])
        return narrower if self._tighten(narrower, list(changes)) else None

    def unsettled(self, bounds: Bounds) -> list[int]:
        """The rows that some values of the open columns violate."""
        limits = zip(bounds.least, self.at_least, bounds.most, self.at_most, strict=True)
        return [row for row, (least, lower, most, upper) in enumerate(limits) if least < lower or most > upper]

    def _tighten(self, bounds: Bounds, queue: list[Change]) -> bool:
        low, high, least, most = bounds.low, bounds.high, bounds.least, bounds.most
        at_least, at_most, widest = self.at_least, self.at_most, self._widest
        while queue:
            column, new_low, new_high = queue.pop()
            up, down = max(0, new_low - low[column]), max(0, high[column] - new_high)
            if not up and not down:
                continue
            low[column] += up
            high[column] -= down
            if low[column] > high[column]:
                return False
            for row, a in self.rows_of[column]:
                # Only the side that changed can force something, and only while a column of the row is open.
                if rise := a * up if a > 0 else -a * down:
                    least[row] += rise
                    room = at_most[row] - least[row]
                    if room < widest[row]:
                        if room < 0:
                            return False
                        if least[row] < most[row]:
                            queue += self._forced(bounds, row, room, 1)
                if fall := a * down if a > 0 else -a * up:
                    most[row] -= fall
                    room = most[row] - at_least[row]
                    if room < widest[row]:
                        if room < 0:
                            return False
                        if least[row] < most[row]:
                            queue += self._forced(bounds, row, room, -1)
        return True

    def _forced(self, bounds: Bounds, row: int, room: int, side: int) -> list[Change]:
        """New bounds of the open columns for this room above the least sum (side 1) or below the greatest (side -1)."""
        changes = []
        for column, a in self.rows[row]:
            low, high = bounds.low[column], bounds.high[column]
            if low < high and (high - low) * abs(a) > room:
                step = room // abs(a)
                changes.append((column, low, low + step) if a * side > 0 else (column, high - step, high))
        return changes


@dataclass(frozen=True)
class Subproblem:
    program: IntegerProgram
    origin: list[int]  # of each of its columns: the number in the model
    base: list[int]  # of every column of the model: what the program's value is added to

    def completed(self, answer: Sequence[int]) -> list[int]:
        """A value for every column of the model."""
        solution = self.base[:]
        for column, value in zip(self.origin, answer, strict=True):
            solution[column] += value
        return solution


class Subproblems:
    """`outside` has the columns that are fixed from the start."""

    def __init__(self, columns: Sequence[Column], rows: Sequence[Row], outside: Sequence[Change] = ()) -> None:
        self._columns, self._rows, self._outside = columns, rows, outside
        self.propagator = Propagator(columns, rows)

    @cached_property
    def root(self) -> Bounds | None:
        bounds = self.propagator.root()
        return bounds and self.propagator.narrowed(bounds, self._outside)

    def narrowed(self, changes: Iterable[Change]) -> Bounds | None:
        """The root after these changes, None where propagation finds no solution."""
        return self.root and self.propagator.narrowed(self.root, changes)

    def reduced(self, bounds: Bounds) -> Subproblem:
        """The open columns, counted from their least values, in the rows that are not settled.

        Where propagation has settled every row, CBC must confirm: it gets every row again, and all columns but the zeros.
        """
        low, high = bounds.low, bounds.high
        if unsettled := self.propagator.unsettled(bounds):
            open_columns = [column for column in range(len(low)) if low[column] < high[column]]
            columns = [Column(high[column] - low[column], self._columns[column].integer) for column in open_columns]
            return _subproblem(columns, [self._rows[row] for row in unsettled], open_columns, low)
        origin = [column for column in range(len(low)) if high[column]]
        fixings = [Row("fixed", {column: 1}, "==", low[column]) for column in origin if low[column] == high[column]]
        return _subproblem(
            [self._columns[column] for column in origin], [*fixings, *self._rows], origin, [0] * len(low)
        )


def _subproblem(columns: list[Column], rows: Iterable[Row], origin: list[int], base: list[int]) -> Subproblem:
    number = {column: place for place, column in enumerate(origin)}
    reduced = []
    for row in rows:
        terms = {number[c]: a for c, a in row.terms.items() if c in number}
        bound = row.bound - sum([a * base[c] for c, a in row.terms.items() if base[c]])
        reduced.append(Row(row.group, terms, row.sense, bound))
    return Subproblem(IntegerProgram(columns, reduced), origin, base)
