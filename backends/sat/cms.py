"""cms: CryptoMiniSat through its own Python module, pycryptosat, which is not among our dependencies (sheet 004 uses it)."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

INSTALL = "pip install pycryptosat"


def version() -> str:
    return str(_module().__version__)


def _module() -> Any:
    try:
        return import_module("pycryptosat")
    except ImportError:
        raise ImportError(f"the solver cms needs pycryptosat, which is not installed: {INSTALL}") from None


class CryptoMiniSat:
    """A solver over the variables 1..`variables`, with one thread."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self._solver = _module().Solver(threads=1)
        self._values: tuple[bool | None, ...] = ()
        if variables:
            self._solver.add_clause([variables, -variables])  # declares the variables

    def add(self, clauses: Iterable[list[int]]) -> None:
        for clause in clauses:
            self._solver.add_clause(clause)

    def solve(self) -> bool:
        satisfiable, values = self._solver.solve()
        self._values = values or ()
        return bool(satisfiable)

    def model(self) -> list[int]:
        """A variable without a value may have either: it is taken as false."""
        return [n if n < len(self._values) and self._values[n] else -n for n in range(1, self.variables + 1)]

    def delete(self) -> None:
        """The object frees itself."""
