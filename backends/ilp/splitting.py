"""Enumeration by disjoint subproblems, many of them in one call of CBC.

A subproblem is the model with some columns fixed. CBC finds a solution of it; the rest is split by the decision
variables in order: the first differs from the solution; or it is equal and the second differs; and so on. These parts
are disjoint and leave out only the solution (E. Lawler, A procedure for computing the K best solutions to discrete
optimization problems, Management Science 18, 1972, after K. Murty). Against one no-good cut per solution in one growing
model: 8 queens takes 16 s that way.

A call costs CBC some milliseconds before it starts to think, so several subproblems go into one problem (`block`).
Propagation closes or shrinks a subproblem before CBC sees it, but it never finds a solution: each one comes out of an
answer of CBC.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import lt

from backends.backend import BrokenAnswer
from backends.ilp.block import Block, diagonal, open_block, settled_block
from backends.ilp.cbc import Problem, solve
from backends.ilp.model import Column, Model, Row
from backends.ilp.propagation import Bounds, Change, Propagator

# A call is filled until it has this many subproblems or open columns. Small ones share the start of CBC; large ones hinder
# each other (12 queens: three times as many solutions a second with 200 columns as with 800).
MOST_BLOCKS = 16
MOST_COLUMNS = 200
# Measured: on small blocks cuts and heuristics cost more than they save (8 queens 0.6 s against 0.5 s), preprocessing
# saves a third. One large problem is found by the heuristics (100 queens 2.1 s against 2.9 s without).
BATCH_OPTIONS = ("-cuts", "off", "-heuristicsOnOff", "off")
SINGLE_OPTIONS = ("-preprocess", "off")


@dataclass
class Counters:
    calls: int = 0
    subproblems: int = 0
    closed: int = 0


class Splitting:
    """`decisions` are the columns of each decision variable: one per value of an integer, a single one of a Boolean."""

    def __init__(
        self, model: Model, decisions: Sequence[Sequence[int]], seed: int | None, outside: Sequence[Change] = ()
    ) -> None:
        """`outside` has the columns that are fixed from the start."""
        self.model, self.decisions, self.seed, self.outside = model, decisions, seed, outside
        self.counters = Counters()
        self._propagator = Propagator(model.columns, model.rows)

    def __iter__(self) -> Iterator[list[int]]:
        whole = self._propagator.root()
        root = whole and self._propagator.narrowed(whole, self.outside)
        self.counters.subproblems += 1
        self.counters.closed += root is None
        pending: list[Iterator[Bounds]] = [] if root is None else [iter([root])]
        while batch := _taken(pending):
            for bounds, solution in zip(batch, self._solve(batch), strict=True):
                if solution is not None:
                    yield solution
                    pending.append(self._split(bounds, solution))

    def _split(self, bounds: Bounds, solution: Sequence[int]) -> Iterator[Bounds]:
        """The parts that leave out the solution, by the variable with the fewest open columns first (fail early)."""
        while len(variable := self._narrowest(bounds)):
            column = next((column for column in variable if solution[column]), variable[0])
            value = solution[column]
            self.counters.subproblems += 1
            different = self._propagator.narrowed(bounds, [(column, 1 - value, 1 - value)])
            if different is None:
                self.counters.closed += 1
            else:
                yield different
            equal = self._propagator.narrowed(bounds, [(column, value, value)])
            assert equal is not None, "propagation contradicts a solution that satisfies every row"
            bounds = equal

    def _narrowest(self, bounds: Bounds) -> list[int]:
        """The open columns of the decision variable that has the fewest, none where all are fixed."""
        low, high = bounds.low, bounds.high
        of_variables = ([column for column in own if low[column] < high[column]] for own in self.decisions)
        return min(filter(None, of_variables), key=len, default=[])

    def _solve(self, batch: Sequence[Bounds]) -> list[list[int] | None]:
        """A solution of each subproblem, None where it has none; by one call of CBC."""
        self.counters.calls += 1
        blocks = [self._block(bounds) for bounds in batch]
        if len(blocks) == 1:
            answer = solve(Problem(blocks[0].columns, blocks[0].rows), SINGLE_OPTIONS, self.seed)
            return [None if answer is None else blocks[0].completed(answer)]
        problem, active = diagonal(blocks)
        answer = solve(problem, BATCH_OPTIONS, self.seed)
        if answer is None:
            raise BrokenAnswer("CBC finds a problem infeasible that zeros satisfy")
        return [
            block.completed(answer[number + 1 :]) if answer[number] else None
            for block, number in zip(blocks, active, strict=True)
        ]

    def _block(self, bounds: Bounds) -> Block:
        unsettled = [row for n, row in enumerate(self.model.rows) if not self._propagator.settled(bounds, n)]
        if unsettled:
            return open_block(self.model.columns, unsettled, bounds)
        return settled_block(self.model.columns, self.model.rows, bounds)


def _taken(pending: list[Iterator[Bounds]]) -> list[Bounds]:
    """The next subproblems, those of the latest solution first: so few solutions are split at the same time, each lazily."""
    batch: list[Bounds] = []
    size = 0
    while pending and len(batch) < MOST_BLOCKS and size < MOST_COLUMNS:
        following = next(pending[-1], None)
        if following is None:
            pending.pop()
        else:
            batch.append(following)
            size += sum(map(lt, following.low, following.high))
    return batch


def feasible(columns: Sequence[Column], unsettled: Sequence[Row], bounds: Bounds) -> bool:
    """Has the one subproblem a solution?"""
    block = open_block(columns, unsettled, bounds)
    return solve(Problem(block.columns, block.rows), SINGLE_OPTIONS, None) is not None
