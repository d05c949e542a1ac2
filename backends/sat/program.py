"""A CNF with the group of each of its clauses, and the search that enumerates it.

Enumeration is by blocking (sheet 001): after each model a clause forbids it, on the decision variables only, since models that
differ in auxiliaries or derived variables are the same solution. For an integer in direct encoding its one true literal suffices;
a Boolean is blocked in the polarity it has (blocking only true ones loses every solution that contains another: the
2-colourings of K4's edges would be 14 instead of 18).
"""

from array import array
from collections.abc import Collection, Generator, Iterator, Mapping

from backends.backend import Configuration, Program, Search, Size
from backends.sat.dimacs import to_dimacs
from backends.sat.encoder import BlockKey, clauses_of
from backends.sat.projection import Projection
from backends.sat.solvers import DEFAULT, Solver, new_solver
from language import Assignment, Spec


class CnfProgram(Program):
    def __init__(
        self, spec: Spec, configuration: Configuration, blocks: Mapping[BlockKey, "array[int]"], own: int, top: int
    ) -> None:
        self.spec, self.configuration, self.top = spec, configuration, top
        self.blocks = {key: block for key, block in blocks.items() if block}
        self.groups = tuple(dict.fromkeys(group for group, _ in self.blocks))
        clauses = sum(block.count(0) for block in self.blocks.values())
        self.size = Size(own, top - own, clauses, sum(map(len, self.blocks.values())) - clauses)
        self.projection = Projection(spec)

    def clauses(self) -> Iterator[tuple[str, list[int]]]:
        """Every clause with its group."""
        return ((group, clause) for (group, _), block in self.blocks.items() for clause in clauses_of(block))

    def load(self, *, seed: int | None, first: bool) -> Search:
        solver = new_solver(self.configuration.solver, self.top, seed)
        for block in self.blocks.values():
            solver.add(clauses_of(block))
        return BlockingSearch(solver, self.projection, "first" if first else "blocking")

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        """By the default solver, whatever the configuration: the question is about the clauses, not about who lost a solution.

        Definitions are always in: they forbid no value of any variable, and without them another group's clauses mean less.
        """
        solver = new_solver(DEFAULT, self.top, None)
        for (group, definitions), block in self.blocks.items():
            if definitions or group in groups:
                solver.add(clauses_of(block))
        solver.add(self.projection.units(assignment))
        return solver.solve()

    def export(self, form: str) -> str:
        assert form == "dimacs", form
        return to_dimacs(self.top, self.blocks)


class BlockingSearch(Search):
    def __init__(self, solver: Solver, projection: Projection, method: str) -> None:
        self.method = method
        self._solver, self._projection, self._calls = solver, projection, 0

    def __iter__(self) -> Generator[Assignment, None, None]:
        try:
            while self._solve():
                model = self._solver.model()
                yield self._projection.assignment(model)
                self._solver.add([self._projection.blocking(model)])
        finally:
            self._solver.delete()

    def _solve(self) -> bool:
        self._calls += 1
        return self._solver.solve()

    def statistics(self) -> dict[str, int]:
        return {"solver calls": self._calls}
