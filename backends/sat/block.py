"""A block: the clauses of one group, in the order in which they were added.

They lie in flat arrays, each clause ended by 0 as in DIMACS: a pair as a Python list takes some 80 bytes and its integers more,
here 12. The millions of clauses come from pairwise at-most-ones, and those stay folded: the literals are kept, and their pairs
are made when they are read or written. The 13 million clauses of 200 queens are then 160,000 literals, and no second pass is
needed to know their number before the first one is written.

Clauses of two literals that come in bulk lie apart, without the 0, because they can be cut without looking at them. A solver is
fed from `passing`, clauses that live until the next one: `zip` and `combinations` then fill one tuple over and over. A million
clauses of two literals take 0.22 s so, of which most is CaDiCaL's own, 0.35 s as lists cut by a Python loop at each 0, 0.52 s
as slices up to the next 0.
"""

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations


@dataclass(frozen=True, slots=True)
class Pairs:
    """A clause for every two of these literals."""

    literals: "array[int]"

    def __len__(self) -> int:
        return len(self.literals) * (len(self.literals) - 1) // 2

    def clauses(self) -> Iterator[tuple[int, int]]:
        return combinations(self.literals, 2)


@dataclass(frozen=True, slots=True)
class Binaries:
    """Clauses of two literals, one after another."""

    literals: "array[int]"

    def __len__(self) -> int:
        return len(self.literals) // 2

    def clauses(self) -> Iterator[tuple[int, int]]:
        literals = iter(self.literals)
        return zip(literals, literals, strict=True)

    def flat(self) -> "array[int]":
        """Each ended by 0."""
        flat = array("i", [0]) * (3 * len(self))
        flat[0::3], flat[1::3] = self.literals[0::2], self.literals[1::2]
        return flat


class Block:
    def __init__(self) -> None:
        self.parts: list[array[int] | Pairs | Binaries] = []

    def extend(self, flat: Iterable[int]) -> None:
        """Clauses one after another, each ended by 0."""
        if not self.parts or not isinstance(self.parts[-1], array):
            self.parts.append(array("i"))
        last = self.parts[-1]
        assert isinstance(last, array)
        last.fromlist(list(flat))  # in half the time that `extend` takes with what is no array

    def extend_by_pairs(self, literals: Iterable[int]) -> None:
        self.parts.append(Pairs(array("i", literals)))

    def extend_by_binaries(self, literals: Iterable[int]) -> None:
        """Two literals per clause."""
        if not self.parts or not isinstance(self.parts[-1], Binaries):
            self.parts.append(Binaries(array("i")))
        last = self.parts[-1]
        assert isinstance(last, Binaries)
        last.literals.fromlist(list(literals))

    def __len__(self) -> int:
        """The number of clauses."""
        return sum(part.count(0) if isinstance(part, array) else len(part) for part in self.parts)

    @property
    def literals(self) -> int:
        return sum(len(part) - part.count(0) if isinstance(part, array) else 2 * len(part) for part in self.parts)

    def __iter__(self) -> Iterator[list[int]]:
        return chain.from_iterable(
            clauses_of(part) if isinstance(part, array) else map(list, part.clauses()) for part in self.parts
        )

    def passing(self) -> "Iterator[Iterator[Sequence[int]]]":
        """The clauses of each part, for a reader that keeps none of them: that is faster."""
        return (clauses_of(part) if isinstance(part, array) else part.clauses() for part in self.parts)


def clauses_of(flat: Collection[int]) -> Iterator[list[int]]:
    clause: list[int] = []
    for literal in flat:
        if literal:
            clause.append(literal)
        else:
            yield clause
            clause = []
