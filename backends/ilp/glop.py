"""Linear relaxations, by GLOP: the maximum of some columns, and where there is no solution factors of rows whose sum cannot hold.

Both are floating-point numbers: whoever uses the factors must test the sum in integers, and a maximum has a tolerance.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from threefold.backends.backend import Refused
from threefold.backends.ilp.model import IntegerProgram
from threefold.backends.ilp.subproblem import Change

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


class ColumnBounds:
    """The greatest values of sums of columns in the relaxation; each program starts from the solution before."""

    def __init__(self, program: IntegerProgram) -> None:
        from ortools.linear_solver import pywraplp

        self._optimal, self._infeasible = pywraplp.Solver.OPTIMAL, pywraplp.Solver.INFEASIBLE
        self._solver = solver = pywraplp.Solver.CreateSolver("GLOP")
        self._columns, self._narrowed = [solver.NumVar(0, each.upper, "") for each in program.columns], list[Change]()
        self._uppers = [each.upper for each in program.columns]
        for row in program.rows:
            least = -solver.infinity() if row.sense == "<=" else row.bound
            most = solver.infinity() if row.sense == ">=" else row.bound
            constraint = solver.Constraint(least, most)
            for column, a in row.terms.items():
                constraint.SetCoefficient(self._columns[column], a)

    def narrow(self, changes: Iterable[Change]) -> None:
        """In place of the changes before."""
        for column, _, _ in self._narrowed:
            self._columns[column].SetBounds(0, self._uppers[column])
        self._narrowed = list(changes)
        for column, low, high in self._narrowed:
            self._columns[column].SetBounds(low, high)

    def greatest(self, factors: Mapping[int, int]) -> list[float] | None:
        """A solution in which this sum of columns is as great as possible; None where there is no solution."""
        objective = self._solver.Objective()
        objective.Clear()
        for column, factor in factors.items():
            objective.SetCoefficient(self._columns[column], factor)
        objective.SetMaximization()
        status = self._solver.Solve()
        if status == self._infeasible:
            return None
        if status != self._optimal:
            raise Refused("the linear relaxation could not be solved")
        return [each.solution_value() for each in self._columns]
