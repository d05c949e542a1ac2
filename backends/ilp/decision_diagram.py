"""A long sum as a unit flow through its partial-sum diagram: coefficients 1 and -1, however large the sum's own are.

Layer i has a node per partial sum of the first i terms from which the comparison is still open; an arc is a value of
the next term. A unit enters at the root (or as much as the condition is worth) and leaves where the comparison is
settled; an arc carries no more than its value's column. With integers in the columns only one path is left, so the
flow need not be declared integer.

Against big-M: right at every scale where CBC fails from coefficients of 10^7 on, but larger, and 3 to 10 times slower.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from operator import eq, ge, le, ne

from threefold.backends.ilp.model import TRUE, Affine, Model, total
from threefold.language.terms import Variable

MOST_NODES = 20_000

_COMPARE = {"<=": le, "==": eq, ">=": ge, "!=": ne}


@dataclass(frozen=True)
class Comparison:
    """`sum of a·x ⋈ bound`."""

    terms: tuple[tuple[int, Variable], ...]
    comparator: str
    bound: int

    def holds(self, value: int) -> bool:
        """Of a value of the sum."""
        return bool(_COMPARE[self.comparator](value, self.bound))


@dataclass(frozen=True)
class Layer:
    """The arcs over one term's values: from a partial sum to the next, or to None where the comparison then holds."""

    variable: Variable
    arcs: list[tuple[int, int, int | None]]


def diagram(comparison: Comparison) -> list[Layer] | None:
    """The layers, without nodes from which it cannot hold; None when they have more than MOST_NODES nodes."""
    # The widest term first: what is left of the sum then settles the comparison soonest.
    terms = sorted(comparison.terms, key=lambda term: -abs(term[0]) * (term[1].domain[-1] - term[1].domain[0]))
    layers: list[Layer] = []
    sums, nodes = [0], 1
    for place, (a, x) in enumerate(terms):
        rest = _span(terms[place + 1 :])
        arcs: list[tuple[int, int, int | None]] = []
        for start in sums:
            for value in x.domain:
                end = start + a * value
                verdict = _verdict(comparison, end + rest[0], end + rest[1])
                if verdict is not False:
                    arcs.append((start, value, None if verdict else end))
        layers.append(Layer(x, arcs))
        sums = sorted({end for _, _, end in arcs if end is not None})
        nodes += len(sums)
        if nodes > MOST_NODES:
            return None
    return _alive(layers)


def _span(terms: Sequence[tuple[int, Variable]]) -> tuple[int, int]:
    """The least and the greatest sum."""
    ends = [sorted((a * x.domain[0], a * x.domain[-1])) for a, x in terms]
    return sum(low for low, _ in ends), sum(high for _, high in ends)


def _verdict(comparison: Comparison, low: int, high: int) -> bool | None:
    """Of every sum between low and high; None where it differs, or might."""
    at_low, at_high = comparison.holds(low), comparison.holds(high)
    return None if at_low != at_high or low < comparison.bound < high else at_low


def _alive(layers: list[Layer]) -> list[Layer]:
    """Without the arcs to nodes that have no way on."""
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
