"""An integer program as text in free MPS, by joining strings: a line per coefficient, and no object for it.

PuLP's writer makes an object per column, row and term, and is several times slower (docs/measurements.md#mps-text). The tests
read this text with PuLP. Columns are x0, x1, … and rows r0, r1, …
"""

from collections.abc import Iterator
from itertools import groupby

from threefold.backends.ilp.model import IntegerProgram

SENSES = {"<=": "L", "==": "E", ">=": "G"}
NONE = "none"  # a column in no row: CBC rejects a file without columns


def to_mps(program: IntegerProgram) -> str:
    entries = [""] * len(program.columns)
    for column, cost in program.costs.items():
        entries[column] = f" x{column} cost {cost}\n"
    for number, row in enumerate(program.rows):
        for column, a in row.terms.items():
            entries[column] += f" x{column} r{number} {a}\n"
    rows = "".join([f" {SENSES[row.sense]} r{number}\n" for number, row in enumerate(program.rows)])
    bounds = [f" RHS r{number} {row.bound}\n" for number, row in enumerate(program.rows) if row.bound]
    uppers = [upper(f"x{number}", column.upper) for number, column in enumerate(program.columns) if entries[number]]
    return sections(rows, "".join(_marked(program, entries)), "".join(bounds), "".join(uppers))


def sections(rows: str, columns: str, bounds: str, uppers: str) -> str:
    head = f"NAME threefold FREE\nROWS\n N cost\n{rows}COLUMNS\n {NONE} cost 0\n"
    return f"{head}{columns}RHS\n{bounds}BOUNDS\n{uppers}ENDATA\n"


def upper(column: str, value: int) -> str:
    """The bounds 0..value. `UP` with 0 would remove the lower bound."""
    return f" UP BND {column} {value}\n" if value else f" FX BND {column} 0\n"


def _marked(program: IntegerProgram, entries: list[str]) -> Iterator[str]:
    """The lines of the columns, with markers around integer ones."""
    for integer, run in groupby(zip(program.columns, entries, strict=True), key=lambda pair: pair[0].integer):
        lines = "".join([entry for _, entry in run])
        yield f" M 'MARKER' 'INTORG'\n{lines} M 'MARKER' 'INTEND'\n" if integer else lines
