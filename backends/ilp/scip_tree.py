"""All solutions by one search tree of SCIP.

SCIP has a counter of its own (its constraint handler `countsols`), whose numbers are over all integer columns and whose
solutions its Python package does not show. The handler here does the same with a list. It accepts no solution, so that
SCIP goes on. Where a solution comes and the decision variables are fixed, it notes the solution and cuts the node off;
where they are not, it sends SCIP on to branch. So solutions are counted over the decision variables, every one is SCIP's
own, and when the tree is closed there are no more. Locks on all columns in both directions forbid the reductions that
would keep one solution of many.

CPU seconds for 8 queens, 9 queens and cards 8 2: with an LP relaxation at every node 0.054, 0.20 and 0.19, which is what
`countsols` takes; also without presolve 0.057, 0.20 and 0.36; at the root and every fourth level 0.040, 0.15 and 0.16; every
20th 0.026, 0.12 and 0.13 (the last two: medians of five). But what the rows say matters: the 86 ways to dominate a 7×7 board
with 4 queens take 0.56 s by every fourth level and 2.5 s by every 20th. Where all rows are at-most-ones and exactly-ones,
propagation sees nearly all that a relaxation sees (latin squares of order 4 0.077 and 0.052, 10 queens 0.58 and 0.40, designs
9 3 1 0.30 and 0.25), so there it is every 20th. Without any relaxation SCIP is a search by propagation, and 9 pigeons in 8
holes, refuted at the root, take it 2.9 s.

The tree cannot be interrupted after each solution: SCIP then starts it anew now and then (9 queens: 425 solutions, 352
of them different). So it grows in a thread, and the solutions come through a queue.
"""

from collections.abc import Generator, Sequence
from contextlib import closing
from queue import SimpleQueue
from threading import Thread
from typing import Any

from threefold.backends.backend import Refused, Search
from threefold.backends.ilp.cbc import Problem
from threefold.backends.ilp.model import Model, Row
from threefold.backends.ilp.propagation import Change
from threefold.backends.ilp.row_check import Test
from threefold.backends.ilp.scip import built, module
from threefold.backends.variable_maps import Direct, decode
from threefold.language import Assignment, Spec

pyscipopt = module()
Handler: Any = pyscipopt.Conshdlr
INFEASIBLE = {"result": pyscipopt.SCIP_RESULT.INFEASIBLE}
CUT_OFF = {"result": pyscipopt.SCIP_RESULT.CUTOFF}

LAST = -(1 << 30)  # after every other handler: what comes here satisfies every row
# What the locks forbid is switched off as well; a multi-aggregated column would have no bounds of its own to look at.
SETTINGS = {
    "misc/allowstrongdualreds": False,
    "misc/allowweakdualreds": False,
    "presolving/donotmultaggr": True,
}

Found = list[float] | Exception | None  # a solution, what went wrong, or the end


def _at_most_one(row: Row) -> bool:
    """Or exactly one."""
    return row.bound == 1 and row.sense != ">=" and all(a == 1 for a in row.terms.values())


class Recorder(Handler):  # type: ignore[misc]
    """What a callback raises is lost in SCIP: it goes through the queue."""

    def __init__(self, x: Sequence[Any], decisions: Sequence[int], found: "SimpleQueue[Found]") -> None:
        self._x, self._decisions, self._found = x, decisions, found
        self._others = sorted(set(range(len(x))) - set(decisions))

    def consinitsol(self, constraints: object) -> None:
        self._deciding = [self.model.getTransformedVar(self._x[column]) for column in self._decisions]

    def conslock(self, constraint: object, kind: int, down: int, up: int) -> None:
        for column in self._x:
            self.model.addVarLocksType(column, kind, down + up, down + up)

    def conscheck(self, *details: object) -> dict[str, object]:
        return INFEASIBLE

    def consenfolp(self, constraints: object, useful: int, infeasible: bool) -> dict[str, object]:
        return self._enforce(infeasible)

    def consenfops(self, constraints: object, useful: int, infeasible: bool, *details: object) -> dict[str, object]:
        return self._enforce(infeasible)

    def _enforce(self, infeasible: bool) -> dict[str, object]:
        try:
            if infeasible or any(x.getLbLocal() != x.getUbLocal() for x in self._deciding):
                return INFEASIBLE
            self._found.put(self._solution())
        except Exception as error:
            self._found.put(error)
            self.model.interruptSolve()
        return CUT_OFF

    def _solution(self) -> list[float]:
        """A bound is read ten times as fast as a value, which took a third of the time for cards 8 2."""
        values = [0.0] * len(self._x)
        for column, x in zip(self._decisions, self._deciding, strict=True):
            values[column] = x.getLbLocal()
        for column in self._others:
            values[column] = self.model.getSolVal(None, self._x[column])
        return values


class Tree:
    """`outside` has the columns that are fixed from the start."""

    def __init__(
        self, problem: Problem, decisions: Sequence[int], seed: int | None, outside: Sequence[Change] = ()
    ) -> None:
        self._decisions, self._test = decisions, Test(problem.columns, problem.rows, "SCIP")
        self._model, x = built(problem, seed)
        for column, low, high in outside:
            self._model.chgVarLb(x[column], low)
            self._model.chgVarUb(x[column], high)
        # Where presolve fixes every column, SCIP grows no tree and shows no solution: one column is left to it.
        x.append(self._model.addVar("idle", "B"))
        self._model.chgVarBranchPriority(x[-1], -1)
        self._found: SimpleQueue[Found] = SimpleQueue()
        self._model.setEmphasis(pyscipopt.SCIP_PARAMEMPHASIS.COUNTER)
        self._model.setParams({**SETTINGS, "lp/solvefreq": 20 if all(map(_at_most_one, problem.rows)) else 4})
        recorder = Recorder(x, decisions, self._found)  # locks that column too
        self._model.includeConshdlr(
            recorder, "recorder", "notes every solution", enfopriority=LAST, chckpriority=LAST, needscons=False
        )

    def __iter__(self) -> Generator[list[int], None, None]:
        """Every solution once, over the decision variables; the other columns may have given a solution two leaves."""
        thread = Thread(target=self._grow, daemon=True)
        thread.start()
        seen: set[tuple[int, ...]] = set()
        try:
            while (found := self._found.get()) is not None:
                if isinstance(found, Exception):
                    raise found
                solution = self._test.integers(found[:-1])
                key = tuple(solution[column] for column in self._decisions)
                if key not in seen:
                    seen.add(key)
                    yield solution
        finally:
            self._model.interruptSolve()
            thread.join()
        if self._model.getStatus() != "infeasible":  # no solution was accepted: so ends a tree that is closed
            raise Refused(f"SCIP gave up: {self._model.getStatus()}")

    @property
    def nodes(self) -> int:
        return int(self._model.getNTotalNodes())

    def _grow(self) -> None:
        try:
            self._model.optimizeNogil()
        except Exception as error:
            self._found.put(error)
        self._found.put(None)


class TreeSearch(Search):
    method = "one search tree"

    def __init__(self, spec: Spec, model: Model, seed: int | None, outside: Sequence[Change]) -> None:
        self._spec, self._views = spec, model.views
        columns: list[int] = []
        for x in spec.decisions:
            view = model.views[x.position]
            columns += range(view.first, view.first + len(view.domain)) if isinstance(view, Direct) else [view.index]
        self._tree = Tree(Problem(model.columns, model.rows), columns, seed, outside)

    def __iter__(self) -> Generator[Assignment, None, None]:
        with closing(iter(self._tree)) as tree:
            for solution in tree:
                yield decode(self._spec, self._views, solution.__getitem__)

    def statistics(self) -> dict[str, int]:
        return {"calls": 1, "nodes": self._tree.nodes}
