"""The dual values of a linear program without a solution, by GLOP: factors of its rows whose sum cannot hold.

They are floating-point numbers: whoever uses them must test the sum in integers.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Term = TypeVar("Term", bound=Hashable)
VIOLATED = 1e-6  # a smaller sum of violations is a rounding error


def duals(rows: Sequence[tuple[Mapping[Term, int], int, bool]], bounds: Mapping[Term, tuple[int, int]]) -> list[float]:
    """Of the rows `sum >= bound`, or `== bound` where the flag is set; all 0 if the program has a solution.

    The violation of the rows is made as small as possible.
    """
    from ortools.linear_solver import pywraplp

    solver = pywraplp.Solver.CreateSolver("GLOP")
    columns = {term: solver.NumVar(low, high, "") for term, (low, high) in bounds.items()}
    constraints = []
    for terms, bound, equation in rows:
        constraint = solver.Constraint(bound, bound if equation else solver.infinity())
        for term, a in terms.items():
            constraint.SetCoefficient(columns[term], a)
        for sign in (1, -1) if equation else (1,):
            violation = solver.NumVar(0, solver.infinity(), "")
            constraint.SetCoefficient(violation, sign)
            solver.Objective().SetCoefficient(violation, 1)
        constraints.append(constraint)
    solver.Objective().SetMinimization()
    solved = solver.Solve() == pywraplp.Solver.OPTIMAL and solver.Objective().Value() > VIOLATED
    return [constraint.dual_value() if solved else 0.0 for constraint in constraints]
