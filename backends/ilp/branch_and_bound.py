"""Enumeration by a branch and bound of our own; CBC solves the relaxations of many subproblems in one call.

A subproblem is the model with some columns fixed. There are three answers about it:
- A solution. The rest is split by the decision variables in order: the first differs from the solution, or it is equal and
  the second differs, and so on. These parts are disjoint and leave out only the solution (E. Lawler, A procedure for
  computing the K best solutions to discrete optimization problems, Management Science 18, 1972, after K. Murty).
- The linear relaxation has no solution. The subproblem is closed.
- The relaxation is fractional. The subproblem is split by the values of a variable that is fractional in it (A. Land, A.
  Doig, An automatic method of solving discrete programming problems, Econometrica 28, 1960).

After many fractional relaxations without a solution the subproblem goes to CBC as an integer program, whose cuts may prove at
once what branching would prove slowly. Relaxations come first (docs/measurements.md#relaxations-first). Propagation closes or
shrinks a subproblem before CBC gets it, but never finds a solution: also where it has fixed every column, CBC is asked, and
gets every row. Each solution is an answer of CBC, checked on every row. Alternatives: docs/measurements.md#ilp-enumeration.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from operator import lt

from threefold.backends.ilp.model import Model, Solve
from threefold.backends.ilp.relaxation import Fractional, RelaxationResult, Relaxations
from threefold.backends.ilp.subproblem import Bounds, Change, Subproblem, Subproblems

MOST_COLUMNS = 400  # open columns in one call of CBC; see docs/measurements.md#relaxations-per-call
# Fractional relaxations of the parts of a subproblem before it becomes an integer program. Queens and cards never need more;
# where relaxations say nothing (pigeonholes under a condition) this saves most of the time.
MOST_FRACTIONAL = 100
# Clique cuts close what no branching closes, other cuts and preprocessing take longer than they save, and the feasibility pump
# pays for small programs only (docs/measurements.md#cbc-options).
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
class FractionalTree:
    """A subproblem that is split because its relaxation is fractional, and what its parts have led to."""

    root: Bounds
    fractional: int = 0  # relaxations
    solved: bool = False
    given_up: bool = False


@dataclass(frozen=True)
class PendingParts:
    parts: Iterator[Bounds]
    tree: FractionalTree | None = None  # None for the parts beside a solution


class BranchAndBound:
    """`decisions` are the columns of each decision variable, `outside` the columns that are fixed from the start.

    Without `relax` every subproblem is an integer program in a call of its own: HiGHS, which is in memory, goes so.
    """

    def __init__(
        self,
        model: Model,
        decisions: Sequence[Sequence[int]],
        seed: int | None,
        outside: Sequence[Change] = (),
        *,
        solve: Solve,
        relax: bool = True,
    ) -> None:
        self._decisions, self._seed, self._solve_program = decisions, seed, solve
        self.found, self.ended, self.counters = 0, False, Counters()
        self._subproblems = Subproblems(model.columns, model.rows, outside)
        self._propagator = self._subproblems.propagator
        self._relaxations = Relaxations(model, self._propagator, seed) if relax else None

    def __iter__(self) -> Generator[list[int], None, None]:
        try:
            yield from self._search()
            self.ended = True
        finally:
            if self._relaxations:
                self._relaxations.close()

    def statistics(self) -> dict[str, int]:
        counters = self.counters
        shown = {"calls": counters.calls, "subproblems": counters.subproblems, "closed by propagation": counters.closed}
        if counters.relaxed:
            shown |= {"relaxations": counters.relaxed, "closed by relaxation": counters.infeasible}
            shown |= {"integer programs": counters.whole} if counters.whole else {}
        return shown

    def _search(self) -> Iterator[list[int]]:
        root = self._subproblems.root
        self.counters.subproblems += 1
        self.counters.closed += root is None
        pending = [] if root is None else [PendingParts(iter([root]))]
        while batch := _latest(pending):
            for (bounds, tree), answer in zip(batch, self._solve([bounds for bounds, _ in batch]), strict=True):
                if tree and tree.given_up:
                    continue
                if isinstance(answer, Fractional):
                    tree = tree if tree and not tree.solved else FractionalTree(bounds)
                    tree.fractional += 1
                    tree.given_up = tree.fractional > MOST_FRACTIONAL
                    if not tree.given_up:
                        pending.append(PendingParts(self._branch(bounds, answer), tree))
                        continue
                    bounds, answer = tree.root, self._whole(tree.root)
                if answer is not None:
                    if tree:
                        tree.solved = True
                    self.found += 1  # answers are the solver's: of a relaxation or of an integer program
                    yield answer
                    pending.append(PendingParts(self._split(bounds, answer)))

    def _split(self, bounds: Bounds, solution: Sequence[int]) -> Iterator[Bounds]:
        """The parts that leave out the solution, by the variable with the fewest open columns first (fail first)."""
        while variable := self._narrowest(bounds):
            column = next((column for column in variable if solution[column]), variable[0])
            value = solution[column]
            yield from self._part(bounds, (column, 1 - value, 1 - value))
            equal = self._propagator.narrowed(bounds, [(column, value, value)])
            assert equal is not None, "propagation contradicts a solution that satisfies every row"
            bounds = equal

    def _branch(self, bounds: Bounds, relaxed: Fractional) -> Iterator[Bounds]:
        """A part per value of a variable: of the fractional ones, that with the fewest open columns."""
        variable = self._narrowest(bounds, relaxed.columns) or self._narrowest(bounds)
        if len(variable) == 1:
            yield from self._part(bounds, (variable[0], 0, 0))
        for column in variable:
            yield from self._part(bounds, (column, 1, 1))

    def _part(self, bounds: Bounds, change: Change) -> Iterator[Bounds]:
        """The part with this change, unless propagation closes it."""
        self.counters.subproblems += 1
        part = self._propagator.narrowed(bounds, [change])
        if part is None:
            self.counters.closed += 1
        else:
            yield part

    def _narrowest(self, bounds: Bounds, touching: set[int] | None = None) -> list[int]:
        """The open columns of the decision variable that has the fewest; empty where all are fixed."""
        low, high = bounds.low, bounds.high
        narrowest: list[int] = []
        for own in self._decisions:
            columns = [column for column in own if low[column] < high[column]]
            if touching is not None and touching.isdisjoint(columns):
                continue
            if columns and (not narrowest or len(columns) < len(narrowest)):
                narrowest = columns
        return narrowest

    def _solve(self, batch: Sequence[Bounds]) -> Sequence[RelaxationResult]:
        """An answer for each subproblem."""
        if self._relaxations is None:
            return [self._whole(bounds) for bounds in batch]
        answers = self._relaxations.solve(batch)
        self.counters.calls += 1
        self.counters.relaxed += len(batch)
        self.counters.infeasible += answers.count(None)
        # Where only auxiliary columns are fractional, there is nothing to split.
        return [
            self._whole(bounds) if isinstance(answer, Fractional) and not self._narrowest(bounds) else answer
            for bounds, answer in zip(batch, answers, strict=True)
        ]

    def _whole(self, bounds: Bounds) -> list[int] | None:
        """The subproblem as one integer program."""
        self.counters.calls += 1
        self.counters.whole += 1
        return solved(self._subproblems.reduced(bounds), self._solve_program, self._seed)


def solved(subproblem: Subproblem, solve: Solve, seed: int | None) -> list[int] | None:
    """A solution of all columns, or None where the subproblem has none."""
    options = LARGE_OPTIONS if len(subproblem.program.columns) > LARGE else SINGLE_OPTIONS
    answer = solve(subproblem.program, options, seed)
    return None if answer is None else subproblem.completed(answer)


def _latest(pending: list[PendingParts]) -> list[tuple[Bounds, FractionalTree | None]]:
    """The next subproblems, those of the latest answer first, so that few subproblems are split at the same time."""
    batch: list[tuple[Bounds, FractionalTree | None]] = []
    size = 0
    while pending and size < MOST_COLUMNS:
        latest = pending[-1]
        following = None if latest.tree and latest.tree.given_up else next(latest.parts, None)
        if following is None:
            pending.pop()
        else:
            batch.append((following, latest.tree))
            size += sum(map(lt, following.low, following.high))
    return batch
