"""The program as OPB, the linear format of the pseudo-Boolean competitions (Roussel and Manquinho, Input/Output Format, 2012).

    * #variable= 16 #constraint= 18
    * x1..x4: queen[1] is 1, 2, 3, 4
    * group one queen per row
    +1 x1 +1 x2 +1 x3 +1 x4 = 1 ;

The format has 0/1 variables, `>=` and `=`. A row `<=` is negated. An auxiliary column with more than two values (the places
of a circuit) becomes its bits, with a row that bounds them where they can exceed its greatest value, so that the number of
models stays. A column that is not declared integer is 0 or 1 all the same (`model.Column`).
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from threefold.backends.ilp.model import Column, Model, Row

Bits = Sequence[tuple[int, int]]  # the 0/1 variables whose weighted sum a column is: weight and number


def to_opb(model: Model, columns: Sequence[str]) -> str:
    """`columns` are comments on the columns."""
    bits = list(_bits(model.columns))
    rows = [*model.rows, *_bounds(model.columns)]
    variables = max(sum(map(len, bits)), 1)
    lines = [f"* #variable= {variables} #constraint= {len(rows)}", *(f"* {line}" for line in columns)]
    for group, run in groupby(rows, key=lambda row: row.group):
        lines += [f"* group {group}", *(_constraint(row, bits) for row in run)]
    return "".join(f"{line}\n" for line in lines)


def _bits(columns: Sequence[Column]) -> Iterator[Bits]:
    number = 1
    for column in columns:
        count = column.upper.bit_length()
        yield [(1 << bit, number + bit) for bit in range(count)]
        number += count


def _bounds(columns: Sequence[Column]) -> Iterator[Row]:
    for number, column in enumerate(columns):
        if column.upper & (column.upper + 1):
            yield Row("bounds of auxiliaries", {number: 1}, "<=", column.upper)


def _constraint(row: Row, bits: Sequence[Bits]) -> str:
    sign = -1 if row.sense == "<=" else 1
    terms = [f"{sign * a * weight:+} x{number}" for column, a in row.terms.items() for weight, number in bits[column]]
    if not terms:  # the format requires one
        terms = ["+0 x1"]
    return f"{' '.join(terms)} {'=' if row.sense == '==' else '>='} {sign * row.bound} ;"
