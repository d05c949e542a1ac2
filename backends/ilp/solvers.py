"""The solvers of this backend by name. All but CBC are optional; each is imported only when it is asked for."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threefold.backends.ilp.branch_and_bound import Splitting
    from threefold.backends.ilp.cbc import Problem

NAMES = ("cbc", "highs", "scip")  # the first is the default


def version(solver: str) -> str:
    match solver:
        case "highs":
            from threefold.backends.ilp import highs

            return highs.version()
        case "scip":
            from threefold.backends.ilp import scip

            return scip.version()
    from threefold.backends.ilp import cbc_executable

    return cbc_executable.version()


def solve_by(solver: str) -> "Callable[[Problem, Sequence[str], int | None], list[int] | None]":
    """What finds a solution of one problem, or proves that it has none."""
    match solver:
        case "highs":
            from threefold.backends.ilp import highs

            return highs.solve
        case "scip":
            from threefold.backends.ilp import scip

            return scip.solve
    from threefold.backends.ilp import cbc

    return cbc.solve


def splitting_by(solver: str) -> "Callable[..., Splitting]":
    from threefold.backends.ilp.branch_and_bound import Splitting
    from threefold.backends.ilp.one_by_one import OneByOne

    return Splitting if solver == "cbc" else partial(OneByOne, solve_by(solver))
