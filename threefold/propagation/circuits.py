"""Successors on one circuit through all nodes: what is removed is never possible, but what is left may not be.

Whether an arc is on a Hamiltonian circuit is NP-hard to decide. Two necessary conditions are used (Caseau and Laburthe, Solving
small TSPs with constraints, ICLP 1997): no arc closes a circuit without all nodes, and every node can reach every other one.
"""

from collections.abc import Sequence
from itertools import chain

Successors = list[frozenset[int]]


def on_one_circuit(successors: Sequence[frozenset[int]]) -> Successors | None:
    """The successors without arcs that are impossible; None at a contradiction."""
    left = list(successors)
    if len(left) > 1:
        changed = True
        while changed:
            changed = _without_short_circuits(left)
    return left if all(left) and _connected(left) else None


def _without_short_circuits(left: Successors) -> bool:
    """Remove from the end of each path of arcs that are fixed the arc to its start; true where something was removed."""
    following = {node: next(iter(own)) for node, own in enumerate(left) if len(own) == 1}
    changed = False
    for start in set(range(len(left))) - set(following.values()):
        end, length = start, 1
        while end in following and length <= len(left):
            end, length = following[end], length + 1
        if length < len(left) and start in left[end]:
            left[end] -= {start}
            changed = True
    return changed


def _connected(left: Sequence[frozenset[int]]) -> bool:
    backward: list[list[int]] = [[] for _ in left]
    for node, own in enumerate(left):
        for successor in own:
            backward[successor].append(node)
    return _reaches_all(left) and _reaches_all(backward)


def _reaches_all(arcs: Sequence[Sequence[int] | frozenset[int]]) -> bool:
    seen, new = {0}, {0}
    while new:
        new = set(chain.from_iterable(arcs[node] for node in new)) - seen
        seen |= new
    return len(seen) == len(arcs)
