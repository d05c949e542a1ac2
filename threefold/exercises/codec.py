"""What the sheets' own libraries do: number the variables, collect the clauses.

    codec = Codec()
    Q = codec.family("queen", rows, columns)             # SATCodec's defineFamilyOfVariables
    codec.group("at most one queen per row").add(-Q[1, 1], -Q[1, 2])
    formula = codec.end()

The sheets have two kinds of library. SATCodec (sheet 000) declares a family over a product of ranges, numbered row by row,
and knows no other variables: that is `family`. The Rust encoder of sheet 002 gives a number to whatever is mentioned: that
is `letters`, and how an encoder invents variables without anyone noticing.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from threefold.backends.sat.formula import Formula


@dataclass(frozen=True)
class SheetFormula(Formula):
    """A formula that knows from which group of the sheet each clause comes."""

    groups: tuple[str, ...] = ()
    group_of: Sequence[int] = field(default_factory=list)  # the group of each clause, as a position in `groups`

    def dimacs(self, title: str) -> Iterator[str]:
        """The lines of a DIMACS file, with SATCodec's dictionary, and a comment where another group begins."""
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


class Family:
    """`Q[r, c]` is the number of a variable, `-Q[r, c]` its negation."""

    def __init__(self, codec: "Codec", name: str, *, open: bool) -> None:
        self._codec, self._name, self._open = codec, name, open
        self._numbers: dict[tuple[int, ...], int] = {}

    def __getitem__(self, index: tuple[int, ...]) -> int:
        number = self._numbers.get(index)
        if number is None:
            if not self._open:
                raise KeyError(f"{self._name}{list(index)} was not declared")
            number = self.declare(index)
        return number

    def declare(self, index: tuple[int, ...]) -> int:
        number = self._numbers[index] = self._codec.number(f"{self._name}[{', '.join(map(str, index))}]")
        return number


class Group:
    def __init__(self, codec: "Codec", position: int) -> None:
        self._codec, self._position = codec, position

    def add(self, *literals: int) -> None:
        """A clause: the disjunction of these literals."""
        self._codec.clause(literals, self._position)


class Codec:
    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._flat = array("i")
        self._groups: dict[str, Group] = {}
        self._group_of = array("b")

    def family(self, name: str, *ranges: range) -> Family:
        """Variables over a product of ranges, numbered row by row."""
        family = Family(self, name, open=False)
        for index in product(*ranges):
            family.declare(index)
        return family

    def letters(self, name: str) -> Family:
        """Variables that are numbered at their first mention."""
        return Family(self, name, open=True)

    def number(self, name: str) -> int:
        number = len(self._names) + 1
        self._names[number] = name
        return number

    def group(self, name: str) -> Group:
        """The group of this name, made at its first mention."""
        return self._groups.setdefault(name, Group(self, len(self._groups)))

    def clause(self, literals: Iterable[int], group: int) -> None:
        self._flat.extend(literals)
        self._flat.append(0)
        self._group_of.append(group)

    def end(self) -> SheetFormula:
        return SheetFormula(
            len(self._names), self._flat, self._names, groups=tuple(self._groups), group_of=self._group_of
        )
