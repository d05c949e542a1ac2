"""The same conclusions by other programs: unit propagation by PySAT, maxima of the relaxation by CBC through PuLP."""

from collections.abc import Collection, Iterator, Sequence

import pulp
from pysat.solvers import Solver

from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.backends.ilp.cbc_executable import path
from threefold.backends.ilp.program import RowProgram
from threefold.backends.sat.program import CnfProgram
from threefold.language import Spec


def cnf_of(spec: Spec, row: str = "sat") -> CnfProgram:
    program = find("sat").lower(spec, parse(row, {}))
    assert isinstance(program, CnfProgram)
    return program


def propagated(program: CnfProgram, solver: str = "minisat22") -> set[int] | None:
    """The true literals; None at a contradiction.

    PySAT reports only what follows from assumptions. So every clause gets a new literal, whose negation is assumed.
    """
    on = program.top + 1
    with Solver(name=solver, bootstrap_with=[[*clause, -on] for _, clause in program.clauses()]) as loaded:
        consistent, literals = loaded.propagate(assumptions=[on])
    return set(literals) - {on} if consistent else None


def maxima(spec: Spec, columns: Collection[int]) -> Iterator[float | None]:
    """Of these columns in the relaxation; None where it has no solution."""
    program = find("ilp").lower(spec, parse("ilp", {}))
    assert isinstance(program, RowProgram)
    for column in columns:
        problem = pulp.LpProblem("relaxation", pulp.LpMaximize)
        values = [problem.add_variable(f"x{n}", 0, each.upper) for n, each in enumerate(program.model.columns)]
        problem += values[column]
        for row in program.model.rows:
            left = pulp.lpSum(a * values[n] for n, a in row.terms.items())
            problem += {"<=": left <= row.bound, ">=": left >= row.bound, "==": left == row.bound}[row.sense]
        problem.solve(pulp.COIN_CMD(path=path(), msg=False))
        assert problem.status in (pulp.LpStatusOptimal, pulp.LpStatusInfeasible)
        yield pulp.value(problem.objective) if problem.status == pulp.LpStatusOptimal else None


def left_by_direct_literals(spec: Spec, program: CnfProgram, true: Collection[int]) -> list[Sequence[int]]:
    """For integers in direct encoding: the values whose literal is not false."""
    left: list[Sequence[int]] = []
    for x, numbers in zip(spec.variables, program.projection.numbers, strict=True):
        if x.boolean:
            left.append([v for v in (0, 1) if (-numbers[0] if v else numbers[0]) not in true])
        else:
            left.append([v for v, n in zip(x.domain, numbers, strict=True) if -n not in true])
    return left
