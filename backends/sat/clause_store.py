"""Clauses in flat arrays, each ended by 0 as in DIMACS: a clause as a Python list takes many times the memory.

Most clauses come from at-most-ones, and those stay folded: the literals are kept, and their pairs (or groups with commanders)
are made when they are read. 200 queens, pairwise, are 13 million clauses and 160,000 literals here.

A solver is fed from `passing`, whose clauses live until the next one, so that `zip` and `combinations` can fill the same
tuple again (docs/measurements.md#feeding-clauses).
"""

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
    """Groups of literals, each with a commander. The literals are stored as runs: a commander, then the negations of its group.

    The clauses of a run: not two of the group, if it is exclusive; none of the group without the commander; no commander without
    one of the group. The last run may be shorter.
    """

    literals: "array[int]"
    size: int  # of a group
    exclusive: bool

    def runs(self) -> list[list[int]]:
        """Each is a commander and the negations of its group."""
        literals, step = self.literals.tolist(), self.size + 1
        return [literals[start : start + step] for start in range(0, len(literals), step)]

    def __len__(self) -> int:
        return sum(groups * (self._in_twos(size) + 1) for groups, size in self._sizes())

    @property
    def mentioned(self) -> int:
        return sum(groups * (2 * self._in_twos(size) + size + 1) for groups, size in self._sizes())

    def _in_twos(self, size: int) -> int:
        """The clauses of two literals for a group."""
        return size * (size + 1) // 2 if self.exclusive else size

    def _sizes(self) -> list[tuple[int, int]]:
        """How many groups there are of each size."""
        whole, rest = divmod(len(self.literals), self.size + 1)
        return [(whole, self.size), *([(1, rest - 1)] if rest else [])]

    def clauses(self) -> Iterator[Sequence[int]]:
        runs = self.runs()
        literals = chain.from_iterable(_clauses_of_two(len(run), self.exclusive)(run) for run in runs)
        return chain(zip(literals, literals, strict=True), ([-literal for literal in run] for run in runs))

    def flat(self) -> list[int]:
        """Each ended by 0."""
        runs = self.runs()
        in_twos = (_clauses_of_two(len(run), self.exclusive, len(run))((*run, 0)) for run in runs)
        return [*chain.from_iterable(in_twos), *chain.from_iterable((*map(neg, run), 0) for run in runs)]


@cache
def _clauses_of_two(length: int, exclusive: bool, *ended: int) -> "itemgetter[Sequence[int]]":
    """Takes the literals of all clauses of two from a run, each clause ended by the entries at `ended`."""
    group = range(1, length)
    clauses = chain(combinations(group, 2) if exclusive else (), zip(group, repeat(0)))
    return itemgetter(*chain.from_iterable((*clause, *ended) for clause in clauses))


class ClauseStore:
    """The clauses of one group, in the order in which they were added."""

    def __init__(self) -> None:
        self.parts: list[array[int] | Pairs | Commanded] = []
        self.unfolded = 0  # the number of clauses in arrays

    def extend(self, flat: Iterable[int]) -> None:
        """Clauses one after another, each ended by 0."""
        if not self.parts or not isinstance(self.parts[-1], array):
            self.parts.append(array("i"))
        last = self.parts[-1]
        assert isinstance(last, array)
        listed = list(flat)
        last.fromlist(listed)  # faster than `extend`
        self.unfolded += listed.count(0)

    def __bool__(self) -> bool:
        return any(self.parts)

    def __len__(self) -> int:
        """The number of clauses."""
        return self.unfolded + sum(len(part) for part in self.parts if not isinstance(part, array))

    @property
    def literals(self) -> int:
        return sum(len(part) if isinstance(part, array) else part.mentioned for part in self.parts) - self.unfolded

    def __iter__(self) -> Iterator[list[int]]:
        return chain.from_iterable(
            clauses_of(part) if isinstance(part, array) else map(list, part.clauses()) for part in self.parts
        )

    def passing(self) -> "Iterator[Iterator[Sequence[int]]]":
        """The clauses of each part, for a reader that keeps none of them."""
        return (clauses_of(part) if isinstance(part, array) else part.clauses() for part in self.parts)


def clauses_of(flat: Collection[int]) -> Iterator[list[int]]:
    clause: list[int] = []
    for literal in flat:
        if literal:
            clause.append(literal)
        else:
            yield clause
            clause = []


@dataclass(frozen=True)
class Formula:
    """A CNF that was read from a file or built for a sheet."""

    variables: int  # the highest number that may be used
    flat: "array[int]"  # the clauses one after another, each ended by 0
    names: Mapping[int, str] = field(default_factory=dict)  # by number: "queen[1, 3]", the family, indices and value
    shown: Sequence[int] | None = None  # the numbers that a projected model counter counts over
    warnings: tuple[str, ...] = ()  # of a lenient reader
    encoding: str = ""  # the options by which our exporter wrote it: "amo=auto card=seqcounter pb=auto ints=direct"

    def clauses(self) -> Iterator[list[int]]:
        return clauses_of(self.flat)

    def __len__(self) -> int:
        return self.flat.count(0)
