"""The numbers of the literals in the CNF as a formula: `queen[i, j] ↦ (i − 1)·n + j`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from threefold.handouts.conditions import Coordinate, written
from threefold.handouts.expressions import ZERO, Expression, Sizes, expression
from threefold.handouts.formulas import LETTERS, Writer
from threefold.handouts.notation import Math, joined
from threefold.handouts.regions import Vector
from threefold.handouts.statements import Label, Reader, Statement

EXAMPLES = 3  # the first ones; the last one comes too


class Known(Protocol):
    readers: list[Reader]
    sizes: Sizes


@dataclass(frozen=True)
class Numbering:
    """Of the literals of one family."""

    general: Math | None
    instance: Math | None
    examples: tuple[tuple[Math, int], ...]


@dataclass(frozen=True)
class Radices:
    """number = first + ((x − low)·radix + (y − low))·radix + …: row by row, the last index fastest."""

    lows: tuple[int, ...]
    radices: tuple[int, ...]  # of all indices but the first
    first: int

    @classmethod
    def of(cls, numbers: Mapping[Vector, int]) -> Radices | None:
        columns = list(zip(*numbers, strict=True))
        lows, radices = tuple(map(min, columns)), tuple(max(each) - min(each) + 1 for each in columns[1:])
        found = cls(lows, radices, min(numbers.values()))
        return found if all(found.number(point) == number for point, number in numbers.items()) else None

    def number(self, point: Vector) -> int:
        number = 0
        for value, low, radix in zip(point, self.lows, (1, *self.radices), strict=True):
            number = number * radix + value - low
        return self.first + number

    @property
    def numbers(self) -> tuple[int, ...]:
        return (*self.lows, *self.radices, self.first)


def numbering(reader: Reader, parameters: Mapping[str, int], known: Sequence[Known]) -> list[Numbering]:
    return [_of_family(family, numbers, reader, parameters, known) for family, numbers in reader.numbers().items()]


def _of_family(
    family: str, numbers: Mapping[Vector, int], reader: Reader, parameters: Mapping[str, int], known: Sequence[Known]
) -> Numbering:
    writer = Writer(reader.names, {}, list(parameters))
    listed = list(numbers.items())
    shown = listed if len(listed) <= EXAMPLES + 1 else [*listed[:EXAMPLES], listed[-1]]
    examples = tuple((writer.statement(_literal(family, point)), number) for point, number in shown)
    own = None if any(each == family for each, _ in reader.names) or not min(numbers) else Radices.of(numbers)
    if own is None:
        return Numbering(None, None, examples)
    letters = [letter for letter in LETTERS if letter not in parameters][: len(own.lows)]
    general = _general(family, own, parameters, known)
    fixed = _written(family, letters, [ZERO.plus(number) for number in own.numbers])
    return Numbering(_written(family, letters, general) if general else None, fixed, examples)


def _literal(family: str, point: Vector) -> Statement:
    return Statement.of("clause", [(Label("column", family), point)])


def _general(
    family: str, own: Radices, parameters: Mapping[str, int], known: Sequence[Known]
) -> list[Expression] | None:
    """The numbers as expressions, inferred from all sizes but the last, verified on that and on the instance."""
    for sizes in known:
        found = [Radices.of(reader.numbers()[family]) for reader in sizes.readers]
        values = [each.numbers for each in found if each is not None]
        if len(values) < len(found):
            continue
        fitted = [expression(column[:-1], sizes.sizes[:-1]) for column in zip(*values, strict=True)]
        kept = [each for each in fitted if each is not None]
        wanted = [(sizes.sizes[-1], values[-1]), (parameters, own.numbers)]
        if len(kept) == len(fitted) and all(
            each.value(size) == number for size, row in wanted for each, number in zip(kept, row, strict=True)
        ):
            return kept
    return None


def _written(family: str, letters: Sequence[str], values: Sequence[Expression]) -> Math:
    """`((i − 1)·k + j − 1)·n·k + l`."""
    lows, radices, first = values[: len(letters)], values[len(letters) : -1], values[-1]
    shown: Math = ()
    for place, (letter, low) in enumerate(zip(letters, lows, strict=True)):
        last = place == len(letters) - 1
        offset = Coordinate.total([(-1, Coordinate({}, low)), *([(1, Coordinate({}, first))] if last else [])])
        term = written(Coordinate({letter: 1}, offset.constant), {})
        if place:
            factor = written(Coordinate({}, radices[place - 1]), {})
            sum_of_two = len(radices[place - 1].terms) > 1
            wrapped = shown if len(shown) == 1 else ("(", *shown, ")")
            shown = (*wrapped, "·", *(("(", *factor, ")") if sum_of_two else factor), "+")
        shown = (*shown, *term)
    return (*_name(family, letters), "↦", *shown)


def _name(family: str, letters: Sequence[str]) -> Math:
    return (family, "[", *joined([(letter,) for letter in letters], ","), "]")
