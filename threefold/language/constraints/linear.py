"""Linear: a sum is compared with another one. Reference: `scalar_product` of the Global Constraint Catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import eq, ge, le, ne

from threefold.errors import SpecError
from threefold.language.node import Counted, Kind, xyb
from threefold.language.terms import Term, Variable, as_sum
from threefold.language.truth import Assignment, Logical

COMPARATORS: dict[str, Callable[[int, int], bool]] = {"<=": le, "==": eq, ">=": ge, "!=": ne}
OPPOSITE = {"<=": (">=", 1), ">=": ("<=", -1), "==": ("!=", 0), "!=": ("==", 0)}
"""Of each comparison: the one that is true where it is false, and what is added to its right side."""


class Linear(Kind):
    """`sum of a·x ⋈ bound`, ⋈ in <=, ==, >=, !=.

    `terms` has every variable once, those of the left side first, and `bound` is a constant: `y == x + 2` is `y - x == 2`. The
    order matters: the lowerings of two variables read `y == x + 2` as a function of x, the last variable.
    """

    fields = ("left", "comparator", "right")

    def __init__(self, left: Term, comparator: str, right: Term) -> None:
        self.comparator = comparator
        try:
            self.left, self.right = as_sum(left), as_sum(right)
        except SpecError as error:
            raise SpecError(f"{left} {comparator} {right}: {error}") from None
        if comparator not in COMPARATORS:
            raise self._error(f"the comparator must be <=, ==, >= or != (got {comparator!r})")
        difference = self.left.plus(self.right.times(-1)).combined()
        self.terms, self.bound = difference.terms, -difference.constant

    def __repr__(self) -> str:
        return f"{self.left} {self.comparator} {self.right}"

    def operands(self) -> list[Variable]:
        return [x for side in (self.left, self.right) for _, x in side.terms]

    def holds(self, assignment: Assignment) -> bool:
        return compare(self.left.value(assignment), self.comparator, self.right.value(assignment))

    def decompose(self) -> Iterator[Logical]:
        yield self

    def opposite(self) -> Linear:
        """True where this is false."""
        comparator, shift = OPPOSITE[self.comparator]
        return Linear(self.left, comparator, self.right + shift)


def compare(left: int, comparator: str, right: int) -> bool:
    return bool(COMPARATORS[comparator](left, right))


COUNTS: tuple[Counted, ...] = (
    ("x + y == 2 over 0..2: 3", 3, lambda s: sum(s.integers("x", range(2), domain=range(3)).values()) == 2),
    ("2x == 3: none", 0, lambda s: 2 * s.integer("x", range(3)) == 3),
    ("x - 2y != 0 over 0..2: 9 less (0,0), (2,1)", 7, lambda s: s.integer("x", range(3)) - 2 * s.integer("y", range(3)) != 0),
    ("x + y <= 1: 3, times b", 6, xyb(lambda x, y, b: x + y <= 1)),
    ("2x - y + b >= 3: (1,0,1), (2,0), (2,1), (2,2,1)", 6, xyb(lambda x, y, b: 2 * x - y + b >= 3)),
    ("x + y + b != 2: 18 less (2,0,0), (1,1,0), (0,2,0), (1,0,1), (0,1,1)", 13, xyb(lambda x, y, b: x + y + b != 2)),
    ("x + x == 2: x = 1", 6, xyb(lambda x, y, b: x + x == 2)),
    ("x - x == 0: always", 18, xyb(lambda x, y, b: x - x == 0)),
    ("x - x >= 1: never", 0, xyb(lambda x, y, b: x - x >= 1)),
    ("x == y with holes: -2, 0, 3, times b", 6, xyb(lambda x, y, b: x == y, (-2, 0, 3))),
    ("x + y == 1 with holes: (-2,3) and (3,-2), times b", 4, xyb(lambda x, y, b: x + y == 1, (-2, 0, 3))),
    ("-3x + 2y <= -7 with holes: x = 3 with y <= 1", 4, xyb(lambda x, y, b: -3 * x + 2 * y <= -7, (-2, 0, 3))),
    ("x + y + b == 0 with holes: (0,0,0)", 1, xyb(lambda x, y, b: x + y + b == 0, (-2, 0, 3))),
)  # fmt: skip
