"""A sum over variables for many assignments at once, and a test of it: what Cardinality, Linear, Table and Element share.

Every variable adds an amount that depends on its value. The least possible sum is subtracted, so that the rest is not negative
and fits into the bytes of one assignment: no carry reaches the next one.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from threefold.checker.columns import BYTE, WIDTHS, Code, Columns, Lanes, Reads

Check: TypeAlias = Callable[[Columns], Lanes]  # 1 for an assignment for which it is true, else 0
Test: TypeAlias = Callable[[int], bool]
Amounts: TypeAlias = Mapping[int, int]  # value of a variable -> what it adds


@dataclass(frozen=True)
class Shape:
    """A sum without its variables: what each of them adds, in bytes, and the test."""

    parts: Sequence[Amounts]  # kept, because a shape is found by their identity
    tables: Sequence[Sequence[bytes]]  # of each part a table per byte, the lowest first; none where it adds a constant
    width: int  # bytes
    test: Test
    passed: bytes  # a table, where the sum is one byte: does it pass the test?


class Sums:
    """Constraints whose sums have the same shape share its tables."""

    def __init__(self, codes: Sequence[Code | None], reads: Reads) -> None:
        self._codes, self._reads = codes, reads
        self._shapes: dict[Hashable, Shape | None] = {}
        self._made: dict[tuple[Code, tuple[int, ...], int], list[bytes]] = {}

    def check(
        self, parts: Iterable[tuple[int, Amounts]], test: Hashable, test_above: Callable[[int], Test]
    ) -> Check | None:
        """The parts are positions of variables with their amounts. `test_above(low)` tests a sum less `low`.

        Sums of the same amounts share a shape if `test` is the same. None if the sum does not fit into 64 bits.
        """
        amounts = _by_position(parts)
        key = test, *((id(part), self._codes[position]) for position, part in amounts.items())
        if key not in self._shapes:
            self._shapes[key] = self._shape(amounts, test_above)
        shape = self._shapes[key]
        if shape is None:
            return None
        return self._of_bytes(amounts, shape) if shape.width == 1 else _of_words(amounts, shape)

    def _shape(self, amounts: Mapping[int, Amounts], test_above: Callable[[int], Test]) -> Shape | None:
        parts = list(amounts.values())
        least = sum(min(part.values()) for part in parts)
        span = sum(max(part.values()) for part in parts) - least
        width = next((width for width in WIDTHS if span < BYTE**width), None)
        if width is None:
            return None
        tables = [self._bytes_of(self._codes[position], part, width) for position, part in amounts.items()]
        test = test_above(least)
        passed = bytes(map(test, range(span + 1))).ljust(BYTE, b"\0") if width == 1 else b""
        return Shape(parts, tables, width, test, passed)

    def _bytes_of(self, code: Code | None, amounts: Amounts, width: int) -> Sequence[bytes]:
        """The same tables where domain and amounts are the same."""
        assert code is not None, "a constraint over a large domain is tested row by row"
        low = min(amounts.values())
        raised = {value: amount - low for value, amount in amounts.items()}
        if not any(raised.values()):
            return ()
        key = code, tuple(raised.values()), width
        if key not in self._made:
            shifted = [{value: number >> 8 * byte for value, number in raised.items()} for byte in range(width)]
            self._made[key] = [code.table(each.__getitem__) for each in shifted]
        return self._made[key]

    def _of_bytes(self, positions: Iterable[int], shape: Shape) -> Check:
        pick = self._reads.several((position, table) for position, [table] in _varying(positions, shape))
        return lambda columns: columns.look_up(sum(pick(columns.lanes)), shape.passed)


def _varying(positions: Iterable[int], shape: Shape) -> list[tuple[int, Sequence[bytes]]]:
    return [(position, tables) for position, tables in zip(positions, shape.tables, strict=True) if tables]


def _by_position(parts: Iterable[tuple[int, Amounts]]) -> dict[int, Amounts]:
    """The amounts of a variable that occurs several times, added."""
    amounts: dict[int, Amounts] = {}
    for position, part in parts:
        before = amounts.get(position)
        amounts[position] = {value: before[value] + part[value] for value in part} if before else part
    return amounts


def _of_words(positions: Iterable[int], shape: Shape) -> Check:
    varying = _varying(positions, shape)

    def check(columns: Columns) -> Lanes:
        total = sum(columns.read_wide(position, tables) for position, tables in varying)
        return columns.where_wide(total, shape.width, shape.test)

    return check


def in_digits(several: Sequence[Amounts], rows: Iterable[Sequence[int]]) -> tuple[list[Amounts], set[int]]:
    """What each term adds to the number of its row, by its variable's value; and the numbers of these rows."""
    amounts: list[Amounts] = []
    digits, base = [], 1
    for values in several:
        digit = {value: base * place for place, value in enumerate(sorted(set(values.values())))}
        amounts.append({value: digit[of] for value, of in values.items()})
        digits.append(digit)
        base *= len(digit)
    placed = [[digit.get(value) for digit, value in zip(digits, row, strict=True)] for row in rows]
    return amounts, {sum(filter(None, row)) for row in placed if None not in row}
