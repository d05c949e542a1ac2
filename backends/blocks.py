"""Solutions in blocks: what a run takes from a search, so that many solutions are checked together.

A block ends soon enough that a run which is killed has reported what it found, and the first solution is a block of its own.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from operator import itemgetter
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias, overload

from threefold.language import Assignment

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Where all values are 0 to 255, an assignment may be `bytes`: these are checked fastest. An array has a row per solution.
Block: TypeAlias = "Sequence[Assignment] | NDArray[np.int64]"
BLOCK_SECONDS = 0.07  # after which a block ends, even if it is small
MOST_VALUES = 1 << 17  # of a block: solutions times variables
MOST_SOLUTIONS = 1 << 12  # of a block


def cut(stream: Generator[Assignment, None, None], most: int | None = None) -> Generator[Block, None, None]:
    """The solutions of a stream in blocks, each four times as large as the one before; at most so many solutions.

    No more solutions are taken than `most`. If the stream fails, what it gave before comes first. Closing this generator
    closes the stream.
    """
    size, block = 1, list[Assignment]()
    with closing(stream):
        try:
            until = perf_counter() + BLOCK_SECONDS
            for assignment in islice(stream, most):
                block.append(assignment)
                if len(block) == size or perf_counter() > until:
                    yield block
                    size, block = next_size(size, len(assignment)), []
                    until = perf_counter() + BLOCK_SECONDS
        except Exception:
            if block:
                yield block
            raise
    if block:
        yield block


def next_size(size: int, variables: int) -> int:
    """The solutions of the block after one of `size`."""
    return min(4 * size, MOST_SOLUTIONS, 1 + MOST_VALUES // max(1, variables))


class ByteRows(Sequence[bytes]):
    """Assignments whose values are 0 to 255, one after the other: no object for each."""

    def __init__(self, values: bytes, width: int) -> None:
        self.values, self.width = values, width

    def __len__(self) -> int:
        return len(self.values) // self.width

    @overload
    def __getitem__(self, at: int) -> bytes: ...
    @overload
    def __getitem__(self, at: slice) -> "ByteRows": ...
    def __getitem__(self, at: int | slice) -> "bytes | ByteRows":
        chosen = range(len(self))[at]
        if isinstance(chosen, int):
            return self.values[chosen * self.width : (chosen + 1) * self.width]
        assert chosen.step == 1, "neighbouring rows"
        return ByteRows(self.values[chosen.start * self.width : chosen.stop * self.width], self.width)


class ByteColumns(Sequence[bytes]):
    """The same, variable by variable: an array is read fastest along its columns, and so is a block that is checked."""

    def __init__(self, columns: Sequence[bytes]) -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns[0])

    @overload
    def __getitem__(self, at: int) -> bytes: ...
    @overload
    def __getitem__(self, at: slice) -> "ByteColumns": ...
    def __getitem__(self, at: int | slice) -> "bytes | ByteColumns":
        if isinstance(at, slice):
            return ByteColumns([column[at] for column in self.columns])
        return bytes(column[at] for column in self.columns)

    def __iter__(self) -> Iterator[bytes]:
        return map(bytes, zip(*self.columns, strict=True))


def rows_of(block: Block) -> Sequence[Assignment]:
    """The assignments of a block, also of an array."""
    if isinstance(block, Sequence):
        return block
    if block.size and block.min() >= 0 and block.max() < 1 << 8:
        return ByteColumns([column.tobytes() for column in block.T.astype("u1")])
    return list(map(tuple, block.tolist()))


def column(rows: Sequence[Assignment], at: int) -> Iterable[int]:
    """The values of one variable."""
    if isinstance(rows, ByteColumns):
        return rows.columns[at]
    return rows.values[at :: rows.width] if isinstance(rows, ByteRows) else map(itemgetter(at), rows)
