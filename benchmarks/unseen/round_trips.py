"""Round trips along the edges of a generalised Petersen graph: 2n nodes, in a cycle of n, a star polygon with steps of
k, and n spokes.

`after[v]` is the node after node v: 0 to n - 1 are the cycle. With n = 5 and k = 2 it is Petersen's graph, which has
none; with n = 10 and k = 2 the dodecahedron. (W. R. Hamilton, The icosian game, 1857.)
"""

from threefold.language import Circuit, Parameter, Puzzle, Spec


def build(n: int, k: int) -> Spec:
    spec = Spec("round_trips", n=n, k=k)
    cycle = {v: {(v + 1) % n, (v - 1) % n, v + n} for v in range(n)}
    star = {v + n: {(v + k) % n + n, (v - k) % n + n, v} for v in range(n)}
    edges = cycle | star
    after = spec.integers("after", range(2 * n), domain=lambda v: sorted(edges[v]))
    spec.group("a round trip").add(Circuit(after))
    return spec


PUZZLE = Puzzle(
    name="round_trips",
    summary="round trips along the edges of a generalised Petersen graph",
    description=__doc__,
    parameters=(Parameter("n", "nodes of the cycle", 3, 50), Parameter("k", "steps of the star", 1, 24)),
    build=build,
    example=(22, 2),
)
