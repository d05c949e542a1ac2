"""A fingerprint of a set of solutions: its size and the sum, modulo 2^128, of its members' hashes, kept in buckets.

Two sets of any size are compared without being stored, and the order of their members does not matter. It is a sum and not an
exclusive or, in which a solution that is reported twice would cancel out. If two fingerprints differ, so does one of the buckets,
and only that bucket is enumerated again to find a witness.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from threefold.checker.hashing import HASH, Hashes
from threefold.format import many

BUCKETS = 64
MODULUS, DIGITS = 1 << 8 * HASH, 2 * HASH
MOST = 1 << 20  # hashes that numpy adds exactly
BLAKE2B, MIXED = "", "m"  # kinds of hashes: that of the first versions, and that of `hashing`. They begin the text.


def bucket_of(hashed: bytes) -> int:
    return hashed[0] % BUCKETS


def _added(hashes: Hashes) -> Iterator[tuple[int, int]]:
    """The number of hashes and their sum in each bucket. A float holds the sum of so many numbers of 32 bits exactly."""
    import numpy as np

    assert len(hashes) <= MOST
    numbers = hashes.view("<u4")
    buckets = (numbers[:, 0] % BUCKETS).astype(np.intp)  # as bincount needs them
    parts = [map(int, np.bincount(buckets, weights=part, minlength=BUCKETS).tolist()) for part in numbers.T]
    totals = (a + (b << 32) + (c << 64) + (d << 96) for a, b, c, d in zip(*parts, strict=True))
    return zip(np.bincount(buckets, minlength=BUCKETS).tolist(), totals, strict=True)


@dataclass(eq=False, repr=False)
class Fingerprint:
    """64 buckets; or one, if it was read from a text without buckets: whole sets can still be compared."""

    counts: list[int] = field(default_factory=lambda: [0] * BUCKETS)
    sums: list[int] = field(default_factory=lambda: [0] * BUCKETS)
    kind: str = MIXED  # of hashes

    def __post_init__(self) -> None:
        if len(self.counts) != len(self.sums) or len(self.counts) not in (1, BUCKETS):
            raise ValueError(f"a fingerprint has 1 or {BUCKETS} buckets")

    def add(self, hashed: bytes) -> None:
        bucket = bucket_of(hashed)
        self.counts[bucket] += 1
        self.sums[bucket] = (self.sums[bucket] + int.from_bytes(hashed, "little")) % MODULUS

    def extend(self, hashes: Hashes) -> None:
        """Add many hashes at once."""
        for bucket, (count, total) in enumerate(_added(hashes)):
            self.counts[bucket] += count
            self.sums[bucket] = (self.sums[bucket] + total) % MODULUS

    def __add__(self, other: "Fingerprint") -> "Fingerprint":
        """The fingerprint of the union of two disjoint sets, of hashes of the same kind."""
        return Fingerprint(
            [mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True)],
            [(mine + theirs) % MODULUS for mine, theirs in zip(self.sums, other.sums, strict=True)],
            self.kind,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fingerprint) and (self.count, str(self)) == (other.count, str(other))

    @property
    def count(self) -> int:
        return sum(self.counts)

    def __str__(self) -> str:
        return f"{self.kind}{sum(self.sums) % MODULUS:0{DIGITS}x}"

    def __repr__(self) -> str:
        return f"<Fingerprint of {many(self.count, 'solution')}: {self}>"

    def buckets(self) -> dict[str, tuple[int, str]]:
        """The buckets that are not empty: count and sum."""
        return {str(n): (count, f"{self.sums[n]:x}") for n, count in enumerate(self.counts) if count}

    @classmethod
    def from_buckets(cls, buckets: Mapping[str, Sequence[int | str]], kind: str = MIXED) -> Self:
        fingerprint = cls(kind=kind)
        for bucket, (count, total) in buckets.items():
            fingerprint.counts[int(bucket)], fingerprint.sums[int(bucket)] = int(count), int(str(total), 16)
        return fingerprint

    def differing_bucket(self, other: "Fingerprint") -> int | None:
        """A bucket in which the two differ: the one with the fewest solutions, which is enumerated soonest."""
        ours, theirs = (list(zip(each.counts, each.sums, strict=True)) for each in (self, other))
        differing = [bucket for bucket in self._comparable(other) if ours[bucket] != theirs[bucket]]
        return min(differing, key=lambda bucket: self.counts[bucket] + other.counts[bucket], default=None)

    def larger_bucket(self, other: "Fingerprint") -> int | None:
        """A bucket in which this one has more solutions."""
        return next((bucket for bucket in self._comparable(other) if self.counts[bucket] > other.counts[bucket]), None)

    def _comparable(self, other: "Fingerprint") -> range:
        """The buckets, if both fingerprints have them, and of today's hashes: these find a solution's bucket."""
        both = len(self.counts) == len(other.counts) == BUCKETS and self.kind == other.kind == MIXED
        return range(BUCKETS if both else 0)
