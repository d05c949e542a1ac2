"""Sets of integer points that grow with the parameters of a puzzle, described by equations and bounds.

    points (i, j, i′, j′)  for n = 4, 5   ->   i′ = i,  1 ≤ i ≤ n,  1 ≤ j < j′ ≤ n

A coordinate that is a function of earlier ones becomes an equation. The bounds are those of single coordinates, then of sums and
differences of two. Each must be the same expression of the parameters at all sizes. A bound that excludes
nothing more is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import prod

from threefold.handouts.expressions import ZERO, Expression, Sizes, expression

Vector = tuple[int, ...]
Points = Sequence[set[Vector]]  # one set for each size
MOST_POINTS = 60_000  # of the box in which a description is tested


@dataclass(frozen=True)
class Functional:
    """A sum of signed coordinates; with `per`, divided by it and rounded up: the number of a block."""

    terms: tuple[tuple[int, int], ...]
    per: int = 1

    def value(self, point: Vector) -> int:
        return -(-sum(a * point[place] for a, place in self.terms) // self.per)


@dataclass(frozen=True)
class Affine:
    """A functional plus an expression: what a dependent coordinate is."""

    functional: Functional
    constant: Expression


@dataclass(frozen=True)
class Condition:
    functional: Functional
    relation: str  # <=, >= or !=
    bound: Expression

    def holds(self, value: int, bound: int) -> bool:
        return value <= bound if self.relation == "<=" else value >= bound if self.relation == ">=" else value != bound


@dataclass(frozen=True)
class Region:
    dimension: int
    dependent: Mapping[int, Affine]
    conditions: tuple[Condition, ...]

    @cached_property
    def free(self) -> list[int]:
        return [place for place in range(self.dimension) if place not in self.dependent]

    def points(self, box: Sequence[range], parameters: Mapping[str, int]) -> Iterator[Vector]:
        """Those whose free coordinates lie in the box."""
        bounds = [(each, each.bound.value(parameters)) for each in self.conditions]
        constants = {place: affine.constant.value(parameters) for place, affine in self.dependent.items()}
        for values in product(*(box[place] for place in self.free)):
            point = self._completed(values, constants)
            if all(each.holds(each.functional.value(point), bound) for each, bound in bounds):
                yield point

    def _completed(self, values: Vector, constants: Mapping[int, int]) -> Vector:
        point = [0] * self.dimension
        for place, value in zip(self.free, values, strict=True):
            point[place] = value
        for place, constant in constants.items():  # each depends on free coordinates only
            point[place] = self.dependent[place].functional.value(tuple(point)) + constant
        return tuple(point)


def box(points: Iterable[Vector], dimension: int) -> list[range]:
    """Around the points, with a margin of one."""
    columns = list(zip(*points, strict=True)) or [(0,)] * dimension
    return [range(min(column) - 1, max(column) + 2) for column in columns]


def fit(points: Points, sizes: Sizes, *, loose: bool = False) -> Region | None:
    """The region that has these points at these sizes; None if there is no description. `loose`: bounds of coordinates only."""
    first = next((point for each in points for point in each), None)
    if first is None or not all(points):
        return None
    dimension = len(first)
    dependent = _equations(points, sizes, dimension)
    free = Region(dimension, dependent, ())
    boxes = [box(each, dimension) for each in points]
    if max(prod(len(each[place]) for place in free.free) for each in boxes) > MOST_POINTS:
        return None
    conditions = list(_conditions(free, points, sizes, loose))
    if loose:
        return Region(dimension, dependent, tuple(conditions))
    needed = _needed(free, conditions, points, boxes, sizes)
    return None if needed is None else Region(dimension, dependent, tuple(needed))


def _equations(points: Points, sizes: Sizes, dimension: int) -> dict[int, Affine]:
    found: dict[int, Affine] = {}
    for place in range(dimension):
        earlier = [each for each in range(place) if each not in found]
        for functional in _candidates(earlier):
            constants = [_constant(each, place, functional) for each in points]
            known = [value for value in constants if value is not None]
            constant = expression(known, sizes) if len(known) == len(constants) else None
            if constant is not None:
                found[place] = Affine(functional, constant)
                break
    return found


def _candidates(places: Sequence[int]) -> Iterator[Functional]:
    yield Functional(())
    for a in (1, -1, 2):
        yield from (Functional(((a, place),)) for place in reversed(places))
    for one, other in combinations(places, 2):
        for a, b in ((1, 1), (1, -1), (-1, 1)):
            yield Functional(((a, one), (b, other)))
    for three in combinations(places, 3):
        for signs in product((1, -1), repeat=3):
            yield Functional(tuple(zip(signs, three, strict=True)))


def _constant(points: set[Vector], place: int, functional: Functional) -> int | None:
    """The difference between the coordinate and the functional, if it is the same for all points."""
    left = iter(points)
    first = next(left)
    constant = first[place] - functional.value(first)
    return constant if all(point[place] - functional.value(point) == constant for point in left) else None


def _conditions(region: Region, points: Points, sizes: Sizes, loose: bool) -> Iterator[Condition]:
    """All that hold for the points, those first that are left out last."""
    for functional in _bounded(region, loose):
        values = [[functional.value(point) for point in each] for each in points]
        for relation, extreme in ((">=", min), ("<=", max)):
            bound = expression([extreme(each) for each in values], sizes)
            if bound is not None:
                yield Condition(functional, relation, bound)
        if len(functional.terms) == 2 and all(0 not in each for each in values):
            yield Condition(functional, "!=", ZERO)


def _bounded(region: Region, loose: bool) -> Iterator[Functional]:
    varying = [place for place in range(region.dimension) if place in region.free or _varies(region.dependent[place])]
    yield from (Functional(((1, place),)) for place in (region.free if loose else varying))
    if not loose:
        for sign in (-1, 1):
            yield from (Functional(((1, one), (sign, other))) for one, other in combinations(region.free, 2))


def _varies(affine: Affine) -> bool:
    """A coordinate that is another one plus a number has no bounds of its own."""
    return len(affine.functional.terms) > 1


def _needed(
    region: Region, conditions: list[Condition], points: Points, boxes: Sequence[Sequence[range]], sizes: Sizes
) -> list[Condition] | None:
    """The conditions that exclude all other points of the boxes, without those that exclude nothing more."""
    others, excluded = 0, [0] * len(conditions)
    bit = 1
    for wanted, around, size in zip(points, boxes, sizes, strict=True):
        bounds = [condition.bound.value(size) for condition in conditions]
        for point in region.points(around, size):
            if point in wanted:
                continue
            others |= bit
            for number, (condition, bound) in enumerate(zip(conditions, bounds, strict=True)):
                if not condition.holds(condition.functional.value(point), bound):
                    excluded[number] |= bit
            bit <<= 1
    kept = list(range(len(conditions)))
    if _union(excluded, kept) != others:
        return None
    for number in reversed(range(len(conditions))):
        without = [each for each in kept if each != number]
        if _union(excluded, without) == others:
            kept = without
    return [conditions[number] for number in kept]


def _union(masks: Sequence[int], chosen: Iterable[int]) -> int:
    whole = 0
    for number in chosen:
        whole |= masks[number]
    return whole
