"""The hashes of the solutions so far, to find one that is reported again.

While they are few, they are a set. Those that come in blocks are a sorted array instead.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from threefold.checker.hashing import HASH, Hashes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

REMEMBERED = 1 << 18  # hashes; a later repetition is found by comparing fingerprints


class Seen:
    def __init__(self) -> None:
        self._few: set[bytes] = set()
        self._many: list[Hashes] = []  # blocks
        self._sorted: NDArray[np.uint64] | None = None  # the first halves of these

    def __len__(self) -> int:
        return len(self._few) + (0 if self._sorted is None else len(self._sorted))

    def add(self, hashed: bytes) -> bool:
        """Was it there before?"""
        if hashed in self._few or self._is_among_many(hashed):
            return True
        if len(self) < REMEMBERED:
            self._few.add(hashed)
        return False

    def extend(self, hashes: Hashes) -> int | None:
        """The number of the first one that was there before; None if all are new."""
        halves = self._with(hashes)
        if (halves[1:] == halves[:-1]).any():  # perhaps one came again, and more may follow, which a set finds
            self._few.update(*map(_each, self._many))
            self._many, self._sorted = [], None
            again = [number for number, hashed in enumerate(_each(hashes)) if self.add(hashed)]
            return again[0] if again else None
        room = REMEMBERED - len(self)
        if room <= 0:
            return None
        if room < len(hashes):
            hashes = hashes[:room].copy()  # a part alone would keep the whole block in memory
            halves = self._with(hashes)
        self._sorted = halves
        self._many += filter(len, [_together(self._few), hashes])
        self._few.clear()
        return None

    def _with(self, hashes: Hashes) -> "NDArray[np.uint64]":
        """The first halves of all, sorted."""
        import numpy as np

        before = [] if self._sorted is None else [self._sorted]
        halves = np.concatenate([*before, _together(self._few)[:, 0], hashes[:, 0]])
        halves.sort(kind="stable")  # which merges parts that are sorted
        return halves

    def _is_among_many(self, hashed: bytes) -> bool:
        if self._sorted is None:
            return False
        import numpy as np

        [half] = np.frombuffer(hashed, "<u8", 1)
        at = self._sorted.searchsorted(half)
        return bool(at < len(self._sorted) and self._sorted[at] == half) and any(hashed in _each(a) for a in self._many)


def _together(hashes: set[bytes]) -> Hashes:
    import numpy as np

    return np.frombuffer(b"".join(hashes), "<u8").reshape(-1, 2)


def _each(hashes: Hashes) -> Iterator[bytes]:
    text = hashes.tobytes()
    return (text[at : at + HASH] for at in range(0, len(text), HASH))
