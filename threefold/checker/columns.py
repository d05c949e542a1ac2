"""The values of many assignments at once: a column of bytes per variable, and integers that hold a byte or a bit for each.

Python computes with an integer of thousands of bytes in one step. So an operator on two such integers stands for a loop over all
assignments: `Lanes` have a byte of each assignment, for numbers, and `Bits` have a bit of each, for what is true or false.
To import numpy would take longer than most runs need to check all their solutions.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from struct import unpack
from typing import TypeAlias

from threefold.backends.blocks import ByteColumns, ByteRows, column
from threefold.checker.hashing import Hashing, columns_of_words
from threefold.language import Assignment, Spec
from threefold.language.terms import Domain

Lanes: TypeAlias = int  # a byte per assignment, that of the first one lowest
Bits: TypeAlias = int  # a bit per assignment, that of the first one highest
BYTE = 256
WIDTHS = {1: "B", 2: "H", 4: "I", 8: "Q"}  # bytes of a lane that holds a larger number, and the letter of `struct`
DIGITS = b"01".ljust(BYTE)  # a table: from 0 and 1 to their characters
UNREADABLE = (ValueError, TypeError, KeyError, OverflowError)  # what `Reader.columns` raises


class Line(bytes):
    """A table that needs no look-up: factor · byte + offset."""

    factor: int
    offset: int

    def computed(self, plain: int, ones: int) -> int:
        """Of all assignments."""
        if self.factor == -1:  # most often a negated Boolean
            return ones * self.offset - plain
        number = plain if self.factor == 1 else plain * self.factor
        return number + ones * self.offset if self.offset else number


@cache
def line(factor: int, offset: int) -> Line:
    made = Line((factor * byte + offset) % BYTE for byte in range(BYTE))
    made.factor, made.offset = factor, offset
    return made


SAME, FLIPPED = line(1, 0), line(-1, 1)


class Code:
    """A byte for each value of a domain: the value itself where it is one, else its place in the domain."""

    def __init__(self, domain: Domain) -> None:
        self.plain = domain[0] >= 0 and domain[-1] < BYTE
        self._codes = {value: value if self.plain else place for place, value in enumerate(domain)}
        self.all = bytes(self._codes.values())

    def table(self, function: Callable[[int], int]) -> bytes:
        """For `bytes.translate`: from the code of a value to the lowest byte of the function's value."""
        table = bytearray(BYTE)
        for value, code in self._codes.items():
            table[code] = function(value) % BYTE
        first, last = self.all[0], self.all[-1]
        factor = (table[last] - table[first]) // (last - first or 1)
        straight = line(factor, table[first] - factor * first)
        return straight if self.all.translate(straight) == self.all.translate(table) else bytes(table)

    def covers(self, codes: bytes) -> bool:
        """Is every byte a code?"""
        return not codes.translate(None, self.all)

    def encoded(self, values: Sequence[int]) -> bytes:
        if not self.plain:
            return bytes(map(self._codes.__getitem__, values))
        return bytes(values)


ONLY_ZERO = Code(range(1))


def as_lanes(values: bytes | bytearray) -> Lanes:
    return int.from_bytes(values, "little")


def as_bits(values: bytes) -> Bits:
    """Each byte is 0 or 1."""
    return int(values.translate(DIGITS), 2)


def all_as_lanes(columns: Sequence[bytes]) -> list[Lanes]:
    return list(map(as_lanes, columns))


def all_as_bits(columns: Sequence[bytes]) -> list[Bits]:
    return list(map(as_bits, columns))


class Passing:
    """The bytes that pass a test."""

    def __init__(self, every: Iterable[int]) -> None:
        self.all = bytes(every)
        self.table = bytes(byte in self.all for byte in range(BYTE))


class Columns:
    """The columns of one block of assignments. After those of the variables comes one of zeros, for constants."""

    def __init__(self, rows: Sequence[Assignment], columns: Iterable[bytes]) -> None:
        self.rows, self.size = rows, len(rows)
        self.columns = [*columns, bytes(self.size)]
        self.lanes: Sequence[Lanes] = []
        self.bits: Sequence[Bits] = []
        self.ones: Bits = (1 << self.size) - 1

    def read_wide(self, position: int, tables: Sequence[bytes]) -> int:
        """As many bytes per assignment as there are tables, the lowest first."""
        wide = bytearray(self.size * len(tables))
        for place, table in enumerate(tables):
            wide[place :: len(tables)] = self.columns[position].translate(table)
        return as_lanes(wide)

    def where(self, lanes: Lanes, passing: Passing) -> Bits:
        """1 where the byte passes, else 0."""
        values = lanes.to_bytes(self.size, "little")
        if not values.translate(None, passing.all):  # most often a constraint holds for all
            return self.ones
        return as_bits(values.translate(passing.table))

    def where_wide(self, wide: int, width: int, test: Callable[[int], bool]) -> Bits:
        """1 where the number of so many bytes passes the test, else 0."""
        numbers = unpack(f"<{self.size}{WIDTHS[width]}", wide.to_bytes(self.size * width, "little"))
        return as_bits(bytes(map(test, numbers)))

    def where_row(self, test: Callable[[Assignment], bool]) -> Bits:
        return as_bits(bytes(map(bool, map(test, self.rows))))


class Reader:
    """Reads the columns of a block, and tests on the way that every value lies in its variable's domain."""

    def __init__(self, spec: Spec) -> None:
        self._domains = [x.domain for x in spec.variables]
        # A byte cannot tell the values of a larger domain apart: its constraints are tested row by row.
        shared = {domain: Code(domain) if len(domain) <= BYTE else None for domain in set(self._domains)}
        self.codes = [*(shared[domain] for domain in self._domains), ONLY_ZERO]
        self._decisions = [x.position for x in spec.decisions]
        self._plain = all(code and code.plain for code in self.codes)
        self._alike: dict[Code, list[int]] = {}  # positions
        for position, code in enumerate(self.codes):
            if code and code.plain:
                self._alike.setdefault(code, []).append(position)

    def columns(self, rows: Sequence[Assignment]) -> Columns:
        """Raises one of UNREADABLE if an assignment has another number of values, or a value outside its domain."""
        width = len(self._domains)
        if _widths(rows) != {width}:
            raise ValueError("an assignment with another number of values")
        columns = Columns(rows, self._plain_columns(rows) if self._plain else self._encoded_columns(rows))
        for code, positions in self._alike.items():
            if not code.covers(b"".join([columns.columns[position] for position in positions])):
                raise ValueError("a value outside its domain")
        return columns

    def _plain_columns(self, rows: Sequence[Assignment]) -> Iterable[bytes]:
        if isinstance(rows, ByteColumns):
            return rows.columns
        values, width = _values(rows), len(self._domains)
        return (values[place::width] for place in range(width))

    def _encoded_columns(self, rows: Sequence[Assignment]) -> Iterable[bytes]:
        unread = rows.columns if isinstance(rows, ByteColumns) else zip(*rows, strict=True)
        return map(_encoded, self.codes, self._domains, unread)

    def decisions(self, columns: Columns, hashing: Hashing) -> list[bytes]:
        """The columns of bytes that are hashed."""
        if not hashing.wide:
            return [columns.columns[position] for position in self._decisions]
        values = (list(column(columns.rows, position)) for position in self._decisions)
        return list(chain.from_iterable(map(columns_of_words, values)))


def _widths(rows: Sequence[Assignment]) -> set[int]:
    if isinstance(rows, ByteColumns):
        return {len(rows.columns)}
    return {rows.width} if isinstance(rows, ByteRows) else set(map(len, rows))


def _values(rows: Sequence[Assignment]) -> bytes:
    if isinstance(rows, ByteRows):
        return rows.values
    return b"".join(rows if isinstance(rows[0], bytes) else map(bytearray, rows))  # type: ignore[arg-type]


def _encoded(code: Code | None, domain: Domain, values: Sequence[int]) -> bytes:
    if code is None and not all(map(domain.__contains__, values)):
        raise ValueError("a value outside its domain")
    return code.encoded(values) if code else b""
