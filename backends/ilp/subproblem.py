"""A subproblem as an integer program of its own: smaller than the model, in numbers of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

from threefold.backends.ilp.model import Column, Row
from threefold.backends.ilp.propagation import Bounds


@dataclass(frozen=True)
class Block:
    """Columns and rows in numbers of their own; `origin` has the model's number of each column."""

    columns: list[Column]
    rows: list[Row]
    origin: list[int]
    base: list[int]  # of every column of the model: what the block's value is added to

    def completed(self, answer: Sequence[int]) -> list[int]:
        """A value for every column of the model; the answer may go on with other blocks."""
        solution = self.base[:]
        for number, column in enumerate(self.origin):
            solution[column] += answer[number]
        return solution


def open_block(columns: Sequence[Column], unsettled: Sequence[Row], bounds: Bounds) -> Block:
    """The open columns, each counted from its least value, in the rows that are not settled."""
    low, high = bounds.low, bounds.high
    origin = [c for c in range(len(low)) if low[c] < high[c]]
    place = {column: number for number, column in enumerate(origin)}
    rows = []
    for row in unsettled:
        terms = {place[c]: a for c, a in row.terms.items() if c in place}
        rows.append(
            Row(row.group, terms, row.sense, row.bound - sum([a * low[c] for c, a in row.terms.items() if low[c]]))
        )
    return Block([Column(high[c] - low[c], columns[c].integer) for c in origin], rows, origin, low)


def settled_block(columns: Sequence[Column], rows: Sequence[Row], bounds: Bounds) -> Block:
    """Propagation has left no row open, and CBC has to agree: it gets every row again, and all columns but the zeros."""
    origin = [c for c in range(len(bounds.low)) if bounds.high[c]]
    place = {column: number for number, column in enumerate(origin)}
    fixed = [c for c in origin if bounds.low[c] == bounds.high[c]]
    fixings = [Row("fixed", {place[c]: 1}, "==", bounds.low[c]) for c in fixed]
    again = [
        Row(row.group, {place[c]: a for c, a in row.terms.items() if c in place}, row.sense, row.bound) for row in rows
    ]
    return Block([columns[c] for c in origin], fixings + again, origin, [0] * len(columns))
