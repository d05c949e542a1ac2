"""HiGHS in memory: an integer program goes in as lists, a checked answer comes out, or it raises.

highspy cannot be imported in one process with ortools (whichever comes second fails): a run of this backend is a process of
its own, and imports nothing of the backend cp. Each subproblem is a new small model with HiGHS's own presolve: keeping one
model and changing its bounds was not faster, and without presolve or with the relaxation first it was slower.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import accumulate
from typing import Any

from threefold.backends.backend import Refused
from threefold.backends.ilp.model import Column, IntegerProgram
from threefold.backends.ilp.row_check import RowCheck

try:
    highspy: Any = import_module("highspy")
except ImportError as error:
    if "ortools" in sys.modules:
        raise ImportError("highspy cannot be imported in one process with ortools") from error
    raise

SETTINGS = {"output_flag": False, "threads": 1, "mip_rel_gap": 0.0, "mip_abs_gap": 0.0}


def version() -> str:
    return f"HiGHS {highspy.Highs().version()}"


def solve(program: IntegerProgram, options: Sequence[str], seed: int | None) -> list[int] | None:
    """An optimal solution, proven and checked, or None where it is proven that there is none."""
    highs = highspy.Highs()
    for name, value in (SETTINGS if seed is None else {**SETTINGS, "random_seed": seed % 2**31}).items():
        highs.setOptionValue(name, value)
    highs.passModel(_model(program))
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    if status != highspy.HighsModelStatus.kOptimal:
        raise Refused(f"HiGHS gave up: {highs.modelStatusToString(status)}")
    return RowCheck(program, "HiGHS").integers(highs.getSolution().col_value[: len(program.columns)])


def _model(program: IntegerProgram) -> Any:
    # HiGHS calls a model without columns empty, even with the row 0 >= 1: there is always one column.
    columns: Sequence[Column] = program.columns or [Column()]
    kinds = highspy.HighsVarType
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(columns), len(program.rows)
    lp.col_cost_ = [float(program.costs.get(number, 0)) for number in range(len(columns))]
    lp.col_lower_, lp.col_upper_ = [0.0] * len(columns), [float(column.upper) for column in columns]
    lp.integrality_ = [kinds.kInteger if column.integer else kinds.kContinuous for column in columns]
    rows, far = program.rows, highspy.kHighsInf
    lp.row_lower_ = [-far if row.sense == "<=" else float(row.bound) for row in rows]
    lp.row_upper_ = [far if row.sense == ">=" else float(row.bound) for row in rows]
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = list(accumulate((len(row.terms) for row in rows), initial=0))
    lp.a_matrix_.index_ = [column for row in rows for column in row.terms]
    lp.a_matrix_.value_ = [float(a) for row in rows for a in row.terms.values()]
    return lp
