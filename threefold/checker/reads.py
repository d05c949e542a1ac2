"""What the checks of a spec read from the columns of every block, each once."""

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import TypeGuard

from threefold.checker.columns import FLIPPED, SAME, Columns, Line, all_as_bits, all_as_lanes

MOST_ROWS = 1 << 14  # of a block
MOST_BYTES = 1 << 23  # of what is read from a block


def is_line(table: bytes) -> TypeGuard[Line]:
    return isinstance(table, Line)


def is_boolean(table: bytes) -> TypeGuard[Line]:
    """For a table of 0 and 1: it belongs to a Boolean or to its negation."""
    return table is SAME or table is FLIPPED


def picker(places: Sequence[int]) -> Callable[[Sequence[int]], Sequence[int]]:
    """A function that picks the numbers at these places."""
    return itemgetter(*places) if len(places) > 1 else lambda numbers: [numbers[place] for place in places]


class Reads:
    """What tables have for the values of variables, as lanes or as bits."""

    def __init__(
        self, as_numbers: Callable[[Sequence[bytes]], list[int]], is_computed: Callable[[bytes], TypeGuard[Line]]
    ) -> None:
        self._as_numbers, self._is_computed = as_numbers, is_computed
        self._places: dict[tuple[int, bytes], int] = {}  # position and table -> place among the numbers

    def __len__(self) -> int:
        return len(self._places)

    def add(self, read: tuple[int, bytes]) -> int:
        return self._places.setdefault(read, len(self._places))

    def several(self, reads: Iterable[tuple[int, bytes]]) -> Callable[[Sequence[int]], Sequence[int]]:
        """A function that picks these from all numbers."""
        return picker(list(map(self.add, reads)))

    def numbers(self, columns: Sequence[bytes]) -> list[int]:
        [ones] = self._as_numbers([b"\1" * len(columns[-1])])
        computed = list(dict.fromkeys(at for at, table in self._places if self._is_computed(table)))
        plain = dict(zip(computed, self._as_numbers([columns[at] for at in computed]), strict=True))
        others = [columns[at].translate(table) for at, table in self._places if not self._is_computed(table)]
        looked_up = iter(self._as_numbers(others))
        return [
            table.computed(plain[at], ones) if self._is_computed(table) else next(looked_up)
            for at, table in self._places
        ]


class AllReads:
    """The lanes and the bits that the checks of a spec need."""

    def __init__(self) -> None:
        self.lanes, self.bits = Reads(all_as_lanes, is_line), Reads(all_as_bits, is_boolean)

    @property
    def most_rows(self) -> int:
        """Of a block."""
        read = 1 + len(self.lanes) + len(self.bits) // 8  # bytes of an assignment
        return max(64, min(MOST_ROWS, MOST_BYTES // read))

    def read(self, columns: Columns) -> None:
        columns.lanes = self.lanes.numbers(columns.columns)
        columns.bits = self.bits.numbers(columns.columns)
