"""The values of many assignments at once: a column of bytes per variable, and integers that hold a byte for each assignment.

Python computes with an integer of thousands of bytes in one step. So an operator on two such integers (`Lanes`) stands for a
loop over all assignments. To import numpy would take longer than most runs need to check all their solutions.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from operator import itemgetter
from struct import unpack
from typing import TypeAlias

from threefold.backends.blocks import ByteColumns, ByteRows, column
from threefold.checker.hashing import Hashing, columns_of_words
from threefold.language import Assignment, Spec
from threefold.language.terms import Domain

Lanes: TypeAlias = int  # a byte per assignment, that of the first one lowest
BYTE = 256
WIDTHS = {1: "B", 2: "H", 4: "I", 8: "Q"}  # bytes of a lane that holds a larger number, and the letter of `struct`
MOST_ROWS = 1 << 14  # of a block
MOST_BYTES = 1 << 23  # of the lanes of a block
SAME = bytes(range(BYTE))  # a table: the byte itself
FLIPPED = bytes(byte ^ 1 for byte in SAME)  # 1 for 0, 0 for 1
UNREADABLE = (ValueError, TypeError, KeyError, OverflowError)  # what `Reader.columns` raises


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
        found = self.all.translate(table)
        return next((known for known in (SAME, FLIPPED) if found == self.all.translate(known)), bytes(table))

    def encoded(self, values: Sequence[int]) -> bytes:
        if not self.plain:
            return bytes(map(self._codes.__getitem__, values))
        return bytes(values)


ONLY_ZERO = Code(range(1))


class Reads:
    """What is read from the columns of every block, each once: the bytes that a table has for the values of a variable."""

    def __init__(self) -> None:
        self._places: dict[tuple[int, bytes], int] = {}  # position and table -> place among the lanes

    @property
    def most(self) -> int:
        """The rows that a block may have."""
        return max(64, min(MOST_ROWS, MOST_BYTES // (1 + len(self._places))))

    def add(self, position: int, table: bytes) -> int:
        return self._places.setdefault((position, table), len(self._places))

    def several(self, reads: Iterable[tuple[int, bytes]]) -> Callable[[Sequence[Lanes]], Sequence[Lanes]]:
        """A function that picks these from all lanes."""
        places = [self.add(position, table) for position, table in reads]
        return itemgetter(*places) if len(places) > 1 else lambda lanes: [lanes[place] for place in places]

    def lanes(self, columns: Sequence[bytes]) -> list[Lanes]:
        ones = _number(b"\1" * len(columns[-1]))
        same = {at: _number(columns[at]) for at, table in self._places if table is SAME or table is FLIPPED}
        return [
            same[at]
            if table is SAME
            else same[at] ^ ones
            if table is FLIPPED
            else _number(columns[at].translate(table))
            for at, table in self._places
        ]


def _number(lanes: bytes | bytearray) -> Lanes:
    return int.from_bytes(lanes, "little")


class Columns:
    """The columns of one block of assignments. After those of the variables comes one of zeros, for constants."""

    def __init__(self, rows: Sequence[Assignment], columns: Iterable[bytes]) -> None:
        self.rows, self.size = rows, len(rows)
        self.columns = [*columns, bytes(self.size)]
        self.ones: Lanes = _number(b"\1" * self.size)
        self.lanes: list[Lanes] = []

    def read_wide(self, position: int, tables: Sequence[bytes]) -> int:
        """As many bytes per assignment as there are tables, the lowest first."""
        wide = bytearray(self.size * len(tables))
        for place, table in enumerate(tables):
            wide[place :: len(tables)] = self.columns[position].translate(table)
        return _number(wide)

    def look_up(self, lanes: Lanes, table: bytes) -> Lanes:
        return _number(lanes.to_bytes(self.size, "little").translate(table))

    def where_wide(self, wide: int, width: int, test: Callable[[int], bool]) -> Lanes:
        """1 where the number of so many bytes passes the test, else 0."""
        numbers = unpack(f"<{self.size}{WIDTHS[width]}", wide.to_bytes(self.size * width, "little"))
        return _number(bytes(map(test, numbers)))

    def where_row(self, test: Callable[[Assignment], bool]) -> Lanes:
        return _number(bytes(map(bool, map(test, self.rows))))


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
        unread: Iterable[Sequence[int]]
        if isinstance(rows, ByteColumns):
            unread = rows.columns
        elif self._plain:
            values = _values(rows)
            unread = (values[place::width] for place in range(width))
        else:
            unread = zip(*rows, strict=True)
        columns = Columns(rows, map(_encoded, self.codes, self._domains, unread))
        for code, positions in self._alike.items():
            if b"".join(columns.columns[position] for position in positions).translate(None, code.all):
                raise ValueError("a value outside its domain")
        return columns

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
