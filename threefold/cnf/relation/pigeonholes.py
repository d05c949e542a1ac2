"""Consequences by counting, for which resolution needs exponential time (Haken 1985, the pigeonhole principle).

Where n terms must be different and have n values, their cells (term, value) form a grid: the terms are its rows, the values its
columns. If no row has two true cells and every column has one, there are n true cells, one in each row and one in each column;
and the same with rows and columns exchanged. So "at least one queen per column" (sheet 000), "per row", and both (sheet 003) are
equivalent. Times without and with counting: docs/measurements.md#pigeonholes.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from threefold.backends.variable_maps import Direct, direct_views
from threefold.language import AllDifferent, Spec

Clause = tuple[int, ...]  # different literals in ascending order


@dataclass(frozen=True)
class Grid:
    """Two partitions of the same cells into the same number of sets."""

    rows: tuple[Clause, ...]
    columns: tuple[Clause, ...]

    def exactly_one(self) -> Iterator[Clause]:
        for cells in (*self.rows, *self.columns):
            yield cells
            yield from pairs(cells)


def pairs(numbers: Clause) -> Iterator[Clause]:
    """At most one of these numbers."""
    return ((-larger, -smaller) for smaller, larger in combinations(numbers, 2))


def grids(spec: Spec) -> list[Grid]:
    """One for every AllDifferent over as many decision variables as values."""
    return [Grid(rows, columns) for rows, columns in _cells(spec) if len(rows) == len(columns)]


def at_most_ones(spec: Spec) -> list[Clause]:
    """The sets of literals of which at most one is true: the values of an integer, and the terms with one value."""
    rows = (tuple(view.numbers) for view in direct_views(spec, 1)[0])
    columns = (column for _, columns in _cells(spec) for column in columns)
    return [literals for literals in (*rows, *columns) if len(literals) > 1]


def _cells(spec: Spec) -> Iterator[tuple[tuple[Clause, ...], tuple[Clause, ...]]]:
    """Rows and columns of every AllDifferent over different decision variables."""
    views, _ = direct_views(spec, 1)
    for posted in spec.posted:
        units = posted.constraint.units if isinstance(posted.constraint, AllDifferent) else ()
        variables = [unit.variable for unit in units if unit.variable is not None and not unit.variable.derived]
        integers = [view for view in (views[x.position] for x in variables) if isinstance(view, Direct)]
        if not units or len(integers) != len(units) or len({x.position for x in variables}) != len(units):
            continue
        rows = [tuple(view.numbers) for view in integers]
        columns: dict[int, list[int]] = {}
        for unit, row in zip(units, rows, strict=True):
            for value, cell in zip(unit.values(), row, strict=True):
                columns.setdefault(value, []).append(cell)
        yield tuple(rows), tuple(tuple(sorted(columns[value])) for value in sorted(columns))


def counted(grid: Grid, holds: Callable[[Clause], bool]) -> list[Clause]:
    """What the grid implies, if its premise holds by this test; else nothing."""
    for crowded, covered in ((grid.rows, grid.columns), (grid.columns, grid.rows)):
        if all(map(holds, covered)) and all(holds(pair) for cells in crowded for pair in pairs(cells)):
            return list(grid.exactly_one())
    return []
