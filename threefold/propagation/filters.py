"""One filter per constraint kind: from the values that are left, those that have a support.

A value has a *support* if the other variables of the constraint can take values that are left, so that it holds. Removing all
values without one is generalised arc consistency. It is complete for every kind but Circuit, for which it is NP-hard. Where
something else is left out (a domain or a sum that is too large, repeated variables), the filter says so in `weaker`.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
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
from threefold.propagation.constraint_filter import TOO_LONG, ConstraintFilter, Narrowed, case_by_case, replaced, union
from threefold.propagation.sums import Count, Multiple, SumFilter
from threefold.propagation.term_filters import AllDifferentFilter, CircuitFilter, ElementFilter, TableFilter
from threefold.propagation.values import Values, satisfying


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
