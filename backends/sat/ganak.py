"""Counting the models of a CNF with Ganak, an exact model counter (Sharma, Roy, Soos, Meel, GANAK, IJCAI 2019).

It counts without enumerating: the formula is split into parts that share no variable, whose counts are multiplied and cached.
That pays where solutions are many and constraints local (docs/measurements.md#ganak).

Variables are declared before anything else: one that no clause mentions must count too, and a sampling set that is given
earlier is ignored.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from threefold.backends.backend import EVERYTHING, CountingSearch, Cube, Refused
from threefold.backends.sat.program import CnfProgram


def count_models(program: CnfProgram, *, projected: bool = False) -> int:
    """All models, or those that differ on the decision variables."""
    return int(_loaded(program, projected=projected).count())


def _loaded(program: CnfProgram, more: Iterable[list[int]] = (), *, projected: bool, seed: int | None = None) -> Any:
    counter = import_module("pyganak").Counter(**({} if seed is None else {"seed": seed}))
    true = program.top + 1  # without any variable, pyganak 2.8.0 counts one model although there is an empty clause
    counter.new_vars(true)
    counter.add_clause([true])
    if projected:
        counter.set_sampling_set([*program.projection.decisions(), true])
    for _, clause in program.clauses():
        counter.add_clause(clause)
    for clause in more:
        counter.add_clause(clause)
    return counter


class GanakSearch(CountingSearch):
    method = "projected model counting"

    def __init__(self, program: CnfProgram, seed: int | None = None, cube: Cube = EVERYTHING) -> None:
        self._counter = _loaded(program, program.projection.within(cube), projected=True, seed=seed)

    def count(self) -> int:
        try:
            return int(self._counter.count())
        except ValueError as error:  # Python converts no numbers of more than 4300 digits
            raise Refused(f"the number of solutions is too long: {error}") from None
