"""All solutions by a SAT solver that writes its proof in LRAT: after the last solution, that there is no other one.

Each solution is excluded by a clause over all decision variables. A model in which the successors of a Circuit form several
tours is no solution: a clause is added for each tour, that one of its arcs leaves it. The clauses of a cube are assumptions of
the proof, not clauses of the formula; `lrat.py` moves them into the steps.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import IO

from threefold.backends.sat.solvers import Traced
from threefold.proofs.formula import TRUE, Formula


def enumerate_all(formula: Formula, file: IO[bytes], on_solution: Callable[[int], None]) -> list[tuple[int, ...]]:
    """All solutions. The formula gets the clauses that were added, in their order; the file gets the steps."""
    solver = Traced(formula.atoms, file)
    try:
        solver.add(list(clause) for _, clause in formula.clauses)
        solutions: list[tuple[int, ...]] = []
        while solver.solve():
            true = {TRUE, *(number for number in solver.model() if number > 0)}
            start = len(formula.clauses)
            for source, arcs in formula.circuits:
                formula.clauses += [(source, cut) for cut in cuts(arcs, true)]
            if len(formula.clauses) == start:
                solutions.append(_assignment(formula, true))
                on_solution(len(solutions))
                formula.clauses.append(("solution", _blocking(formula, solutions[-1])))
            solver.add(list(clause) for _, clause in formula.clauses[start:])
        return solutions
    finally:
        solver.delete()


def _assignment(formula: Formula, true: set[int]) -> tuple[int, ...]:
    return tuple(formula.value(name, true) for name in range(len(formula.spec.declared)))


def _blocking(formula: Formula, values: Sequence[int]) -> tuple[int, ...]:
    decisions = formula.spec.decisions
    return tuple(literal for x in decisions for literal in formula.differs(x.position, values[x.position]))


def cuts(arcs: Sequence[dict[int, int]], true: set[int]) -> Iterator[tuple[int, ...]]:
    """For every tour that does not visit all nodes: one of its nodes has a successor outside."""
    following = [next(j for j, literal in each.items() if _is_true(literal, true)) for each in arcs]
    left = set(range(len(arcs)))
    while left:
        tour, node = set[int](), min(left)
        while node not in tour:
            tour.add(node)
            node = following[node]
        left -= tour
        if len(tour) < len(arcs):
            yield tuple(literal for i in tour for j, literal in arcs[i].items() if j not in tour)


def _is_true(literal: int, true: set[int]) -> bool:
    return literal in true if literal > 0 else -literal not in true
