"""All solutions of a CNF by branching on thousands of partial assignments (rows) at once, without a solver.

One decision variable is chosen for a chunk of rows: the one with the fewest values left in all of them. Each row becomes a row
for each of its values, units are propagated, and rows that contradict a clause disappear. Large chunks are cut into pieces,
which wait on a stack, so that memory is bounded. Where all decision variables are decided, a row is a solution if its other
variables can be completed: propagation does it, or all open ones false, or all true; otherwise `dpll`.

It learns nothing, so it can take for ever where a solver does not. It counts what it costs, and ends without the rest when it
is allowed no more: see `Allowance`.
"""

from collections.abc import Collection, Generator, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from threefold.backends.backend import BrokenAnswer, Cube
from threefold.backends.sat.array_formula import CALL_COST, Numbers, Propagation, Reduced, Words, flat_clauses
from threefold.backends.sat.array_values import Values
from threefold.backends.sat.bit_rows import Octets, count, first_rows, octets, unpacked, words
from threefold.backends.sat.clause_store import ClauseStore
from threefold.backends.sat.dpll import FoldedDpll
from threefold.backends.sat.projection import Projection
from threefold.backends.variable_maps import Direct

BITS, FIRST_BITS = 1 << 23, 1 << 22  # of a chunk, and of the first ones: rows times literals
MOST_ROWS, FEWEST_ROWS = (
    1 << 14,
    1 << 11,
)  # the first chunks have few, so that one soon sees whether there are solutions
ALIKE = 1.06  # times as many rows after branching: below that each row branches on its own variable
NOT_EXCLUDED = "a value does not exclude the others: the clauses of a domain are missing"
BYTE_COST = 0.3  # nanoseconds for taking out a row, for each literal


@dataclass(frozen=True)
class Allowance:
    """What the search may cost, in nanoseconds: at first, for each solution, and more where the end is near."""

    first: float
    each: float
    settled: int  # solutions, after which it may cost what it likes: the caller does not remember so many

    def covers(self, cost: float, found: int, done: float) -> bool:
        """`done` is the part of the search space that has been searched, as far as one can say."""
        near = cost * (1 - done) < 2 * self.first * done and cost < 3 * self.first  # beyond, `done` was too hopeful
        return found >= self.settled or cost < self.first + self.each * found or near


UNLIMITED = Allowance(0, 0, 0)


@dataclass
class _Chunk:
    """Rows that wait: they are taken from their parents, and each gets one more literal."""

    parents: Octets
    chosen: Numbers
    literals: Numbers
    share: float  # of the search space


class ArraySearch:
    def __init__(self, stores: Collection[ClauseStore], top: int, projection: Projection, cube: Cube) -> None:
        self._stores, self._top, self._projection = stores, top, projection
        within = list(projection.within(cube))
        longer = ClauseStore()
        longer.extend(literal for clause in within if len(clause) != 1 for literal in (*clause, 0))
        self._clauses = [*stores, longer]
        units = [clause[0] for clause in within if len(clause) == 1]
        formula = Reduced(flat_clauses(self._clauses), top, units)
        self._formula, self.complete, self.found = formula, formula.empty, 0
        self.width = len(projection.views)  # values of a solution
        self._stack: list[_Chunk] | None = None  # what waits
        self._done = 0.0  # the part of the search space that has been searched
        if not formula.empty:
            own = [number for number in range(1, projection.own + 1) if not formula.sign(number)]
            self._propagation = Propagation(formula, own)
            self._values = Values(projection, formula, self._propagation)
            self._prepare_options()
        self._dpll: FoldedDpll | None = None

    def _prepare_options(self) -> None:
        """For each decision what it can be: a value of an integer in direct encoding, otherwise both signs of a number."""
        options = []
        for x in self._projection.order:
            view = self._projection.views[x.position]
            numbers = [number for number in view.numbers if not self._formula.sign(number)]
            if isinstance(view, Direct) and numbers:
                options.append(numbers)
            else:
                options += [[number, -number] for number in numbers]
        self._options = [self._propagation.index(np.array(each, np.int64)) for each in options]
        self._all_options = np.concatenate([np.zeros(0, np.int64), *self._options])
        self._starts = np.cumsum([0, *map(len, self._options)])[:-1]
        self._owners = np.repeat(np.arange(len(self._options)), [len(each) for each in self._options])
        literals = self._propagation.literals + 2
        self._most = min(MOST_ROWS, max(FEWEST_ROWS, BITS // literals // 64 * 64))
        self._size = min(self._most, max(FEWEST_ROWS, FIRST_BITS // literals // 64 * 64))

    def blocks(
        self, known: Collection[tuple[int, ...]], allowance: Allowance
    ) -> Generator[NDArray[np.int64], None, None]:
        """The solutions except the known ones. `complete` says whether these are all; otherwise the next call goes on."""
        if self.complete:
            return
        excluded = _Known(known, [x.position for x in self._projection.spec.decisions])
        if self._stack is None:
            rows, alive = self._propagation.nothing_decided(), first_rows(1)  # units were propagated before
            self._stack = list(self._branched(rows, alive, 1.0))
            if count(alive) and not self._stack:
                yield from self._solutions(rows, alive, excluded)
        while self._stack:
            if not allowance.covers(self.cost, self.found, self._done):
                return
            chunk = self._stack.pop()
            rows, alive = self._taken(chunk)
            self._propagation.close(rows, alive, chunk.literals)
            several = list(self._branched(rows, alive, chunk.share))
            self._stack += several
            if not several:
                self._done += chunk.share
                self._size = min(2 * self._size, self._most)
                yield from self._solutions(rows, alive, excluded)
        self.complete = True

    @property
    def cost(self) -> float:
        return 0.0 if self._formula.empty else self._propagation.cost

    def _branched(self, rows: Words, alive: Words, share: float) -> Iterator[_Chunk]:
        """Nothing where all rows are decided."""
        number = count(alive)
        if not number or not self._options:
            return
        possible = ~rows.take(self._all_options ^ 1, axis=0)
        possible &= alive
        values = np.add.reduceat(np.bitwise_count(possible).sum(axis=1, dtype=np.int64), self._starts)
        self._propagation.cost += 8 * CALL_COST
        undecided = np.flatnonzero(values > number)
        if not len(undecided):
            return
        best = undecided[np.argmin(values[undecided])]
        several = values[best] >= ALIKE * number
        literals, chosen = self._alike(rows, possible, best) if several else self._each(rows, possible)
        parents = octets(rows)
        for first in reversed(range(0, len(chosen), self._size)):
            piece = slice(first, first + self._size)
            yield _Chunk(parents, chosen[piece], literals[piece], share * len(chosen[piece]) / len(chosen))

    def _alike(self, rows: Words, possible: Words, best: int) -> tuple[Numbers, Numbers]:
        """All rows branch on the same variable: the literals, and the row of each."""
        options, start = self._options[best], self._starts[best]
        here, true = possible[start : start + len(options)], rows[options]
        if (np.bitwise_or.reduce(true, axis=0) & np.bitwise_or.reduce(here & ~true, axis=0)).any():
            raise BrokenAnswer(NOT_EXCLUDED)
        which, chosen = np.nonzero(unpacked(here))
        return options[which], chosen

    def _each(self, rows: Words, possible: Words) -> tuple[Numbers, Numbers]:
        """Each row branches on its own variable, the one with the fewest values; a decided row stays as it is."""
        bits = unpacked(possible)
        left = np.add.reduceat(bits, self._starts, axis=0, dtype=np.int16)
        left[left < 2] = np.iinfo(np.int16).max
        here = bits * (self._owners[:, None] == left.argmin(axis=0))
        self._propagation.cost += 12 * CALL_COST + 4 * BYTE_COST * bits.size
        true = unpacked(rows.take(self._all_options, axis=0))
        if (here & true & (here.sum(axis=0, dtype=np.int16) > 1)).any():
            raise BrokenAnswer(NOT_EXCLUDED)
        which, chosen = np.nonzero(here)
        return self._all_options[which], chosen

    def _taken(self, chunk: _Chunk) -> tuple[Words, Words]:
        number = len(chunk.chosen)
        alive = first_rows(number)
        taken = np.zeros((len(chunk.parents), 64 * len(alive)), np.uint8)
        taken[:, :number] = chunk.parents.take(chunk.chosen, axis=1)
        taken[chunk.literals >> 3, np.arange(number)] |= (1 << (chunk.literals & 7)).astype(np.uint8)
        self._propagation.cost += 30 * CALL_COST + BYTE_COST * taken.size * 8
        return words(taken, self._propagation.literals + 2), alive

    def _solutions(self, rows: Words, alive: Words, known: "_Known") -> Iterator[NDArray[np.int64]]:
        for block in self._completed(rows, alive):
            others = known.without(block)
            self.found += len(others)
            if len(others):
                yield others

    def _completed(self, rows: Words, alive: Words) -> Iterator[NDArray[np.int64]]:
        """The solutions of decided rows."""
        true, false = rows[0:-2:2], rows[1:-2:2]
        whole = np.bitwise_and.reduce(true | false, axis=0) & alive
        if whole.any():
            yield self._values.of(rows, whole)
        alive = alive & ~whole
        for default in (1, 0):  # the open ones false, then true
            if alive.any():
                guess = rows.copy()
                guess[default:-2:2] |= ~guess[1 - default : -2 : 2]
                right = alive.copy()
                self._propagation.close(guess, right, np.arange(self._propagation.literals))
                if right.any():
                    yield self._values.of(guess, right)
                alive &= ~right
        if alive.any():
            yield from self._asked(rows, alive)

    def _asked(self, rows: Words, alive: Words) -> Iterator[NDArray[np.int64]]:
        """By `dpll`, row by row, whether they have a model."""
        if self._dpll is None:
            self._dpll = FoldedDpll(self._top)
            for store in self._clauses:
                self._dpll.add_store(store)
            numbers = range(1, self._top + 1)
            self._dpll.add([[sign * n] for n in numbers if (sign := self._formula.sign(n))])
        decisions = [n for n in self._projection.decisions() if not self._formula.sign(n)]
        places = self._propagation.index(np.array(decisions, np.int64))
        for row in np.flatnonzero(unpacked(alive)):
            bits = unpacked(rows[places])[:, row]
            model = self._dpll.model_under(n if bit else -n for n, bit in zip(decisions, bits, strict=True))
            if model is not None:
                yield np.array([self._projection.assignment(model)], np.int64)


class _Known:
    """Solutions that are left out, by their decision variables: hidden ones may have other values.

    Few rows are compared: those with the same sum of multiples of their values.
    """

    def __init__(self, known: Collection[tuple[int, ...]], decisions: list[int]) -> None:
        self._known, self._decisions = {tuple(each[place] for place in decisions) for each in known}, decisions
        block = np.array(list(self._known), np.int64).reshape(len(self._known), len(decisions))
        self._factors = np.array([pow(5, place, 1 << 40) for place in range(len(decisions))], np.int64)
        self._sums = np.sort(block @ self._factors)

    def without(self, block: NDArray[np.int64]) -> NDArray[np.int64]:
        if not self._known:
            return block
        decided = block[:, self._decisions]
        sums = decided @ self._factors
        places = np.minimum(np.searchsorted(self._sums, sums), len(self._sums) - 1)
        alike = np.flatnonzero(self._sums[places] == sums)
        again = [row for row in alike.tolist() if tuple(decided[row].tolist()) in self._known]
        return np.delete(block, again, axis=0) if again else block
