"""What all filters have in common, and the filter that tries cases."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod

from threefold.language.units import Unit
from threefold.propagation.values import Values, common, joined

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


def case_by_case(inner: ConstraintFilter, units: Sequence[Unit]) -> ConstraintFilter:
    """A filter for terms of different variables, also for others."""
    positions = positions_of(units)
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


def positions_of(units: Iterable[Unit]) -> list[int]:
    return [unit.variable.position for unit in units if unit.variable is not None]
