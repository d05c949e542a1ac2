"""Metamorphic relations: a tree is changed, and its solutions over the variables that it had must be the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.outside.tree import Declared, Node, Part, Tree, constant, replaced, variable

SYMMETRIC_LISTS = ("total", "sum", "maximum", "minimum", "number_of_values", "AllDifferent", "Clause", "All")
SYMMETRIC_PAIRS = ("+", "*", "==", "!=", "&", "|", "^", "Iff")
MIRRORED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}


def negated_twice(tree: Tree, random: Random) -> Tree:
    return tree.said(lambda said: Node("~", (Node("~", (said,)),)))


def reified_and_asserted(tree: Tree, random: Random) -> Tree:
    """A Boolean says whether a constraint holds, and it is true."""
    flags = [Declared(f"flag{number}", (0, 1), True) for number, _ in enumerate(tree.constraints)]
    ways = [random.choice(("Iff", "==", "<=")) for _ in flags]
    said = [
        Node(way, (variable(flag.name), each)) for way, flag, each in zip(ways, flags, tree.constraints, strict=True)
    ]
    return Tree((*tree.declared, *flags), (*said, *(variable(flag.name) for flag in flags)))


def constants_folded(tree: Tree, random: Random) -> Tree:
    """A variable with one value becomes a sum that is this number."""
    fixed = {each.name: each.domain[0] for each in tree.declared if len(each.domain) == 1}

    def change(node: Node) -> Node:
        if node.kind != "variable" or node.parts[0] not in fixed:
            return node
        return Node("+", (Node("total", ((),)), constant(fixed[str(node.parts[0])])))

    return tree.said(lambda said: replaced(said, change))


def constants_unfolded(tree: Tree, random: Random) -> Tree:
    """A number becomes a variable with one value."""
    new: dict[int, Declared] = {}

    def change(node: Node) -> Node:
        if node.kind != "constant":
            return node
        number = node.parts[0]
        assert isinstance(number, int)
        return variable(new.setdefault(number, Declared(f"number{len(new)}", (number,))).name)

    changed = tree.said(lambda said: replaced(said, change))
    return replace(changed, declared=(*tree.declared, *new.values()))


def permuted(tree: Tree, random: Random) -> Tree:
    """The constraints, the sides of symmetric operators, and the members of symmetric lists in another order."""

    def change(node: Node) -> Node:
        if node.kind in SYMMETRIC_PAIRS:
            return Node(node.kind, node.parts[::-1])
        if node.kind in MIRRORED and random.random() < 0.5:
            return Node(MIRRORED[node.kind], node.parts[::-1])
        if node.kind in SYMMETRIC_LISTS:
            return Node(node.kind, (_shuffled(random, node.parts[0]),))
        if node.kind in ("AtMost", "AtLeast", "Exactly"):
            return Node(node.kind, (node.parts[0], _shuffled(random, node.parts[1])))
        return node

    changed = tree.said(lambda said: replaced(said, change))
    return replace(changed, constraints=tuple(random.sample(changed.constraints, len(changed.constraints))))


def _shuffled(random: Random, part: Part) -> Part:
    assert isinstance(part, tuple)
    return tuple(random.sample(part, len(part)))


def doubled(tree: Tree, random: Random) -> Tree:
    """Each constraint again, and joined with itself."""
    joined = tree.said(lambda said: Node(random.choice(("&", "|")), (said, said)))
    return replace(tree, constraints=tree.constraints + joined.constraints)


RELATIONS: tuple[Callable[[Tree, Random], Tree], ...] = (
    negated_twice,
    reified_and_asserted,
    constants_folded,
    constants_unfolded,
    permuted,
    doubled,
)
