"""A spec as a tree of our own, without Threefold: `meaning` says what it means, and `written` how it is written for Threefold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TypeAlias

Part: TypeAlias = "Node | int | str | range | tuple[Part, ...]"
"""A node, a list of parts, or data: what is no term, like the rows of a table."""


@dataclass(frozen=True)
class Node:
    """A term or a truth value; its kind says which."""

    kind: str
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Declared:
    """A variable. `row[1]` is a member of the family `row`."""

    name: str
    domain: tuple[int, ...]
    boolean: bool = False

    @property
    def family(self) -> str:
        return self.name.partition("[")[0]

    @property
    def index(self) -> str:
        return self.name.partition("[")[2].rstrip("]")


@dataclass(frozen=True)
class Tree:
    """The variables, and what is said about them."""

    declared: tuple[Declared, ...]
    constraints: tuple[Node, ...]

    def size(self) -> int:
        return prod(len(each.domain) for each in self.declared)

    def assignments(self) -> Iterator[tuple[int, ...]]:
        return product(*(each.domain for each in self.declared))

    def said(self, change: Callable[[Node], Node]) -> Tree:
        return replace(self, constraints=tuple(map(change, self.constraints)))


def constant(number: int) -> Node:
    return Node("constant", (number,))


def variable(name: str) -> Node:
    return Node("variable", (name,))


def nodes(part: Part) -> Iterator[Node]:
    """The part itself and all that is in it."""
    if isinstance(part, Node):
        yield part
    for each in part.parts if isinstance(part, Node) else part if isinstance(part, tuple) else ():
        yield from nodes(each)


def replaced(node: Node, change: Callable[[Node], Node]) -> Node:
    """Every node changed, the inner ones first."""
    return change(Node(node.kind, tuple(_replaced(part, change) for part in node.parts)))


def _replaced(part: Part, change: Callable[[Node], Node]) -> Part:
    if isinstance(part, Node):
        return replaced(part, change)
    return tuple(_replaced(each, change) for each in part) if isinstance(part, tuple) else part
