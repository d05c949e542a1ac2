"""SCIP in memory: an integer program goes in, a checked answer comes out, or it raises; and all solutions by one search tree.

SCIP's own counter (its constraint handler `countsols`) counts over all integer columns, and its Python package does not show the
solutions. The handler here accepts no solution, so that SCIP goes on. Where SCIP has a solution and the decision variables are
fixed, it records the solution and cuts the node off; where they are not, it lets SCIP branch. So solutions are counted over the
decision variables, every one is SCIP's own, and when the tree is closed there are no more. Locks on all columns in both
directions forbid reductions that would keep one solution of many.

The LP relaxation is solved at the root and at every fourth level; at every 20th where all rows are at-most-ones and
exactly-ones, for which propagation detects nearly as much (docs/measurements.md#scip-relaxations). The tree cannot be
interrupted after each solution: SCIP then restarts at times and repeats solutions. So it runs in a thread, with a queue.
"""

from collections.abc import Generator, Sequence
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import Any

from threefold.backends.backend import Refused
from threefold.backends.ilp.model import Column, IntegerProgram, Model, Row
from threefold.backends.ilp.row_check import RowCheck
from threefold.backends.ilp.subproblem import Change

pyscipopt: Any = import_module("pyscipopt")
Handler: Any = pyscipopt.Conshdlr
INFEASIBLE = {"result": pyscipopt.SCIP_RESULT.INFEASIBLE}
CUT_OFF = {"result": pyscipopt.SCIP_RESULT.CUTOFF}
LAST = -(1 << 30)  # after every other handler: what comes here satisfies every row
# What the locks forbid is switched off as well; a multi-aggregated column would have no bounds of its own.
SETTINGS = {"misc/allowstrongdualreds": False, "misc/allowweakdualreds": False, "presolving/donotmultaggr": True}
Found = list[float] | Exception | None  # a solution, an error, or the end


def version() -> str:
    scip = pyscipopt.Model()
    return f"SCIP {scip.getMajorVersion()}.{scip.getMinorVersion()}.{scip.getTechVersion()}"


def solve(program: IntegerProgram, options: Sequence[str], seed: int | None) -> list[int] | None:
    """An optimal solution, proven and checked, or None where it is proven that there is none."""
    model, x = built(program, seed)
    model.optimize()
    status = model.getStatus()
    if status == "infeasible":
        return None
    if status != "optimal":
        raise Refused(f"SCIP gave up: {status}")
    best = model.getBestSol()
    return RowCheck(program, "SCIP").integers(best[column] for column in x)


def built(program: IntegerProgram, seed: int | None) -> tuple[Any, list[Any]]:
    """SCIP's model and its variables."""
    model = pyscipopt.Model()
    model.hideOutput()
    if seed is not None:
        model.setParam("randomization/randomseedshift", seed % 2**31)
    x = [
        model.addVar(f"x{number}", _kind(column), 0, column.upper, program.costs.get(number, 0))
        for number, column in enumerate(program.columns)
    ]
    for row in program.rows:
        left = pyscipopt.quicksum(a * x[column] for column, a in row.terms.items())
        bound = row.bound
        model.addCons(left <= bound if row.sense == "<=" else left >= bound if row.sense == ">=" else left == bound)
    return model, x


def _kind(column: Column) -> str:
    """Binary where possible, which is faster than an integer from 0 to 1."""
    return "C" if not column.integer else "B" if column.upper == 1 else "I"


def _at_most_one(row: Row) -> bool:
    """Or exactly one."""
    return row.bound == 1 and row.sense != ">=" and all(a == 1 for a in row.terms.values())


class Recorder(Handler):  # type: ignore[misc]
    """An exception in a callback would be lost in SCIP: it goes through the queue."""

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

    def consenfolp(self, constraints: object, useful: int, infeasible: bool, *details: object) -> dict[str, object]:
        try:
            if infeasible or any(x.getLbLocal() != x.getUbLocal() for x in self._deciding):
                return INFEASIBLE
            self._found.put(self._solution())
        except Exception as error:
            self._found.put(error)
            self.model.interruptSolve()
        return CUT_OFF

    consenfops = consenfolp

    def _solution(self) -> list[float]:
        """A fixed column by its bound, which is read much faster than its value."""
        values = [0.0] * len(self._x)
        for column, x in zip(self._decisions, self._deciding, strict=True):
            values[column] = x.getLbLocal()
        for column in self._others:
            values[column] = self.model.getSolVal(None, self._x[column])
        return values


class ScipTree:
    """`decisions` are the columns of the decision variables, `outside` the columns that are fixed from the start."""

    def __init__(
        self, model: Model, decisions: Sequence[int], seed: int | None, outside: Sequence[Change] = ()
    ) -> None:
        self._decisions, self._check = decisions, RowCheck(model.program, "SCIP")
        self.found, self.ended = 0, False
        self._model, x = built(model.program, seed)
        for column, low, high in outside:
            self._model.chgVarLb(x[column], low)
            self._model.chgVarUb(x[column], high)
        # Where presolve fixes every column, SCIP has no tree and no solution: this column stays open.
        x.append(self._model.addVar("idle", "B"))
        self._model.chgVarBranchPriority(x[-1], -1)
        self._found: SimpleQueue[Found] = SimpleQueue()
        self._model.setEmphasis(pyscipopt.SCIP_PARAMEMPHASIS.COUNTER)
        self._model.setParams({**SETTINGS, "lp/solvefreq": 20 if all(map(_at_most_one, model.rows)) else 4})
        recorder = Recorder(x, decisions, self._found)  # locks the idle column, too
        self._model.includeConshdlr(
            recorder, "recorder", "records every solution", enfopriority=LAST, chckpriority=LAST, needscons=False
        )

    def __iter__(self) -> Generator[list[int], None, None]:
        """Every solution once over the decision variables; with other columns open it may have several leaves."""
        thread = Thread(target=self._optimize, daemon=True)
        thread.start()
        seen: set[tuple[int, ...]] = set()
        try:
            while (found := self._found.get()) is not None:
                if isinstance(found, Exception):
                    raise found
                solution = self._check.integers(found[:-1])
                key = tuple(solution[column] for column in self._decisions)
                if key not in seen:
                    seen.add(key)
                    self.found += 1
                    yield solution
        finally:
            self._model.interruptSolve()
            thread.join()
        if self._model.getStatus() != "infeasible":  # the status of a closed tree: no solution was accepted
            raise Refused(f"SCIP gave up: {self._model.getStatus()}")
        self.ended = True

    def statistics(self) -> dict[str, int]:
        return {"calls": 1, "nodes": int(self._model.getNTotalNodes())}

    def _optimize(self) -> None:
        try:
            self._model.optimizeNogil()
        except Exception as error:
            self._found.put(error)
        self._found.put(None)
