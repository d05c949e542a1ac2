"""NoOverlap: tasks on one machine. Reference: `disjunctive` of the Global Constraint Catalogue; J. Carlier, 1982."""

from collections.abc import Iterator
from itertools import combinations

from threefold.language.constraints.linear import Linear
from threefold.language.functions import abridged
from threefold.language.lists import Terms, as_sums, unknowns
from threefold.language.node import Compound, Counted, reading, same_length
from threefold.language.truth import Assignment, Logical


class NoOverlap(Compound):
    """Tasks on one machine: of any two, one ends before the other starts. Starts and durations are terms."""

    fields = ("starts", "durations")

    def __init__(self, starts: Terms, durations: Terms) -> None:
        with reading(self):
            self.starts, self.durations = as_sums(unknowns(starts)), as_sums(durations)
            same_length(self.starts, self.durations)

    def __repr__(self) -> str:
        return f"NoOverlap({abridged(self.starts)}; {abridged(self.durations)})"

    def holds(self, assignment: Assignment) -> bool:
        tasks = [(s.value(assignment), d.value(assignment)) for s, d in zip(self.starts, self.durations, strict=True)]
        return all(s + d <= t or t + e <= s for (s, d), (t, e) in combinations(tasks, 2))

    def decompose(self) -> Iterator[Logical]:
        for (s, d), (t, e) in combinations(zip(self.starts, self.durations, strict=True), 2):
            yield Linear(s + d, "<=", t) | Linear(t + e, "<=", s)


COUNTS: tuple[Counted, ...] = (
    ("two tasks of length 2 that start at 0..3: 0 2, 0 3, 1 3 and back", 6, lambda s: NoOverlap(s.integers("x", range(2), domain=range(4)), [2, 2])),
    ("three of length 1 at 0..2: 3!", 6, lambda s: NoOverlap(s.integers("x", range(3), domain=range(3)), [1, 1, 1])),
    ("lengths 0: always", 9, lambda s: NoOverlap(s.integers("x", range(2), domain=range(3)), [0, 0])),
)  # fmt: skip
