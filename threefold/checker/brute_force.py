"""All solutions of a small spec, by testing every assignment with `holds`: a count that shares no code with any lowering."""

from itertools import product
from math import prod

from threefold.language import Spec


def assignments(spec: Spec) -> int:
    """The number of assignments to test."""
    return prod(len(x.domain) for x in spec.variables)


def solutions(spec: Spec) -> list[tuple[int, ...]]:
    """The solutions over all variables, derived ones included."""
    return [values for values in product(*(x.domain for x in spec.variables)) if spec.violated(values) is None]


def projected(spec: Spec) -> set[tuple[int, ...]]:
    """The solutions over the decision variables."""
    positions = [x.position for x in spec.decisions]
    return {tuple(values[position] for position in positions) for values in solutions(spec)}
