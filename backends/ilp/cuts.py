"""The plain row `ilp+count=cuts`: CBC as it comes, through the public interface of PuLP.

    solve the 0/1 program; as long as there is a solution: report it, forbid it by one more row, and solve again

The row is a no-good cut: of the decision variables' columns at least one must differ from the solution (E. Balas, R. Jeroslow,
Canonical cuts on the unit hypercube, SIAM Journal on Applied Mathematics 23, 1972). CBC has its defaults and one thread; its only
option is a seed, where one is asked for. PuLP says `Optimal` also where the proof is missing, and then so in `sol_status`. Each
solution is checked on every row, the cuts included. HiGHS and SCIP are in the same loop, in memory (`ilp:highs+count=cuts`).
"""

import operator
from collections.abc import Generator, Mapping, Sequence
from typing import Protocol

from threefold.backends.backend import Refused
from threefold.backends.ilp import solve_of
from threefold.backends.ilp.cbc import seeded
from threefold.backends.ilp.cbc_executable import path
from threefold.backends.ilp.export import pulp
from threefold.backends.ilp.model import IntegerProgram, Row
from threefold.backends.ilp.row_check import RowCheck
from threefold.backends.variable_maps import DirectView, Native

SENSES = {"<=": operator.le, "==": operator.eq, ">=": operator.ge}
KINDS = {True: pulp.LpInteger, False: pulp.LpContinuous}


class GrowingProgram(Protocol):
    """`solve`: an optimal solution, proven and checked, or None where it is proven that there is none."""

    def add(self, row: Row) -> None: ...
    def solve(self) -> list[int] | None: ...


class NoGoodCuts:
    """All solutions of a program, over the columns of these decision variables."""

    def __init__(self, program: GrowingProgram, decisions: Sequence[DirectView]) -> None:
        self._program, self._decisions = program, decisions
        self.found, self.ended = 0, False

    def __iter__(self) -> Generator[list[int], None, None]:
        while (solution := self._program.solve()) is not None:
            self.found += 1
            yield solution
            self._program.add(no_good_cut(self._decisions, solution))
        self.ended = True

    def statistics(self) -> dict[str, int]:
        return {"calls": self.found + self.ended}


def no_good_cut(decisions: Sequence[DirectView], solution: Sequence[int]) -> Row:
    """The row that rejects these values of the decision variables and no others.

    Of an integer the column that is 1 is enough: with any other value it is 0. A Boolean is one column, 0 or 1.
    """
    terms: dict[int, int] = {}
    for view in decisions:
        if isinstance(view, Native):
            terms[view.first] = 1 if solution[view.first] else -1
        else:
            terms |= {column: 1 for column in view.numbers if solution[column]}
    return Row("solutions so far", terms, "<=", sum(a > 0 for a in terms.values()) - 1)


def growing(program: IntegerProgram, solver: str, seed: int | None) -> GrowingProgram:
    return PulpProgram(program, seed) if solver == "cbc" else ProgramInMemory(program, solver, seed)


class PulpProgram:
    """Solved by the CBC that PuLP bundles; PuLP itself would prefer another `cbc` on PATH."""

    def __init__(self, program: IntegerProgram, seed: int | None) -> None:
        options = [] if seed is None else [" ".join(seeded(seed)).removeprefix("-")]
        self._cbc = pulp.COIN_CMD(path=path(), msg=False, options=options)
        self._check = RowCheck(IntegerProgram(program.columns, ()), "CBC")
        self._problem = pulp.LpProblem("threefold", pulp.LpMinimize)
        self._x = [
            self._problem.add_variable(f"x{number}", 0, column.upper, KINDS[column.integer])
            for number, column in enumerate(program.columns)
        ]
        if program.costs:
            self._problem += self._sum(program.costs)
        for row in program.rows:
            self.add(row)

    def add(self, row: Row) -> None:
        self._check.add(row)
        self._problem += SENSES[row.sense](self._sum(row.terms), row.bound)

    def solve(self) -> list[int] | None:
        try:
            status = self._problem.solve(self._cbc)
        except pulp.PulpSolverError:
            raise Refused("CBC ended without an answer") from None
        if status == pulp.LpStatusInfeasible:
            return None
        if (status, self._problem.sol_status) != (pulp.LpStatusOptimal, pulp.LpSolutionOptimal):
            raise Refused(f"CBC gave up: {pulp.LpStatus[status]}, {pulp.LpSolution[self._problem.sol_status]}")
        values = [x.value() or 0 for x in self._x]  # None: a column in no row, which is not in the file
        return self._check.integers(values)

    def _sum(self, terms: Mapping[int, int]) -> pulp.LpAffineExpression:
        return pulp.LpAffineExpression([(self._x[column], a) for column, a in terms.items()])


class ProgramInMemory:
    """HiGHS and SCIP get the program anew for each solution, with the rows so far."""

    def __init__(self, program: IntegerProgram, solver: str, seed: int | None) -> None:
        self._rows = [*program.rows]
        self._program = IntegerProgram(program.columns, self._rows, program.costs)
        self._seed, self._solve = seed, solve_of(solver)

    def add(self, row: Row) -> None:
        self._rows.append(row)

    def solve(self) -> list[int] | None:
        return self._solve(self._program, (), self._seed)
