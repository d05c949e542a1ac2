"""What a search's solvers did: conflicts, decisions, propagations and restarts, as PySAT's `accum_stats` gives them.

A search in cubes has one solver after another. The counters of a solver are read once, before it is deleted, so that they
cost nothing per solution.
"""

from collections import Counter

from threefold.backends.sat.solvers import Incremental

COUNTERS = ("conflicts", "decisions", "propagations", "restarts")


class Effort:
    """Of the solvers that were deleted, and of the one that answers now."""

    def __init__(self, solver: Incremental | None) -> None:
        self._solver, self._past = solver, Counter[str]()

    def begin(self, solver: Incremental) -> None:
        self._solver = solver

    def end(self) -> None:
        """Delete the solver."""
        if self._solver is not None:
            self._past.update(self._solver.effort())
            self._solver.delete()
            self._solver = None

    def so_far(self) -> dict[str, int]:
        """Empty where the solver says nothing, like Kissat."""
        total = self._past.copy()
        if self._solver is not None:
            total.update(self._solver.effort())
        return {name: total[name] for name in COUNTERS if name in total}
