"""Decisions of `relate`."""

from array import array

from benchmarks.measurements.comparing import Rows, cpu
from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.solvers import Assuming, Limited
from threefold.cnf.relation import relate
from threefold.cnf.relation.entailment import negation
from threefold.cnf.relation.formulas import Reference
from threefold.format import seconds
from threefold.models import nqueens

HARDEST = 13  # queens; a solver needs ten times as long for each one more


def pigeonholes() -> Rows:
    """`relate` counts instead of asking a solver whether "a queen in every row" implies "a queen in every column".

    CPU seconds of CaDiCaL and of MiniSat for one column, and of the whole relation with counting.
    """
    return [["queens", "CaDiCaL", "MiniSat", "relation, by counting"], *map(_row, (10, 11, 12, 13, 30))]


def _row(n: int) -> list[str]:
    reference = Reference(nqueens.build(n))
    [grid] = reference.grids
    empty = negation(grid.columns[0])
    solvers = [solver(n * n, reference.groups) for solver in (Assuming, Limited)]
    asked = [seconds(cpu(each.solve_under, empty, rounds=1)) if n <= HARDEST else "–" for each in solvers]
    return [str(n), *asked, seconds(cpu(_by_counting, reference, rounds=1))]


def _by_counting(reference: Reference) -> None:
    """The formula with "at least one" for columns instead of rows, related to the puzzle."""
    [grid] = reference.grids
    kept = [clause for clause in reference.groups if clause not in grid.rows]
    flat = array("i", [number for clause in (*grid.columns, *kept) for number in (*clause, 0)])
    assert relate(reference.spec, Formula(reference.own, flat)).verdict == "equivalent"
