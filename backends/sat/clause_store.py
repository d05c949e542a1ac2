"""A block: the clauses of one group, in the order in which they were added.

They lie in flat arrays, each clause ended by 0 as in DIMACS: a pair as a Python list takes some 80 bytes and its integers more,
here 12. The millions of clauses come from at-most-ones, and those stay folded: the literals are kept, and the pairs of them, or
of the groups of them with their commanders, are made when they are read or written. The 13 million clauses of 200 queens,
pairwise, are then 160,000 literals (in groups: 950,000 clauses, lowered in 0.07 s instead of 0.14), and no second pass is needed
to know their number before the first one is written.

A solver is fed from `passing`, clauses that live until the next one: `zip` and `combinations` then fill one tuple over and over.
A million clauses of two literals take 0.22 s so, of which most is CaDiCaL's own, 0.35 s as lists cut by a Python loop at each 0,
0.52 s as slices up to the next 0.
"""

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, repeat
from operator import itemgetter, neg


@dataclass(frozen=True, slots=True)
class Pairs:
    """A clause for every two of these literals."""

    literals: "array[int]"

    def __len__(self) -> int:
        return len(self.literals) * (len(self.literals) - 1) // 2

    @property
    def mentioned(self) -> int:
        """The number of literals in the clauses."""
        return 2 * len(self)

    def clauses(self) -> Iterator[tuple[int, int]]:
        return combinations(self.literals, 2)


@dataclass(frozen=True, slots=True)
class Commanded:
    """Runs of a commander and the negations of its group: not two of a group, none without its commander; then, of each run, no
    commander without one of the group. The last run may be shorter.
    """

    literals: "array[int]"
    size: int  # of a group

    def _runs(self) -> list[list[int]]:
        literals, step = self.literals.tolist(), self.size + 1
        return [literals[start : start + step] for start in range(0, len(literals), step)]

    def __len__(self) -> int:
        return sum(size * (size + 1) // 2 + 1 for size in self._sizes())

    @property
    def mentioned(self) -> int:
        """The number of literals in the clauses."""
        return sum((size + 1) * (size + 1) for size in self._sizes())

    def _sizes(self) -> list[int]:
        whole, rest = divmod(len(self.literals), self.size + 1)
        return [self.size] * whole + ([rest - 1] if rest else [])

    def clauses(self) -> Iterator[Sequence[int]]:
        runs = self._runs()
        literals = chain.from_iterable(_clauses_of_two(len(run))(run) for run in runs)
        return chain(zip(literals, literals, strict=True), ([-literal for literal in run] for run in runs))

    def flat(self) -> list[int]:
        """Each ended by 0."""
        runs = self._runs()
        in_twos = (_clauses_of_two(len(run), len(run))((*run, 0)) for run in runs)
        return [*chain.from_iterable(in_twos), *chain.from_iterable((*map(neg, run), 0) for run in runs)]


@cache
def _clauses_of_two(length: int, *ended: int) -> "itemgetter[Sequence[int]]":
    """From a run: the literals of all its clauses of two, each ended by what lies at `ended`. 200 queens have 20,000 runs."""
    group = range(1, length)
    clauses = chain(combinations(group, 2), zip(group, repeat(0)))
    return itemgetter(*chain.from_iterable((*clause, *ended) for clause in clauses))


class Block:
    def __init__(self) -> None:
        self.parts: list[array[int] | Pairs | Commanded] = []

    def extend(self, flat: Iterable[int]) -> None:
        """Clauses one after another, each ended by 0."""
        if not self.parts or not isinstance(self.parts[-1], array):
            self.parts.append(array("i"))
        last = self.parts[-1]
        assert isinstance(last, array)
        last.fromlist(list(flat))  # in half the time that `extend` takes with what is no array

    def extend_by_pairs(self, literals: Iterable[int]) -> None:
        self.parts.append(Pairs(array("i", literals)))

    def extend_by_commanded(self, literals: Iterable[int], size: int) -> None:
        self.parts.append(Commanded(array("i", literals), size))

    def __bool__(self) -> bool:
        return any(self.parts)

    def __len__(self) -> int:
        """The number of clauses."""
        return sum(part.count(0) if isinstance(part, array) else len(part) for part in self.parts)

    @property
    def literals(self) -> int:
        return sum(len(part) - part.count(0) if isinstance(part, array) else part.mentioned for part in self.parts)

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
