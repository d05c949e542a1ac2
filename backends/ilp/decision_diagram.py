"""A long sum as a unit flow through the diagram of its partial sums. All coefficients are 1 and -1, however large the sum's are.

Layer i has a node for each partial sum of the first i terms for which the comparison is still open; an arc is a value of the
next term. One unit enters at the root (under a condition: as much as the condition's value) and leaves where the comparison
is settled. An arc carries at most the value of its column. The integer columns leave only one path, so the flow is not
declared integer.

Against big-M: correct at every scale, where CBC is wrong with large coefficients, but larger and slower
(docs/measurements.md#big-m-against-flow).
"""

from collections import defaultdict
from dataclasses import dataclass

from threefold.backends.ilp.model import TRUE, Affine, Model, total
from threefold.backends.linear_form import LinearForm, span
from threefold.language.terms import Variable

MOST_NODES = 20_000


@dataclass(frozen=True)
class Layer:
    """The arcs over one term's values: from a partial sum to the next, or to None where the comparison then holds."""

    variable: Variable
    arcs: list[tuple[int, int, int | None]]


def diagram(comparison: LinearForm) -> list[Layer] | None:
    """The layers, without nodes from which the comparison cannot hold; None where there are more than MOST_NODES nodes."""
    # The widest term first: the rest then settles the comparison soonest.
    terms = sorted(comparison.terms, key=lambda term: -abs(term[0]) * (term[1].domain[-1] - term[1].domain[0]))
    layers: list[Layer] = []
    sums, nodes = [0], 1
    for place, (a, x) in enumerate(terms):
        rest = span(terms[place + 1 :])
        arcs: list[tuple[int, int, int | None]] = []
        for start in sums:
            for value in x.domain:
                end = start + a * value
                verdict = comparison.verdict(end + rest[0], end + rest[1])
                if verdict is not False:
                    arcs.append((start, value, None if verdict else end))
        layers.append(Layer(x, arcs))
        sums = sorted({end for _, _, end in arcs if end is not None})
        nodes += len(sums)
        if nodes > MOST_NODES:
            return None
    return _alive(layers)


def _alive(layers: list[Layer]) -> list[Layer]:
    """Without the arcs to nodes that have no arcs themselves."""
    kept: list[Layer] = []
    alive: set[int | None] = {None}
    for layer in reversed(layers):
        arcs = [arc for arc in layer.arcs if arc[2] in alive]
        kept.append(Layer(layer.variable, arcs))
        alive = {None, *(start for start, _, _ in arcs)}
    return kept[::-1]


def post_flow(model: Model, group: str, layers: list[Layer], condition: Affine | None) -> None:
    entering: dict[int | None, list[Affine]] = {0: [TRUE if condition is None else condition]}
    for layer in layers:
        leaving: dict[int, list[Affine]] = defaultdict(list)
        over: dict[int, list[Affine]] = defaultdict(list)
        arriving: dict[int | None, list[Affine]] = defaultdict(list)
        for start, value, end in layer.arcs:
            flow = model.auxiliary(integer=False)
            leaving[start].append(flow)
            over[value].append(flow)
            arriving[end].append(flow)
        for node, flows in entering.items():
            if node is not None:
                model.post(group, total(flows) - total(leaving[node]), "==", 0)
        for value, takes in model.values(layer.variable):
            model.post(group, total(over[value]) - takes, "<=", 0)
        entering = arriving
