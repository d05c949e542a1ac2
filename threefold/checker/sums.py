"""A sum over variables for many assignments at once, and a test of it: what Cardinality, Linear, Table and Element share.

Every variable adds an amount that depends on its value. The least possible sum is subtracted, so that the rest is not negative
and fits into the bytes of one assignment: no carry reaches the next one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from threefold.checker.columns import BYTE, WIDTHS, Code, Columns, Lanes, Reads

Check: TypeAlias = Callable[[Columns], Lanes]  # 1 for an assignment for which it is true, else 0
Test: TypeAlias = Callable[[int], bool]
Amounts: TypeAlias = Mapping[int, int]  # value of a variable -> what it adds
Tables: TypeAlias = Sequence[tuple[int, list[bytes]]]  # position of a variable, and the bytes of its amounts


class Sums:
    def __init__(self, codes: Sequence[Code | None], reads: Reads) -> None:
        self._codes, self._reads = codes, reads
        self._made: dict[tuple[Code, tuple[int, ...], int], list[bytes]] = {}

    def check(self, parts: Iterable[tuple[int, Amounts]], test_above: Callable[[int], Test]) -> Check | None:
        """The parts are positions of variables with their amounts. `test_above(low)` tests a sum less `low`.

        None if the sum does not fit into 64 bits.
        """
        alike = [(min(part.values()), max(part.values()), part, at) for part, at in self._alike(parts)]
        least = sum(low * len(at) for low, _, _, at in alike)
        span = sum(high * len(at) for _, high, _, at in alike) - least
        width = next((width for width in WIDTHS if span < BYTE**width), None)
        if width is None:
            return None
        tables = [
            (position, table)
            for low, high, part, at in alike
            if low < high
            for table in [self._bytes_of(self._codes[at[0]], part, low, width)]
            for position in at
        ]
        test = test_above(least)
        return self._of_bytes(tables, span, test) if width == 1 else _of_words(tables, width, test)

    def _alike(self, parts: Iterable[tuple[int, Amounts]]) -> Iterable[tuple[Amounts, list[int]]]:
        """The positions of variables with the same domain that add the same amounts."""
        alike: dict[tuple[int, Code | None], tuple[Amounts, list[int]]] = {}
        for position, part in _by_position(parts).items():
            key = id(part), self._codes[position]
            if key not in alike:
                alike[key] = part, []
            alike[key][1].append(position)
        return alike.values()

    def _bytes_of(self, code: Code | None, amounts: Amounts, low: int, width: int) -> list[bytes]:
        """A table for each byte of the amount, the lowest first; the same one where domain and amounts are the same."""
        assert code is not None, "a constraint over a large domain is tested row by row"
        raised = {value: amount - low for value, amount in amounts.items()}
        key = code, tuple(raised.values()), width
        if key not in self._made:
            shifted = [{value: number >> 8 * byte for value, number in raised.items()} for byte in range(width)]
            self._made[key] = [code.table(each.__getitem__) for each in shifted]
        return self._made[key]

    def _of_bytes(self, tables: Tables, span: int, test: Test) -> Check:
        pick = self._reads.several((position, table) for position, [table] in tables)
        passed = bytes(map(test, range(span + 1))).ljust(BYTE, b"\0")
        return lambda columns: columns.look_up(sum(pick(columns.lanes)), passed)


def _by_position(parts: Iterable[tuple[int, Amounts]]) -> dict[int, Amounts]:
    """The amounts of a variable that occurs several times, added."""
    amounts: dict[int, Amounts] = {}
    for position, part in parts:
        before = amounts.get(position)
        amounts[position] = {value: before[value] + part[value] for value in part} if before else part
    return amounts


def _of_words(tables: Tables, width: int, test: Test) -> Check:
    def check(columns: Columns) -> Lanes:
        total = sum(columns.read_wide(position, several) for position, several in tables)
        return columns.where_wide(total, width, test)

    return check
