"""What a program consists of, in words: the parts of each group, and their clauses, constraints or rows.

An *item* is one clause, one CP constraint or one row. It *mentions* literals and variables; a mention knows the values of a
variable of the spec that it is about, so that they can be shown on a board.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from threefold.format import many
from threefold.language import Literal, Spec, Variable
from threefold.language.flattening import Flattened
from threefold.language.functions import Auxiliary
from threefold.language.group import Posted

if TYPE_CHECKING:
    from threefold.backends.backend import Program
    from threefold.backends.variable_maps import View

Thing = TypeVar("Thing")
LONG = 16  # literals of an item that is written in full
ENDINGS = {"itself": "", "==": "={}", "<=": "≤{}", "bit": ".{}"}


class Mention(NamedTuple):
    """`queen[1]=3`, `¬queen[1]=3`, `queen[1]`; an auxiliary is about no variable of the spec."""

    name: str  # without the sign
    variable: str | None = None
    values: Sequence[int] | None = None  # for which it is true, without the sign; None for the whole variable
    positive: bool = True

    def __str__(self) -> str:
        return self.name if self.positive else f"¬{self.name}"

    def to_dict(self) -> dict[str, object]:
        values = None if self.values is None else list(self.values)
        return {"text": str(self), "variable": self.variable, "values": values, "positive": self.positive}

    def __invert__(self) -> "Mention":
        return self._replace(positive=not self.positive)


class Item(NamedTuple):
    text: str
    mentions: Sequence[Mention]
    source: str = ""  # the written constraint that it is a part of, where it is not all of it


@dataclass(frozen=True)
class PartSize:
    """How much a group became in a program."""

    group: str
    noun: str  # of one item: clause, definition, constraint, row
    count: int
    auxiliaries: int  # auxiliary variables that its items mention


@dataclass(frozen=True)
class Part(PartSize):
    """The items of one group that are of one kind."""

    items: Callable[[], Iterator[Item]]

    @property
    def size(self) -> PartSize:
        """Without the items: their function cannot be sent to another process."""
        return PartSize(self.group, self.noun, self.count, self.auxiliaries)

    @property
    def title(self) -> str:
        return f"{self.group}{', definitions' if self.noun == 'definition' and self.group != 'definitions' else ''}"


def mention_of(literal: Literal) -> Mention:
    x, positive = literal.variable, literal if literal.positive else ~literal
    if x.boolean and literal.comparator == "==":
        return about(x, str(x), (1,), literal.positive == (literal.value == 1))
    name = f"{x}{ENDINGS[literal.comparator].format(literal.value)}"
    return about(x, name, tuple(positive.true_values()), literal.positive)


def mention_of_variable(x: Variable) -> Mention:
    return about(x, str(x), (1,) if x.boolean else None)


def about(x: Variable, name: str, values: Sequence[int] | None, positive: bool = True) -> Mention:
    return Mention(name, None if isinstance(x, Auxiliary) else str(x), values, positive)


class Sources:
    """The written constraints that items are parts of, by group: a range of items has one."""

    def __init__(self) -> None:
        self._found: dict[object, tuple[list[int], list[Posted | None]]] = {}

    def begin(self, key: object, place: int, posted: Flattened) -> None:
        """From this place on, the items of the key are parts of this one's source."""
        source = None if posted.as_written else posted.source
        if source or key in self._found:
            places, sources = self._found.setdefault(key, ([0], [None]))
            if sources[-1] is not source:
                places.append(place)
                sources.append(source)

    def __contains__(self, key: object) -> bool:
        return key in self._found

    def at(self, key: object, place: int) -> Posted | None:
        places, sources = self._found.get(key, ([0], [None]))
        return sources[bisect_right(places, place) - 1]

    def text(self, key: object, place: int) -> str:
        source = self.at(key, place)
        return "" if source is None else source.words


def own_mentions(spec: Spec, views: "Sequence[View]") -> Iterator[tuple[int, Mention]]:
    """The program's variables that represent those of the spec: `queen[1]=3`, in order encoding `queen[1]≤3`, in binary a bit."""
    for x, view in zip(spec.variables, views, strict=True):
        ending, variable = ENDINGS[view.meaning], str(x)
        for number, value in zip(view.numbers, view.values, strict=True):
            name = f"{variable}{ending.format(value)}"
            yield number, about(x, name, _true_values(x, view, value))


def _true_values(x: Variable, view: "View", value: int) -> Sequence[int]:
    match view.meaning:
        case "<=":
            return x.domain[: x.domain.index(value) + 1]
        case "bit":
            return tuple(each for each in x.domain if each - x.domain[0] >> value & 1)
    return (value,)


def by_group(things: Iterable[Thing], group_of: Callable[[Thing], str]) -> dict[str, list[Thing]]:
    """In the order of their first appearance."""
    groups: dict[str, list[Thing]] = {}
    for thing in things:
        groups.setdefault(group_of(thing), []).append(thing)
    return groups


def joined(words: Iterable[object], separator: str, long: int | None) -> str:
    """A list that is longer than this without its middle."""
    listed = list(map(str, words))
    if long is not None and len(listed) > long:
        listed[2:-1] = ["…"]
    return separator.join(listed)


def in_words(program: "Program", most: int | None, group: str | None = None) -> Iterator[str]:
    """All parts, or those of one group, as lines: at most `most` items of each part, then the number of all."""
    from threefold.language.mathematics import abbreviated

    (item, variable), size = program.nouns, program.size
    auxiliary = f" and {size.auxiliary:,} auxiliary ones" if size.auxiliary else ""
    yield f"{program.spec.name}: {many(size.constraints, item)} over {many(size.variables, variable)}{auxiliary}"
    for part in program.parts(LONG if most is not None else None):
        if group in (None, part.group):
            yield ""
            yield f"{part.title} ({part.count:,})"
            yield from _lines(islice(part.items(), most))
            yield from abbreviated((), part.count, most)


def _lines(items: Iterable[Item]) -> Iterator[str]:
    """Parts of a written constraint stand below it."""
    before = ""
    for each in items:
        if each.source not in ("", before):
            yield f"  of {each.source}:"
        yield f"{'    ' if each.source else '  '}{each.text}"
        before = each.source
