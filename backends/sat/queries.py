"""Solving under assumptions: many questions about one set of clauses, each with some literals held true.

MiniSat is asked first, with a limit on conflicts, and CaDiCaL where that is reached: MiniSat is faster where
propagation decides, CaDiCaL is stronger (docs/measurements.md#quick-queries).
"""

from collections.abc import Iterable, Sequence

from threefold.backends.sat.solvers import DEFAULT, Solver

QUICK = "minisat22"
NO_HANDLER = 0  # of Ctrl-C: a guarded child is stopped from outside


class Assuming(Solver):
    def solve_under(self, assumptions: Sequence[int]) -> bool:
        return bool(self._function("solve")(self._handle, list(assumptions), NO_HANDLER))


class Limited(Assuming):
    """MiniSat, with a limit on conflicts."""

    def __init__(self, variables: int) -> None:
        super().__init__(QUICK, variables, None)
        self._solve, self._budget = self._function("solve_lim"), self._function("cbudget")

    def solve_within(self, conflicts: int, assumptions: Sequence[int]) -> bool | None:
        """None after so many conflicts."""
        self._budget(self._handle, conflicts)
        answer: bool | None = self._solve(self._handle, list(assumptions), NO_HANDLER, 0)
        return answer

    def core(self) -> list[int]:
        """After an unsatisfiable answer: the assumptions that were used for it."""
        return list(self._function("core")(self._handle) or ())


def thorough(variables: int, clauses: Iterable[Sequence[int]]) -> Assuming:
    solver = Assuming(DEFAULT, variables, None)
    solver.add(map(list, clauses))
    return solver


def quick(variables: int, clauses: Iterable[Sequence[int]]) -> Limited:
    solver = Limited(variables)
    solver.add(map(list, clauses))
    return solver
