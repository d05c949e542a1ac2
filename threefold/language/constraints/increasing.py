"""Increasing. Reference: `increasing` and `strictly_increasing` of the Global Constraint Catalogue."""

from collections.abc import Iterator
from itertools import pairwise

from threefold.format import shortened
from threefold.language.constraints.linear import Linear
from threefold.language.functions import abridged
from threefold.language.lists import Terms, as_sums, unknowns
from threefold.language.node import Counted, OverSums, reading
from threefold.language.terms import Write
from threefold.language.truth import Assignment, Logical


class Increasing(OverSums):
    """Each term is at least the one before it; `strictly`: larger."""

    fields = ("terms", "strictly")

    def __init__(self, terms: Terms, strictly: bool = False) -> None:
        with reading(self):
            self.terms, self.strictly = as_sums(unknowns(terms)), bool(strictly)

    def __repr__(self) -> str:
        return f"Increasing({abridged(self.terms)}{'; strictly' * self.strictly})"

    def formula(self, write: Write) -> str:
        return shortened(map(write, self.terms), " < " if self.strictly else " ≤ ")

    def holds(self, assignment: Assignment) -> bool:
        return all(one < next if self.strictly else one <= next for one, next in pairwise(self.values(assignment)))

    def decompose(self) -> Iterator[Logical]:
        for one, next in pairwise(self.terms):
            yield Linear(one + int(self.strictly), "<=", next)


COUNTS: tuple[Counted, ...] = (
    ("three of 0..3, equal ones allowed: C(6, 3)", 20, lambda s: Increasing(s.integers("x", range(3), domain=range(4)))),
    ("three of 0..3, strictly: C(4, 3)", 4, lambda s: Increasing(s.integers("x", range(3), domain=range(4)), strictly=True)),
    ("one term: always", 4, lambda s: Increasing([s.integer("x", range(4))])),
)  # fmt: skip
