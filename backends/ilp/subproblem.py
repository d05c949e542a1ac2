"""Subproblems: the model with some columns fixed, propagated, and as an integer program with column numbers of its own."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from threefold.backends.ilp.model import Column, IntegerProgram, Row
from threefold.backends.ilp.propagation import Bounds, Change, Propagator


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
