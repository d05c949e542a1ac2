"""The program as text, with comments that say what the columns and rows are: LP and MPS by PuLP, OPB by `opb`."""

from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from backends.ilp.cbc import Problem, to_pulp
from backends.ilp.model import Model
from backends.ilp.opb import to_opb
from backends.views import Direct, Native
from language import Spec

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
