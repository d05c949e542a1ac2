"""Lexicographic. Reference: `lex_lesseq` of the Global Constraint Catalogue; A. Frisch et al., CP 2002."""

from collections.abc import Iterator

from threefold.language.constraints.clause import Clause
from threefold.language.constraints.linear import Linear
from threefold.language.functions import abridged
from threefold.language.lists import Terms, as_sums
from threefold.language.node import Counted, TwoLists
from threefold.language.truth import Assignment, Logical


class Lexicographic(TwoLists):
    """The first list comes before the second in the order of a dictionary, or is equal to it; `strictly`: before it."""

    fields = ("first", "second", "strictly")

    def __init__(self, first: Terms, second: Terms, strictly: bool = False) -> None:
        self.read(as_sums, first, second)
        self.strictly = bool(strictly)

    def __repr__(self) -> str:
        return f"Lexicographic({abridged(self.first)}; {abridged(self.second)}{'; strictly' * self.strictly})"

    def holds(self, assignment: Assignment) -> bool:
        first, second = self.values(assignment)
        return first < second if self.strictly else first <= second

    def decompose(self) -> Iterator[Logical]:
        """Where all terms before this place are equal, this one is not larger."""
        differs: list[Logical] = []
        for a, b in zip(self.first, self.second, strict=True):
            yield Clause([*differs, Linear(a, "<=", b)])
            differs.append(Linear(a, "!=", b))
        if self.strictly:
            yield Clause(differs)


COUNTS: tuple[Counted, ...] = (
    ("two pairs of 0..2: (81 - 9) / 2 + 9", 45, lambda s: (lambda x: Lexicographic([x[0], x[1]], [x[2], x[3]]))(s.integers("x", range(4), domain=range(3)))),
    ("the same, strictly: (81 - 9) / 2", 36, lambda s: (lambda x: Lexicographic([x[0], x[1]], [x[2], x[3]], strictly=True))(s.integers("x", range(4), domain=range(3)))),
    ("a list before itself, strictly: never", 0, lambda s: Lexicographic([s.integer("x", range(3))] * 2, [s.families["x"][()]] * 2, strictly=True)),
)  # fmt: skip
