"""Which decision variable to branch on where several have the fewest values left: the one that constrains the others most.

D. Brélaz, New methods to color the vertices of a graph, Communications of the ACM 22, 1979. Against the order of declaration:
docs/measurements.md#most-connected-first. Booleans keep the order of declaration, where neighbours stand together: sorting
them makes dominating queens much slower.
"""

from collections import Counter

from threefold.language import AllDifferent, Spec, Variable
from threefold.language.node import Kind

MOST_VALUES = 200_000  # of the terms of an AllDifferent, so that counting them takes milliseconds


def most_connected_first(spec: Spec) -> list[Variable]:
    """The decision variables: integers by their connections, then Booleans; ties in the order of declaration."""
    weights = [0.0] * len(spec.variables)
    for posted in spec.posted:
        for position, weight in _connections(posted.constraint).items():
            weights[position] += weight
    return sorted(spec.decisions, key=lambda x: 0 if x.boolean else -weights[x.position])


def _connections(constraint: Kind) -> dict[int, float]:
    """By position: 1 for each variable; in an AllDifferent the mean number of other terms that can take its value."""
    if not isinstance(constraint, AllDifferent) or _large(constraint):
        return {x.position: 1 for x in constraint.variables()}
    takers = Counter[int]()
    for unit in constraint.units:
        takers.update(unit.values())
    return {
        unit.variable.position: sum(map(takers.__getitem__, unit.values())) / len(unit.values()) - 1
        for unit in constraint.units
        if unit.variable is not None
    }


def _large(constraint: AllDifferent) -> bool:
    """Or about functions."""
    functions = any(x.position < 0 for x in constraint.operands())
    return functions or sum(len(unit.values()) for unit in constraint.units) > MOST_VALUES
