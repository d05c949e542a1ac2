"""Patterns and single statements as formulas: `⋀ 1≤i≤n  ⋁ 1≤j≤n  queen[i, j]`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from threefold.handouts.bodies import BodyWriter, Item
from threefold.handouts.conditions import Bounds, Coordinate, conditions
from threefold.handouts.expressions import ZERO
from threefold.handouts.inference import Operator, Pattern
from threefold.handouts.notation import Math, Over, joined
from threefold.handouts.regions import Functional, Region
from threefold.handouts.statements import Statement

LETTERS = "ijlmpqrstuvwxyzab"
SUMS = "defgh"  # for a key that is a sum or a difference of indices


@dataclass
class Writer(BodyWriter):
    taken: Sequence[str] = ()  # letters that are names of parameters
    free: Iterator[str] = field(init=False)

    def statement(self, statement: Statement) -> Math:
        members = [(part.label, vector) for part in statement.parts for vector in part.members]
        return self.body(
            statement.kind, [Item(label, tuple(Coordinate.number(v) for v in vector)) for label, vector in members]
        )

    def pattern(self, pattern: Pattern) -> Math:
        self.free = iter([letter for letter in LETTERS if letter not in self.taken])
        if pattern.pairs:
            return self._pairs(pattern)
        sums = iter([letter for letter in SUMS if letter not in self.taken])
        kinds = self._coordinate_kinds(pattern)
        letters = {place: next(sums if kinds.get(place) == "sum" else self.free) for place in pattern.outer.free}
        outer = coordinates(pattern.outer, letters)
        items = [Item(slot.label, tuple(outer[place] for place in slot.places)) for slot in pattern.slots]
        items += [self._operator(operator, outer) for operator in pattern.operators]
        items.sort(key=lambda item: pattern.labels.index(item.label))
        texts = {letters[place]: kind for place, kind in kinds.items() if place in letters and kind != "sum"}
        bounds = Bounds(pattern.outer, outer, self._texts(texts), self.parameters)
        quantified = tuple(Over("⋀", each) for each in conditions(bounds))
        return (*quantified, *self.body(pattern.kind, items))

    def _coordinate_kinds(self, pattern: Pattern) -> dict[int, str | tuple[str, int]]:
        """Of the outer coordinates: a sum, or the family and place of an index that has texts."""
        kinds: dict[int, str | tuple[str, int]] = {}
        for slot in pattern.slots:
            kinds |= {outer: (slot.label.family, place) for place, outer in enumerate(slot.places)}
        for operator in pattern.operators:
            for key, outer in zip(operator.keys, operator.places, strict=True):
                simple = len(key.terms) == 1 and key.per == 1
                kinds[outer] = (operator.label.family, key.terms[0][1]) if simple else "sum"
        return kinds

    def _texts(self, letters: Mapping[str, str | tuple[str, int]]) -> dict[str, Sequence[str]]:
        return {letter: self.names[kind] for letter, kind in letters.items() if kind in self.names}  # type: ignore[index]

    def _operator(self, operator: Operator, outer: Sequence[Coordinate]) -> Item:
        region, fixed = operator.region, dict[int, Coordinate]()
        equations: list[Math] = []
        for key, place in zip(operator.keys, operator.places, strict=True):
            if len(key.terms) == 1 and key.per == 1:
                fixed[key.terms[0][1]] = outer[place]
        letters = {place: next(self.free) for place in region.free if place not in fixed}
        inner = coordinates(region, letters, fixed)
        for key, place in zip(operator.keys, operator.places, strict=True):
            if len(key.terms) > 1 or key.per > 1:
                equations.append((*self._key(key, inner), "=", *self._written(outer[place])))
        texts = {letter: (operator.label.family, place) for place, letter in letters.items()}
        bounds = Bounds(region, inner, self._texts(texts), self.parameters, set(letters))
        over = [*conditions(bounds), *equations]
        return Item(operator.label, tuple(inner), tuple(over))

    def _pairs(self, pattern: Pattern) -> Math:
        """Each two members with the same keys, the first of them before the second."""
        [operator] = pattern.operators
        region = operator.region
        shared = {key.terms[0][1] for key in operator.keys if len(key.terms) == 1 and key.per == 1}
        letters = {place: next(self.free) for place in region.free}
        one = coordinates(region, letters)
        other = coordinates(region, {p: a if p in shared else f"{a}′" for p, a in letters.items()})
        texts = self._texts({letter: (operator.label.family, place) for place, letter in letters.items()})
        moving = [place for place in region.free if place not in shared]
        sums = [key for key in operator.keys if len(key.terms) > 1 or key.per > 1]
        equal = [(*self._key(key, one), "=", *self._key(key, other)) for key in sums]
        first = moving[:1] if any(len(key.terms) > 1 for key in sums) or len(moving) == 1 else moving
        before = letters[first[0]] if len(first) == 1 else ""
        bounds = Bounds(region, one, texts, self.parameters, None, {letters[place] for place in moving}, before)
        if not before:
            equal.insert(0, (*self._tuple(one, first), "<", *self._tuple(other, first)))
        *rest, last = conditions(bounds)
        quantified = [*(Over("⋀", each) for each in rest), Over("⋀", joined([last, *equal], ","))]
        items = [Item(operator.label, tuple(each)) for each in (one, other)]
        return (*quantified, *self.body(pattern.kind, items))

    def _tuple(self, point: Sequence[Coordinate], places: Sequence[int]) -> Math:
        return ("(", *joined((self._written(point[place]) for place in places), ","), ")")

    def _key(self, key: Functional, point: Sequence[Coordinate]) -> Math:
        whole = Coordinate.total([(a, point[place]) for a, place in key.terms])
        shown = self._written(whole)
        return shown if key.per == 1 else ("⌈", *shown, "/", str(key.per), "⌉")


def coordinates(
    region: Region, letters: Mapping[int, str], fixed: Mapping[int, Coordinate] | None = None
) -> list[Coordinate]:
    """Every coordinate of a region in terms of letters."""
    known = {place: Coordinate({letter: 1}, ZERO) for place, letter in letters.items()} | dict(fixed or {})
    for place, affine in region.dependent.items():
        parts = [(a, known[other]) for a, other in affine.functional.terms]
        known[place] = Coordinate.total([*parts, (1, Coordinate({}, affine.constant))])
    return [known[place] for place in range(region.dimension)]
