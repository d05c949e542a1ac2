"""HiGHS in memory: a problem goes in as lists, an answer comes back tested, or it raises.

Its package highspy is not among our dependencies, and it cannot be imported beside ortools (in either order the second
import fails): a run of this backend is a process of its own, and imports nothing of the backend cp.

Measured on 8 queens, 9 queens and cards 8 2: a fresh small model per subproblem 0.23, 0.87, 0.93 s of CPU; the whole
model kept and only its bounds changed 0.23, 0.85, 0.95 s; presolve off 0.62, 2.1, 1.9 s; the LP relaxation first, the
MIP only where that is fractional 0.28, 1.0, 1.2 s. So: a fresh small model, and HiGHS's own presolve.
"""

import sys
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from threefold.backends.backend import Refused
from threefold.backends.ilp.cbc import Problem
from threefold.backends.ilp.model import Column, Row
from threefold.backends.ilp.optional import imported
from threefold.backends.ilp.row_check import Test

SETTINGS = {"output_flag": False, "threads": 1, "mip_rel_gap": 0.0, "mip_abs_gap": 0.0}


def version() -> str:
    return f"HiGHS {module().Highs().version()}"


def module() -> Any:
    try:
        return imported("highs", "highspy")
    except ModuleNotFoundError:
        raise
    except ImportError as error:
        if "ortools" not in sys.modules:
            raise
        raise ImportError(
            "highspy cannot be imported beside ortools: the solver highs needs its own process"
        ) from error


def solve(problem: Problem, options: Sequence[str], seed: int | None) -> list[int] | None:
    """An optimal solution, proven and tested, or None where it is proven that there is none."""
    highspy = module()
    highs = highspy.Highs()
    for name, value in (SETTINGS if seed is None else {**SETTINGS, "random_seed": seed % 2**31}).items():
        highs.setOptionValue(name, value)
    highs.passModel(_model(highspy, problem))
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    if status != highspy.HighsModelStatus.kOptimal:
        raise Refused(f"HiGHS gave up: {highs.modelStatusToString(status)}")
    values = highs.getSolution().col_value[: len(problem.columns)]
    return Test(problem.columns, problem.rows, "HiGHS").integers(values)


def _model(highspy: Any, problem: Problem) -> Any:
    # Without columns HiGHS calls every model empty, also one with the row 0 >= 1: there is always one.
    columns: Sequence[Column] = problem.columns or [Column()]
    kinds = highspy.HighsVarType
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(columns), len(problem.rows)
    lp.col_cost_ = [float(problem.costs.get(number, 0)) for number in range(len(columns))]
    lp.col_lower_, lp.col_upper_ = [0.0] * len(columns), [float(column.upper) for column in columns]
    lp.integrality_ = [kinds.kInteger if column.integer else kinds.kContinuous for column in columns]
    _fill(highspy, lp, problem.rows)
    return lp


def _fill(highspy: Any, lp: Any, rows: Sequence[Row]) -> None:
    far = highspy.kHighsInf
    lp.row_lower_ = [-far if row.sense == "<=" else float(row.bound) for row in rows]
    lp.row_upper_ = [far if row.sense == ">=" else float(row.bound) for row in rows]
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = list(accumulate((len(row.terms) for row in rows), initial=0))
    lp.a_matrix_.index_ = [column for row in rows for column in row.terms]
    lp.a_matrix_.value_ = [float(a) for row in rows for a in row.terms.values()]
