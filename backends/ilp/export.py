"""The program as LP or MPS text, written by PuLP, opened by comments that say what the columns and rows are."""

from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from backends.ilp.cbc import Problem, to_pulp
from backends.ilp.model import Model
from backends.views import Direct
from language import Spec

COMMENT = {"lp": "\\", "mps": "*"}


def text(spec: Spec, model: Model, form: str) -> str:
    problem = to_pulp(Problem(model.columns, model.rows))
    with TemporaryDirectory(prefix="export-") as folder:
        file = Path(folder, f"model.{form}")
        if form == "lp":
            problem.writeLP(str(file))
        else:
            problem.writeMPS(str(file))
        written = file.read_text()
    return "".join(f"{COMMENT[form]} {line}\n" for line in [*_columns(spec, model), *_rows(model)]) + written


def _columns(spec: Spec, model: Model) -> list[str]:
    lines = []
    for x, view in zip(spec.variables, model.views, strict=True):
        match view:
            case Direct(first, domain):
                lines.append(f"x{first}..x{first + len(domain) - 1}: {x} is {', '.join(map(str, domain))}")
            case native:
                lines.append(f"x{native.index}: {x}")
    if model.own < len(model.columns):
        lines.append(f"x{model.own}..x{len(model.columns) - 1}: auxiliary")
    return lines


def _rows(model: Model) -> list[str]:
    lines = []
    for group, run in groupby(enumerate(model.rows), key=lambda numbered: numbered[1].group):
        numbers = [number for number, _ in run]
        lines.append(f"r{numbers[0]}..r{numbers[-1]}: {group}")
    return lines
