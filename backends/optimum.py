"""The optimum by bound search: a solution, then one that is better, until there is none.

Every step asks the same program; the bound is a part of the search space, in which the objective has better values only. The last
answer is that such a part is empty.
"""

from collections import Counter
from collections.abc import Generator
from contextlib import closing

from threefold.backends.backend import Program, Search
from threefold.language import Assignment
from threefold.language.flattening import Flat


class BoundSearch(Search):
    def __init__(self, program: Program, seed: int | None) -> None:
        self._program, self._seed, self._first = program, seed, program.load(seed=seed, first=True)
        step = self._first.method.removeprefix("first").removeprefix(", ")
        self.method = f"bound search, {step}" if step else "bound search"
        self._statistics = Counter[str]()
        self._found = Counter[str]()
        self._decided = ""

    def __iter__(self) -> Generator[Assignment, None, None]:
        objective, search = self._program.spec.objective, self._first
        spec = self._program.spec
        written = spec.written.objective if isinstance(spec, Flat) else objective
        assert objective is not None, "a spec with an objective"
        assert written is not None, "the same"
        while True:
            with closing(iter(search)) as solutions:
                found = next(solutions, None)
            self._statistics.update({**search.statistics(), "steps": 1})
            self._found.update(search.found_by())
            if found is None:
                self._decided = search.decided_by()
                return
            yield found
            better = objective.better(written.value(found))
            if not better:  # this engine returned a solution with the best value of the domain
                self._decided = " and ".join(search.found_by())
                return
            cube = {objective.variable.position: better}
            search = self._program.load(seed=self._seed, first=True, cube=cube)

    def statistics(self) -> dict[str, int]:
        return dict(self._statistics)

    def found_by(self) -> dict[str, int]:
        return dict(self._found)

    def decided_by(self) -> str:
        return self._decided
