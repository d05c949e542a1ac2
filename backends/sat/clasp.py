"""clasp, the solver of the answer set system clingo (an extra: the package clingo), which enumerates by itself.

After a solution clasp goes back to its last decision and on from there (`--enum-mode=bt`), projected on the decision variables:
no blocking clauses, and memory that does not grow with the solutions (Gebser, Kaufmann, Neumann, Schaub 2007 and 2009).
The CNF goes in as a logic program, through memory: every variable may be chosen, and no clause may have all its literals false.
(`clingo --mode=clasp` reads DIMACS, but its solutions would come as text through a pipe.)

CPU seconds for all solutions, read and decoded, on two noisy cores, taken in turns:
    12 queens     this 1.1, cadical195 with blocking clauses 2.3, clasp on DIMACS without any output 0.8
    cards 11 2    this 8.8, cadical195 32, clasp on DIMACS 8.0; with amo=pairwise 7.1 and 11

The true atoms of a solution are read from the C array under clingo's objects, which is not documented, so that clingo's minor
version is pinned: an object per atom makes it 1.24 instead of 1.10 for 12 queens.
"""

from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from importlib import import_module
from typing import Any

from threefold.backends.backend import Refused, Search
from threefold.backends.sat.projection import Projection
from threefold.language import Assignment

INSTALL = "pip install 'clingo<5.9'"
# frumpy: clasp's conservative defaults (12 queens 0.75 s, those chosen by kind of problem 1.06; cards 11 2 7.8, 10.0)
ARGUMENTS = ("--models=0", "--configuration=frumpy", "--enum-mode=bt", "--project=project")


def version() -> str:
    return str(_module().__version__)


def _module() -> Any:
    try:
        return import_module("clingo")
    except ImportError:
        raise ImportError(f"the solver clasp needs clingo, which is not installed: {INSTALL}") from None


class Clasp:
    """A solver over the variables 1..`variables`; models have the first `shown` of them (else all), in order."""

    def __init__(self, variables: int, seed: int | None, shown: int | None = None) -> None:
        clingo = _module()
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
        """One for each assignment of the variables `decisions`; for the same ones whenever it is asked."""
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

    def delete(self) -> None:
        """The object frees itself."""


class ClaspSearch(Search):
    def __init__(self, solver: Clasp, projection: Projection, method: str) -> None:
        self.method = method
        self._solver, self._projection = solver, projection

    def __iter__(self) -> Generator[Assignment, None, None]:
        with closing(self._solver.models(self._projection.decisions())) as models:
            yield from map(self._projection.assignment, models)
