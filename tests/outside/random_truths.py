"""Random truth values of each kind."""

from tests.outside.pieces import OPERATORS, Drawer, Pieces
from tests.outside.tree import Node, Part, constant, variable


def _comparison(sign: str) -> Drawer:
    """Of terms with coefficients, with sums on both sides."""

    def drawn(draw: Pieces, depth: int) -> Node:
        if draw.chance(0.5):
            return Node(sign, (_weighted(draw), _weighted(draw)))
        return Node(sign, draw.two_terms(depth))

    return drawn


def _weighted(draw: Pieces) -> Node:
    sums = [Node("*", (constant(draw.one((-2, -1, 1, 2, 3))), draw.variable())) for _ in range(draw.one((1, 1, 2, 3)))]
    return Node("total", (tuple(sums),)) if draw.chance(0.3) else _added(draw, sums)


def _added(draw: Pieces, parts: list[Node]) -> Node:
    result = parts[0]
    for part in parts[1:]:
        result = Node(draw.one(("+", "-")), (result, part))
    return Node("+", (result, draw.constant())) if draw.chance(0.3) else result


def _linear(draw: Pieces, depth: int) -> Node:
    left, right = draw.two_terms(depth)
    return Node("Linear", (left, draw.one(("==", "!=", "<=", ">=")), right))


def _two(kind: str) -> Drawer:
    return lambda draw, depth: Node(kind, (draw.truth(depth), draw.truth(depth)))


def _not(draw: Pieces, depth: int) -> Node:
    return Node("~", (draw.truth(depth),))


def _list(kind: str) -> Drawer:
    return lambda draw, depth: Node(kind, (draw.truths(depth),))


def _counted(kind: str) -> Drawer:
    return lambda draw, depth: Node(kind, (draw.bound(), draw.truths(depth, 4)))


def _cardinality(draw: Pieces, depth: int) -> Node:
    return Node("Cardinality", (draw.truths(depth, 4), draw.one(("<=", "==", ">=")), draw.one((-1, 0, 1, 1, 2, 3))))


def _all_different(draw: Pieces, depth: int) -> Node:
    return Node("AllDifferent", (draw.some_terms(depth, most=4),))


def _table(draw: Pieces, depth: int) -> Node:
    terms = draw.some_terms(depth)
    rows = tuple(draw.row(terms) for _ in range(draw.one((0, 1, 2, 4, 6, 6))))
    return Node("Table", (terms, rows))


def _element(draw: Pieces, depth: int) -> Node:
    length = 0 if draw.chance(0.05) else draw.one((1, 2, 3, 4))
    array = draw.numbers(length) if draw.chance(0.7) else draw.exactly(depth, length)
    index, result = draw.two_terms(depth)
    return Node("Element", (index, array, result))


def _matrix_element(draw: Pieces, depth: int) -> Node:
    rows = tuple(draw.numbers(2) for _ in range(draw.one((1, 2, 3))))
    column = draw.one((constant(0), constant(1), Node("%", (draw.unknown(0), constant(2))), draw.unknown(depth)))
    return Node("MatrixElement", (draw.unknown(depth), column, rows, draw.term(0)))


def _circuit(draw: Pieces, depth: int) -> Node:
    if draw.chance(0.5):
        return Node("Circuit", (draw.places(draw.one((2, 2, 3))),))
    return Node("Circuit", (draw.some_terms(min(depth, 1), least=1, most=4),))


def _increasing(draw: Pieces, depth: int) -> Node:
    return Node("Increasing", (draw.some_terms(depth), draw.chance(0.5)))


def _lists(draw: Pieces, depth: int) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    first = draw.some_terms(depth)
    one, other = first, draw.numbers(len(first))
    return (one, other) if draw.chance(0.5) else (other, one)


def _lexicographic(draw: Pieces, depth: int) -> Node:
    return Node("Lexicographic", (*_lists(draw, depth), draw.chance(0.5)))


def _inverse(draw: Pieces, depth: int) -> Node:
    if draw.chance(0.5):
        length = draw.one((1, 2, 2, 3))
        return Node("Inverse", (draw.places(length), draw.places(length)))
    return Node("Inverse", _lists(draw, depth))


def _global_cardinality(draw: Pieces, depth: int) -> Node:
    values = tuple(draw.random.sample(range(-1, 4), draw.one((0, 1, 2, 2, 3))))
    bounds = tuple(_bound(draw, depth) for _ in values)
    return Node("GlobalCardinality", (draw.some_terms(depth, most=4), values, bounds, draw.chance(0.3)))


def _bound(draw: Pieces, depth: int) -> Part:
    ranges = (range(2), range(1, 3), range(0, 4, 2), range(1, 4, 2), range(2, -1, -2), range(0), range(-1, 2))
    kind = draw.one(("integer", "range", "range", "term"))
    if kind == "range":
        return draw.one(ranges)
    return constant(draw.one((-1, 0, 1, 1, 2))) if kind == "integer" else draw.unknown(depth)


def _no_overlap(draw: Pieces, depth: int) -> Node:
    starts = draw.some_terms(depth)
    return Node("NoOverlap", (starts, tuple(draw.not_negative() for _ in starts)))


def _cumulative(draw: Pieces, depth: int) -> Node:
    """The capacity is not negative: no task at all would need nothing."""
    starts = draw.some_terms(depth)
    durations, demands = (tuple(draw.not_negative() for _ in starts) for _ in range(2))
    return Node("Cumulative", (starts, durations, demands, draw.not_negative()))


def _regular(draw: Pieces, depth: int) -> Node:
    states = draw.one(((0, 1), (0, 1, 2), (3, -1), ("a", "b"), ("a", "b", "stop")))
    pairs = [(state, value) for state in states for value in range(-1, 4) if draw.chance(0.6)]
    steps = tuple((state, value, draw.one(states)) for state, value in pairs)
    accepted = tuple(state for state in states if draw.chance(0.5))
    return Node("Regular", (draw.some_terms(depth, most=4), steps, draw.one(states), accepted))


def _condition(draw: Pieces, depth: int) -> Node:
    """With a fixed variable or one value of many: a literal."""
    return Node(draw.one(OPERATORS), (variable(draw.one(draw.declared).name), draw.constant()))


DRAWN: dict[str, Drawer] = {
    **{sign: _comparison(sign) for sign in OPERATORS},
    "literal": _condition,
    "Linear": _linear,
    **{kind: _two(kind) for kind in ("&", "|", "^", "Iff", "Implies", "implies")},
    "truth == truth": _two("=="),
    "truth != truth": _two("!="),
    "truth <= truth": _two("<="),
    "~": _not,
    "All": _list("All"),
    "Clause": _list("Clause"),
    **{kind: _counted(kind) for kind in ("AtMost", "AtLeast", "Exactly")},
    "Cardinality": _cardinality,
    "AllDifferent": _all_different,
    "Table": _table,
    "Element": _element,
    "MatrixElement": _matrix_element,
    "Circuit": _circuit,
    "Increasing": _increasing,
    "Lexicographic": _lexicographic,
    "Inverse": _inverse,
    "GlobalCardinality": _global_cardinality,
    "NoOverlap": _no_overlap,
    "Cumulative": _cumulative,
    "Regular": _regular,
}
