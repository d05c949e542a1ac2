"""One formula for many statements: which indices occur, inferred from some sizes of a puzzle and verified on another.

Statements of the same kind and labels form a shape. A part that has one to three members everywhere gets a slot for each; a
longer one is an operator over an index range (⋁, ∑). A Pattern describes a shape: for which values of the outer coordinates
there is a statement, and which members it has. It is accepted if it generates the very statements of every size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from threefold.handouts.expressions import Sizes
from threefold.handouts.regions import Functional, Points, Region, Vector, box, fit
from threefold.handouts.statements import Label, Part, Statement

MOST_SLOTS = 3
MOST_FITTED = 4_000  # statements of one size from which a pattern is inferred
MOST_STATEMENTS = 30_000  # of one size that a pattern generates
BLOCKS = (2, 3, 4)  # widths of boxes
Shape = list[list[Statement]]  # the statements of one kind, for each size


@dataclass(frozen=True)
class Slot:
    label: Label
    places: tuple[int, ...]  # its coordinates among the outer ones


@dataclass(frozen=True)
class Operator:
    """Members over an index range: those of the region whose keys have the values of the outer coordinates `places`."""

    label: Label
    region: Region
    keys: tuple[Functional, ...]
    places: tuple[int, ...]


@dataclass(frozen=True)
class Pattern:
    kind: str
    labels: tuple[Label, ...]
    slots: tuple[Slot, ...]
    operators: tuple[Operator, ...]
    outer: Region
    pairs: bool = False  # each two members of the only operator that have the same keys

    def generates(self, statements: Sequence[Statement], size: Mapping[str, int], around: Sequence[Statement]) -> bool:
        """Exactly these; `around`: statements that show where to look if there are none."""
        known = statements or around
        made: set[Statement] = set()
        for statement in self._statements(size, known):
            made.add(statement)
            if len(made) > MOST_STATEMENTS:
                return False
        return made == set(statements)

    def _statements(self, size: Mapping[str, int], known: Sequence[Statement]) -> Iterator[Statement]:
        members = [self._members(operator, size, known) for operator in self.operators]
        if self.pairs:
            [by_key] = members
            for values in by_key.values():
                for pair in combinations(sorted(values), 2):
                    yield Statement(self.kind, (Part(self.operators[0].label, pair),))
            return
        outer = self.outer.points(box((self._outer_of(each) for each in known), self.outer.dimension), size)
        for point in outer:
            parts: dict[Label, list[Vector]] = {label: [] for label in self.labels}
            for slot in self.slots:
                parts[slot.label].append(tuple(point[place] for place in slot.places))
            for operator, by_key in zip(self.operators, members, strict=True):
                parts[operator.label] += by_key.get(tuple(point[place] for place in operator.places), ())
            if all(parts.values()):
                yield Statement(self.kind, tuple(Part(label, tuple(sorted(each))) for label, each in parts.items()))

    def _members(
        self, operator: Operator, size: Mapping[str, int], known: Sequence[Statement]
    ) -> dict[Vector, list[Vector]]:
        vectors = [vector for each in known for vector in _part(each, operator.label)]
        found: dict[Vector, list[Vector]] = {}
        for point in operator.region.points(box(vectors, operator.region.dimension), size):
            found.setdefault(tuple(key.value(point) for key in operator.keys), []).append(point)
        return found

    def _outer_of(self, statement: Statement) -> Vector:
        return outer_of(statement, self.slots, self.operators)


def outer_of(statement: Statement, slots: Sequence[Slot], operators: Sequence[Operator]) -> Vector:
    """The values of the outer coordinates: those of the slots, then the keys of the operators."""
    values: list[int] = []
    for label, run in groupby(slots, key=lambda slot: slot.label):
        for vector, _ in zip(_part(statement, label), run, strict=True):
            values += vector
    for operator in operators:
        first = _part(statement, operator.label)[0]
        values += (key.value(first) for key in operator.keys)
    return tuple(values)


def _part(statement: Statement, label: Label) -> tuple[Vector, ...]:
    return next(part.members for part in statement.parts if part.label == label)


def shapes(statements: Sequence[Sequence[Statement]]) -> list[Shape]:
    """Statements of one kind, with the same labels and, where they are few, the same numbers of members."""
    keyed: dict[object, list[list[Statement]]] = {}
    short = _short_labels(statements)
    for size, each in enumerate(statements):
        for statement in each:
            widths = tuple(len(part.members) if part.label in short[statement.kind, statement.labels] else 0
                           for part in statement.parts)  # fmt: skip
            key = statement.kind, statement.labels, widths
            keyed.setdefault(key, [[] for _ in statements])[size].append(statement)
    return list(keyed.values())


def _short_labels(statements: Sequence[Sequence[Statement]]) -> dict[tuple[str, tuple[Label, ...]], set[Label]]:
    """The labels that have the same few numbers of members at every size."""
    widths: dict[tuple[str, tuple[Label, ...]], dict[Label, dict[int, set[int]]]] = {}
    for size, each in enumerate(statements):
        for statement in each:
            by_label = widths.setdefault((statement.kind, statement.labels), {})
            for part in statement.parts:
                by_label.setdefault(part.label, {}).setdefault(size, set()).add(len(part.members))
    return {
        key: {label for label, sizes in by_label.items() if _is_short(list(sizes.values()))}
        for key, by_label in widths.items()
    }


def _is_short(widths: Sequence[set[int]]) -> bool:
    return max(map(max, widths)) <= MOST_SLOTS and all(each == widths[0] for each in widths)


def infer(shape: Shape, sizes: Sizes) -> Pattern | None:
    """A pattern that generates the statements of all these sizes."""
    first = next(statement for each in shape for statement in each)
    if max(map(len, shape)) > MOST_FITTED:
        return None
    known = [each for each in shape if each]
    where = [size for size, each in zip(sizes, shape, strict=True) if each]
    largest = max(shape, key=len)
    for pattern in _patterns(first, known, where):
        if all(pattern.generates(each, size, largest) for each, size in zip(shape, sizes, strict=True)):
            return pattern
    return None


def _patterns(first: Statement, shape: Shape, sizes: Sizes) -> Iterator[Pattern]:
    """Candidates, the most readable first."""
    widths = {label: {len(_part(each, label)) for size in shape for each in size} for label in first.labels}
    fixed = {label: min(width) for label, width in widths.items() if len(width) == 1 and min(width) <= MOST_SLOTS}
    slots = _slots(first, fixed)
    longer = [label for label in first.labels if label not in fixed]
    if not longer:
        yield from _pair_patterns(first, shape, sizes, fixed)
        outer = fit(_outers(shape, slots, ()), sizes)
        if outer is not None:
            yield Pattern(first.kind, first.labels, slots, (), outer)
        return
    for loose in (True, False):
        operators = _operators(longer, shape, sizes, slots, loose)
        outer = None if operators is None else fit(_outers(shape, slots, operators), sizes)
        if operators is not None and outer is not None:
            yield Pattern(first.kind, first.labels, slots, operators, outer)


def _slots(first: Statement, fixed: Mapping[Label, int]) -> tuple[Slot, ...]:
    slots, start = [], 0
    for label in (label for label in first.labels if label in fixed):
        length = len(_part(first, label)[0])
        for _ in range(fixed[label]):
            slots.append(Slot(label, tuple(range(start, start + length))))
            start += length
    return tuple(slots)


def _outers(shape: Shape, slots: Sequence[Slot], operators: Sequence[Operator]) -> Points:
    return [{outer_of(each, slots, operators) for each in size} for size in shape]


def _pair_patterns(first: Statement, shape: Shape, sizes: Sizes, fixed: Mapping[Label, int]) -> Iterator[Pattern]:
    """All pairs of members with the same keys: at most one of each class."""
    if list(fixed.values()) != [2]:
        return
    [label] = fixed
    pairs = [[_part(each, label) for each in size] for size in shape]
    for loose in (True, False):
        region = fit([{vector for pair in size for vector in pair} for size in pairs], sizes, loose=loose)
        if region is not None:
            keys = _common(region, pairs)
            operator = Operator(label, region, keys, ())
            yield Pattern(first.kind, first.labels, (), (operator,), Region(0, {}, ()), pairs=True)


def _operators(
    labels: Sequence[Label], shape: Shape, sizes: Sizes, slots: Sequence[Slot], loose: bool
) -> tuple[Operator, ...] | None:
    operators, start = [], sum(len(slot.places) for slot in slots)
    for label in labels:
        members = [[_part(each, label) for each in size] for size in shape]
        region = fit([{vector for each in size for vector in each} for size in members], sizes, loose=loose)
        if region is None:
            return None
        keys = _common(region, members)
        operators.append(Operator(label, region, keys, tuple(range(start, start + len(keys)))))
        start += len(keys)
    return tuple(operators)


def _common(region: Region, statements: Sequence[Sequence[tuple[Vector, ...]]]) -> tuple[Functional, ...]:
    """The functionals that have one value within each statement, without those that follow from others."""
    members = [each for size in statements for each in size]
    coordinates = [Functional(((1, place),)) for place in region.free]
    keys = [key for key in coordinates if _is_constant(key, members)]
    rest = [place for place in region.free if Functional(((1, place),)) not in keys]
    for key in _combined(rest):
        if _is_constant(key, members) and not _follows(key, keys, members):
            keys.append(key)
    return tuple(keys)


def _combined(places: Sequence[int]) -> Iterator[Functional]:
    for one, other in combinations(places, 2):
        yield Functional(((-1, one), (1, other)))
        yield Functional(((1, one), (1, other)))
    for per in BLOCKS:
        yield from (Functional(((1, place),), per) for place in places)


def _is_constant(key: Functional, members: Iterable[tuple[Vector, ...]]) -> bool:
    return all(len({key.value(vector) for vector in each}) == 1 for each in members)


def _follows(key: Functional, keys: Sequence[Functional], members: Iterable[tuple[Vector, ...]]) -> bool:
    """The other keys determine this one."""
    seen: dict[Vector, int] = {}
    return all(
        seen.setdefault(tuple(other.value(each[0]) for other in keys), key.value(each[0])) == key.value(each[0])
        for each in members
    )
