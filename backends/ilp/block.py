"""Subproblems as CBC sees them, and several of them as one block-diagonal problem.

Each block gets a 0/1 column `active` in the place of the constant 1: `a·x <= b` becomes `a·x - b·active <= 0`. Zeros
satisfy an inactive block, and an active one is the subproblem itself; so in a proven maximum of active blocks the
inactive ones are exactly those without a solution, and no row needs a big-M.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from backends.ilp.cbc import Problem
from backends.ilp.model import Column, Row
from backends.ilp.propagation import Bounds


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
        rows.append(Row(row.group, terms, row.sense, row.bound - sum(a * low[c] for c, a in row.terms.items())))
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


def diagonal(blocks: Sequence[Block]) -> tuple[Problem, list[int]]:
    """The problem of all blocks, and the numbers of their `active` columns, which their own columns follow."""
    columns: list[Column] = []
    rows: list[Row] = []
    active: list[int] = []
    for block in blocks:
        active.append(len(columns))
        first = len(columns) + 1
        columns += [Column(), *block.columns]
        for row in block.rows:
            terms = {first + column: a for column, a in row.terms.items()}
            if row.bound:
                terms[active[-1]] = -row.bound
            rows.append(Row(row.group, terms, row.sense, 0))
    return Problem(columns, rows, dict.fromkeys(active, -1)), active
