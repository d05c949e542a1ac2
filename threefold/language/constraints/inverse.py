"""Inverse: two lists that are each other's inverse. Reference: `inverse` of the Global Constraint Catalogue."""

from collections.abc import Iterator

from threefold.language.constraints.clause import Clause
from threefold.language.constraints.iff import Iff
from threefold.language.constraints.linear import Linear
from threefold.language.lists import Terms
from threefold.language.node import Counted, TwoLists
from threefold.language.truth import Assignment, Logical
from threefold.language.units import as_units


class Inverse(TwoLists):
    """`first[i] == j` if and only if `second[j] == i`, counted from 0."""

    fields = ("first", "second")

    def __init__(self, first: Terms, second: Terms) -> None:
        self.read(as_units, first, second)

    def holds(self, assignment: Assignment) -> bool:
        first, second = self.values(assignment)
        places = range(len(first))
        return all(j in places and second[j] == i for i, j in enumerate(first)) and all(j in places for j in second)

    def decompose(self) -> Iterator[Logical]:
        """Every value is a place, and the two sides say the same about every pair of places."""
        places = range(len(self.first))
        for term in (*self.first, *self.second):
            yield Clause([Linear(term, "==", place) for place in places])
        for i in places:
            for j in places:
                yield Iff(Linear(self.first[i], "==", j), Linear(self.second[j], "==", i))


COUNTS: tuple[Counted, ...] = (
    ("three places: 3! permutations", 6, lambda s: Inverse(s.integers("x", range(3), domain=range(3)), s.integers("y", range(3), domain=range(-1, 4)))),
    ("a list that is its own inverse: 4 involutions of three", 4, lambda s: (lambda x: Inverse(x, x))(s.integers("x", range(3), domain=range(3)))),
    ("counted from 1: never", 0, lambda s: Inverse([s.integer("x", range(1, 3))], [s.integer("y", range(1, 3))])),
)  # fmt: skip
