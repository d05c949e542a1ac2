"""The program as text, with comments that say what the columns and rows are: LP and MPS by PuLP, OPB by `opb`."""

from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from threefold.backends.ilp.import_pulp import pulp
from threefold.backends.ilp.model import Model, Problem
from threefold.backends.ilp.opb import to_opb
from threefold.backends.variable_maps import Direct, Native
from threefold.language import Spec

SENSES = {"<=": pulp.LpConstraintLE, "==": pulp.LpConstraintEQ, ">=": pulp.LpConstraintGE}
COMMENT = {"lp": "\\", "mps": "*"}


def text(spec: Spec, model: Model, form: str) -> str:
    if form == "opb":
        return to_opb(model, _columns(spec, model, 1))
    problem = to_pulp(Problem(model.columns, model.rows))
    with TemporaryDirectory(prefix="export-") as folder:
        file = Path(folder, f"model.{form}")
        if form == "lp":
            problem.writeLP(str(file))
        else:
            problem.writeMPS(str(file))
        written = file.read_text()
    return "".join(f"{COMMENT[form]} {line}\n" for line in [*_columns(spec, model, 0), *_rows(model)]) + written


def to_pulp(problem: Problem) -> pulp.LpProblem:
    """Columns x0, x1, … and rows r0, r1, …: PuLP changes names that it does not like, so that two may become one."""
    model = pulp.LpProblem("threefold", pulp.LpMinimize)
    x = [
        model.add_variable(f"x{number}", 0, column.upper, pulp.LpInteger if column.integer else pulp.LpContinuous)
        for number, column in enumerate(problem.columns)
    ]
    model.setObjective(pulp.LpAffineExpression([(x[column], cost) for column, cost in problem.costs.items()]))
    for number, row in enumerate(problem.rows):
        left = pulp.LpAffineExpression([(x[column], a) for column, a in row.terms.items()])
        model.addConstraint(pulp.LpConstraint(left, SENSES[row.sense], f"r{number}", row.bound))
    return model


def _columns(spec: Spec, model: Model, base: int) -> list[str]:
    """`base` is the number of the first column."""
    lines = []
    for x, view in zip(spec.variables, model.views, strict=True):
        match view:
            case Direct(first, domain):
                last = base + first + len(domain) - 1
                lines.append(f"x{base + first}..x{last}: {x} is {', '.join(map(str, domain))}")
            case Native(index):
                lines.append(f"x{base + index}: {x}")
    if model.own < len(model.columns):
        lines.append(f"x{base + model.own} and later: auxiliary")
    return lines


def _rows(model: Model) -> list[str]:
    lines = []
    for group, run in groupby(enumerate(model.rows), key=lambda numbered: numbered[1].group):
        numbers = [number for number, _ in run]
        lines.append(f"r{numbers[0]}..r{numbers[-1]}: {group}")
    return lines
