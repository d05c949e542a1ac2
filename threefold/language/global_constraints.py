"""Constraints that are written with those of the kernel: a group adds their parts. Each has its own meaning in `holds`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from threefold.errors import SpecError
from threefold.format import shortened
from threefold.language.constants import Constant
from threefold.language.constraints import Clause, Linear, Table
from threefold.language.definitions import values_of
from threefold.language.kinds import All, Compound, Kind, reading, variables_of
from threefold.language.lists import Terms, as_integer, as_list, as_sums, is_integer, total, unknowns
from threefold.language.logic import Count, reified
from threefold.language.terms import Assignment, Literal, Sum, Term, Variable, as_sum
from threefold.language.truth import plain
from threefold.language.units import as_units, takes


class OverSums(Compound):
    terms: tuple[Sum, ...]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shortened(self.terms)})"

    def variables(self) -> list[Variable]:
        return variables_of(self.terms)

    def values(self, assignment: Assignment) -> list[int]:
        return [term.value(assignment) for term in self.terms]


class Increasing(OverSums):
    """Each term is at least the one before it; `strictly`: larger."""

    def __init__(self, terms: Terms, *, strictly: bool = False) -> None:
        with reading(self):
            self.terms, self.step = as_sums(unknowns(terms)), int(bool(strictly))

    def holds(self, assignment: Assignment) -> bool:
        return all(one + self.step <= next for one, next in pairwise(self.values(assignment)))

    def parts(self) -> Iterator[Kind | Literal]:
        for one, next in pairwise(self.terms):
            yield Linear(one + self.step, "<=", next)


class _TwoLists(Compound):
    """About two lists of terms of the same length."""

    def __init__(self, read: Callable[[Terms], tuple[Sum, ...]], *lists: Terms) -> None:
        with reading(self):
            first, second = map(as_list, lists)
            unknowns([*first, *second])
            self.first, self.second = read(first), read(second)
            _check_lengths(self.first, self.second)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shortened(self.first)}; {shortened(self.second)})"

    def variables(self) -> list[Variable]:
        return variables_of((*self.first, *self.second))

    def values(self, assignment: Assignment) -> tuple[list[int], list[int]]:
        return [term.value(assignment) for term in self.first], [term.value(assignment) for term in self.second]


class Lexicographic(_TwoLists):
    """The first list comes before the second in the order of a dictionary, or is equal to it; `strictly`: before it."""

    def __init__(self, first: Terms, second: Terms, *, strictly: bool = False) -> None:
        super().__init__(as_sums, first, second)
        self.strictly = strictly

    def holds(self, assignment: Assignment) -> bool:
        first, second = self.values(assignment)
        return first < second or (first == second and not self.strictly)

    def parts(self) -> Iterator[Kind | Literal]:
        """Where all terms before this place are equal, this one is not larger."""
        differs: list[Literal] = []
        for a, b in zip(self.first, self.second, strict=True):
            smaller_or_equal = Linear(a, "<=", b)
            yield Clause([*differs, smaller_or_equal]) if differs else smaller_or_equal
            differs.append(reified(Linear(a, "!=", b)))
        if self.strictly:
            yield Clause(differs)


class Inverse(_TwoLists):
    """`first[i] == j` if and only if `second[j] == i`, counted from 0."""

    def __init__(self, first: Terms, second: Terms) -> None:
        super().__init__(as_units, first, second)

    def holds(self, assignment: Assignment) -> bool:
        first, second = self.values(assignment)
        places = range(len(first))
        return all(j in places and second[j] == i for i, j in enumerate(first)) and all(j in places for j in second)

    def parts(self) -> Iterator[Kind | Literal]:
        """Every value is a place, and the two sides say the same about every pair of places."""
        places = range(len(self.first))
        for term in (*self.first, *self.second):
            yield Clause([_takes(term, place) for place in places])
        for i in places:
            for j in places:
                yield _takes(self.first[i], j) == _takes(self.second[j], i)


def _takes(term: Sum, value: int) -> Literal:
    return takes(term, value) if term.terms else Constant(term.constant == value)


def occurrences(terms: Terms, value: Term) -> Sum | Count:
    """How many of the terms have this value."""
    sums, wanted = as_units(unknowns(terms)), as_sum(value)
    if wanted.combined().terms:
        return total([Linear(term, "==", wanted) for term in sums])
    fixed = sum(not term.combined().terms and term.constant == wanted.constant for term in sums)
    return Count([takes(term, wanted.constant) for term in sums if term.combined().terms], fixed)


class GlobalCardinality(OverSums):
    """Each of these values occurs as often as its bound says: an integer, a range of integers, or a term."""

    def __init__(self, terms: Terms, bounds: Mapping[int, Term | range], *, closed: bool = False) -> None:
        """`closed`: the terms have no other values."""
        if not isinstance(bounds, Mapping):
            wanted = "bounds by value, like {0: 2, 1: range(3)}"
            raise SpecError(f"GlobalCardinality takes {wanted} (got {bounds!r:.60})")
        with reading(self):
            self.terms, self.closed = as_units(unknowns(terms)), closed
            self.bounds = {as_integer(value, "a value"): _bound(bound) for value, bound in bounds.items()}

    def variables(self) -> list[Variable]:
        counts = [bound for bound in self.bounds.values() if isinstance(bound, Sum)]
        return variables_of((*self.terms, *counts))

    def holds(self, assignment: Assignment) -> bool:
        found = Counter(self.values(assignment))
        wanted = (
            (found[value], bound if isinstance(bound, range) else [as_sum(bound).value(assignment)])
            for value, bound in self.bounds.items()
        )
        return all(count in counts for count, counts in wanted) and (
            not self.closed or found.keys() <= self.bounds.keys()
        )

    def parts(self) -> Iterator[Kind | Literal]:
        for value, bound in self.bounds.items():
            count = occurrences(self.terms, value)
            if isinstance(bound, range) and bound.step != 1:
                yield Table([count._sum()], [(number,) for number in bound])
            elif isinstance(bound, range):
                yield count >= bound.start
                yield count <= bound.stop - 1
            else:
                yield count == bound
        if self.closed:
            for term in self.terms:
                yield Table([term], [(value,) for value in self.bounds])


def _bound(bound: Term | range) -> int | Sum | range:
    """An integer stays one: a number of literals is compared with it as a Cardinality."""
    if isinstance(bound, range):
        return bound
    return plain(bound) if is_integer(plain(bound)) else as_sum(bound)


def number_of_values(terms: Terms) -> Sum | Count:
    """How many different values the terms have."""
    sums = as_units(unknowns(terms))
    fixed = {term.constant for term in sums if not term.terms}
    taken = sorted({value for term in sums for value in values_of(term)} - fixed)
    counted = [Clause([takes(term, value) for term in sums if value in values_of(term)]) for value in taken]
    return total(counted) + len(fixed)


class NoOverlap(Compound):
    """Tasks on one machine: of any two, one ends before the other starts. Starts and durations are terms."""

    def __init__(self, starts: Terms, durations: Terms) -> None:
        with reading(self):
            self.starts, self.durations = as_sums(unknowns(starts)), as_sums(durations)
            _check_lengths(self.starts, self.durations)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({shortened(self.starts)})"

    def variables(self) -> list[Variable]:
        return variables_of((*self.starts, *self.durations))

    def holds(self, assignment: Assignment) -> bool:
        tasks = [(s.value(assignment), d.value(assignment)) for s, d in zip(self.starts, self.durations, strict=True)]
        return all(s + d <= t or t + e <= s for (s, d), (t, e) in combinations(tasks, 2))

    def parts(self) -> Iterator[Kind | Literal]:
        for (s, d), (t, e) in combinations(zip(self.starts, self.durations, strict=True), 2):
            yield Linear(s + d, "<=", t) | Linear(t + e, "<=", s)


class Cumulative(NoOverlap):
    """Tasks that need a part of a resource while they run: at no time do they need more than the capacity together."""

    def __init__(self, starts: Terms, durations: Terms, demands: Terms, capacity: Term) -> None:
        """No duration and no demand is negative."""
        super().__init__(starts, durations)
        with reading(self):
            self.demands, self.capacity = as_sums(demands), as_sum(capacity)
            _check_lengths(self.starts, self.demands)
            if any(values_of(term)[0] < 0 for term in (*self.durations, *self.demands)):
                raise SpecError("a duration or demand can be negative")

    def variables(self) -> list[Variable]:
        return [*super().variables(), *variables_of((*self.demands, self.capacity))]

    def holds(self, assignment: Assignment) -> bool:
        """The need changes only where a task starts."""
        read = [[term.value(assignment) for term in terms] for terms in (self.starts, self.durations, self.demands)]
        tasks = list(zip(*read, strict=True))
        capacity = self.capacity.value(assignment)
        return all(sum(n for s, d, n in tasks if s <= time < s + d) <= capacity for time in read[0])

    def parts(self) -> Iterator[Kind | Literal]:
        tasks = list(zip(self.starts, self.durations, self.demands, strict=True))
        for time in self.starts:
            running = (All([Linear(s, "<=", time), Linear(time, "<=", s + d - 1)]) for s, d, _ in tasks)
            needs = [is_running * demand for is_running, (_, _, demand) in zip(running, tasks, strict=True)]
            yield Linear(total(needs), "<=", self.capacity)


def _check_lengths(first: Sequence[Sum], second: Sequence[Sum]) -> None:
    if len(first) != len(second):
        raise SpecError(f"the lists have {len(first)} and {len(second)} terms")
