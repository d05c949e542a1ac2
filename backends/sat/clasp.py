"""clasp, the solver of the answer set system clingo, which enumerates by itself.

After a solution clasp backtracks and continues (`--enum-mode=bt`), projected on the decision variables. There are no blocking
clauses, and memory does not grow with the solutions (Gebser, Kaufmann, Neumann, Schaub 2007 and 2009). The CNF goes in as a
logic program in memory: every variable may be chosen, and no clause may have all its literals false. (`clingo --mode=clasp`
reads DIMACS, but returns solutions as text.)

The true atoms of a solution are read from the C array under clingo's objects, which is faster than an object per atom. It is
not documented, so clingo's minor version is pinned.
"""

from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from importlib import import_module
from typing import Any

from threefold.backends.backend import Refused, Search
from threefold.backends.sat.projection import Projection
from threefold.backends.sat.solvers import Incremental
from threefold.language import Assignment

# frumpy: clasp's conservative defaults, faster here than those chosen by the kind of problem
ARGUMENTS = ("--models=0", "--configuration=frumpy", "--enum-mode=bt", "--project=project")


class Clasp(Incremental):
    """A solver over the variables 1..`variables`; models have the first `shown` of them (else all), in order."""

    def __init__(self, variables: int, seed: int | None, shown: int | None = None) -> None:
        clingo: Any = import_module("clingo")
        shown = variables if shown is None else shown
        self._control = clingo.Control([*ARGUMENTS, *(() if seed is None else (f"--seed={seed}",))])
        symbols = [clingo.Function("x", [clingo.Number(number)]) for number in range(1, shown + 1)]
        self._numbers = {symbol._rep: number for number, symbol in enumerate(symbols, 1)}
        self._false = [-number for number in range(1, shown + 1)]
        self._model: list[int] = []
        with self._control.backend() as program:
            atoms = [program.add_atom(symbol) for symbol in symbols]
            atoms += [program.add_atom() for _ in range(shown, variables)]
            assert atoms == list(range(1, variables + 1)), "clingo numbers atoms in the order in which they come"
            program.add_rule(atoms, choice=True)

    def add(self, clauses: Iterable[list[int]]) -> None:
        with self._control.backend() as program:
            for clause in clauses:
                program.add_rule((), [-literal for literal in clause])

    def models(self, decisions: Sequence[int]) -> Generator[list[int], None, None]:
        """One for each assignment of the variables `decisions`, which must be the same in each call."""
        with self._control.backend() as program:
            program.add_project(decisions)
        return self._stream()

    def _stream(self) -> Generator[list[int], None, None]:
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                yield self._read(model)
            if not handle.get().exhausted:
                raise Refused("clasp gave up")

    def _read(self, model: Any) -> list[int]:
        literals = self._false.copy()
        for number in map(self._numbers.__getitem__, model.symbols(atoms=True)._p_symbols):
            literals[number - 1] = number
        return literals

    def solve(self) -> bool:
        with closing(self._stream()) as models:
            model = next(models, None)
        self._model = model or []
        return model is not None

    def model(self) -> list[int]:
        return self._model


class ClaspSearch(Search):
    def __init__(self, solver: Clasp, projection: Projection, method: str) -> None:
        self.method = method
        self._solver, self._projection = solver, projection

    def __iter__(self) -> Generator[Assignment, None, None]:
        with closing(self._solver.models(self._projection.decisions())) as models:
            yield from map(self._projection.assignment, models)
