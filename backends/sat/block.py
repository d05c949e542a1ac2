"""A block: the clauses of one group, in the order in which they were added.

They lie in flat arrays, each clause ended by 0 as in DIMACS: a pair as a Python list takes some 80 bytes and its integers more,
here 12. The millions of clauses come from pairwise at-most-ones, and those stay folded: the literals are kept, and their pairs
are made when they are read or written. The 13 million clauses of 200 queens are then 160,000 literals, and no second pass is
needed to know their number before the first one is written.
"""

from array import array
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations


@dataclass(frozen=True, slots=True)
class Pairs:
    """A clause for every two of these literals."""

    literals: "array[int]"

    def __len__(self) -> int:
        return len(self.literals) * (len(self.literals) - 1) // 2


class Block:
    def __init__(self) -> None:
        self.parts: list[array[int] | Pairs] = []

    def extend(self, flat: Iterable[int]) -> None:
        """Clauses one after another, each ended by 0."""
        if not self.parts or isinstance(self.parts[-1], Pairs):
            self.parts.append(array("i"))
        last = self.parts[-1]
        assert isinstance(last, array)
        last.extend(flat)

    def extend_by_pairs(self, literals: Iterable[int]) -> None:
        self.parts.append(Pairs(array("i", literals)))

    def __len__(self) -> int:
        """The number of clauses."""
        return sum(len(part) if isinstance(part, Pairs) else part.count(0) for part in self.parts)

    @property
    def literals(self) -> int:
        return sum(2 * len(part) if isinstance(part, Pairs) else len(part) - part.count(0) for part in self.parts)

    def __iter__(self) -> Iterator[list[int]]:
        return chain.from_iterable(map(_clauses_of_part, self.parts))


def _clauses_of_part(part: "array[int] | Pairs") -> Iterator[list[int]]:
    return map(list, combinations(part.literals, 2)) if isinstance(part, Pairs) else clauses_of(part)


def clauses_of(flat: Collection[int]) -> Iterator[list[int]]:
    clause: list[int] = []
    for literal in flat:
        if literal:
            clause.append(literal)
        else:
            yield clause
            clause = []
