"""GlobalCardinality. Reference: J.-C. Régin, Generalized arc consistency for global cardinality constraint, AAAI 1996."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from threefold.errors import SpecError
from threefold.format import shortened
from threefold.language.constraints.linear import Linear
from threefold.language.constraints.occurrences import occurrences
from threefold.language.constraints.table import Table
from threefold.language.functions import abridged
from threefold.language.lists import Terms, as_integer, is_integer, unknowns
from threefold.language.node import Counted, OverSums, reading
from threefold.language.terms import Sum, Term, as_sum
from threefold.language.truth import Assignment, Logical, plain
from threefold.language.units import as_units


class GlobalCardinality(OverSums):
    """Each of these values occurs as often as its bound says: an integer, a range of integers, or a term."""

    fields, numbers = ("terms", "counted", "amounts", "closed"), ("counted",)

    def __init__(self, terms: Terms, bounds: Mapping[int, Term | range], closed: bool = False) -> None:
        """`closed`: the terms have no other values."""
        if not isinstance(bounds, Mapping):
            wanted = "bounds by value, like {0: 2, 1: range(3)}"
            raise SpecError(f"GlobalCardinality takes {wanted} (got {bounds!r:.60})")
        with reading(self):
            self.terms, self.closed = as_units(unknowns(terms)), bool(closed)
            self.bounds = {as_integer(value, "a value"): _bound(bound) for value, bound in bounds.items()}

    @property
    def counted(self) -> tuple[int, ...]:
        return tuple(self.bounds)

    @property
    def amounts(self) -> tuple[Sum | tuple[Sum, ...], ...]:
        """Of each counted value a term, or the numbers of a range."""
        return tuple(tuple(map(as_sum, b)) if isinstance(b, range) else as_sum(b) for b in self.bounds.values())

    @classmethod
    def of_arguments(cls, arguments: Sequence[Any]) -> GlobalCardinality:
        terms, counted, amounts, closed = arguments
        bounds = [_range([each.constant for each in b]) if isinstance(b, tuple) else b for b in amounts]
        return cls(terms, dict(zip(counted, bounds, strict=True)), closed)

    def __repr__(self) -> str:
        bounds = (f"{value}: {_shown(bound)}" for value, bound in self.bounds.items())
        return f"GlobalCardinality({abridged(self.terms)}; {shortened(bounds)}{'; closed' * self.closed})"

    def holds(self, assignment: Assignment) -> bool:
        found = Counter(self.values(assignment))
        wanted = (
            (found[value], bound if isinstance(bound, range) else [as_sum(bound).value(assignment)])
            for value, bound in self.bounds.items()
        )
        return all(count in counts for count, counts in wanted) and (
            not self.closed or found.keys() <= self.bounds.keys()
        )

    def decompose(self) -> Iterator[Logical]:
        for value, bound in self.bounds.items():
            count = occurrences(self.terms, value)
            if isinstance(bound, range) and bound.step != 1:
                yield Table([count], [(number,) for number in bound])
            elif isinstance(bound, range):
                yield Linear(count, ">=", bound.start)
                yield Linear(count, "<=", bound.stop - 1)
            else:
                yield Linear(count, "==", bound)
        if self.closed:
            for term in self.terms:
                yield Table([term], [(value,) for value in self.bounds])


def _bound(bound: Term | range) -> int | Sum | range:
    if isinstance(bound, range):
        return bound
    return plain(bound) if is_integer(plain(bound)) else as_sum(bound)


def _shown(bound: int | Sum | range) -> str:
    if isinstance(bound, range) and bound.step == 1 and len(bound) > 1:
        return f"{bound[0]}..{bound[-1]}"
    return shortened(bound) if isinstance(bound, range) else str(bound)


def _range(numbers: Sequence[int]) -> range:
    step = numbers[1] - numbers[0] if len(numbers) > 1 else 1
    return range(numbers[0], numbers[-1] + (1 if step > 0 else -1), step) if numbers else range(0)


COUNTS: tuple[Counted, ...] = (
    ("three of 0..2, 0 twice: 3·2", 6, lambda s: GlobalCardinality(s.integers("x", range(3), domain=range(3)), {0: 2})),
    ("three of 0..2, only 0 and 1, at most two of 0: 8 - 1", 7, lambda s: GlobalCardinality(s.integers("x", range(3), domain=range(3)), {0: range(3), 1: range(4)}, closed=True)),
    ("two of 0..2, as many zeros as c in 0..1: 4 + 4", 8, lambda s: GlobalCardinality(s.integers("x", range(2), domain=range(3)), {0: s.integer("c", range(2))})),
)  # fmt: skip
