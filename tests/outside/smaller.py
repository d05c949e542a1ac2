"""A failing tree made smaller: constraints, variables, values and parts are left out as long as it still fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.outside.meaning import TERMS, solutions
from tests.outside.tree import Node, Part, Tree, constant, nodes

MOST_TRIED = 3_000


def smallest(tree: Tree, fails: Callable[[Tree], bool]) -> Tree:
    tried = 0
    changed = True
    while changed:
        changed = False
        for each in smaller(tree):
            tried += 1
            if tried > MOST_TRIED:
                return tree
            if _meaningful(each) and fails(each):
                tree, changed = each, True
                break
    return tree


def _meaningful(tree: Tree) -> bool:
    """Lists of different lengths, and the maximum of nothing, mean nothing."""
    try:
        solutions(tree)
    except (ValueError, TypeError, IndexError, KeyError):
        return False
    return True


def smaller(tree: Tree) -> Iterator[Tree]:
    said = tree.constraints
    for place in range(len(said) if len(said) > 1 else 0):
        yield replace(tree, constraints=said[:place] + said[place + 1 :])
    used = {node.parts[0] for node in nodes(said) if node.kind == "variable"}
    kept = tuple(each for each in tree.declared if each.name in used)
    if 0 < len(kept) < len(tree.declared):
        yield replace(tree, declared=kept)
    for place, node in enumerate(said):
        for each in _smaller_nodes(node):
            yield replace(tree, constraints=(*said[:place], each, *said[place + 1 :]))
    for place, variable in enumerate(tree.declared):
        for value in variable.domain if len(variable.domain) > 1 and not variable.boolean else ():
            less = replace(variable, domain=tuple(v for v in variable.domain if v != value))
            yield replace(tree, declared=(*tree.declared[:place], less, *tree.declared[place + 1 :]))


def _smaller_nodes(node: Node) -> Iterator[Node]:
    """A node that is in it instead, of the same sort; a number; fewer members; or the same for one of its parts."""
    yield from (inner for inner in nodes(node.parts) if _fits(inner, node))
    if node.kind in TERMS and node.kind != "constant":
        yield constant(1)
    yield from _shorter(node)
    for place, part in enumerate(node.parts):
        for each in _smaller_parts(part):
            yield Node(node.kind, (*node.parts[:place], each, *node.parts[place + 1 :]))


def _fits(inner: Node, outer: Node) -> bool:
    """A truth value is a term too; a term is no truth value."""
    return outer.kind in TERMS or inner.kind not in (*TERMS, "variable")


def _shorter(node: Node) -> Iterator[Node]:
    """One place less, in all lists of the same length or in one of them."""
    lengths = {len(part) for part in node.parts if isinstance(part, tuple)}
    for length in lengths:
        for place in range(length):
            yield Node(node.kind, tuple(_without(part, length, place) for part in node.parts))


def _without(part: Part, length: int, place: int) -> Part:
    if not isinstance(part, tuple) or len(part) != length:
        return part
    return part[:place] + part[place + 1 :]


def _smaller_parts(part: Part) -> Iterator[Part]:
    if isinstance(part, Node):
        yield from _smaller_nodes(part)
    elif isinstance(part, tuple):
        for place, each in enumerate(part):
            yield part[:place] + part[place + 1 :]
            for less in _smaller_parts(each):
                yield (*part[:place], less, *part[place + 1 :])
