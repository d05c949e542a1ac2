"""A problem as text in free MPS, in joined strings: a line per coefficient, and no object for one.

PuLP wrote it before, with an object per column, row and term: 200 queens took it 0.56 s of CPU, this 0.09 s, and half of
a count's own time went there. PuLP stays the reference: the tests read this text with it. Columns are x0, x1, … and rows
r0, r1, …
"""

from collections.abc import Iterator
from itertools import groupby

from threefold.backends.ilp.model import Problem

SENSES = {"<=": "L", "==": "E", ">=": "G"}
NONE = "none"  # a column in no row: a file without columns is an error to CBC


def to_mps(problem: Problem) -> str:
    entries = [""] * len(problem.columns)
    for column, cost in problem.costs.items():
        entries[column] = f" x{column} cost {cost}\n"
    for number, row in enumerate(problem.rows):
        for column, a in row.terms.items():
            entries[column] += f" x{column} r{number} {a}\n"
    rows = "".join([f" {SENSES[row.sense]} r{number}\n" for number, row in enumerate(problem.rows)])
    bounds = [f" RHS r{number} {row.bound}\n" for number, row in enumerate(problem.rows) if row.bound]
    uppers = [upper(f"x{number}", column.upper) for number, column in enumerate(problem.columns) if entries[number]]
    return sections(rows, "".join(_marked(problem, entries)), "".join(bounds), "".join(uppers))


def sections(rows: str, columns: str, bounds: str, uppers: str) -> str:
    head = f"NAME threefold FREE\nROWS\n N cost\n{rows}COLUMNS\n {NONE} cost 0\n"
    return f"{head}{columns}RHS\n{bounds}BOUNDS\n{uppers}ENDATA\n"


def upper(column: str, value: int) -> str:
    """Its bounds 0..value. `UP` with 0 would leave it without a lower bound."""
    return f" UP BND {column} {value}\n" if value else f" FX BND {column} 0\n"


def _marked(problem: Problem, entries: list[str]) -> Iterator[str]:
    """The lines of the columns; a run of integer ones stands between markers."""
    for integer, run in groupby(zip(problem.columns, entries, strict=True), key=lambda pair: pair[0].integer):
        lines = "".join([entry for _, entry in run])
        yield f" M 'MARKER' 'INTORG'\n{lines} M 'MARKER' 'INTEND'\n" if integer else lines
