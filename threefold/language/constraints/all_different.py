"""AllDifferent. Reference: J.-C. Régin, A filtering algorithm for constraints of difference in CSPs, AAAI 1994."""

from collections.abc import Iterator
from itertools import combinations

from threefold.language.constraints.linear import Linear
from threefold.language.node import Counted, OverTerms, xyb
from threefold.language.truth import Assignment, Logical


class AllDifferent(OverTerms):
    """The terms take different values; true for fewer than two terms."""

    def holds(self, assignment: Assignment) -> bool:
        return len(set(self.values(assignment))) == len(self.units)

    def decompose(self) -> Iterator[Logical]:
        for one, other in combinations(self.terms, 2):
            yield Linear(one, "!=", other)


COUNTS: tuple[Counted, ...] = (
    ("three variables of 0..3: 4·3·2", 24, lambda s: AllDifferent(s.integers("x", range(3), domain=range(4)))),
    ("no term: true", 1, lambda s: AllDifferent([])),
    ("x and -x, x in -1..1: not 0", 2, lambda s: (lambda x: AllDifferent([x, -x]))(s.integer("x", range(-1, 2)))),
    ("x and y: 6, times b", 12, xyb(lambda x, y, b: AllDifferent([x, y]))),
    ("the same term twice: never", 0, xyb(lambda x, y, b: AllDifferent([x, x]))),
    ("x + 1 and y: 9 less (0,1) and (1,2), times b", 14, xyb(lambda x, y, b: AllDifferent([x + 1, y]))),
    ("x and the constants 0 and 5: x is not 0", 12, xyb(lambda x, y, b: AllDifferent([x, 0, 5]))),
    ("equal constants: never", 0, xyb(lambda x, y, b: AllDifferent([x - x + 4, x - x + 4]))),
)  # fmt: skip
