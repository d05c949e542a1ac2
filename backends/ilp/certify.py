"""A certificate: the solutions are known from elsewhere, and the solver proves that there are no others.

Each known solution is tested on the rows here, and cut off by a row of its own: not all of these columns again. An
integer's cut needs the column of its value only, because exactly one of its columns is 1. Then one call of the solver
finds the rest infeasible, and the count is exact; or it finds another solution, which is cut off as well, and so on.

CPU seconds of that one call of CBC: 8 queens 0.33 (92 rows cut off), 9 queens 1.8 (352), 10 queens 9 (724), cards 8 2
0.85 (300). CBC's own cuts and heuristics off: with them 0.58, 3.2, 11 and 2.0. Cuts over the few columns from which
propagation finds the rest are half as long, and save CBC nothing.
"""

from collections.abc import Generator, Sequence

from threefold.backends.backend import Certificate
from threefold.backends.ilp.cbc import Problem
from threefold.backends.ilp.model import Model, Row
from threefold.backends.ilp.propagation import Change, Propagator
from threefold.backends.ilp.solvers import solve_by
from threefold.backends.ilp.subproblem import Block, open_block, settled_block
from threefold.backends.variable_maps import Direct, decode
from threefold.language import Assignment, Spec

OPTIONS = ("-cuts", "off", "-heuristicsOnOff", "off")  # of CBC


class RowCertificate(Certificate):
    """`outside` has the columns that are fixed from the start."""

    method = "certify"

    def __init__(
        self,
        spec: Spec,
        model: Model,
        known: Sequence[Assignment],
        solver: str,
        seed: int | None,
        outside: Sequence[Change] = (),
    ) -> None:
        self._spec, self._model, self._known = spec, model, known
        self._solve, self._seed, self._outside = solve_by(solver), seed, outside
        self._calls = self._rejected = self._found = 0

    def __iter__(self) -> Generator[Assignment, None, None]:
        cuts: list[Row] = []
        test = _Rows(self._model, self._model.rows, self._outside)
        for assignment in self._known:
            cut = cut_off(self._spec, self._model, assignment)
            if self._accepts(test, cut):
                cuts.append(cut)
                yield assignment
            else:
                self._rejected += 1
                self.rejected = self.rejected or assignment
        while (solution := self._another(_Rows(self._model, [*self._model.rows, *cuts], self._outside))) is not None:
            assignment = decode(self._spec, self._model.views, solution.__getitem__)
            self._found += 1
            self.besides = self.besides or assignment
            cuts.append(cut_off(self._spec, self._model, assignment))
            yield assignment

    def _accepts(self, rows: "_Rows", cut: Row) -> bool:
        """With the decision variables fixed propagation tells, but where it leaves an auxiliary column open."""
        fixed = [(column, int(a > 0), int(a > 0)) for column, a in cut.terms.items()]
        block, open_rows = rows.block(fixed)
        return block is not None and (not open_rows or self._call(block) is not None)

    def _another(self, rows: "_Rows") -> list[int] | None:
        block, _ = rows.block(())
        return None if block is None else self._call(block)

    def _call(self, block: Block) -> list[int] | None:
        self._calls += 1
        answer = self._solve(Problem(block.columns, block.rows), OPTIONS, self._seed)
        return None if answer is None else block.completed(answer)

    def statistics(self) -> dict[str, int]:
        known, rejected = len(self._known), self._rejected  # so far: a limit may cut the tests
        return {"calls": self._calls, "known": known, "rejected": rejected, "besides": self._found}


class _Rows:
    """Rows, and what propagation leaves of them."""

    def __init__(self, model: Model, rows: Sequence[Row], outside: Sequence[Change]) -> None:
        self._columns, self._rows = model.columns, rows
        self._propagator = Propagator(model.columns, rows)
        root = self._propagator.root()
        self._root = root and self._propagator.narrowed(root, outside)

    def block(self, fixed: Sequence[Change]) -> tuple[Block | None, bool]:
        """The subproblem with these columns fixed, None where it is closed; and whether a row of it is still open."""
        bounds = self._root and self._propagator.narrowed(self._root, fixed)
        if bounds is None:
            return None, False
        unsettled = [row for number, row in enumerate(self._rows) if not self._propagator.settled(bounds, number)]
        if unsettled:
            return open_block(self._columns, unsettled, bounds), True
        return settled_block(self._columns, self._rows, bounds), False


def cut_off(spec: Spec, model: Model, assignment: Assignment) -> Row:
    """The row that rejects this assignment of the decision variables and no other."""
    terms: dict[int, int] = {}
    for x in spec.decisions:
        view, value = model.views[x.position], assignment[x.position]
        if isinstance(view, Direct):
            terms[view.index(value)] = 1
        else:
            terms[view.index] = 1 if value else -1
    return Row("known solutions", terms, "<=", sum(a > 0 for a in terms.values()) - 1)
