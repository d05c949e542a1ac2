"""clasp, the solver of the answer set system clingo, asked for one model after another; `clasp_search.py` lets it enumerate.

The CNF goes in as a logic program: every variable may be chosen, and no clause may have all its literals false.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from threefold.backends.backend import Refused
from threefold.backends.sat.solvers import Incremental

ARGUMENTS = ("--models=0", "--enum-mode=bt")
# clasp's conservative defaults, faster here than those that it chooses by the kind of problem
TUNED = ("--configuration=frumpy",)
# Every model comes with its costs, and the bound lies above all of them.
WITH_COSTS = f"--opt-mode=enum,{1 << 40}"


def new_control(seed: int | None, *, projected: bool = True, costs: bool = False, tuned: bool = True) -> Any:
    """Projection costs time in every model, also where it leaves nothing out."""
    more = ["--project=project"] * projected + [WITH_COSTS] * costs + [f"--seed={seed}"] * (seed is not None)
    return import_module("clingo").Control([*ARGUMENTS, *(TUNED if tuned else ()), *more])


class Clasp(Incremental):
    """A solver over the variables 1..`variables`, asked for one model at a time; models have them all, in order."""

    def __init__(self, variables: int, seed: int | None, *, tuned: bool = True) -> None:
        clingo: Any = import_module("clingo")
        self._control, self._model = new_control(seed, tuned=tuned), list[int]()
        symbols = [clingo.Function("x", [clingo.Number(number)]) for number in range(1, variables + 1)]
        self._numbers = dict(zip(symbols, range(1, variables + 1), strict=True))
        with self._control.backend() as program:
            atoms = [program.add_atom(symbol) for symbol in symbols]
            assert atoms == list(range(1, variables + 1)), "clingo numbers atoms in the order in which they come"
            program.add_rule(atoms, choice=True)

    def add(self, clauses: Iterable[list[int]]) -> None:
        with self._control.backend() as program:
            for clause in clauses:
                program.add_rule((), [-literal for literal in clause])

    def solve(self) -> bool:
        with self._control.solve(yield_=True) as handle:
            model = next(iter(handle), None)
            if model is None and not handle.get().exhausted:
                raise Refused("clasp gave up")
            true = () if model is None else map(self._numbers.__getitem__, model.symbols(atoms=True))
            self._model = [-number for number in self._numbers.values()]
            for number in true:
                self._model[number - 1] = number
            return model is not None

    def model(self) -> list[int]:
        return self._model
