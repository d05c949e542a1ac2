"""The plain row `ilp+count=cuts`: CBC as it comes, through the public interface of PuLP.

    solve the 0/1 program; as long as there is a solution: report it, forbid it by one more row, and solve again

The row is a no-good cut: of the decision variables' columns at least one must differ from the solution (E. Balas, R. Jeroslow,
Canonical cuts on the unit hypercube, SIAM Journal on Applied Mathematics 23, 1972). CBC runs with its defaults and in one
thread; its only option is a seed, where one is asked for. PuLP writes the whole program into a file for each solution.

PuLP says `Optimal` also where a limit came before the proof; then `sol_status` says so. A solution is checked on every row in
integers, the cuts included. `ilp:highs+count=cuts` and `ilp:scip+count=cuts` are the same loop with another solver, in memory.
"""

import operator
from collections.abc import Generator, Mapping, Sequence
from typing import Protocol

from threefold.backends.backend import Refused
from threefold.backends.ilp import solver_module
from threefold.backends.ilp.cbc import seeded
from threefold.backends.ilp.cbc_executable import path
from threefold.backends.ilp.export import pulp
from threefold.backends.ilp.model import IntegerProgram, Row
from threefold.backends.ilp.row_check import RowCheck
from threefold.backends.variable_maps import DirectView, Native

SENSES = {"<=": operator.le, "==": operator.eq, ">=": operator.ge}


class GrowingProgram(Protocol):
    def add(self, row: Row) -> None: ...

    def solve(self) -> list[int] | None:
        """An optimal solution, proven and checked, or None where it is proven that there is none."""


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

    Of an integer exactly one column is 1, which is enough: with another value it becomes 0. A Boolean is one column, which counts
    with its sign.
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
        self._check = RowCheck(program, "CBC")
        self._problem = pulp.LpProblem("threefold", pulp.LpMinimize)
        self._x = [
            self._problem.add_variable(
                f"x{i}", 0, column.upper, pulp.LpInteger if column.integer else pulp.LpContinuous
            )
            for i, column in enumerate(program.columns)
        ]
        if program.costs:
            self._problem += self._sum(program.costs)
        for row in program.rows:
            self._post(row)

    def add(self, row: Row) -> None:
        self._check.add(row)
        self._post(row)

    def solve(self) -> list[int] | None:
        try:
            status = self._problem.solve(self._cbc)
        except pulp.PulpSolverError as error:
            raise Refused(f"CBC ended without an answer ({error})") from None
        if status == pulp.LpStatusInfeasible:
            return None
        if (status, self._problem.sol_status) != (pulp.LpStatusOptimal, pulp.LpSolutionOptimal):
            raise Refused(f"CBC gave up: {pulp.LpStatus[status]}, {pulp.LpSolution[self._problem.sol_status]}")
        return self._check.integers(
            x.value() or 0 for x in self._x
        )  # None: a column in no row, which is not in the file

    def _post(self, row: Row) -> None:
        self._problem += SENSES[row.sense](self._sum(row.terms), row.bound)

    def _sum(self, terms: Mapping[int, int]) -> pulp.LpAffineExpression:
        return pulp.LpAffineExpression([(self._x[column], a) for column, a in terms.items()])


class ProgramInMemory:
    """HiGHS and SCIP get the program anew for each solution, with the rows so far."""

    def __init__(self, program: IntegerProgram, solver: str, seed: int | None) -> None:
        self._rows = [*program.rows]
        self._program = IntegerProgram(program.columns, self._rows, program.costs)
        self._solve, self._seed = solver_module(solver).solve, seed

    def add(self, row: Row) -> None:
        self._rows.append(row)

    def solve(self) -> list[int] | None:
        found: list[int] | None = self._solve(self._program, (), self._seed)
        return found
