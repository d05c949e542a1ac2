"""A CNF that is written clause by clause, as the encoders of sheets 000 and 002 do it.

    encoder = Encoder("queens")
    Q = encoder.family("Q", range(1, 5), range(1, 5))
    for column in range(1, 5):
        for row in range(1, 5):
            encoder.add(Q[row, column])
        encoder.end_clause()
    encoder.clause(-Q[1, 1], -Q[2, 2])
    encoder.write("queens.cnf")

The variables of a family over ranges are numbered row by row, and no others exist, as with SATCodec (sheet 000). Without ranges
each is numbered at its first mention, as by the Rust encoder of sheet 002. A literal is the number, or minus the number
(literal.py). Every call is checked: a mistake is one line that names it.
"""

import os
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import NoReturn, Self

from threefold.backends.sat.clause_store import Formula
from threefold.cnf.literal import Literal
from threefold.errors import BadInput, did_you_mean
from threefold.files import write_text
from threefold.format import listed, many, shortened

Place = int | str  # an index of a variable


@dataclass(frozen=True)
class GroupedFormula(Formula):
    """A formula that knows the group of each clause."""

    groups: tuple[str, ...] = ()
    group_of: Sequence[int] = field(default_factory=list)  # of each clause, as a position in `groups`

    def dimacs(self, title: str) -> Iterator[str]:
        """The lines of a DIMACS file: the dictionary of names, the header, and a comment before each group."""
        yield f"c {' '.join(title.split())}"
        yield "c START DICTIONARY"
        yield from (f"c {name}={number}" for number, name in self.names.items())
        yield "c END DICTIONARY"
        yield f"p cnf {self.variables} {len(self)}"
        if self.shown is not None:
            yield f"c p show {' '.join(map(str, (*self.shown, 0)))}"
        before = self.groups.index("") if "" in self.groups else None
        for group, clause in zip(self.group_of, self.clauses(), strict=True):
            if group != before:
                yield f"c group {self.groups[group] or 'none'}"
            before = group
            yield " ".join(map(str, (*clause, 0)))

    def text(self, clause: Iterable[int]) -> str:
        """`¬Q[1,1] ∨ ¬Q[2,1]`: the clause in names."""
        return " ∨ ".join(f"{'¬' * (literal < 0)}{self.names[abs(literal)]}" for literal in clause)


class Letters(dict[Place | tuple[Place, ...], Literal]):
    """The variables of a family: `Q[1, 2]` is the number of one, and `-Q[1, 2]` is its negation."""

    def __init__(self, owner: "Encoder", name: str, ranges: Sequence[Sequence[Place]]) -> None:
        self._owner, self._name, self._ranges = owner, name, ranges
        for index in product(*ranges) if ranges else ():
            self._take(index)

    def _take(self, index: tuple[Place, ...]) -> Literal:
        number = self[index] = self._owner.take(self._called(index))
        return number

    def _called(self, index: tuple[object, ...]) -> str:
        return f"{self._name}[{','.join(map(str, index))}]" if index else self._name

    def __missing__(self, index: Place | tuple[Place, ...]) -> Literal:
        if not isinstance(index, tuple):
            return self[(index,)]
        if not all(type(each) in (int, str) for each in index):
            raise BadInput(f"{self._owner.name}: {self._called(index)}: an index is an integer or a text")
        if not self._ranges:
            return self._take(index)
        if len(index) != len(self._ranges):
            given = f"{self._called(index)} has {len(index)}"
            raise BadInput(f"{self._owner.name}: {self._name} takes {_indices(len(self._ranges))} ({given})")
        place = next(
            place for place, (each, all_) in enumerate(zip(index, self._ranges, strict=True)) if each not in all_
        )
        allowed = _allowed(self._ranges[place])
        wrong = f"index {place + 1} must be {allowed} (got {index[place]})"
        raise BadInput(f"{self._owner.name}: {self._called(index)} was not declared: {wrong}")


def _indices(number: int) -> str:
    return many(number, "index", "indices")


def _allowed(places: Sequence[Place]) -> str:
    if isinstance(places, range) and places and places.step == 1:
        return f"between {places[0]} and {places[-1]}"
    return f"one of {shortened(places)}" if places else "in an empty range, so there is none"


class Encoder:
    """A CNF that is written clause by clause in Python, for `relate`, `sat` and DIMACS files. Every call is checked.

    Example: `Q = encoder.family("Q", range(1, 5), range(1, 5))`, then `encoder.clause(-Q[1, 1], -Q[2, 2])`.
    """

    def __init__(self, name: str = "formula", path: "str | os.PathLike[str] | None" = None) -> None:
        """`name` stands in the file's first line and in messages; `path` is where `end` writes the file."""
        self.name, self._path, self._ended = str(name), path, False
        self._families: dict[str, Letters] = {}
        self._names: dict[int, str] = {}
        self._literals: set[int] = set()  # all that exist
        self._auxiliary: set[str] = set()
        self._flat, self._group_of = array("i"), array("i")
        self._groups: dict[str, int] = {}
        self._open: list[int] | None = None  # the clause that `add` began

    def family(self, name: str, *ranges: Iterable[Place], auxiliary: bool = False) -> Letters:
        """Declare variables over a product of ranges. Models are counted over those that are not `auxiliary`."""
        self._check_open()
        if not isinstance(name, str) or not re.fullmatch(r"[^\W\d]\w*", name):
            self._fail(f"a family's name has letters, digits and underscores (got {name!r})")
        if name in self._families:
            self._fail(f"the family '{name}' is declared twice")
        places = [each if isinstance(each, range) else self._places(name, each) for each in ranges]
        self._families[name] = Letters(self, name, places)
        self._auxiliary |= {name} if auxiliary else set()
        return self._families[name]

    def _places(self, name: str, places: Iterable[Place]) -> Sequence[Place]:
        listed = list(places) if isinstance(places, Iterable) and not isinstance(places, str) else [None]
        if not all(type(each) in (int, str) for each in listed):
            self._fail(
                f"family '{name}': a range is a range or a list of indices, like range(1, 5) (got {places!r:.40})"
            )
        if len(set(listed)) < len(listed):
            self._fail(f"family '{name}': an index stands twice in {places!r:.40}")
        return listed  # type: ignore[return-value]

    def take(self, name: str) -> Literal:
        """A new variable."""
        literal = Literal(len(self._names) + 1)
        self._names[int(literal)] = name
        self._literals |= {literal, -literal}
        return literal

    def literal(self, family: str, *index: Place) -> Literal:
        """`literal("Q", 1, 2)` is the literal Q[1,2]."""
        if family not in self._families:
            declared = f"; declared: {listed(list(self._families))}" if self._families else "; none was declared"
            self._fail(f"there is no family '{family}'{did_you_mean(str(family), self._families) or declared}")
        return self._families[family][index]

    def no(self, family: str, *index: Place) -> Literal:
        """`no("Q", 1, 2)` is the literal ¬Q[1,2]."""
        return -self.literal(family, *index)

    def add(self, *literals: int) -> Self:
        """Add literals to the open clause, or begin a new one with them."""
        self._check(literals)
        self._open = self._open or []
        self._open += literals
        return self

    def end_clause(self, group: str = "") -> Self:
        """End the open clause; `group` names the part of the formula to which it belongs."""
        literals, self._open = self._open or [], None
        return self.clause(*literals, group=group)

    def clause(self, *literals: int, group: str = "") -> Self:
        """A whole clause."""
        self._check(literals)
        if self._open:
            self._fail(f"clause {len(self) + 1} is still open: end_clause() is missing")
        if not literals:
            self._fail(f"clause {len(self) + 1} is empty, and an empty clause is false: add literals to it first")
        self._flat.extend(literals)
        self._flat.append(0)
        self._group_of.append(self._groups.setdefault(group, len(self._groups)))
        return self

    def end(self) -> Self:
        """End the formula; no clause may follow. The file is written where the encoder has a path."""
        self._check_open()
        self.formula()
        if self._path is not None:
            self.write(self._path)
        self._ended = True
        return self

    def __len__(self) -> int:
        """The number of clauses."""
        return len(self._group_of)

    def formula(self) -> GroupedFormula:
        if self._open is not None:
            self._fail(f"clause {len(self) + 1} was not ended: end_clause() is missing")
        shown = None
        if self._auxiliary:
            families = (letters for name, letters in self._families.items() if name not in self._auxiliary)
            shown = sorted(number for letters in families for number in letters.values())
        names = self._names
        return GroupedFormula(len(names), self._flat, names, shown, groups=tuple(self._groups), group_of=self._group_of)

    def dimacs(self) -> str:
        """The DIMACS file, with the dictionary of names in its comments."""
        return "".join(f"{line}\n" for line in self.formula().dimacs(self.name))

    def write(self, path: "str | os.PathLike[str]") -> None:
        write_text(Path(path), self.dimacs(), named=True)

    def _check(self, literals: Sequence[int]) -> None:
        self._check_open()
        try:
            # quick, and right for almost all clauses; a comparison gives True, which equals the literal 1
            if self._literals.issuperset(literals) and 1 not in literals:
                return
        except TypeError:
            pass
        top = len(self._names)
        for literal in literals:
            if type(literal) not in (int, Literal):
                self._fail(f"a literal is a number, like Q[1, 2] or -Q[1, 2] (got {literal!r:.40})")
            if not 0 < abs(literal) <= top:
                reason = f"there is no variable {abs(literal)}: {top} are declared" if literal else "0 is no literal"
                self._fail(f"clause {len(self) + 1}: {reason}")

    def _check_open(self) -> None:
        if self._ended:
            self._fail("the formula was ended: nothing can be added after end()")

    def _fail(self, reason: str) -> NoReturn:
        raise BadInput(f"{self.name}: {reason}")
