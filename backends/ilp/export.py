"""The program as text, with comments that name the columns and rows: LP and MPS by PuLP, OPB by `opb`.

PuLP imports the solvers that it finds. It must not find highspy, which cannot be imported in one process with ortools, nor
pyscipopt: both import numpy, which is slow.
"""

import sys
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from threefold.backends.ilp.model import IntegerProgram, Model
from threefold.backends.ilp.opb import to_opb
from threefold.backends.variable_maps import Direct
from threefold.language import Spec

_hidden = [name for name in ("highspy", "pyscipopt") if name not in sys.modules]
sys.modules.update(dict.fromkeys(_hidden))  # type: ignore[arg-type]  # None: an import of it raises ImportError
try:
    import pulp
finally:
    for name in _hidden:
        del sys.modules[name]

__all__ = ["pulp", "text", "to_pulp"]
SENSES = {"<=": pulp.LpConstraintLE, "==": pulp.LpConstraintEQ, ">=": pulp.LpConstraintGE}
COMMENT = {"lp": "\\", "mps": "*"}


def text(spec: Spec, model: Model, form: str) -> str:
    if form == "opb":
        return to_opb(model, _columns(spec, model, 1))
    problem = to_pulp(model.program)
    with TemporaryDirectory(prefix="export-") as folder:
        file = Path(folder, f"model.{form}")
        (problem.writeLP if form == "lp" else problem.writeMPS)(str(file))
        written = file.read_text()
    return "".join(f"{COMMENT[form]} {line}\n" for line in [*_columns(spec, model, 0), *_rows(model)]) + written


def to_pulp(program: IntegerProgram) -> pulp.LpProblem:
    """Columns x0, x1, … and rows r0, r1, …: PuLP replaces characters in names, so that two may become one."""
    model = pulp.LpProblem("threefold", pulp.LpMinimize)
    x = [
        model.add_variable(f"x{number}", 0, column.upper, pulp.LpInteger if column.integer else pulp.LpContinuous)
        for number, column in enumerate(program.columns)
    ]
    model.setObjective(pulp.LpAffineExpression([(x[column], cost) for column, cost in program.costs.items()]))
    for number, row in enumerate(program.rows):
        left = pulp.LpAffineExpression([(x[column], a) for column, a in row.terms.items()])
        model.addConstraint(pulp.LpConstraint(left, SENSES[row.sense], f"r{number}", row.bound))
    return model


def _columns(spec: Spec, model: Model, base: int) -> list[str]:
    """`base` is the number of the first column."""
    lines = []
    for x, view in zip(spec.variables, model.views, strict=True):
        first, last = base + view.numbers[0], base + view.numbers[-1]
        several = isinstance(view, Direct)
        lines.append(f"x{first}..x{last}: {x} is {', '.join(map(str, view.values))}" if several else f"x{first}: {x}")
    if model.own < len(model.columns):
        lines.append(f"x{base + model.own} and later: auxiliary")
    return lines


def _rows(model: Model) -> list[str]:
    lines = []
    for group, run in groupby(enumerate(model.rows), key=lambda numbered: numbered[1].group):
        numbers = [number for number, _ in run]
        lines.append(f"r{numbers[0]}..r{numbers[-1]}: {group}")
    return lines
