"""An answer of any solver, tested before it is believed: integers, within the columns' bounds, and every row in integers.

Solvers compute in floating point and within tolerances; a solution that only almost satisfies a row is none.
"""

from collections.abc import Iterable, Sequence
from math import isfinite

from threefold.backends.backend import BrokenAnswer
from threefold.backends.ilp.model import Column, Row

TOLERANCE = 1e-6


class Test:
    """By columns: most are 0, so that a solution of 8 queens touches 32 of 252 coefficients."""

    def __init__(self, columns: Sequence[Column], rows: Sequence[Row], solver: str) -> None:
        self._columns, self._rows, self._solver = columns, rows, solver
        self._rows_of: list[list[tuple[int, int]]] = [[] for _ in columns]
        for number, row in enumerate(rows):
            for column, a in row.terms.items():
                self._rows_of[column].append((number, a))

    def integers(self, values: Iterable[float]) -> list[int]:
        """The values as integers; raises BrokenAnswer where they break something."""
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
                said = f"{self._solver} answers {value} for a row of '{broken.group}'"
                raise BrokenAnswer(f"{said} that must be {broken.sense} {broken.bound}")
        return solution

    def _integer(self, value: float) -> int:
        if not isfinite(value) or abs(value - (integer := round(value))) > TOLERANCE:
            raise BrokenAnswer(f"{self._solver} answers {value} for a column, which is no integer")
        return integer
