"""ilp: 0/1 integer linear programming.

A literal is an affine expression with the values 0 and 1, and a constraint is a few rows over such expressions. All solutions
are enumerated by a branch and bound of our own (`branch_and_bound`); CBC, the solver of COIN-OR that PuLP bundles, solves the
linear relaxations and the integer programs. A first solution is one integer program. HiGHS and SCIP are optional: HiGHS
solves the subproblems as integer programs, SCIP enumerates in one search tree of its own (`scip`).

The plain row is CBC as it comes: an integer program and a no-good cut for each solution (`cuts`).
"""

import os
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from threefold.backends.backend import Backend, Configuration, Option, Package, Program
from threefold.language import Spec

if TYPE_CHECKING:
    from threefold.backends.ilp.model import Solve

ENGINES = {"cbc": "CBC", "highs": "HiGHS", "scip": "SCIP"}
OWN = "own B&B"
CUTS = {"count": "cuts"}


def solve_of(solver: str) -> "Solve":
    solve: Solve = solver_module(solver).solve
    return solve


def solver_module(solver: str) -> ModuleType:
    """`cbc`, `highs` or `scip`: each has a `solve` and a `version`."""
    if solver != "cbc":  # the others import numpy, whose threads would use CPU at the start
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return import_module(f"threefold.backends.ilp.{solver}")


def _lower(spec: Spec, configuration: Configuration) -> Program:
    from threefold.backends.ilp.program import RowProgram

    return RowProgram(spec, configuration)


def _version(solver: str) -> str:
    from threefold.backends.ilp import cbc_executable

    return cbc_executable.version() if solver == "cbc" else str(solver_module(solver).version())


def _own(configuration: Configuration, one: bool) -> str:
    """One solution is one integer program, and SCIP enumerates in a tree of its own."""
    return "" if one or configuration.solver == "scip" or configuration.options == CUTS else OWN


def _details(solver: str) -> dict[str, str | bool]:
    if solver != "cbc":
        return {}
    from threefold.backends.ilp.cbc_executable import record

    return {f"cbc_{name}": value for name, value in record().items() if name != "version"}


BACKEND = Backend(
    name="ilp",
    summary="0/1 rows; branch and bound with PuLP's CBC for the relaxations",
    solvers=("cbc", "highs", "scip"),
    options=(
        Option("count", "branch and bound of our own, or no-good cuts alone", ("enumerate", "cuts"), "enumerate"),
    ),
    formats=("lp", "mps", "opb"),
    preload=("threefold.backends.ilp.program", "threefold.backends.ilp.branch_and_bound"),
    lower=_lower,
    version=_version,
    needs={"highs": Package("highspy", "threefold[highs]"), "scip": Package("pyscipopt", "threefold[scip]")},
    cubes=1,  # a cube begins with nearly empty calls of CBC, and more of them gained nothing on average
    details=_details,
    own=_own,
    plain=CUTS,
)
