"""Is every assignment that satisfies what was written one of the flattened spec, with some values of the auxiliaries?

An auxiliary has the value of its function, which is about earlier variables; where it is not defined, the first of its domain.
Two questions are asked: is the value in its domain, and does each constraint follow from the written one that it comes from, or
from nothing? It does if its negation contradicts what was written, or itself, by what conjunctions are made of (meaning.py); if
it is known of a function (rules_of_classes.py); or if it is true for all values of the terms of a function. What is not decided
is named: the certificate is then complete for its decomposition.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod

from threefold.language import Table
from threefold.language.flattening import Flat, Flattened
from threefold.language.functions import Function, Undefined, leaves, operands
from threefold.language.node import Kind
from threefold.language.numbering import Numbering
from threefold.language.units import values_of
from threefold.verifier.meaning import Meanings
from threefold.verifier.rules_of_classes import facts

MOST = 20_000  # values of a function that are computed
MOST_STEPS = 1_000_000  # of all questions together: verifying stays faster than proving
DEEPEST = 60  # conjunctions inside each other
PLAIN = {"Clause", "Cardinality", "Linear", "Implies", "Iff", "All", "TruthOf"}


def unchecked(flat: Flat) -> tuple[str, ...]:
    """The classes whose decomposition is not checked."""
    return () if flat.sources is None else tuple(sorted(set().union(*_Completeness(flat).unchecked())))


def _classes(constraint: Kind) -> set[str]:
    """Those in it that are more than Boolean structure; its own if there is none."""
    numbering = Numbering()
    numbering.number(constraint)
    return {type(each).__name__ for each in numbering.nodes} - PLAIN or {type(constraint).__name__}


class _Completeness:
    def __init__(self, flat: Flat) -> None:
        self.flat, self.meanings, self.steps = flat, Meanings(flat), 0
        functions = [(flat.variables[position], function) for position, function in flat.functions.items()]
        self.facts = {self.meanings.number(fact) for x, function in functions for fact in facts(x, function)}
        self.implied: dict[int, frozenset[int]] = {}  # by the number of what was written

    def unchecked(self) -> Iterator[set[str]]:
        outside = {place for place, function in self.flat.functions.items() if not self._is_in_domain(place, function)}
        for posted in self.flat.posted:
            mentioned = {x.position for x in posted.constraint.operands()}
            last = max(mentioned, default=-1)
            table = isinstance(posted.constraint, Table) and self._defines(posted.constraint, last)  # of many rows
            if mentioned & outside or not (table or self._follows(posted) or self._defines(posted.constraint, last)):
                yield _classes(posted.source.constraint)

    # by number

    def _follows(self, posted: Flattened) -> bool:
        written = posted.source.constraint
        if posted.constraint is written:
            return True
        goal, given = self.meanings.number(posted.constraint), self.meanings.number(written)
        if given not in self.implied:
            self.implied[given] = self._with_members([given])
        if goal in self.facts or goal in self.implied[given]:
            return True
        denied = self._with_members([-goal])
        return any(self._contradict(denied, implied) for implied in (frozenset[int](), self.implied[given]))

    def _afford(self, steps: int) -> bool:
        self.steps += steps
        return self.steps < MOST_STEPS

    def _with_members(self, numbers: list[int]) -> frozenset[int]:
        """These, and what they are conjunctions of."""
        found = set[int]()
        while numbers:
            each = numbers.pop()
            if each not in found:
                found.add(each)
                numbers += self.meanings.conjunctions.get(each, ())
        return frozenset(found)

    def _contradict(self, denied: frozenset[int], implied: frozenset[int]) -> bool:
        """They are not true together: two of them, or all that a false conjunction is made of."""
        known: dict[int, bool | None] = {sign * each: sign > 0 for each in denied | implied for sign in (1, -1)}
        if any(-each in implied or -each in denied for each in denied):
            return True
        false = [members for each in denied | implied if (members := self.meanings.conjunctions.get(-each)) is not None]
        near = [members for members in false if not members.isdisjoint(denied)]
        return any(
            all(self._value(each, known, DEEPEST) for each in members)
            for some in (near, false)
            if self._afford(len(some))
            for members in some
        )

    def _value(self, number: int, known: dict[int, bool | None], deep: int) -> bool | None:
        """Whether it is true where these are; None where that is not known."""
        members = self.meanings.conjunctions.get(abs(number))
        if number not in known and members is not None:
            false = any(known.get(each) is False for each in members)
            values = {False} if false else {self._value(each, known, deep - 1) for each in members} if deep else {None}
            value = False if False in values else None if None in values else True
            known[abs(number)], known[-abs(number)] = value, None if value is None else not value
        return known.get(number)

    # by values

    def _is_in_domain(self, position: int, function: Function) -> bool:
        domain, reached = self.flat.variables[position].domain, _reached(function)
        every = domain if isinstance(domain, range) else frozenset(domain)
        tried = [
            values[:: len(values) - 1 or 1] if isinstance(domain, range) else values[: len(every) + 1]
            for values in reached
        ]
        if reached and all(value in every for values in tried for value in values):
            return True
        return self._always(position, lambda assignment: assignment[position] in every)

    def _defines(self, constraint: Kind, last: int) -> bool:
        """It is about a function and its terms, and holds for all their values."""
        about = {x.position for x in constraint.operands()}
        return (
            last in self.flat.functions and about <= {last, *self._terms(last)} and self._always(last, constraint.holds)
        )

    def _terms(self, position: int) -> list[int]:
        found = leaves([*operands(self.flat.functions[position].arguments)])
        return list(dict.fromkeys(x.position for x in found))

    def _always(self, position: int, holds: Callable[[list[int]], bool]) -> bool:
        """For all values of the terms of a function, with its own."""
        places, assignment = self._terms(position), [0] * len(self.flat.variables)
        domains = [self.flat.variables[place].domain for place in places]
        if prod(map(len, domains)) > MOST or not self._afford(prod(map(len, domains))):
            return False
        for values in product(*domains):
            for place, value in zip(places, values, strict=True):
                assignment[place] = value
            try:
                assignment[position] = self.flat.functions[position].value(assignment)
            except Undefined:
                assignment[position] = self.flat.variables[position].domain[0]
            if not holds(assignment):
                return False
        return True


def _reached(function: Function) -> list[Sequence[int]]:
    """Increasing values: all that it has, and perhaps others; nothing where only trying helps."""
    match type(function).__name__, function.arguments:
        case "TruthOf", _:
            return [range(2)]
        case "Total", (term,):
            return [values_of(term)]
        case "Maximum", (terms,):
            found = [values_of(term) for term in terms]
            least = max(values[0] for values in found)
            return [values[bisect_left(values, least) :] for values in found if values[-1] >= least]
        case "Occurrences" | "NumberOfValues" as name, (terms, *_):
            return [range(name == "NumberOfValues", len(terms) + 1)]
        case "Entry", (array, _):
            return [values_of(term) for term in array]
        case "Product" | "Quotient" as name, (one, other):
            ends, others = values_of(one)[:: len(values_of(one)) - 1 or 1], values_of(other)
            corners = [a * b if name == "Product" else a // b for a in ends for b in others if b or name == "Product"]
            return [range(min(corners), max(corners) + 1)] if corners else []
    return []
