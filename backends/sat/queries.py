"""Solving under assumptions: many questions about one set of clauses, each asked with some literals held true.

MiniSat is asked first, within a number of conflicts, and CaDiCaL, which is stronger, where it gives up. Microseconds per question
about 30 queens, MiniSat · CaDiCaL: 4 · 5 where unit propagation decides it, 118 · 377 where a model is to be found.
"""

from collections.abc import Iterable, Sequence

from threefold.backends.sat.solvers import DEFAULT, Solver

QUICK = "minisat22"
NO_HANDLER = 0  # of Ctrl-C: the questions are asked in a guarded child, which is stopped from outside


class Assuming(Solver):
    def solve_under(self, assumptions: Sequence[int]) -> bool:
        return bool(self._function("solve")(self._handle, list(assumptions), NO_HANDLER))


class Limited(Assuming):
    """MiniSat, which can be told to give up."""

    def __init__(self, variables: int) -> None:
        super().__init__(QUICK, variables, None)
        self._solve, self._budget = self._function("solve_lim"), self._function("cbudget")

    def solve_within(self, conflicts: int, assumptions: Sequence[int]) -> bool | None:
        """None where so many conflicts did not suffice."""
        self._budget(self._handle, conflicts)
        answer: bool | None = self._solve(self._handle, list(assumptions), NO_HANDLER, 0)
        return answer

    def core(self) -> list[int]:
        """After a refusal: the assumptions that were used for it."""
        return list(self._function("core")(self._handle) or ())


def thorough(variables: int, clauses: Iterable[Sequence[int]]) -> Assuming:
    solver = Assuming(DEFAULT, variables, None)
    solver.add(map(list, clauses))
    return solver


def quick(variables: int, clauses: Iterable[Sequence[int]]) -> Limited:
    solver = Limited(variables)
    solver.add(map(list, clauses))
    return solver
