"""Cliques of k nodes in Paley's graph of a prime p = 4m + 1: two numbers modulo p are neighbours where their difference
is a square.

`node[i]` is the i-th smallest node of the clique. (R. Paley, On orthogonal matrices, 1933.)
"""

from itertools import combinations

from threefold.language import Parameter, Puzzle, Spec, Table


def build(p: int, k: int) -> Spec:
    spec = Spec("paley_cliques", p=p, k=k)
    squares = {v * v % p for v in range(1, p)}
    node = spec.integers("node", range(k), domain=range(p))
    rows = [(a, b) for a in range(p) for b in range(a + 1, p) if (b - a) % p in squares]
    spec.group("neighbours, in order").add(*(Table(two, rows) for two in combinations(node.variables, 2)))
    return spec


PUZZLE = Puzzle(
    name="paley_cliques",
    summary="cliques of k nodes in Paley's graph",
    description=__doc__,
    parameters=(Parameter("p", "a prime, 1 modulo 4", 5, 200), Parameter("k", "nodes of the clique", 1, 12)),
    build=build,
    example=(61, 4),
)
