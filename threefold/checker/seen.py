"""The hashes of the solutions so far, to find one that is reported again.

They are a set. Where many come at once from a search that has its solutions in arrays, they are a sorted array instead.
"""

from typing import TYPE_CHECKING

from threefold.checker.hashing import HASH, MANY, each_of

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
        self._repeated = False  # was a half found twice?

    def __len__(self) -> int:
        return len(self._few) + (0 if self._sorted is None else len(self._sorted))

    def add(self, hashes: bytes, *, arrays: bool = False) -> int | None:
        """The number of the first hash that was there before; None if all are new."""
        many = MANY if self._sorted is None else FEW
        if arrays and len(hashes) >= many * HASH and not self._repeated and self._add_new(hashes):
            return None
        repeated = None
        for number, hashed in enumerate(each_of(hashes)):
            if hashed in self._few or (self._is_among_many(hashed) and hashed in self._as_set()):
                repeated = number if repeated is None else repeated
            elif len(self) < REMEMBERED:
                self._few.add(hashed)
        return repeated

    def _add_new(self, hashes: bytes) -> bool:
        """False, and nothing is added, if one of them may have been there before: then a half of it was."""
        import numpy as np

        block = b"".join((*self._few, hashes))
        halves = np.sort(np.frombuffer(block, "<u8")[::2])
        if self._sorted is not None:
            halves = np.concatenate([self._sorted, halves])
            halves.sort(kind="stable")  # which merges the two
        if (halves[1:] == halves[:-1]).any():
            self._as_set()
            return False
        if len(halves) <= REMEMBERED:
            self._sorted = halves
            self._many.append(block)
            self._few.clear()
        return True

    def _is_among_many(self, hashed: bytes) -> bool:
        """Its first half is."""
        if self._sorted is None:
            return False
        import numpy as np

        [half] = np.frombuffer(hashed, "<u8", 1)
        at = self._sorted.searchsorted(half)
        return bool(at < len(self._sorted) and self._sorted[at] == half)

    def _as_set(self) -> set[bytes]:
        """After the first repetition there may be many more, which a set finds faster."""
        self._few.update(*map(each_of, self._many))
        self._many, self._sorted, self._repeated = [], None, True
        return self._few
