"""Nodes by number: equal ones have the same. Children come first, without recursion, so that no depth is too large."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeAlias

from threefold.language.functions import Function, operands
from threefold.language.node import Kind
from threefold.language.terms import Sum, Variable
from threefold.language.truth import Literal

Node: TypeAlias = Kind | Function


class Numbering:
    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._by_key: dict[Hashable, int] = {}
        self._known: dict[int, tuple[int, Node]] = {}  # by identity; the node is kept, so that this stays its own

    def number(self, node: Node) -> int:
        waiting = [node]
        while waiting:
            each = waiting[-1]
            inside = [] if id(each) in self._known else [x for x in children(each) if id(x) not in self._known]
            waiting += reversed(inside)
            if not inside:
                waiting.pop()
                self._add(each)
        return self._known[id(node)][0]

    def _add(self, node: Node) -> None:
        if id(node) in self._known:
            return
        key = type(node), *map(self._key, node.arguments)
        if key not in self._by_key:
            self._by_key[key] = len(self.nodes)
            self.nodes.append(node)
        self._known[id(node)] = self._by_key[key], node

    def _key(self, argument: Any) -> Hashable:
        match argument:
            case Sum(terms=terms, constant=constant):
                return tuple((a, self._of(x)) for a, x in terms), constant
            case Literal(variable=x, comparator=comparator, value=value, positive=positive):
                return self._of(x), comparator, value, positive
            case Kind():
                return "node", self._known[id(argument)][0]
            case tuple() | list():
                return tuple(map(self._key, argument))
            case _:
                return type(argument), argument

    def _of(self, x: Variable) -> Hashable:
        return x.position if x.position >= 0 else ("node", self._known[id(x)][0])


def children(node: Node) -> list[Node]:
    """The functions and constraints that stand in it directly."""
    found: list[Node] = [each for each in node.arguments if isinstance(each, Kind)]
    found += [
        x for x in operands(tuple(a for a in node.arguments if not isinstance(a, Kind))) if isinstance(x, Function)
    ]
    return found
