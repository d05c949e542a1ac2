"""Graceful labelling of a wheel: n nodes around a hub, and 2n edges.

`label[v]` is the label of node v, from 0 to the number of edges, `label[0]` that of the hub. All labels differ, and
so do the differences along edges. (A. Rosa, On certain valuations of the vertices of a graph, 1967.)
"""

from threefold.language import AllDifferent, Parameter, Puzzle, Spec


def build(n: int) -> Spec:
    spec = Spec("graceful", n=n)
    label = spec.integers("label", range(n + 1), domain=range(2 * n + 1))
    edges = [(0, v) for v in range(1, n + 1)] + [(v, v % n + 1) for v in range(1, n + 1)]
    spec.group("labels differ").add(AllDifferent(label))
    spec.group("differences differ").add(AllDifferent(abs(label[a] - label[b]) for a, b in edges))
    return spec


PUZZLE = Puzzle(
    name="graceful",
    summary="labels of a wheel whose differences along edges differ",
    description=__doc__,
    parameters=(Parameter("n", "nodes around the hub", 3, 12),),
    build=build,
    example=(6,),
)
