"""Does "a queen in every row" imply "a queen in every column"? Times of two solvers, and of counting.

python -m benchmarks.pigeonholes [N …]        the table of docs/measurements.md#pigeonholes
"""

import sys
from array import array
from collections.abc import Callable
from time import perf_counter

from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.queries import quick, thorough
from threefold.cnf.relation import relate
from threefold.cnf.relation.entailment import negation
from threefold.cnf.relation.formulas import Reference
from threefold.models import nqueens


def seconds(action: Callable[[], object]) -> float:
    start = perf_counter()
    action()
    return perf_counter() - start


def row(n: int) -> str:
    reference = Reference(nqueens.build(n))
    [grid] = reference.grids
    empty = negation(grid.columns[0])
    cadical = seconds(lambda: thorough(n * n, reference.groups).solve_under(empty))
    minisat = seconds(lambda: quick(n * n, reference.groups).solve_under(empty))
    return f"| {n} | {cadical:.2f} | {minisat:.2f} | {seconds(lambda: by_counting(reference)):.2f} |"


def by_counting(reference: Reference) -> None:
    """The formula with "at least one" for columns instead of rows is related to the puzzle."""
    [grid] = reference.grids
    kept = [clause for clause in reference.groups if clause not in grid.rows]
    flat = array("i", [number for clause in (*grid.columns, *kept) for number in (*clause, 0)])
    assert relate(reference.spec, Formula(reference.own, flat)).verdict == "equivalent"


if __name__ == "__main__":
    print("| n | CaDiCaL, s | MiniSat, s | the whole relation, by counting, s |\n|---|---|---|---|")
    for size in map(int, sys.argv[1:] or ("10", "11", "12", "13")):
        print(row(size), flush=True)
    print(f"\n30 queens, by counting: {seconds(lambda: by_counting(Reference(nqueens.build(30)))):.2f} s")
