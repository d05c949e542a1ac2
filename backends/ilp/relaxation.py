"""The linear relaxations of many subproblems, in one call of CBC.

Subproblems share nothing, so their relaxations are one block-diagonal linear program. Each block gets a column `active`
in the place of the constant 1: `a·x <= b` becomes `a·x - b·active <= 0`. Zeros satisfy an inactive block, an active one is
the subproblem itself, and no row needs a big-M. Maximised together, each `active` is at its own maximum: below 1 the
subproblem has no solution, not even a fractional one. At 1 the block's point may happen to be integral: a solution.

Against the same blocks as one integer program, which was here before: CBC branches on all of them in one tree, in which
every leaf of an infeasible block is searched again for the next one. 9 queens took 2.0 s of CPU so, and from 300 columns
on one call could take minutes. Relaxations add up.

The text is written from the bounds, without a row or column object in between: row 5 of block 3 is r5.3, column 7 is
x7.3, and f7.3 the row that fixes it; a.3 is the column `active`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from threefold.backends.ilp.lp_process import LinearPrograms
from threefold.backends.ilp.model import Model
from threefold.backends.ilp.mps import SENSES
from threefold.backends.ilp.propagation import Bounds, Propagator
from threefold.backends.ilp.row_check import TOLERANCE, Test

CLEARLY_BELOW_ONE = 0.99  # what is neither below this nor 1 within CBC's tolerances stays open


@dataclass(frozen=True)
class Fractional:
    """The relaxation has a solution, with these columns between two integers."""

    columns: set[int]


# Of a subproblem: a solution, None where it has none, or what leaves it open.
Answer = list[int] | Fractional | None


@dataclass(frozen=True)
class Block:
    """Lines of three sections of the file, and what the block's columns are counted from."""

    rows: str
    columns: str
    uppers: str
    base: list[int]


class Relaxations:
    """To be closed."""

    def __init__(self, model: Model, propagator: Propagator, seed: int | None) -> None:
        self._rows, self._propagator = model.rows, propagator
        self._zeros = [0] * len(model.columns)
        self._test = Test(model.columns, model.rows, "CBC")
        self._programs = LinearPrograms(seed)

    def close(self) -> None:
        self._programs.close()

    def solve(self, batch: Sequence[Bounds]) -> list[Answer]:
        blocks = [self._block(str(number), bounds) for number, bounds in enumerate(batch)]
        rows, columns, uppers = (
            "".join(lines) for lines in zip(*((b.rows, b.columns, b.uppers) for b in blocks), strict=True)
        )
        active = [0.0] * len(blocks)
        points: list[dict[int, float]] = [{} for _ in blocks]
        for name, value in self._programs.solve(rows, columns, uppers).items():
            column, _, number = name[1:].partition(".")
            if column:
                points[int(number)][int(column)] = value
            else:
                active[int(number)] = value
        return [self._answer(*each) for each in zip(blocks, active, points, strict=True)]

    def _answer(self, block: Block, active: float, point: dict[int, float]) -> Answer:
        if active < CLEARLY_BELOW_ONE:
            return None
        fractional = {column for column, value in point.items() if abs(value - round(value)) > TOLERANCE}
        if fractional or active < 1 - TOLERANCE:
            return Fractional(fractional)
        solution = block.base[:]
        for column, value in point.items():
            solution[column] += round(value)
        return self._test.integers(solution)

    def _block(self, number: str, bounds: Bounds) -> Block:
        """The open columns, each counted from its least value, in the rows that are not settled.

        Where propagation has left no row open, CBC has to agree: it gets every row again, and all columns but the zeros.
        """
        low, high = bounds.low, bounds.high
        if rows := self._propagator.unsettled(bounds):
            return self._lines(number, bounds, rows, [c for c in range(len(low)) if low[c] < high[c]], low)
        return self._lines(number, bounds, range(len(self._rows)), [c for c in range(len(low)) if high[c]], self._zeros)

    def _lines(
        self, number: str, bounds: Bounds, rows: Sequence[int], columns: Sequence[int], base: list[int]
    ) -> Block:
        active, rows_of = f" a.{number} ", self._propagator.rows_of
        label = {row: f"r{row}.{number} " for row in rows}
        fixings = {column: f"f{column}.{number} " for column in columns if bounds.low[column] == bounds.high[column]}
        senses = [f" {SENSES[self._rows[row].sense]} {name}\n" for row, name in label.items()]
        senses += [f" E {name}\n" for name in fixings.values()]
        lines = [f"{active}cost -1\n"]
        lines += [f"{active}{label[row]}{-bound}\n" for row in rows if (bound := self._bound(row, bounds, base))]
        lines += [f"{active}{name}{-bounds.low[column]}\n" for column, name in fixings.items()]
        uppers = [f" UP BND{active}1\n"]
        for column in columns:
            name = f" x{column}.{number} "
            entries = [f"{name}{label[row]}{a}\n" for row, a in rows_of[column] if row in label]
            if column in fixings:
                entries.append(f"{name}{fixings[column]}1\n")
            if entries:  # without one there is no such column in the file
                lines += entries
                uppers.append(f" UP BND{name}{bounds.high[column] - base[column]}\n")
        return Block("".join(senses), "".join(lines), "".join(uppers), base)

    def _bound(self, row: int, bounds: Bounds, base: Sequence[int]) -> int:
        bound, propagator = self._rows[row].bound, self._propagator
        if base is self._zeros:
            return bound
        if propagator.positive[row]:
            return bound - bounds.least[row]
        return bound - sum([a * base[column] for column, a in propagator.rows[row] if base[column]])
