"""The values that each column can take: from its declaration, else from the rows."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil, floor

from threefold.cnf.rows.program import Column, LinearProgram, Row
from threefold.language import BadInput

MOST_VALUES = 10_000
ROUNDS = 20

Interval = tuple[int, int]


def intervals(program: LinearProgram) -> dict[str, Interval]:
    """The least and the greatest value of each column as an integer; BadInput where there is none.

    A column that is in no row and not declared integer means nothing: PuLP writes one for an empty objective.
    """
    used = {name for row in program.rows for name in row.terms}
    kept = {name: column for name, column in program.columns.items() if name in used or column.integer}
    columns = {name: Column(column.lower, column.upper) for name, column in kept.items()}
    for _ in range(ROUNDS):
        if all(column.lower is not None and column.upper is not None for column in columns.values()):
            break
        for row in program.rows:
            for name, lower, upper in _implied(row, columns):
                column = columns[name]
                column.lower = lower if column.lower is None else column.lower
                column.upper = upper if column.upper is None else column.upper
    return {name: _integers(program, name, column) for name, column in columns.items()}


def _integers(program: LinearProgram, name: str, column: Column) -> Interval:
    if column.lower is None or column.upper is None:
        side = "lower" if column.lower is None else "upper"
        wanted = "declare it as binary, or give it a bound"
        raise BadInput(f"{program.file}: {name} has no {side} bound, and the rows give none: {wanted}")
    low, high = ceil(column.lower), floor(column.upper)
    if low > high:
        raise BadInput(f"{program.file}: {name} has no value: its bounds are {column.lower} and {column.upper}")
    if high - low >= MOST_VALUES:
        raise BadInput(f"{program.file}: {name} has more than {MOST_VALUES:,} values: 0/1 columns are expected")
    return low, high


def _implied(row: Row, columns: dict[str, Column]) -> Iterator[tuple[str, Fraction | None, Fraction | None]]:
    """For each column of the row the lower and upper bound that the row and the other columns imply, or None."""
    for name, a in row.terms.items():
        others = [(b, columns[other]) for other, b in row.terms.items() if other != name]
        lower = upper = None
        for sense, extreme in (("<=", _least(others)), (">=", _greatest(others))):
            if row.sense in (sense, "=") and extreme is not None:
                limit = (row.bound - extreme) / a
                if (a > 0) == (sense == "<="):
                    upper = limit
                else:
                    lower = limit
        yield name, lower, upper


def _least(terms: Iterable[tuple[int, Column]]) -> Fraction | None:
    ends = [(a, column.lower if a > 0 else column.upper) for a, column in terms]
    return (
        None if any(end is None for _, end in ends) else sum((a * Fraction(end or 0) for a, end in ends), Fraction(0))
    )


def _greatest(terms: Iterable[tuple[int, Column]]) -> Fraction | None:
    least = _least((-a, column) for a, column in terms)
    return None if least is None else -least
