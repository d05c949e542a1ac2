"""The hash of a solution: 128 bits of its decision values, the same on every machine and for every backend.

The values are bytes, eight in a word; or words, if a domain has other values. A hash has two halves of 64 bits. Each takes in the
words one after the other: exclusive or, then a function that makes every bit depend on all bits. So two solutions have the same
hash by chance once in 2^128. It is no cryptographic hash: whoever looks for two solutions with the same hash finds them.

One solution is hashed with Python's integers, and many at once with arrays of numpy: the hashes are the same.
"""

from collections.abc import Iterable, Sequence
from struct import pack, unpack
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from threefold.language.terms import Domain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Hashes: TypeAlias = "NDArray[np.uint64]"  # a row of two halves for each solution; its bytes are the hash

HASH, WORD = 16, 8  # bytes
ONES = (1 << 8 * WORD) - 1


class Half(NamedTuple):
    """Where a half begins, and how it is mixed."""

    start: int
    first_shift: int
    first_factor: int
    second_shift: int
    second_factor: int
    last_shift: int

    def hashed(self, x: int, words: Iterable[int]) -> int:
        """Take in the words, beginning with x."""
        _, first_shift, first_factor, second_shift, second_factor, last_shift = self
        for word in words:
            x ^= word
            x = (x ^ x >> first_shift) * first_factor & ONES
            x = (x ^ x >> second_shift) * second_factor & ONES
            x ^= x >> last_shift
        return x


HALVES = (
    # SplitMix64 (Steele, Lea, Flood 2014)
    Half(0x9E3779B97F4A7C15, 30, 0xBF58476D1CE4E5B9, 27, 0x94D049BB133111EB, 31),
    # fmix64 of MurmurHash3 (Appleby)
    Half(0x9FB21C651E98DF25, 33, 0xFF51AFD7ED558CCD, 33, 0xC4CEB9FE1A85EC53, 33),
)


class Hashing:
    """Hashes solutions of decision variables with these domains."""

    def __init__(self, domains: Iterable[Domain]) -> None:
        listed = list(domains)
        self.wide = any(domain[0] < 0 or domain[-1] > 255 for domain in listed)  # a value is a word, otherwise a byte
        self._starts = [half.start ^ (2 * len(listed) + self.wide) for half in HALVES]

    def one(self, values: Sequence[int]) -> bytes:
        """The values in order of declaration. The lowest byte is first. A value outside its domain is cut to its bytes."""
        text = _in_words(values) if self.wide else _in_bytes(values)
        words = unpack(f"<{-(-len(text) // WORD)}Q", text + bytes(-len(text) % WORD))
        (one, other), (x, y) = HALVES, self._starts
        return pack("<2Q", one.hashed(x, words), other.hashed(y, words))

    def many(self, columns: "NDArray[np.int64]") -> "Hashes":
        """The same, for solutions in columns: a row per decision variable, a column per solution."""
        import numpy as np

        _, first_shift, first_factor, second_shift, second_factor, last_shift = np.array(HALVES, "<u8").T[:, :, None]
        x = np.repeat(np.array(self._starts, "<u8")[:, None], columns.shape[1], axis=1)  # a row is a half
        for word in columns.astype("<u8") if self.wide else _words(columns):
            x ^= word
            x ^= x >> first_shift
            x *= first_factor
            x ^= x >> second_shift
            x *= second_factor
            x ^= x >> last_shift
        return np.ascontiguousarray(x.T)


def _words(columns: "NDArray[np.int64]") -> "NDArray[np.uint64]":
    """Eight bytes in a word."""
    import numpy as np

    values, solutions = columns.shape
    table = np.zeros((solutions, -(-values // WORD) * WORD), np.uint8)
    table[:, :values] = columns.T
    return table.view("<u8").T


def _in_bytes(values: Sequence[int]) -> bytes:
    try:
        return bytes(values)
    except ValueError:  # one is outside its domain
        return bytes(value & 255 for value in values)


def _in_words(values: Sequence[int]) -> bytes:
    return pack(f"<{len(values)}Q", *(value & ONES for value in values))
