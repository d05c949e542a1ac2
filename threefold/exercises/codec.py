"""Numbers variables and collects clauses, as the libraries of the sheets do.

    codec = Codec()
    Q = codec.family("queen", rows, columns)             # SATCodec's defineFamilyOfVariables
    codec.add("at most one queen per row", -Q[1, 1], -Q[1, 2])
    formula = codec.end()

SATCodec (sheet 000) declares a family over a product of ranges, numbered row by row, and has no other variables: `family`.
The Rust encoder of sheet 002 numbers each variable at its first mention, also one that should not exist: `letters`.
"""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from threefold.backends.sat.clause_store import Formula


@dataclass(frozen=True)
class SheetFormula(Formula):
    """A formula that knows the group of each clause."""

    groups: tuple[str, ...] = ()
    group_of: Sequence[int] = field(default_factory=list)  # of each clause, as a position in `groups`

    def dimacs(self, title: str) -> Iterator[str]:
        """The lines of a DIMACS file, with SATCodec's dictionary, and a comment before each group."""
        yield f"c {title}"
        yield f"p cnf {self.variables} {len(self)}"
        yield "c START DICTIONARY"
        yield from (f"c {name}={number}" for number, name in self.names.items())
        yield "c END DICTIONARY"
        before = None
        for group, clause in zip(self.group_of, self.clauses(), strict=True):
            if group != before:
                yield f"c group {self.groups[group]}"
            before = group
            yield " ".join(map(str, (*clause, 0)))


class Letters(dict[tuple[int, ...], int]):
    """`Q[r, c]` is the number of a variable, `-Q[r, c]` its negation."""

    def __init__(self, name: str, names: dict[int, str]) -> None:
        self.name, self._names = name, names

    def __missing__(self, index: tuple[int, ...]) -> int:
        number = self[index] = len(self._names) + 1
        self._names[number] = f"{self.name}{list(index)}"
        return number


class Declared(Letters):
    def __init__(self, name: str, names: dict[int, str], *ranges: range) -> None:
        super().__init__(name, names)
        for index in product(*ranges):
            super().__missing__(index)

    def __missing__(self, index: tuple[int, ...]) -> int:
        raise KeyError(f"{self.name}{list(index)} was not declared")


class Codec:
    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._flat, self._group_of = array("i"), array("b")
        self._groups: dict[str, int] = {}

    def family(self, name: str, *ranges: range) -> Declared:
        """Variables over a product of ranges, numbered row by row."""
        return Declared(name, self._names, *ranges)

    def letters(self, name: str) -> Letters:
        """Variables that are numbered at their first mention."""
        return Letters(name, self._names)

    def add(self, group: str, *literals: int) -> None:
        """A clause of this group: the disjunction of these literals."""
        self._flat.extend((*literals, 0))
        self._group_of.append(self._groups.setdefault(group, len(self._groups)))

    def end(self) -> SheetFormula:
        return SheetFormula(
            len(self._names), self._flat, self._names, groups=tuple(self._groups), group_of=self._group_of
        )
