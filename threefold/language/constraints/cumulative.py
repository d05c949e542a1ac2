"""Cumulative: tasks share a resource. Reference: A. Aggoun, N. Beldiceanu, Extending CHIP, 1993; the decomposition by starts of
tasks is that of A. Schutt, T. Feydy, P. Stuckey, M. Wallace, Why cumulative decomposition is not as bad as it sounds, CP 2009.
"""

from collections.abc import Iterator

from threefold.errors import SpecError
from threefold.language.constraints.all import All
from threefold.language.constraints.linear import Linear
from threefold.language.functions import abridged
from threefold.language.lists import Terms, as_sums, total, unknowns
from threefold.language.node import Compound, Counted, reading, same_length
from threefold.language.terms import Term, as_sum
from threefold.language.truth import Assignment, Logical
from threefold.language.units import values_of


class Cumulative(Compound):
    """Tasks that need a part of a resource while they run: at no time do they need more than the capacity together."""

    fields = ("starts", "durations", "demands", "capacity")

    def __init__(self, starts: Terms, durations: Terms, demands: Terms, capacity: Term) -> None:
        """No duration and no demand is negative."""
        with reading(self):
            self.starts, self.durations = as_sums(unknowns(starts)), as_sums(durations)
            self.demands, self.capacity = as_sums(demands), as_sum(capacity)
            same_length(self.starts, self.durations)
            same_length(self.starts, self.demands)
            negative = [term for term in (*self.durations, *self.demands) if values_of(term)[0] < 0]
            if negative:
                raise SpecError(f"a duration or demand can be negative: {negative[0]}")

    def __repr__(self) -> str:
        lists = map(abridged, (self.starts, self.durations, self.demands))
        return f"Cumulative({'; '.join(lists)}; {self.capacity})"

    def holds(self, assignment: Assignment) -> bool:
        """The need changes only where a task starts."""
        read = [[term.value(assignment) for term in terms] for terms in (self.starts, self.durations, self.demands)]
        tasks = list(zip(*read, strict=True))
        capacity = self.capacity.value(assignment)
        return all(sum(n for s, d, n in tasks if s <= time < s + d) <= capacity for time in read[0])

    def decompose(self) -> Iterator[Logical]:
        tasks = list(zip(self.starts, self.durations, self.demands, strict=True))
        for here, time in enumerate(self.starts):
            others = [
                All([Linear(s, "<=", time), Linear(time, "<=", s + d - 1)]) * demand
                for place, (s, d, demand) in enumerate(tasks)
                if place != here
            ]
            own = Linear(self.durations[here], ">=", 1) * self.demands[here]
            yield Linear(total([own, *others]), "<=", self.capacity)


COUNTS: tuple[Counted, ...] = (
    ("two tasks of length 2 and demand 1 at 0..3, capacity 1: 0 2, 0 3, 1 3 and back", 6, lambda s: Cumulative(s.integers("x", range(2), domain=range(4)), [2, 2], [1, 1], 1)),
    ("capacity 2: always", 16, lambda s: Cumulative(s.integers("x", range(2), domain=range(4)), [2, 2], [1, 1], 2)),
    ("three of length 1 at 0..2, capacity 2: 27 less 3 all at once", 24, lambda s: Cumulative(s.integers("x", range(3), domain=range(3)), [1, 1, 1], [1, 1, 1], 2)),
)  # fmt: skip
