"""Expressions of the parameters of a puzzle, and the shortest one that has given values at some sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

Sizes = Sequence[Mapping[str, int]]  # the parameters of some instances
Monomial = tuple[str, ...]


@dataclass(frozen=True)
class Expression:
    """A polynomial in the parameters: `n·k − 1`, or `(n² + n) / 2`."""

    terms: tuple[tuple[int, Monomial], ...]
    divisor: int = 1

    def value(self, parameters: Mapping[str, int]) -> int:
        return sum(a * prod(parameters[name] for name in names) for a, names in self.terms) // self.divisor

    def plus(self, number: int) -> Expression:
        constant = sum(a for a, names in self.terms if not names) + number * self.divisor
        rest = tuple((a, names) for a, names in self.terms if names)
        return Expression((*rest, *([(constant, ())] if constant else [])), self.divisor)

    def times(self, factor: int) -> Expression:
        return Expression(tuple((factor * a, names) for a, names in self.terms if factor), self.divisor)

    @property
    def effort(self) -> int:
        """Of reading it: of two expressions that fit, the shorter one is meant."""
        return sum(abs(a) + 2 * len(names) for a, names in self.terms) + self.divisor


ZERO = Expression(())


def _atoms(names: Sequence[str]) -> list[Expression]:
    single = [Expression(((1, (a,)),)) for a in names]
    pairs = list(combinations(names, 2))
    products = [Expression(((1, each),)) for size in (2, 3) for each in combinations(names, size)]
    squares = [Expression(((1, (a, a)),)) for a in names]
    halves = [Expression(((1, (a, a)), (sign, (a,))), 2) for a in names for sign in (1, -1)]
    magic = [Expression(((1, (a, a, a)), (1, (a,))), 2) for a in names]
    sums = [Expression(((1, (a,)), (1, (b,)))) for a, b in pairs]
    differences = [Expression(((1, (a,)), (-1, (b,)))) for a, b in (*pairs, *(pair[::-1] for pair in pairs))]
    return [*single, *products, *squares, *sums, *differences, *halves, *magic]


def expression(values: Sequence[int], sizes: Sizes) -> Expression | None:
    """The shortest expression with these values at these sizes."""
    if len(set(values)) == 1:
        return ZERO.plus(values[0])
    fitting = (_through(atom, values, sizes) for atom in _atoms(list(sizes[0])))
    return min((each for each in fitting if each is not None), key=lambda each: each.effort, default=None)


def _through(atom: Expression, values: Sequence[int], sizes: Sizes) -> Expression | None:
    """`a·atom + b`, where the first two different values determine a and b."""
    known = [atom.value(size) for size in sizes]
    other = next((place for place, value in enumerate(known) if value != known[0]), None)
    if other is None:
        return None
    slope, rest = divmod(values[other] - values[0], known[other] - known[0])
    if rest or not slope or (atom.divisor > 1 and abs(slope) > 1):
        return None
    constant = values[0] - slope * known[0]
    fits = all(slope * one + constant == value for one, value in zip(known, values, strict=True))
    return atom.times(slope).plus(constant) if fits else None
