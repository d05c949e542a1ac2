"""Element: an entry of an array. Reference: P. Van Hentenryck, J.-P. Carillon, Generality versus specificity, AAAI 1988."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from threefold.errors import SpecError
from threefold.format import shortened
from threefold.language.constraints.all import All
from threefold.language.constraints.clause import Clause
from threefold.language.constraints.linear import Linear
from threefold.language.lists import Terms, as_sums
from threefold.language.node import Counted, Kind, xyb
from threefold.language.terms import Sum, Term, Variable, as_sum
from threefold.language.truth import Assignment, Logical
from threefold.language.units import Unit, as_unit, as_units, unit_of, values_of


class Element(Kind):
    """`array[index] == result`, counted from 0; an index out of range makes it false."""

    fields = ("index", "array", "result")

    def __init__(self, index: Term | tuple[Term, Term], array: Any, result: Term) -> None:
        """The array is a list of terms, or with a pair of indices a list of such lists."""
        try:
            if isinstance(index, tuple):
                index, array = _flat(index, array, as_sum(result))
            self.index, self.result = as_unit(as_sum(index)), as_unit(as_sum(result))
            self.array = as_units(array)
        except SpecError as error:
            raise SpecError(f"Element({index}, {array!r:.60}, {result}): {error}") from None

    def __repr__(self) -> str:
        return f"Element([{shortened(self.array)}][{self.index}] == {self.result})"

    @cached_property
    def units(self) -> tuple[Unit, tuple[Unit, ...], Unit]:
        """Index, array and result."""
        return unit_of(self.index), tuple(map(unit_of, self.array)), unit_of(self.result)

    def operands(self) -> list[Variable]:
        return [x for term in (self.index, *self.array, self.result) for _, x in term.terms]

    def holds(self, assignment: Assignment) -> bool:
        index = self.index.value(assignment)
        return 0 <= index < len(self.array) and self.array[index].value(assignment) == self.result.value(assignment)

    def decompose(self) -> Iterator[Logical]:
        yield Clause(
            [
                All([Linear(self.index, "==", place), Linear(entry, "==", self.result)])
                for place, entry in enumerate(self.array)
            ]
        )


def _flat(index: tuple[Term, Term], rows: Sequence[Terms], result: Sum) -> tuple[Sum, list[Sum]]:
    """Row after row as one list, with its index. A column that no row has gets entries that are never the result."""
    if len(index) != 2:
        raise SpecError("an index is one term, or a pair of terms")
    row, column = index
    lists = [as_sums(each) for each in rows]
    width = len(lists[0]) if lists else 0
    if any(len(each) != width for each in lists):
        raise SpecError("the rows of the array have different lengths")
    columns, never = values_of(as_sum(column)), as_sum(values_of(result)[-1] + 1)
    first, last = min(0, columns[0]), max(width - 1, columns[-1])
    before, after = [never] * -first, [never] * (last + 1 - width)
    entries = [term for each in lists for term in (*before, *each, *after)]
    return as_sum(row) * (last + 1 - first) + (as_sum(column) - first), entries


COUNTS: tuple[Counted, ...] = (
    ("[2, 0, 1][x] == y: one y for each x", 3, lambda s: Element(s.integer("x", range(3)), [2, 0, 1], s.integer("y", range(3)))),
    ("[2, 0][x] == y: an index out of range is false", 2, lambda s: Element(s.integer("x", range(3)), [2, 0], s.integer("y", range(3)))),
    ("[][x] == 0: none", 0, lambda s: Element(s.integer("x", range(3)), [], 0)),
    ("[y, y][x] == y: x in 0, 1", 12, xyb(lambda x, y, b: Element(x, [y, y], y))),
    ("[5][x] == y: never", 0, xyb(lambda x, y, b: Element(x, [5], y))),
    ("[x, y][b] == 1: x = 1 without b, y = 1 with b", 6, xyb(lambda x, y, b: Element(b, [x, y], 1))),
    ("[0, 1, 2][x] == x: always", 18, xyb(lambda x, y, b: Element(x, [0, 1, 2], x))),
    ("[[0, 1], [2, 0]][x, b] == y: x in 0, 1, for each b one y", 4, xyb(lambda x, y, b: Element((x, b), [[0, 1], [2, 0]], y))),
)  # fmt: skip
