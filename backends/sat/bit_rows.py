"""Rows of bits in numpy: many Booleans for many rows, 64 rows to a word, and how some of the rows are taken out.

Taking rows out of words would be slow, and taking them out of a byte per Boolean moves eight times as much. So eight Booleans
of one row become a byte (`octets`), rows are taken, and the bytes become words again.
"""

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]  # the first axis is the Booleans, the second the rows
Octets = NDArray[np.uint8]  # the first axis is the Booleans by eights, the second the rows


def octets(words: Words) -> Octets:
    bits = unpacked(words)
    gathered = np.zeros((-(-len(bits) // 8), bits.shape[1]), np.uint8)
    for place in reversed(range(8)):
        several = bits[place::8]
        gathered += gathered  # faster than a shift
        gathered[: len(several)] |= several
    return gathered


def words(octets: Octets, booleans: int) -> Words:
    """The number of rows must be a multiple of 64."""
    bits = np.empty((8 * len(octets), octets.shape[1] // 8), np.uint8)
    for place in range(8):
        bits[place::8] = np.packbits(octets & np.uint8(1 << place), axis=1, bitorder="little")
    return bits[:booleans].view(np.uint64)


def first_rows(number: int) -> Words:
    """A bit for each of so many rows."""
    bits = np.zeros(-(-number // 64) * 64, np.uint8)
    bits[:number] = 1
    return np.packbits(bits, bitorder="little").view(np.uint64)


def unpacked(words: Words) -> NDArray[np.uint8]:
    """A byte for each row."""
    return np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")


def count(words: Words) -> int:
    """The number of bits."""
    return int(np.bitwise_count(words).sum())
