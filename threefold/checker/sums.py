"""A sum over variables for many assignments at once, and a test of it: what Cardinality, Linear, Table and Element share.

Every variable adds an amount that depends on its value. The least possible sum is subtracted, so that the rest is not negative
and fits into the bytes of one assignment: no carry reaches the next one.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from threefold.checker.columns import BYTE, WIDTHS, Bits, Code, Columns, Passing
from threefold.checker.reads import Reads

Check: TypeAlias = Callable[[Columns], Bits]  # 1 for an assignment for which it is true, else 0
Test: TypeAlias = Callable[[int], bool]


class Amounts:
    """What a variable adds to a sum, by its value. Terms alike share one: they add the same, and their domains are the same."""

    def __init__(self, code: Code, by_value: Mapping[int, int]) -> None:
        self.code, self.by_value = code, by_value
        self.least, self.most = min(by_value.values()), max(by_value.values())
        self._tables: dict[int, Sequence[bytes]] = {}  # by width

    @cached_property
    def table(self) -> bytes:
        """The amounts themselves, where they are bytes."""
        return self.code.table(self.by_value.__getitem__)

    def equal(self, amount: int) -> bytes:
        """A table: does it add this amount?"""
        return self.code.table(lambda value: self.by_value[value] == amount)

    def tables(self, width: int) -> Sequence[bytes]:
        """A table for each byte of what is added above the least amount, the lowest first; none for a constant."""
        if width not in self._tables:
            self._tables[width] = [self._table(byte) for byte in range(width)] if self.least < self.most else ()
        return self._tables[width]

    def _table(self, byte: int) -> bytes:
        return self.code.table(lambda value: (self.by_value[value] - self.least) >> 8 * byte)

    def __add__(self, other: "Amounts") -> "Amounts":
        return Amounts(self.code, {value: amount + other.by_value[value] for value, amount in self.by_value.items()})


class Shape(NamedTuple):
    """A sum without its variables: what each of them adds, in bytes, and the test."""

    tables: Sequence[Sequence[bytes]]
    width: int  # bytes
    test: Test
    passing: Passing  # the sums that pass it, where a sum is one byte


class Sums:
    """Constraints whose sums have the same shape share its tables."""

    def __init__(self, reads: Reads) -> None:
        self._reads = reads
        self._shapes: dict[Hashable, Shape | None] = {}

    def check(
        self, parts: Iterable[tuple[int, Amounts]], test: Hashable, test_above: Callable[[int], Test]
    ) -> Check | None:
        """The parts are positions of variables with their amounts. `test_above(low)` tests a sum less `low`.

        Sums of the same amounts share a shape if `test` is the same. None if the sum does not fit into 64 bits.
        """
        amounts = _by_position(parts)
        key = test, *amounts.values()
        if key not in self._shapes:
            self._shapes[key] = _shape(amounts.values(), test_above)
        shape = self._shapes[key]
        if shape is None:
            return None
        return self._of_bytes(amounts, shape) if shape.width == 1 else _of_words(amounts, shape)

    def _of_bytes(self, positions: Iterable[int], shape: Shape) -> Check:
        pick = self._reads.several([(position, tables[0]) for position, tables in _varying(positions, shape)])
        return lambda columns: columns.where(sum(pick(columns.lanes)), shape.passing)


def _shape(parts: Iterable[Amounts], test_above: Callable[[int], Test]) -> Shape | None:
    least = sum(part.least for part in parts)
    span = sum(part.most for part in parts) - least
    width = next((width for width in WIDTHS if span < BYTE**width), None)
    if width is None:
        return None
    test = test_above(least)
    passing = Passing(filter(test, range(span + 1)) if width == 1 else ())
    return Shape([part.tables(width) for part in parts], width, test, passing)


def _varying(positions: Iterable[int], shape: Shape) -> list[tuple[int, Sequence[bytes]]]:
    return [each for each in zip(positions, shape.tables, strict=True) if each[1]]


def _by_position(parts: Iterable[tuple[int, Amounts]]) -> Mapping[int, Amounts]:
    """The amounts of a variable that occurs several times, added."""
    amounts: dict[int, Amounts] = {}
    for position, part in parts:
        before = amounts.get(position)
        amounts[position] = before + part if before else part
    return amounts


def _of_words(positions: Iterable[int], shape: Shape) -> Check:
    varying = _varying(positions, shape)

    def check(columns: Columns) -> Bits:
        total = sum(columns.read_wide(position, tables) for position, tables in varying)
        return columns.where_wide(total, shape.width, shape.test)

    return check


def in_digits(several: Sequence[Amounts], rows: Iterable[Sequence[int]]) -> tuple[list[Amounts], set[int]]:
    """What each term adds to the number of its row, by its variable's value; and the numbers of these rows."""
    amounts: list[Amounts] = []
    digits, base = [], 1
    for values in several:
        digit = {value: base * place for place, value in enumerate(sorted(set(values.by_value.values())))}
        amounts.append(Amounts(values.code, {value: digit[of] for value, of in values.by_value.items()}))
        digits.append(digit)
        base *= len(digit)
    placed = [[digit.get(value) for digit, value in zip(digits, row, strict=True)] for row in rows]
    return amounts, {sum(filter(None, row)) for row in placed if None not in row}
