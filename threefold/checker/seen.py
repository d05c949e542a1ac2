"""The hashes of the solutions so far, to find one that is reported again.

They are a set. Where many come at once and numpy has been imported before, they are a sorted array instead.
"""

import sys
from collections.abc import Iterator
from struct import iter_unpack
from typing import TYPE_CHECKING

from threefold.checker.hashing import HASH, MANY

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEW = 16  # hashes that are faster looked up one by one
REMEMBERED = 1 << 18  # hashes; a later repetition is found by comparing fingerprints


class Seen:
    def __init__(self) -> None:
        self._few: set[bytes] = set()
        self._many: list[bytes] = []  # blocks of hashes
        self._sorted: NDArray[np.uint64] | None = None  # the first halves of these

    def __len__(self) -> int:
        return len(self._few) + (0 if self._sorted is None else len(self._sorted))

    def add(self, hashes: bytes) -> int | None:
        """The number of the first hash that was there before; None if all are new."""
        many = MANY if self._sorted is None else FEW
        if len(hashes) >= many * HASH and "numpy" in sys.modules and self._add_new(hashes):
            return None
        repeated = None
        for number, hashed in enumerate(_each(hashes)):
            if hashed in self._few or self._is_among_many(hashed):
                repeated = number if repeated is None else repeated
            elif len(self) < REMEMBERED:
                self._few.add(hashed)
        return repeated

    def _add_new(self, hashes: bytes) -> bool:
        """False, and nothing is added, if one of them may have been there before."""
        import numpy as np

        block = b"".join((*self._few, hashes))
        halves = np.sort(np.frombuffer(block, "<u8")[::2])
        if self._sorted is not None:
            halves = np.concatenate([self._sorted, halves])
            halves.sort(kind="stable")  # which merges the two
        if (halves[1:] == halves[:-1]).any():
            return False
        if len(halves) <= REMEMBERED:
            self._sorted = halves
            self._many.append(block)
            self._few.clear()
        return True

    def _is_among_many(self, hashed: bytes) -> bool:
        if self._sorted is None:
            return False
        half = int.from_bytes(hashed[: HASH // 2], "little")
        at = int(self._sorted.searchsorted(half))
        found = at < len(self._sorted) and int(self._sorted[at]) == half
        return found and any(hashed == each for block in self._many for each in _each(block))


def _each(hashes: bytes) -> Iterator[bytes]:
    return (hashed for (hashed,) in iter_unpack(f"{HASH}s", hashes))
