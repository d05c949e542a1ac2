"""SCIP in memory: an integer program goes in, a checked answer comes out, or it raises. `scip_tree` enumerates with it."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from threefold.backends.backend import Refused
from threefold.backends.ilp.model import Column, IntegerProgram
from threefold.backends.ilp.row_check import RowCheck

pyscipopt: Any = import_module("pyscipopt")


def version() -> str:
    scip = pyscipopt.Model()
    return f"SCIP {scip.getMajorVersion()}.{scip.getMinorVersion()}.{scip.getTechVersion()}"


def solve(program: IntegerProgram, options: Sequence[str], seed: int | None) -> list[int] | None:
    """An optimal solution, proven and checked, or None where it is proven that there is none."""
    model, x = built(program, seed)
    model.optimize()
    status = model.getStatus()
    if status == "infeasible":
        return None
    if status != "optimal":
        raise Refused(f"SCIP gave up: {status}")
    best = model.getBestSol()
    return RowCheck(program, "SCIP").integers(best[column] for column in x)


def built(program: IntegerProgram, seed: int | None) -> tuple[Any, list[Any]]:
    """SCIP's model and its variables."""
    model = pyscipopt.Model()
    model.hideOutput()
    if seed is not None:
        model.setParam("randomization/randomseedshift", seed % 2**31)
    x = [
        model.addVar(f"x{number}", _kind(column), 0, column.upper, program.costs.get(number, 0))
        for number, column in enumerate(program.columns)
    ]
    for row in program.rows:
        left = pyscipopt.quicksum(a * x[column] for column, a in row.terms.items())
        bound = row.bound
        model.addCons(left <= bound if row.sense == "<=" else left >= bound if row.sense == ">=" else left == bound)
    return model, x


def _kind(column: Column) -> str:
    """Binary where possible, which is faster than an integer from 0 to 1."""
    return "C" if not column.integer else "B" if column.upper == 1 else "I"
