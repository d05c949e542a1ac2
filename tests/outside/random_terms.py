"""Random terms of each kind."""

from tests.outside.pieces import Drawer, Pieces
from tests.outside.tree import Node, constant


def _operator(sign: str) -> Drawer:
    return lambda draw, depth: Node(sign, draw.two_terms(depth))


def _division(kind: str) -> Drawer:
    """The divisor is a number in half of them."""

    def drawn(draw: Pieces, depth: int) -> Node:
        if draw.chance(0.5):
            return Node(kind, (draw.unknown(depth), constant(draw.one((-3, -2, -1, 1, 2, 3)))))
        return Node(kind, (draw.term(depth), draw.unknown(depth)))

    return drawn


def _negative(draw: Pieces, depth: int) -> Node:
    return Node("negative", (draw.unknown(depth),))


def _abs(draw: Pieces, depth: int) -> Node:
    return Node("abs", (draw.unknown(depth),))


def _power(draw: Pieces, depth: int) -> Node:
    return Node("**", (draw.unknown(min(depth, 1)), draw.one((1, 2, 2, 3))))


def _total(draw: Pieces, depth: int) -> Node:
    return Node("total", (draw.some_terms(depth),))


def _sum(draw: Pieces, depth: int) -> Node:
    """Python's own, as of a generator: its terms are unknown."""
    return Node("sum", (tuple(draw.truth(depth) for _ in range(draw.one((1, 2, 3)))),))


def _extreme(kind: str) -> Drawer:
    return lambda draw, depth: Node(kind, (draw.some_terms(depth, least=1),))


def _value_at(draw: Pieces, depth: int) -> Node:
    length = draw.one((1, 2, 3, 4))
    array = draw.numbers(length) if draw.chance(0.7) else draw.exactly(depth, length)
    index = draw.unknown(depth)
    if draw.chance(0.4):
        index = Node("%", (index, constant(length)))
    return Node("value_at", (array, index))


def _occurrences(draw: Pieces, depth: int) -> Node:
    return Node("occurrences", (draw.some_terms(depth), draw.constant() if draw.chance(0.5) else draw.term(depth)))


def _number_of_values(draw: Pieces, depth: int) -> Node:
    return Node("number_of_values", (draw.some_terms(depth),))


DRAWN: dict[str, Drawer] = {
    **{sign: _operator(sign) for sign in ("+", "-", "*")},
    **{kind: _division(kind) for kind in ("//", "%", "divmod0", "divmod1")},
    "**": _power,
    "negative": _negative,
    "abs": _abs,
    "total": _total,
    "sum": _sum,
    "maximum": _extreme("maximum"),
    "minimum": _extreme("minimum"),
    "value_at": _value_at,
    "occurrences": _occurrences,
    "number_of_values": _number_of_values,
}
