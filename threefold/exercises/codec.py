"""Numbers variables and collects clauses, as the libraries of the sheets do.

    codec = Codec()
    Q = codec.letters("queen", rows, columns)
    codec.add(ROW, -Q[1, 1], -Q[1, 2])
    formula = codec.end()

Letters over a product of ranges are numbered row by row, and no others exist (SATCodec, sheet 000). Without ranges each letter is
numbered at its first mention, also one that should not exist (the Rust encoder of sheet 002).
"""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from threefold.backends.sat.clause_store import Formula


class ClauseGroup(NamedTuple):
    name: str
    formula: str  # as the sheet writes it


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

    def in_letters(self, clause: Sequence[int], letter: str) -> str:
        """`¬Q[1,1] ∨ ¬Q[2,1]`: the clause as the sheet writes it."""
        indices = (self.names[abs(literal)].partition("[")[2].replace(" ", "") for literal in clause)
        return " ∨ ".join(
            f"{'¬' if literal < 0 else ''}{letter}[{index}" for literal, index in zip(clause, indices, strict=True)
        )


class Letters(dict[tuple[int, ...], int]):
    """`Q[r, c]` is the number of a variable, `-Q[r, c]` its negation."""

    def __init__(self, name: str, names: dict[int, str], ranges: Sequence[range]) -> None:
        self._name, self._names, self._declared = name, names, False
        if ranges:
            for index in product(*ranges):
                self[index]  # numbers it
            self._declared = True

    def __missing__(self, index: tuple[int, ...]) -> int:
        name = f"{self._name}{list(index)}"
        if self._declared:
            raise KeyError(f"{name} was not declared")
        number = self[index] = len(self._names) + 1
        self._names[number] = name
        return number


class Codec:
    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._flat, self._group_of = array("i"), array("b")
        self._groups: dict[str, int] = {}

    def letters(self, name: str, *ranges: range) -> Letters:
        return Letters(name, self._names, ranges)

    def add(self, group: ClauseGroup, *literals: int) -> None:
        """A clause of this group: the disjunction of these literals."""
        self._flat.extend((*literals, 0))
        self._group_of.append(self._groups.setdefault(group.name, len(self._groups)))

    def end(self) -> SheetFormula:
        names = self._names
        return SheetFormula(len(names), self._flat, names, groups=tuple(self._groups), group_of=self._group_of)
