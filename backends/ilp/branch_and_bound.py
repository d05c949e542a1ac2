"""Enumeration by disjoint subproblems, the relaxations of many of them in one call of CBC.

A subproblem is the model with some columns fixed. CBC finds a solution of it, and what is left is split by the decision
variables in order: the first differs from the solution; or it is equal and the second differs; and so on. These parts
are disjoint and leave out only the solution (E. Lawler, A procedure for computing the K best solutions to discrete
optimization problems, Management Science 18, 1972, after K. Murty). Or CBC finds that not even the linear relaxation has
a solution. Or it finds a fractional one, and the subproblem is split by the values of a variable that is fractional in it
(A. Land and A. Doig, An automatic method of solving discrete programming problems, Econometrica 28, 1960).

A subproblem that many fractional relaxations have not led to a solution is taken back, and goes to CBC as an integer
program: its cuts and heuristics may prove at once what branching would take an age for. Where only one solution is asked
for, the whole model goes so at once. In a count that does not pay: without it 39 small puzzles took three quarters of the
time (geometric mean; a knight's tours 0.45, futoshikis up to 1.2).

Propagation closes or shrinks a subproblem before CBC sees it, but it never finds a solution: each comes out of an answer
of CBC, and is tested on every row.

CPU seconds for 8, 9 and 10 queens and cards 8 2: a no-good cut per solution in one growing model 13 for the first; every
subproblem an integer program in a call of its own 0.9, 3.3; 16 of them in one call (see `relaxation`) 0.6, 2.0, 7.8, 1.9;
by relaxations 0.12, 0.36, 1.3, 0.43; with one CBC for all of them (see `linear`), the most connected variable first (see
`order`) and no integer program before them 0.06, 0.2, 0.65, 0.3.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from operator import lt

from threefold.backends.ilp.cbc import Problem, solve
from threefold.backends.ilp.model import Column, Model, Row
from threefold.backends.ilp.propagation import Bounds, Change, Propagator
from threefold.backends.ilp.relaxation import Answer, Fractional, Relaxations
from threefold.backends.ilp.subproblem import Block, open_block, settled_block

# A call is filled until it has this many open columns: with 100 or 2000 10 queens take a tenth longer.
MOST_COLUMNS = 400
# So many relaxations of a subproblem's parts may be fractional before there is a solution. Queens and cards never need more;
# the pigeonholes under a condition, whose relaxations say nothing, take 0.2 s for 8 pigeons instead of 1.7 s without it.
MOST_FRACTIONAL = 100
# Of the cuts only cliques pay: without any, 9 pigeons in 8 holes take 6.0 s instead of 0.1 s; with all of them the first
# Costas array of order 6 takes 1.3 s instead of 0.14 s. Preprocessing takes longer than it saves. The feasibility pump
# finds small solutions at once (30 queens 0.03 s, without it 0.6 s) but large ones late (200 queens 38 s, without 7.6 s).
SINGLE_OPTIONS = ("-preprocess", "off", "-cuts", "off", "-cliqueCuts", "root")
LARGE, LARGE_OPTIONS = 5000, (*SINGLE_OPTIONS, "-feasibilityPump", "off")


@dataclass
class Counters:
    calls: int = 0
    whole: int = 0  # of the calls: with one integer program
    subproblems: int = 0
    closed: int = 0  # by propagation
    relaxed: int = 0
    infeasible: int = 0  # of the relaxed ones


@dataclass
class Tree:
    """A subproblem that is searched by branching, and how far that has led."""

    root: Bounds
    fractional: int = 0  # relaxations
    solved: bool = False
    given_up: bool = False


@dataclass(frozen=True)
class Branch:
    parts: Iterator[Bounds]
    tree: Tree | None = None  # None for the parts beside a solution


class Splitting:
    """`decisions` are the columns of each decision variable: one per value of an integer, a single one of a Boolean."""

    def __init__(
        self,
        model: Model,
        decisions: Sequence[Sequence[int]],
        seed: int | None,
        outside: Sequence[Change] = (),
        first: bool = False,
    ) -> None:
        """`outside` has the columns that are fixed from the start; `first`: only one solution is asked for."""
        self.model, self.decisions, self.seed, self.outside = model, decisions, seed, outside
        self.first = first
        self.counters = Counters()
        self._propagator = Propagator(model.columns, model.rows)
        self._relaxations = Relaxations(model, self._propagator, seed)

    def __iter__(self) -> Iterator[list[int]]:
        with closing(self._relaxations):
            yield from self._search()

    def _search(self) -> Iterator[list[int]]:
        whole = self._propagator.root()
        root = whole and self._propagator.narrowed(whole, self.outside)
        self.counters.subproblems += 1
        self.counters.closed += root is None
        pending = [] if root is None else [Branch(iter([root]))]
        while batch := _latest(pending):
            for (bounds, tree), answer in zip(batch, self._solve([bounds for bounds, _ in batch]), strict=True):
                if tree and tree.given_up:
                    continue
                if isinstance(answer, Fractional):
                    tree = tree if tree and not tree.solved else Tree(bounds)
                    tree.fractional += 1
                    tree.given_up = tree.fractional > MOST_FRACTIONAL
                    if not tree.given_up:
                        pending.append(Branch(self._branch(bounds, answer), tree))
                        continue
                    bounds, answer = tree.root, self._whole(tree.root)
                if answer is not None:
                    if tree:
                        tree.solved = True
                    yield answer
                    pending.append(Branch(self._split(bounds, answer)))

    def _split(self, bounds: Bounds, solution: Sequence[int]) -> Iterator[Bounds]:
        """The parts that leave out the solution, by the variable with the fewest open columns first (fail early)."""
        while variable := self._narrowest(bounds):
            column = next((column for column in variable if solution[column]), variable[0])
            value = solution[column]
            yield from self._part(bounds, (column, 1 - value, 1 - value))
            equal = self._propagator.narrowed(bounds, [(column, value, value)])
            assert equal is not None, "propagation contradicts a solution that satisfies every row"
            bounds = equal

    def _branch(self, bounds: Bounds, relaxed: Fractional) -> Iterator[Bounds]:
        """A part per value of a variable: of the fractional ones that with the fewest open columns."""
        variable = self._narrowest(bounds, relaxed.columns) or self._narrowest(bounds)
        if len(variable) == 1:
            yield from self._part(bounds, (variable[0], 0, 0))
        for column in variable:
            yield from self._part(bounds, (column, 1, 1))

    def _part(self, bounds: Bounds, change: Change) -> Iterator[Bounds]:
        """What propagation leaves of a part, nothing where it is closed."""
        self.counters.subproblems += 1
        part = self._propagator.narrowed(bounds, [change])
        if part is None:
            self.counters.closed += 1
        else:
            yield part

    def _narrowest(self, bounds: Bounds, touching: set[int] | None = None) -> list[int]:
        """The open columns of the decision variable that has the fewest, none where all are fixed."""
        low, high = bounds.low, bounds.high
        narrowest: list[int] = []
        for own in self.decisions:
            columns = [column for column in own if low[column] < high[column]]
            if touching is not None and touching.isdisjoint(columns):
                continue
            if columns and (not narrowest or len(columns) < len(narrowest)):
                narrowest = columns
        return narrowest

    def _solve(self, batch: Sequence[Bounds]) -> Sequence[Answer]:
        """An answer for each subproblem."""
        if self.first and not self.counters.calls:
            return [self._whole(bounds) for bounds in batch]
        answers = self._relaxations.solve(batch)
        self.counters.calls += 1
        self.counters.relaxed += len(batch)
        self.counters.infeasible += answers.count(None)
        # Where only auxiliary columns are left to be fractional, there is nothing to split.
        return [
            self._whole(bounds) if isinstance(answer, Fractional) and not self._narrowest(bounds) else answer
            for bounds, answer in zip(batch, answers, strict=True)
        ]

    def _whole(self, bounds: Bounds) -> list[int] | None:
        self.counters.calls += 1
        self.counters.whole += 1
        block = self._block(bounds)
        options = LARGE_OPTIONS if len(block.columns) > LARGE else SINGLE_OPTIONS
        answer = solve(Problem(block.columns, block.rows), options, self.seed)
        return None if answer is None else block.completed(answer)

    def _block(self, bounds: Bounds) -> Block:
        unsettled = [self.model.rows[row] for row in self._propagator.unsettled(bounds)]
        if unsettled:
            return open_block(self.model.columns, unsettled, bounds)
        return settled_block(self.model.columns, self.model.rows, bounds)


def _latest(pending: list[Branch]) -> list[tuple[Bounds, Tree | None]]:
    """The next subproblems, those of the latest answer first: so few are split at the same time, each lazily."""
    batch: list[tuple[Bounds, Tree | None]] = []
    size = 0
    while pending and size < MOST_COLUMNS:
        branch = pending[-1]
        following = None if branch.tree and branch.tree.given_up else next(branch.parts, None)
        if following is None:
            pending.pop()
        else:
            batch.append((following, branch.tree))
            size += sum(map(lt, following.low, following.high))
    return batch


def feasible(columns: Sequence[Column], unsettled: Sequence[Row], bounds: Bounds) -> bool:
    """Has the one subproblem a solution?"""
    block = open_block(columns, unsettled, bounds)
    return solve(Problem(block.columns, block.rows), SINGLE_OPTIONS, None) is not None
