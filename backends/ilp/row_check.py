"""The check of a solver's answers on every row, in integers."""

from collections.abc import Iterable
from math import isfinite

from threefold.backends.backend import BrokenAnswer
from threefold.backends.ilp.model import IntegerProgram, Row

TOLERANCE = 1e-6  # of a solver's answers


class RowCheck:
    """Checks every answer of a solver: integers, within the columns' bounds, and every row in integers.

    Solvers compute in floating point; values that satisfy a row only within a tolerance are not a solution.
    """

    def __init__(self, program: IntegerProgram, solver: str) -> None:
        self._columns, self._solver = program.columns, solver
        self._rows: list[Row] = []
        self._rows_of: list[list[tuple[int, int]]] = [[] for _ in program.columns]
        for row in program.rows:
            self.add(row)

    def add(self, row: Row) -> None:
        for column, a in row.terms.items():
            self._rows_of[column].append((len(self._rows), a))
        self._rows.append(row)

    def integers(self, values: Iterable[float]) -> list[int]:
        """The values as integers; raises BrokenAnswer where they violate a bound or a row."""
        solution = list(map(self._integer, values))
        left = [0] * len(self._rows)
        for number, (column, value) in enumerate(zip(self._columns, solution, strict=True)):
            if value:
                if not 0 < value <= column.upper:
                    raise BrokenAnswer(f"{self._solver} answers x{number} = {value}, outside 0..{column.upper}")
                for row, a in self._rows_of[number]:
                    left[row] += a * value
        for value, broken in zip(left, self._rows, strict=True):
            if (value > broken.bound and broken.sense != ">=") or (value < broken.bound and broken.sense != "<="):
                found = f"{self._solver} answers {value} for a row of '{broken.group}'"
                raise BrokenAnswer(f"{found} that must be {broken.sense} {broken.bound}")
        return solution

    def _integer(self, value: float) -> int:
        if not isfinite(value) or abs(value - (integer := round(value))) > TOLERANCE:
            raise BrokenAnswer(f"{self._solver} answers {value} for a column, which is not an integer")
        return integer
