"""Table: the terms form one of the rows. Reference: `in_relation` of the Global Constraint Catalogue."""

from collections.abc import Iterable, Iterator, Sequence

from threefold.errors import SpecError
from threefold.format import shortened
from threefold.language.constraints.all import All
from threefold.language.constraints.clause import Clause
from threefold.language.constraints.linear import Linear
from threefold.language.lists import Terms, is_integer
from threefold.language.node import Counted, OverTerms, xyb
from threefold.language.truth import Assignment, Logical, plain


class Table(OverTerms):
    """The terms together form one of the rows; a repeated row counts once, and without rows it is false."""

    fields, numbers = ("terms", "rows"), ("rows",)

    def __init__(self, terms: Terms, rows: Iterable[Sequence[int]]) -> None:
        self.rows: tuple[tuple[int, ...], ...] = ()
        super().__init__(terms)
        try:
            self.rows = tuple(dict.fromkeys(tuple(map(plain, row)) for row in rows))
        except TypeError:  # a row is no list, or has a list in it
            raise SpecError(f"Table takes rows of integers, like [[0, 1], [2, 2]] (got {rows!r:.60})") from None
        self._row_set = frozenset(self.rows)
        for row in self.rows:
            if len(row) != len(self.terms):
                raise self._error(f"row {row} has {len(row)} values for {len(self.terms)} terms")
            if not all(map(is_integer, row)):
                raise self._error(f"row {row} must hold integers only")

    def __repr__(self) -> str:
        return f"Table(({shortened(self.terms)}) in {len(self.rows)} rows)"

    def holds(self, assignment: Assignment) -> bool:
        return tuple(self.values(assignment)) in self._row_set

    def decompose(self) -> Iterator[Logical]:
        yield Clause([All([Linear(t, "==", v) for t, v in zip(self.terms, row, strict=True)]) for row in self.rows])


COUNTS: tuple[Counted, ...] = (
    ("two rows", 2, lambda s: Table(s.integers("x", range(2), domain=range(3)), [(0, 1), (2, 2)])),
    ("no rows: none", 0, lambda s: Table([s.integer("x", range(3))], [])),
    ("x, x in (0,1), (2,2): x = 2", 1, lambda s: Table([s.integer("x", range(3))] * 2, [(0, 1), (2, 2)])),
    ("a repeated row counts once: one row, times b", 2, xyb(lambda x, y, b: Table([x, y], [(0, 1), (0, 1)]))),
    ("a row outside the domain is lost: one row, times b", 2, xyb(lambda x, y, b: Table([x, y], [(0, 9), (1, 1)]))),
    ("the empty row over no terms: always", 18, xyb(lambda x, y, b: Table([], [()]))),
    ("-x + 2 and b: x = 2 with b, x = 0 without", 6, xyb(lambda x, y, b: Table([2 - x, b], [(0, 1), (2, 0)]))),
)  # fmt: skip
