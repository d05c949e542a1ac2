"""Ganak, an exact model counter, which counts without enumerating (Sharma, Roy, Soos, Meel, GANAK, IJCAI 2019).

The formula is split into parts that share no variable, whose counts are multiplied and cached. That pays where solutions are
many and constraints local (docs/measurements.md#ganak).
"""

from collections.abc import Iterable
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

from threefold.backends.backend import CountingSearch, Cube, Refused
from threefold.backends.sat.solvers import GANAK

if TYPE_CHECKING:
    from threefold.backends.sat.program import CnfProgram


class GanakSearch(CountingSearch):
    method = "projected model counting, no solution seen"

    def __init__(self, program: "CnfProgram", seed: int | None, cube: Cube) -> None:
        self._counter = loaded(program, program.projection.within(cube), projected=True, seed=seed)

    def count(self) -> int:
        try:
            return int(self._counter.count())
        except ValueError as error:  # Python converts no numbers of more than 4300 digits
            raise Refused(f"the number of solutions is too long: {error}") from None

    def decided_by(self) -> str:
        return GANAK


def models(program: "CnfProgram", *, projected: bool = False) -> int:
    """All models, or those that differ on the decision variables."""
    return int(loaded(program, projected=projected).count())


def loaded(program: "CnfProgram", more: Iterable[list[int]] = (), *, projected: bool, seed: int | None = None) -> Any:
    """Variables are declared first: one that no clause mentions must count too, and an earlier sampling set is ignored."""
    counter = import_module("pyganak").Counter(**({} if seed is None else {"seed": seed}))
    true = program.top + 1  # without any variable, pyganak 2.8.0 counts one model although there is an empty clause
    counter.new_vars(true)
    counter.add_clause([true])
    if projected:
        counter.set_sampling_set([*program.projection.decisions(), true])
    for clause in chain(*program.stores.values(), more):
        counter.add_clause(clause)
    return counter
