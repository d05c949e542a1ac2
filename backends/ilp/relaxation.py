"""The linear relaxations of many subproblems, in one call of CBC.

Subproblems have nothing in common, so their relaxations form one block-diagonal linear program. In each block a column
`active` replaces the constant 1: `a·x <= b` becomes `a·x - b·active <= 0`. Zeros satisfy an inactive block, an active one is
the subproblem itself, and no row needs a big-M. The sum of all `active` is maximised, and each reaches its own maximum: below
1 the subproblem has no solution, not even a fractional one. At 1 the block's values may be integral: a solution.

The text is written from the bounds, without objects for rows and columns: row 5 of block 3 is r5.3, column 7 is x7.3, the row
that fixes it f7.3, and `active` a.3.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from threefold.backends.ilp.cbc import SENSES, LinearPrograms
from threefold.backends.ilp.model import Model
from threefold.backends.ilp.row_check import TOLERANCE, RowCheck
from threefold.backends.ilp.subproblem import Bounds, Propagator

CLEARLY_BELOW_ONE = 0.99  # between this and 1 (within CBC's tolerance) a subproblem stays open


@dataclass(frozen=True)
class Fractional:
    """The relaxation has a solution, with these columns between two integers."""

    columns: set[int]


# A solution, None where the subproblem has none, or the fractional columns that leave it open.
RelaxationResult = list[int] | Fractional | None


@dataclass(frozen=True)
class ProgramText:
    """The lines of one subproblem in three sections of the file, and the values from which its columns are counted."""

    rows: str
    columns: str
    uppers: str
    base: list[int]


class Relaxations:
    """Must be closed."""

    def __init__(self, model: Model, propagator: Propagator, seed: int | None) -> None:
        self._rows, self._propagator = model.rows, propagator
        self._zeros = [0] * len(model.columns)
        self._check = RowCheck(model.program, "CBC")
        self._programs = LinearPrograms(seed)

    def close(self) -> None:
        self._programs.close()

    def solve(self, batch: Sequence[Bounds]) -> list[RelaxationResult]:
        texts = [self._text(str(number), bounds) for number, bounds in enumerate(batch)]
        rows, columns, uppers = (
            "".join(lines) for lines in zip(*((text.rows, text.columns, text.uppers) for text in texts), strict=True)
        )
        active = [0.0] * len(texts)
        points: list[dict[int, float]] = [{} for _ in texts]
        for name, value in self._programs.solve(rows, columns, uppers).items():
            column, _, number = name[1:].partition(".")
            if column:
                points[int(number)][int(column)] = value
            else:
                active[int(number)] = value
        return [self._answer(*each) for each in zip(texts, active, points, strict=True)]

    def _answer(self, text: ProgramText, active: float, point: dict[int, float]) -> RelaxationResult:
        if active < CLEARLY_BELOW_ONE:
            return None
        fractional = {column for column, value in point.items() if abs(value - round(value)) > TOLERANCE}
        if fractional or active < 1 - TOLERANCE:
            return Fractional(fractional)
        solution = text.base[:]
        for column, value in point.items():
            solution[column] += round(value)
        return self._check.integers(solution)

    def _text(self, number: str, bounds: Bounds) -> ProgramText:
        """As `Subproblems.reduced`."""
        low, high = bounds.low, bounds.high
        if rows := self._propagator.unsettled(bounds):
            return self._lines(number, bounds, rows, [c for c in range(len(low)) if low[c] < high[c]], low)
        return self._lines(number, bounds, range(len(self._rows)), [c for c in range(len(low)) if high[c]], self._zeros)

    def _lines(
        self, number: str, bounds: Bounds, rows: Sequence[int], columns: Sequence[int], base: list[int]
    ) -> ProgramText:
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
            if entries:  # a column without entries is not in the file
                lines += entries
                uppers.append(f" UP BND{name}{bounds.high[column] - base[column]}\n")
        return ProgramText("".join(senses), "".join(lines), "".join(uppers), base)

    def _bound(self, row: int, bounds: Bounds, base: Sequence[int]) -> int:
        bound, propagator = self._rows[row].bound, self._propagator
        if base is self._zeros:
            return bound
        if propagator.positive[row]:
            return bound - bounds.least[row]
        return bound - sum([a * base[column] for column, a in propagator.rows[row] if base[column]])
