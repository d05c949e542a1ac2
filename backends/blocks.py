"""Solutions in blocks: what a run takes from a search, so that many solutions are checked together.

A block ends soon enough that a run which is killed has reported what it found, and the first solution is a block of its own.
"""

from collections.abc import Generator, Sequence
from contextlib import closing
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

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


def rows_of(block: Block) -> Sequence[Assignment]:
    """The assignments of a block, also of an array."""
    return block if isinstance(block, Sequence) else list(map(tuple, block.tolist()))
