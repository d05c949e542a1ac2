"""The values that different terms can take: AllDifferent by matchings.

Régin, A filtering algorithm for constraints of difference in CSPs, AAAI 1994. Terms and values form a graph, and a solution is
a matching of all terms. A value of a term is in some such matching if and only if both are in the same strongly connected
component of this graph: from a value to the term that has it in one matching, from a term to its other values, from every value
that no term has to a node of its own, and from there to all values that a term has.
"""

from collections.abc import Sequence, Set


def supported(domains: Sequence[Set[int]]) -> list[set[int]] | None:
    """Of each term the values for which different values of the others exist; None where there are none."""
    owner = _matching(domains)
    if owner is None:
        return None
    chosen = {term: value for value, term in owner.items()}
    number = {value: place for place, value in enumerate(sorted(set[int]().union(*domains)), len(domains))}
    hub = len(domains) + len(number)
    edges = [[number[value] for value in domain if value != chosen[term]] for term, domain in enumerate(domains)]
    edges += [[owner[value]] if value in owner else [hub] for value in number]
    edges.append([number[value] for value in owner])
    component = _components(edges)
    return [
        {value for value in domain if value == chosen[term] or component[number[value]] == component[term]}
        for term, domain in enumerate(domains)
    ]


def _matching(domains: Sequence[Set[int]]) -> dict[int, int] | None:
    """The term of each value that has one, with all terms; None where there is no such matching."""
    owner: dict[int, int] = {}
    for term in sorted(range(len(domains)), key=lambda term: len(domains[term])):
        free = next((value for value in domains[term] if value not in owner), None)
        if free is not None:
            owner[free] = term
        elif not _augment(domains, owner, term):
            return None
    return owner


def _augment(domains: Sequence[Set[int]], owner: dict[int, int], start: int) -> bool:
    """Find a free value for the term, along a path on which terms change their values; breadth first."""
    came_from: dict[int, int] = {}  # the term from which a value was reached
    had = {term: value for value, term in owner.items()}
    waiting = [start]
    for term in waiting:
        for value in domains[term]:
            if value in came_from:
                continue
            came_from[value] = term
            if value in owner:
                waiting.append(owner[value])
                continue
            while True:
                taker = came_from[value]
                owner[value] = taker
                if taker == start:
                    return True
                value = had[taker]
    return False


def _components(edges: Sequence[Sequence[int]]) -> list[int]:
    """The strongly connected component of each node, by Tarjan's algorithm with a stack of its own."""
    index, low = [0] * len(edges), [0] * len(edges)
    component, path, counter = [-1] * len(edges), list[int](), 0
    for root in range(len(edges)):
        if index[root]:
            continue
        work = [(root, 0)]
        while work:
            node, begin = work.pop()
            if begin == 0:
                counter += 1
                index[node] = low[node] = counter
                path.append(node)
            elif component[child := edges[node][begin - 1]] < 0:
                low[node] = min(low[node], low[child])
            for place in range(begin, len(edges[node])):
                child = edges[node][place]
                if not index[child]:
                    work += [(node, place + 1), (child, 0)]
                    break
                if component[child] < 0:
                    low[node] = min(low[node], index[child])
            else:
                if low[node] == index[node]:
                    _close(path, component, node)
    return component


def _close(path: list[int], component: list[int], root: int) -> None:
    while True:
        node = path.pop()
        component[node] = root
        if node == root:
            return
