"""The hash of a solution: 128 bits of its decision values, the same on every machine and for every backend.

The values are bytes, eight in a word; or words, if a domain has other values. A hash has two halves of 64 bits. Each takes in the
words one after the other: exclusive or, then a function that makes every bit depend on all bits. So two solutions have the same
hash by chance once in 2^128. It is no cryptographic hash: whoever looks for two solutions with the same hash finds them.

Many solutions are hashed at once: with integers that hold 16 bytes for each solution, or with arrays, which are much faster.
Arrays are used for solutions that a search has in arrays: for others the import of numpy would take longer than it gains.
"""

from collections.abc import Iterable, Iterator, Sequence
from struct import iter_unpack, pack, unpack
from typing import NamedTuple

from threefold.language.terms import Domain

HASH, WORD = 16, 8  # bytes
MANY = 64  # solutions that numpy hashes faster
ONES = (1 << 8 * WORD) - 1


class Half(NamedTuple):
    """Where a half begins, and how it is mixed."""

    start: int
    first_shift: int
    first_factor: int
    second_shift: int
    second_factor: int
    last_shift: int

    def hashed(self, x: int, words: Iterable[int], ones: int) -> int:
        """Take in the words, beginning with x. `ones` has the bits of a word, for each solution."""
        _, first_shift, first_factor, second_shift, second_factor, last_shift = self
        for word in words:
            x ^= word
            x = ((x ^ x >> first_shift) & ones) * first_factor & ones
            x = ((x ^ x >> second_shift) & ones) * second_factor & ones
            x = (x ^ x >> last_shift) & ones
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
        text = _in_words(values) if self.wide else bytes(value & 255 for value in values)
        words = unpack(f"<{-(-len(text) // WORD)}Q", text + bytes(-len(text) % WORD))
        first, second = (half.hashed(x, words, ONES) for half, x in zip(HALVES, self._starts, strict=True))
        return (first | second << 8 * WORD).to_bytes(HASH, "little")

    def many(self, columns: Sequence[bytes], solutions: int, *, arrays: bool = False) -> bytes:
        """The hashes of so many solutions, one after the other. A column has a byte of each: a value, or a part of one."""
        return (self._by_arrays if arrays and solutions >= MANY else self._by_integers)(columns, solutions)

    def _by_integers(self, columns: Sequence[bytes], solutions: int) -> bytes:
        each = int.from_bytes((b"\1" + bytes(HASH - 1)) * solutions, "little")
        words = [int.from_bytes(word, "little") for word in _words(columns, solutions, HASH)]
        starts = zip(HALVES, self._starts, strict=True)
        first, second = (half.hashed(start * each, words, ONES * each) for half, start in starts)
        return (first | second << 8 * WORD).to_bytes(HASH * solutions, "little")

    def _by_arrays(self, columns: Sequence[bytes], solutions: int) -> bytes:
        """The same as `Half.hashed`: a row of the arrays is a half, and their numbers have no other bits."""
        import numpy as np

        _, first_shift, first_factor, second_shift, second_factor, last_shift = np.array(HALVES, "<u8").T[:, :, None]
        x = np.repeat(np.array(self._starts, "<u8")[:, None], solutions, axis=1)
        for word in _words(columns, solutions, WORD):
            x ^= np.frombuffer(word, "<u8")
            x ^= x >> first_shift
            x *= first_factor
            x ^= x >> second_shift
            x *= second_factor
            x ^= x >> last_shift
        return x.T.tobytes()


def columns_of_words(values: Sequence[int]) -> list[bytes]:
    """The columns of bytes for the values of one variable, where a value is a word."""
    text = _in_words(values)
    return [text[place::WORD] for place in range(WORD)]


def each_of(hashes: bytes) -> Iterator[bytes]:
    return (hashed for (hashed,) in iter_unpack(f"{HASH}s", hashes))


def _in_words(values: Sequence[int]) -> bytes:
    return pack(f"<{len(values)}Q", *(value & ONES for value in values))


def _words(columns: Sequence[bytes], solutions: int, room: int) -> Iterator[bytearray]:
    """The next eight columns side by side, with so much room for each solution."""
    for start in range(0, len(columns), WORD):
        word = bytearray(room * solutions)
        for place, column in enumerate(columns[start : start + WORD]):
            word[place::room] = column
        yield word
