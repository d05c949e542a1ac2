"""The program as text, with comments that name the columns and rows: LP by PuLP, free MPS by `cbc`, OPB here.

PuLP imports the solvers that it finds. It must not find highspy, which cannot be imported in one process with ortools, nor
pyscipopt: both import numpy, which is slow.

OPB is the linear format of the pseudo-Boolean competitions (Roussel and Manquinho, Input/Output Format, 2012).

    * #variable= 16 #constraint= 18
    * x1..x4: queen[1] is 1, 2, 3, 4
    * group one queen per row
    +1 x1 +1 x2 +1 x3 +1 x4 = 1 ;

The format has 0/1 variables, `>=` and `=`. A row `<=` is negated. An auxiliary column with more than two values (the places
of a circuit) becomes its bits, with a row that bounds them where they can exceed its greatest value, so that the number of
models stays. A column that is not declared integer is 0 or 1 all the same (`model.Column`).
"""

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from threefold.backends.ilp.cbc import to_mps
from threefold.backends.ilp.model import Column, IntegerProgram, Model, Row
from threefold.backends.variable_maps import Direct
from threefold.format import visible
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
Bits = Sequence[tuple[int, int]]  # the 0/1 variables whose weighted sum a column is: weight and number
FREE = "* free MPS: blanks separate the fields, whose columns mean nothing"


def text(spec: Spec, model: Model, form: str) -> str:
    if form == "opb":
        return to_opb(model, _columns(spec, model, 1))
    mark, body = ("*", f"{FREE}\n{to_mps(model.program)}") if form == "mps" else ("\\", _lp(model.program))
    return "".join(f"{mark} {visible(line)}\n" for line in [*_columns(spec, model, 0), *_rows(model)]) + body


def _lp(program: IntegerProgram) -> str:
    with TemporaryDirectory(prefix="export-") as folder:
        file = Path(folder, "model.lp")
        to_pulp(program).writeLP(str(file))
        return file.read_text()


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
    for title, run in groupby(enumerate(model.rows), key=partial(_title, model)):
        numbers = [number for number, _ in run]
        lines.append(f"r{numbers[0]}..r{numbers[-1]}: {title}")
    return lines


def _title(model: Model, numbered: tuple[int, Row]) -> str:
    """The group of a row, and the written constraint that it is a part of."""
    place, row = numbered
    source = model.sources.text(row.group, place)
    return f"{row.group}: {source}" if source else row.group


def to_opb(model: Model, columns: Sequence[str]) -> str:
    """`columns` are comments on the columns."""
    bits = list(_bits(model.columns))
    uppers = [
        (number, column.upper) for number, column in enumerate(model.columns) if column.upper & (column.upper + 1)
    ]
    rows = [*model.rows, *(Row("bounds of auxiliaries", {number: 1}, "<=", upper) for number, upper in uppers)]
    variables = max(sum(map(len, bits)), 1)
    lines = [f"* #variable= {variables} #constraint= {len(rows)}", *(f"* {visible(line)}" for line in columns)]
    for title, run in groupby(enumerate(rows), key=partial(_title, model)):
        lines += [f"* group {visible(title)}", *(_constraint(row, bits) for _, row in run)]
    return "".join(f"{line}\n" for line in lines)


def _bits(columns: Sequence[Column]) -> Iterator[Bits]:
    number = 1
    for column in columns:
        count = column.upper.bit_length()
        yield [(1 << bit, number + bit) for bit in range(count)]
        number += count


def _constraint(row: Row, bits: Sequence[Bits]) -> str:
    sign = -1 if row.sense == "<=" else 1
    terms = [f"{sign * a * weight:+} x{number}" for column, a in row.terms.items() for weight, number in bits[column]]
    if not terms:  # the format requires one
        terms = ["+0 x1"]
    return f"{' '.join(terms)} {'=' if row.sense == '==' else '>='} {sign * row.bound} ;"
