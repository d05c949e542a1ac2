"""The door to SCIP, in memory: a problem goes in, an answer comes back tested, or it raises. `scip_tree` has the count.

Its package pyscipopt is not among our dependencies.
"""

from collections.abc import Sequence
from typing import Any

from threefold.backends.backend import Refused
from threefold.backends.ilp.cbc import Problem
from threefold.backends.ilp.model import Column
from threefold.backends.ilp.optional import imported
from threefold.backends.ilp.row_check import Test


def version() -> str:
    scip = module().Model()
    return f"SCIP {scip.getMajorVersion()}.{scip.getMinorVersion()}.{scip.getTechVersion()}"


def module() -> Any:
    return imported("scip", "pyscipopt")


def solve(problem: Problem, options: Sequence[str], seed: int | None) -> list[int] | None:
    """An optimal solution, proven and tested, or None where it is proven that there is none."""
    model, x = built(problem, seed)
    model.optimize()
    status = model.getStatus()
    if status == "infeasible":
        return None
    if status != "optimal":
        raise Refused(f"SCIP gave up: {status}")
    best = model.getBestSol()
    return Test(problem.columns, problem.rows, "SCIP").integers(best[column] for column in x)


def built(problem: Problem, seed: int | None) -> tuple[Any, list[Any]]:
    """SCIP's model and its columns."""
    pyscipopt = module()
    model = pyscipopt.Model()
    model.hideOutput()
    if seed is not None:
        model.setParam("randomization/randomseedshift", seed % 2**31)
    x = [
        model.addVar(f"x{number}", _kind(column), 0, column.upper, problem.costs.get(number, 0))
        for number, column in enumerate(problem.columns)
    ]
    for row in problem.rows:
        left = pyscipopt.quicksum(a * x[column] for column, a in row.terms.items())
        bound = row.bound
        model.addCons(left <= bound if row.sense == "<=" else left >= bound if row.sense == ">=" else left == bound)
    return model, x


def _kind(column: Column) -> str:
    """Cards 8 2 take 0.16 s of CPU with binary columns, 0.23 s with integers from 0 to 1."""
    return "C" if not column.integer else "B" if column.upper == 1 else "I"
