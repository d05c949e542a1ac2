"""AllDifferent. Reference: J.-C. Régin, A filtering algorithm for constraints of difference in CSPs, AAAI 1994."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from operator import add, itemgetter

from threefold.language.constraints.linear import Linear
from threefold.language.node import Counted, OverTerms, xyb
from threefold.language.truth import Assignment, Logical


class AllDifferent(OverTerms):
    """The terms take different values; true for fewer than two terms."""

    @cached_property
    def _plain(self) -> tuple[Callable[[Assignment], Sequence[int]], tuple[int, ...]] | None:
        """Where every term is `x + c`: a getter of the variables' values, and the numbers c (empty where all are equal)."""
        plain = (unit for unit in self.units if unit.sign == 1 and unit.variable is not None)
        positions = [unit.variable.position for unit in plain if unit.variable is not None]
        if len(positions) < max(2, len(self.units)) or min(positions) < 0:
            return None  # itemgetter of one position does not return a tuple
        run = range(positions[0], positions[0] + len(positions))
        values_of = itemgetter(slice(run.start, run.stop)) if positions == list(run) else itemgetter(*positions)
        offsets = tuple(unit.offset for unit in self.units)
        return values_of, offsets if len(set(offsets)) > 1 else ()

    def holds(self, assignment: Assignment) -> bool:
        if self._plain is None:
            return len({unit.value(assignment) for unit in self.units}) == len(self.units)
        values_of, offsets = self._plain
        values = values_of(assignment)
        return len(set(map(add, values, offsets) if offsets else values)) == len(self.units)

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
