"""What the random kinds are made of: variables, constants, lists of terms and of truth values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias, TypeVar

from tests.outside.tree import Declared, Node, Part, constant, variable

Drawer: TypeAlias = "Callable[[Pieces, int], Node]"
Thing = TypeVar("Thing")
OPERATORS = ("==", "!=", "<=", "<", ">=", ">")


class Pieces:
    def __init__(
        self, random: Random, declared: Sequence[Declared], terms: Mapping[str, Drawer], truths: Mapping[str, Drawer]
    ) -> None:
        self.random, self.declared = random, declared
        self._terms, self._truths = tuple(terms.values()), tuple(truths.values())

    def one(self, things: Sequence[Thing]) -> Thing:
        return self.random.choice(things)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def shuffled(self, *parts: Node) -> tuple[Node, ...]:
        return tuple(self.random.sample(parts, len(parts)))

    def variable(self) -> Node:
        return variable(self.one(self.declared).name)

    def _turned(self) -> Node:
        """A variable with another sign, or a number added to it."""
        forms = (("-", self.constant(), self.variable()), ("+", self.variable(), self.constant()))
        sign, *parts = self.one(forms)
        return Node("negative", (self.variable(),)) if self.chance(0.3) else Node(sign, tuple(parts))

    def constant(self) -> Node:
        return constant(self.one((-2, -1, 0, 1, 1, 2, 3)))

    def unknown(self, depth: int) -> Node:
        """A term that is no plain number."""
        if depth <= 0 or self.chance(0.3):
            return self._turned() if self.chance(0.25) else self.variable()
        return self.truth(depth - 1) if self.chance(0.15) else self.one(self._terms)(self, depth - 1)

    def term(self, depth: int) -> Node:
        return self.constant() if self.chance(0.25) else self.unknown(depth)

    def two_terms(self, depth: int) -> tuple[Node, Node]:
        """Python itself would compute what has numbers only."""
        one, other = self.shuffled(self.unknown(depth), self.term(depth))
        return one, other

    def some_terms(self, depth: int, least: int = 0, most: int = 3) -> tuple[Node, ...]:
        """Not numbers only; sometimes the members of a family, and sometimes none."""
        family = tuple(variable(each.name) for each in self.declared if each.index)
        if family and least <= len(family) and self.chance(0.3):
            return family
        if least == 0 and self.chance(0.05):
            return ()
        return self.exactly(depth, self.random.randint(max(1, least), most))

    def exactly(self, depth: int, length: int) -> tuple[Node, ...]:
        """So many terms, not numbers only."""
        others = (self.term(depth if self.chance(0.4) else 0) for _ in range(length - 1))
        return self.shuffled(self.unknown(depth), *others) if length else ()

    def places(self, length: int) -> tuple[Node, ...]:
        """So many terms, most of which are between 0 and the length."""
        fit = [each.name for each in self.declared if len(set(each.domain) & set(range(length))) > 1]
        first = self.one(fit) if fit else self.one(self.declared).name
        others = (variable(self.one(fit)) if fit and self.chance(0.8) else self.term(0) for _ in range(length - 1))
        return self.shuffled(variable(first), *others)

    def numbers(self, length: int) -> tuple[Node, ...]:
        """Terms that may be numbers only, as in an array."""
        plain = self.chance(0.4)
        return tuple(self.constant() if plain else self.term(0) for _ in range(length))

    def not_negative(self) -> Node:
        """As a duration and a demand."""
        fit = [variable(each.name) for each in self.declared if each.domain[0] >= 0 and each.domain[-1] <= 3]
        if fit and self.chance(0.5):
            return self.one(fit)
        return self.truth(0) if self.chance(0.1) else constant(self.one((0, 1, 1, 2, 2, 3)))

    def truth(self, depth: int) -> Node:
        if depth <= 0 or self.chance(0.2):
            return self._literal()
        return self.one(self._truths)(self, depth - 1)

    def _literal(self) -> Node:
        booleans = [variable(each.name) for each in self.declared if each.boolean]
        if booleans and self.chance(0.5):
            return self.one(booleans)
        return Node(self.one(OPERATORS), (self.variable(), self.constant()))

    def truths(self, depth: int, most: int = 3) -> tuple[Node, ...]:
        length = 0 if self.chance(0.05) else self.random.randint(1, most)
        items = [self.truth(depth if self.chance(0.5) else 0) for _ in range(length)]
        return tuple(items + items[:1] if self.chance(0.1) else items)  # one of them twice

    def bound(self) -> Node:
        """Of a number of truth values."""
        return self.unknown(1) if self.chance(0.3) else constant(self.one((-1, 0, 1, 1, 2, 2, 3)))

    def row(self, terms: Sequence[Node]) -> tuple[Part, ...]:
        """A value for each of the terms."""
        domains = {each.name: each.domain for each in self.declared}
        return tuple(self.one(domains.get(str(term.parts[0]), (-1, 0, 0, 1, 1, 2, 3))) for term in terms)
