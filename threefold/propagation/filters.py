"""One filter per constraint kind: from the values that are left, those that have a support.

A value has a *support* if the other variables of the constraint can take values that are left, so that it holds. Removing all
values without one is generalised arc consistency. It is complete for every kind but Circuit, for which it is NP-hard. Where
something else is left out (a domain or a sum that is too large, repeated variables), the filter says so in `weaker`.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import assert_never

from threefold.language import (
    AllDifferent,
    Cardinality,
    Circuit,
    Clause,
    Constraint,
    Element,
    Implies,
    Linear,
    Literal,
    Table,
)
from threefold.language.terms import Unit
from threefold.propagation.circuits import on_one_circuit
from threefold.propagation.matching import supported
from threefold.propagation.sums import Count, Multiple, SumFilter
from threefold.propagation.values import Values, common, joined, satisfying, without

MOST_CASES = 2_000  # combinations of values of repeated variables
Narrowed = Mapping[int, Values] | None  # by position; None where nothing supports the constraint

TOO_WIDE = "only the bounds of very large domains are moved"
TOO_LONG = "only bounds are moved, because the sums are too large"
REPEATED = "a variable that occurs several times counts as several variables"
CIRCUIT = "different successors, no circuit without all nodes, and every node can reach every other one"


class ConstraintFilter(ABC):
    """`weaker` says how values without a support may be left; a filter without it removes all of them in one call."""

    weaker: str | None = None
    slow = False  # to be called after the others

    def __init__(self, scope: Iterable[int]) -> None:
        self.scope = tuple(dict.fromkeys(scope))

    @abstractmethod
    def narrowed(self, domains: Sequence[Values]) -> Narrowed: ...

    def _check_wide(self, domains: Sequence[Values]) -> None:
        if any(isinstance(domains[position], range) for position in self.scope):
            self.weaker = TOO_WIDE


def filter_of(constraint: Constraint) -> ConstraintFilter:
    match constraint:
        case Clause():
            return ClauseFilter(constraint)
        case Cardinality():
            return _cardinality(constraint)
        case AllDifferent():
            return case_by_case(AllDifferentFilter(constraint.units), constraint.units)
        case Linear():
            summands = [Multiple(x.position, a) for a, x in constraint.terms]
            return Sums(SumFilter(summands, constraint.comparator, constraint.bound), constraint)
        case Table():
            return TableFilter(constraint)
        case Element():
            return ElementFilter(constraint)
        case Circuit():
            return CircuitFilter(constraint.units)
        case Implies():
            return ImpliesFilter(constraint)
        case _:
            assert_never(constraint)


def _by_variable(literals: Iterable[Literal]) -> dict[int, list[Literal]]:
    of_variable = defaultdict[int, list[Literal]](list)
    for literal in literals:
        of_variable[literal.variable.position].append(literal)
    return of_variable


class ClauseFilter(ConstraintFilter):
    """While two variables can make it true, every value has a support."""

    def __init__(self, clause: Clause) -> None:
        self._literals = _by_variable(clause.literals)
        super().__init__(self._literals)

    def narrowed(self, domains: Sequence[Values]) -> Narrowed:
        able: dict[int, Values] = {}
        for position, literals in self._literals.items():
            if true := satisfying(domains[position], literals):
                able[position] = true
                if len(able) > 1:
                    return {}
        if able:
            self._check_wide(domains)
        return able or None


class Sums(ConstraintFilter):
    def __init__(self, sums: SumFilter, constraint: Linear | Cardinality) -> None:
        super().__init__(x.position for x in constraint.variables())
        self._sums = sums

    def narrowed(self, domains: Sequence[Values]) -> Narrowed:
        left = self._sums.narrowed(domains)
        if self._sums.only_bounds:
            self.weaker = TOO_LONG
        return left


def _cardinality(cardinality: Cardinality) -> ConstraintFilter:
    counts = [Count(position, literals) for position, literals in _by_variable(cardinality.literals).items()]
    return Sums(SumFilter(counts, cardinality.comparator, cardinality.bound), cardinality)


def _values_of(unit: Unit, domains: Sequence[Values]) -> Values:
    if unit.variable is None:
        return frozenset({unit.offset})
    return _moved(domains[unit.variable.position], unit.sign, unit.offset)


def _moved(values: Values, sign: int, offset: int) -> Values:
    """`sign·v + offset` of each."""
    if isinstance(values, frozenset):
        return frozenset(sign * value + offset for value in values)
    ends = sorted((sign * values[0] + offset, sign * values[-1] + offset)) if values else [0, -1]
    return range(ends[0], ends[1] + 1)


def _back(unit: Unit, values: Values) -> Values:
    """The values of the variable for which the term has one of these."""
    return _moved(values, unit.sign, -unit.sign * unit.offset)


def _positions(units: Iterable[Unit]) -> list[int]:
    return [unit.variable.position for unit in units if unit.variable is not None]


class AllDifferentFilter(ConstraintFilter):
    slow = True

    def __init__(self, units: Sequence[Unit]) -> None:
        super().__init__(_positions(units))
        self._units = units

    def narrowed(self, domains: Sequence[Values]) -> Narrowed:
        values = [(unit, _values_of(unit, domains)) for unit in self._units]
        narrow = [(unit, own) for unit, own in values if isinstance(own, frozenset)]
        kept = supported([own for _, own in narrow])
        if kept is None:
            return None
        left: dict[int, Values] = {}
        for (unit, _), own in zip(narrow, kept, strict=True):
            if unit.variable is not None:
                position = unit.variable.position
                left[position] = common(left.get(position, domains[position]), _back(unit, frozenset(own)))
        self._check_wide(domains)
        fixed = [next(iter(own)) for own in kept if len(own) == 1] if self.weaker else []
        for unit, wide in values:
            if unit.variable is not None and isinstance(wide, range):
                left[unit.variable.position] = without(domains[unit.variable.position], _back(unit, frozenset(fixed)))
        return left if all(left.values()) else None


def case_by_case(inner: ConstraintFilter, units: Sequence[Unit]) -> ConstraintFilter:
    """A filter for terms of different variables, also for others."""
    positions = _positions(units)
    repeated = [position for position in inner.scope if positions.count(position) > 1]
    return CaseFilter(inner, repeated) if repeated else inner


class CaseFilter(ConstraintFilter):
    """Some variables get every combination of their values, one after another. A value needs one combination that supports it."""

    slow = True

    def __init__(self, inner: ConstraintFilter, cases: Sequence[int]) -> None:
        super().__init__(inner.scope)
        self._inner, self._cases = inner, cases

    def narrowed(self, domains: Sequence[Values]) -> Narrowed:
        if prod(len(domains[position]) for position in self._cases) > MOST_CASES:
            self.weaker = REPEATED
            return self._inner.narrowed(domains)
        combinations = product(*(sorted(domains[position]) for position in self._cases))
        return union(self.scope, domains, (self._case(domains, values) for values in combinations))

    def _case(self, domains: Sequence[Values], values: Sequence[int]) -> Narrowed:
        fixed: dict[int, Values] = {position: frozenset({v}) for position, v in zip(self._cases, values, strict=True)}
        narrower = self._inner.narrowed(replaced(domains, fixed))
        return None if narrower is None else {**fixed, **narrower}


def replaced(domains: Sequence[Values], new: Mapping[int, Values]) -> list[Values]:
    return [new.get(position, values) for position, values in enumerate(domains)]


def union(scope: Iterable[int], domains: Sequence[Values], cases: Iterable[Narrowed]) -> Narrowed:
    """The values that one of the cases allows; a case says nothing about variables that it does not have."""
    possible = [case for case in cases if case is not None]
    if not possible:
        return None
    left: dict[int, Values] = {}
    for position in scope:
        if all(position in case for case in possible):
            kept: Values = frozenset()
            for case in possible:
                kept = joined(kept, case[position])
            left[position] = common(domains[position], kept)
    return left


class TableFilter(ConstraintFilter):
    """The rows that are possible; a row that wants two values of one variable is dropped at once."""

    def __init__(self, table: Table) -> None:
        super().__init__(_positions(table.units))
        self._rows = [row for row in (self._row(table.units, row) for row in table.rows) if row is not None]

    def _row(self, units: Sequence[Unit], row: Sequence[int]) -> tuple[int, ...] | None:
        """A value per variable."""
        wanted: dict[int, int] = {}
        for unit, value in zip(units, row, strict=True):
            if unit.variable is None:
                if unit.offset != value:
                    return None
            elif wanted.setdefault(unit.variable.position, own := unit.sign * (value - unit.offset)) != own:
                return None
        return tuple(wanted[position] for position in self.scope)

    def narrowed(self, domains: Sequence[Values]) -> Narrowed:
        own = [domains[position] for position in self.scope]
        rows = [row for row in self._rows if all(value in left for value, left in zip(row, own, strict=True))]
        if not rows:
            return None
        return {
            position: frozenset(column) for position, column in zip(self.scope, zip(*rows, strict=True), strict=False)
        }


class ElementFilter(ConstraintFilter):
    """One case per index: then two terms are equal, and all others are free."""

    def __init__(self, element: Element) -> None:
        self._index, self._array, self._result = element.units
        super().__init__(_positions((self._index, *self._array, self._result)))

    def narrowed(self, domains: Sequence[Values]) -> Narrowed:
        indices = _values_of(self._index, domains)
        self._check_wide(domains)
        return union(self.scope, domains, (self._case(domains, i) for i in range(len(self._array)) if i in indices))

    def _case(self, domains: Sequence[Values], place: int) -> Narrowed:
        chosen: dict[int, Values] = {}
        if self._index.variable is not None:
            chosen[self._index.variable.position] = _back(self._index, frozenset({place}))
        equal = _equal(replaced(domains, chosen), self._array[place], self._result)
        return None if equal is None else {**chosen, **equal}


def _equal(domains: Sequence[Values], one: Unit, other: Unit) -> Narrowed:
    """The values with which two terms are equal."""
    if one.variable is not None and one.variable is other.variable:
        position = one.variable.position
        values = domains[position]
        if one == other:
            return {position: values}
        meeting = (other.offset - one.offset) // 2 * one.sign  # s·x + a == -s·x + b
        if one.sign == other.sign or (other.offset - one.offset) % 2 or meeting not in values:
            return None
        return {position: frozenset({meeting})}
    both = common(_values_of(one, domains), _values_of(other, domains))
    if not both:
        return None
    return {unit.variable.position: _back(unit, both) for unit in (one, other) if unit.variable is not None}


class CircuitFilter(ConstraintFilter):
    weaker, slow = CIRCUIT, True

    def __init__(self, units: Sequence[Unit]) -> None:
        super().__init__(_positions(units))
        self._units = units
        self._different = case_by_case(AllDifferentFilter(units), units)

    def narrowed(self, domains: Sequence[Values]) -> Narrowed:
        nodes = frozenset(range(len(self._units)))
        inside: dict[int, Values] = {}
        for unit in self._units:
            if unit.variable is None:
                if unit.offset not in nodes:
                    return None
                continue
            position = unit.variable.position
            inside[position] = common(inside.get(position, domains[position]), _back(unit, nodes))
        different = self._different.narrowed(replaced(domains, inside)) if all(inside.values()) else None
        return None if different is None else self._connected(replaced(domains, {**inside, **different}))

    def _connected(self, domains: Sequence[Values]) -> Narrowed:
        successors = on_one_circuit([frozenset(_values_of(unit, domains)) for unit in self._units])
        if successors is None:
            return None
        left: dict[int, Values] = {}
        for unit, own in zip(self._units, successors, strict=True):
            if unit.variable is not None:
                position = unit.variable.position
                left[position] = common(left.get(position, domains[position]), _back(unit, own))
        return left if all(left.values()) else None


class ImpliesFilter(ConstraintFilter):
    """Two cases: the condition is true and the constraint holds, or the condition is false."""

    def __init__(self, implies: Implies) -> None:
        self._condition, self._position = implies.condition, implies.condition.variable.position
        self._inner = filter_of(implies.constraint)
        super().__init__([self._position, *self._inner.scope])
        self.slow = self._inner.slow

    def narrowed(self, domains: Sequence[Values]) -> Narrowed:
        cases = [self._true(domains), self._false(domains)]
        self.weaker = self._inner.weaker
        return union(self.scope, domains, cases)

    def _true(self, domains: Sequence[Values]) -> Narrowed:
        true = {self._position: satisfying(domains[self._position], [self._condition])}
        inner = self._inner.narrowed(replaced(domains, true)) if true[self._position] else None
        return None if inner is None else {**true, **inner}

    def _false(self, domains: Sequence[Values]) -> Narrowed:
        false = satisfying(domains[self._position], [~self._condition])
        return {self._position: false} if false else None
