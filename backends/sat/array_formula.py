"""A CNF in numpy arrays, and unit propagation over thousands of partial assignments (rows) at once.

Each literal has a bit per row: the row makes it true. Variable v has the literals 2v and 2v + 1. A clause of two literals is two
implications, so a literal becomes true where one of those that imply it is. A longer clause is handled by counting up to two: a
literal becomes true where it is the only one that is not false. 64 rows are one machine word, and a clause costs the same few
instructions for all of them. Nothing is learned: this is for formulas with many solutions, where a solver's answers cost more
than the search (docs/measurements.md#arrays).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from threefold.backends.sat.clause_store import ClauseStore, Commanded, Pairs

Words = NDArray[np.uint64]  # the second axis is 64 rows each
Numbers = NDArray[np.int64]
WORD_COST, CALL_COST = 0.4, 1500.0  # nanoseconds, roughly: a word of one literal, and a call of numpy
AT_ONCE = 1 << 16  # words that are handled in one call
SMALL = 8  # entries of a column


def flat_clauses(stores: Iterable[ClauseStore]) -> Numbers:
    """One after another, each ended by 0."""
    flats = [_flat(part) for store in stores for part in store.parts]
    return np.concatenate([np.zeros(0, np.int64), *flats])


def _flat(part: object) -> Numbers:
    if isinstance(part, Pairs):
        literals = np.array(part.literals, np.int64)
        pairs = np.zeros((len(part), 3), np.int64)
        pairs[:, :2] = literals[_places_of_pairs(len(literals))]
        return pairs.ravel()
    return np.array(part.flat() if isinstance(part, Commanded) else part, np.int64)


@cache
def _places_of_pairs(length: int) -> Numbers:
    return np.array(np.triu_indices(length, 1)).T


class Reduced:
    """What unit propagation leaves of the clauses where some literals are true; `empty` at a contradiction."""

    def __init__(self, flat: Numbers, top: int, units: Iterable[int]) -> None:
        self._top, self._signs = top, np.zeros(2 * top + 1, np.int8)
        new, self.empty = np.array(list(units), np.int64), False
        ends = flat == 0
        literals, clauses, number = flat[~ends], np.cumsum(ends)[~ends], int(ends.sum())
        while not self.empty:
            self._signs[top + new], self._signs[top - new] = 1, -1
            self.empty = bool((self._signs[top + new] < 0).any())
            signs = self._signs[top + literals]
            satisfied = np.bincount(clauses[signs > 0], minlength=number) > 0
            open_ones = np.bincount(clauses[signs == 0], minlength=number)
            single = (open_ones == 1) & ~satisfied
            self.empty |= bool(((open_ones == 0) & ~satisfied).any())
            new = literals[(signs == 0) & single[clauses]]
            if not len(new):
                break
        left = (signs == 0) & ~satisfied[clauses]
        self.literals, self.clauses = literals[left], clauses[left]

    def sign(self, number: int) -> int:
        """1 where the variable is true, -1 where false, 0 where it is open."""
        return int(self._signs[self._top + number])

    def variables(self, others: Sequence[int]) -> Numbers:
        """Those of the clauses, and others, in order. Not by `np.unique`, which imports `numpy.ma`: that takes 20 ms."""
        marks = np.zeros(self._top + 1, np.bool_)
        marks[np.abs(self.literals)] = True
        marks[list(others)] = True
        return np.flatnonzero(marks)


class Propagation:
    """Over the open variables of the clauses, and others."""

    def __init__(self, formula: Reduced, others: Sequence[int]) -> None:
        self.variables = formula.variables(others)
        self.literals = 2 * len(self.variables)
        literals = self.index(formula.literals)
        _, starts, lengths = np.unique(formula.clauses, return_index=True, return_counts=True)
        two = starts[lengths == 2]
        a, b = literals[two], literals[two + 1]
        # Literals with those that imply them; longer clauses as the negations of their literals. Both are filled up.
        never, always = self.literals, self.literals + 1
        order = np.argsort(np.concatenate((a, b)), kind="stable")
        targets, first, number = np.unique(np.concatenate((a, b))[order], return_index=True, return_counts=True)
        sources = np.concatenate((b ^ 1, a ^ 1))[order]
        self._implied = [(targets[which], table) for which, table in _tables(sources, first, number, never)]
        longer = lengths > 2
        self._longer = [table for _, table in _tables(literals ^ 1, starts[longer], lengths[longer], always)]
        self.cost = 0.0  # nanoseconds so far, estimated, so that two runs take the same decisions

    def index(self, literals: Numbers) -> Numbers:
        """The places of these literals of the formula."""
        return 2 * np.searchsorted(self.variables, np.abs(literals)) + (literals < 0)

    def nothing_decided(self) -> Words:
        """One row. Two more literals follow the others: one that is never true, and one that always is."""
        rows = np.zeros((self.literals + 2, 1), np.uint64)
        rows[-1] = ~np.uint64(0)
        return rows

    def close(self, rows: Words, alive: Words, new: Numbers) -> None:
        """Until nothing follows in any row from these literals, which became true in some of them.

        The bits of `alive` are cleared in rows that contradict a clause.
        """
        pending, since = self._marked(new), self._marked(new)  # for implications, for longer clauses
        buried = ~alive
        rows[:-2] |= buried
        while pending.any():
            while pending.any():
                pending = self._imply(rows, pending)
                since |= pending
            buried = self._bury(rows, alive, since, buried)
            pending = self._single_out(rows, alive, since)
            since = pending.copy()
        self._bury(rows, alive, since, buried)

    def _marked(self, literals: Numbers) -> NDArray[np.bool_]:
        marks = np.zeros(self.literals + 2, np.bool_)
        marks[literals] = True
        return marks

    def _imply(self, rows: Words, changed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """By clauses of two literals; which ones became true in some row."""
        fresh = np.zeros(len(changed), np.bool_)
        for targets, sources in self._implied:
            touched = _touched(changed, sources)
            if not len(touched):
                continue
            chosen, table = targets.take(touched), sources.take(touched, axis=1)
            self._set(rows, chosen, _either(rows, table), fresh)
            self.cost += CALL_COST * (12 + 2 * len(table)) + WORD_COST * table.size * rows.shape[1]
        return fresh

    def _single_out(self, rows: Words, alive: Words, changed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """By longer clauses in which only one literal is not false."""
        fresh = np.zeros(len(changed), np.bool_)
        for negated in self._longer:
            touched = _touched(changed, negated)
            if not len(touched):
                continue
            table = negated.take(touched, axis=1)
            possible = rows.take(table, axis=0)
            np.invert(possible, out=possible)
            one, two = possible[0] | possible[1], possible[0] & possible[1]
            for each in possible[2:]:
                two |= one & each
                one |= each
            alive &= np.bitwise_and.reduce(one, axis=0)
            one &= ~two
            possible &= one
            self.cost += CALL_COST * (24 + 3 * len(table)) + 3 * WORD_COST * table.size * rows.shape[1]
            places, clauses = np.nonzero(possible.any(axis=2))
            if len(places):
                literals = table[places, clauses] ^ 1
                order = np.argsort(literals, kind="stable")
                distinct, starts = np.unique(literals[order], return_index=True)
                singled = possible[places[order], clauses[order]]
                self._set(rows, distinct, np.bitwise_or.reduceat(singled, starts, axis=0), fresh)
        return fresh

    def _set(self, rows: Words, literals: Numbers, true: Words, fresh: NDArray[np.bool_]) -> None:
        before = rows.take(literals, axis=0)
        true |= before
        changed = np.logical_or.reduce(true != before, axis=1).nonzero()[0]
        if len(changed):
            literals = literals.take(changed)
            fresh[literals] = True
            rows[literals] = true.take(changed, axis=0)

    def _bury(self, rows: Words, alive: Words, changed: NDArray[np.bool_], buried: Words) -> Words:
        """Rows that make a literal and its negation true are dead. There all bits are set, so that nothing else follows."""
        literals = changed.nonzero()[0]
        alive &= ~np.bitwise_or.reduce(rows.take(literals, axis=0) & rows.take(literals ^ 1, axis=0), axis=0)
        self.cost += 5 * CALL_COST + 2 * WORD_COST * len(literals) * rows.shape[1]
        dead = ~alive
        if (dead != buried).any():
            rows[:-2] |= dead
            self.cost += CALL_COST + WORD_COST * self.literals * rows.shape[1]
        return dead


def _touched(changed: NDArray[np.bool_], table: Numbers) -> Numbers:
    """The columns of the table in which something changed."""
    touched: NDArray[np.bool_] = np.logical_or.reduce(changed.take(table), axis=0)
    return touched.nonzero()[0]


def _either(rows: Words, table: Numbers) -> Words:
    """Each column of the table: where one of its literals is true."""
    if table.size * rows.shape[1] < AT_ONCE:
        either: Words = np.bitwise_or.reduce(rows.take(table, axis=0), axis=0)
        return either
    either = rows.take(table[0], axis=0)
    for each in table[1:]:
        either |= rows.take(each, axis=0)
    return either


def _tables(entries: Numbers, starts: Numbers, counts: Numbers, filler: int) -> Iterator[tuple[Numbers, Numbers]]:
    """Runs of entries as columns of a few tables, filled up to the same length; and the numbers of these runs."""
    order = np.argsort(counts, kind="stable")
    starts, counts = starts[order], counts[order]
    first = 0
    while first < len(counts):
        after = int(np.searchsorted(counts, max(SMALL, 2 * counts[first]), side="right"))
        places = np.arange(counts[after - 1])[:, None]
        table = entries[np.minimum(starts[first:after] + places, len(entries) - 1)]
        yield order[first:after], np.where(places < counts[first:after], table, filler)
        first = after
