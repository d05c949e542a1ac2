"""Certifying a count: the solutions are known from elsewhere, and the solver proves that there are no others.

Each known solution is checked on the rows here, and excluded by a row of its own. For an integer that row needs only the
column of its value, because exactly one of its columns is 1. Then one call of the solver proves that the rest is infeasible,
and the count is exact; or it finds another solution, which is excluded too, and so on (docs/measurements.md#certify).
"""

from collections.abc import Generator, Sequence

from threefold.backends.backend import Certificate
from threefold.backends.ilp import solver_module
from threefold.backends.ilp.model import Model, Row
from threefold.backends.ilp.program import RowProgram
from threefold.backends.ilp.subproblem import Bounds, Change, Subproblems
from threefold.backends.variable_maps import Direct, decode
from threefold.language import Assignment, Spec

OPTIONS = ("-cuts", "off", "-heuristicsOnOff", "off")  # of CBC: they do not pay where nothing is left to find


class RowCertificate(Certificate):
    """`outside` has the columns that are fixed from the start."""

    method = "certify"

    def __init__(
        self, program: RowProgram, known: Sequence[Assignment], seed: int | None, outside: Sequence[Change]
    ) -> None:
        self._spec, self._model, self._known = program.spec, program.model, known
        self._solve, self._seed, self._outside = solver_module(program.configuration.solver).solve, seed, outside
        self._calls = self._rejected = self._found = 0

    def __iter__(self) -> Generator[Assignment, None, None]:
        cuts: list[Row] = []
        model = self._subproblems(())
        for assignment in self._known:
            cut = excluding(self._spec, self._model, assignment)
            if self._accepts(model, cut):
                cuts.append(cut)
                yield assignment
            else:
                self._rejected += 1
                self.rejected = self.rejected or assignment
        while (solution := self._another(cuts)) is not None:
            assignment = decode(self._spec, self._model.views, solution.__getitem__)
            self._found += 1
            self.besides = self.besides or assignment
            cuts.append(excluding(self._spec, self._model, assignment))
            yield assignment

    def _another(self, cuts: Sequence[Row]) -> list[int] | None:
        rest = self._subproblems(cuts)
        return None if rest.root is None else self._solution(rest, rest.root)

    def _subproblems(self, cuts: Sequence[Row]) -> Subproblems:
        return Subproblems(self._model.columns, [*self._model.rows, *cuts], self._outside)

    def _accepts(self, model: Subproblems, cut: Row) -> bool:
        """With the decision variables fixed propagation decides, except where it leaves an auxiliary column open."""
        bounds = model.narrowed((column, int(a > 0), int(a > 0)) for column, a in cut.terms.items())
        if bounds is None:
            return False
        return not model.propagator.unsettled(bounds) or self._solution(model, bounds) is not None

    def _solution(self, subproblems: Subproblems, bounds: Bounds) -> list[int] | None:
        self._calls += 1
        reduced = subproblems.reduced(bounds)
        answer = self._solve(reduced.program, OPTIONS, self._seed)
        return None if answer is None else reduced.completed(answer)

    def statistics(self) -> dict[str, int]:
        known, rejected = len(self._known), self._rejected  # so far: a limit may come before all are checked
        return {"calls": self._calls, "known": known, "rejected": rejected, "besides": self._found}


def excluding(spec: Spec, model: Model, assignment: Assignment) -> Row:
    """The row that rejects this assignment of the decision variables and no other."""
    terms: dict[int, int] = {}
    for x in spec.decisions:
        view, value = model.views[x.position], assignment[x.position]
        if isinstance(view, Direct):
            terms[view.index(value)] = 1
        else:
            terms[view.first] = 1 if value else -1
    return Row("known solutions", terms, "<=", sum(a > 0 for a in terms.values()) - 1)
