"""Iff: both are true, or neither is. Reference: the equivalence; its opposite is the exclusive or."""

from collections.abc import Iterator

from threefold.errors import SpecError
from threefold.format import bare
from threefold.language.constraints.clause import Clause
from threefold.language.node import Counted, Kind
from threefold.language.terms import Write, as_literal
from threefold.language.truth import Assignment, Logical


class Iff(Kind):
    """Both are true, or neither is."""

    fields = ("one", "other")

    def __init__(self, one: Logical, other: Logical) -> None:
        try:
            self.one, self.other = as_literal(one), as_literal(other)
        except SpecError as error:
            raise SpecError(f"Iff({one}, {other}): {error}") from None

    def __repr__(self) -> str:
        return f"Iff({bare(str(self.one))}, {bare(str(self.other))})"

    def formula(self, write: Write) -> str:
        return f"{write(self.one)} ⇔ {write(self.other)}"

    def holds(self, assignment: Assignment) -> bool:
        return self.one.holds(assignment) == self.other.holds(assignment)

    def decompose(self) -> Iterator[Logical]:
        yield Clause([~self.one, self.other])
        yield Clause([self.one, ~self.other])


COUNTS: tuple[Counted, ...] = (
    ("two Booleans alike", 2, lambda s: Iff(s.boolean("a"), s.boolean("b"))),
    ("b says whether x + y == 2 over 0..2: one b each", 9, lambda s: Iff(s.boolean("b"), s.integer("x", range(3)) + s.integer("y", range(3)) == 2)),
    ("x == 0 if and only if x >= 1: none", 0, lambda s: (lambda x: Iff(x == 0, x >= 1))(s.integer("x", range(3)))),
)  # fmt: skip
