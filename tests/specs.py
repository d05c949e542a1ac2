"""Small random specs for the one harness that every lowering goes through, and hand-picked edges with hand-computed counts."""

from collections.abc import Callable

from hypothesis import strategies as st

from threefold.language import (
    AllDifferent,
    AtLeast,
    AtMost,
    Cardinality,
    Circuit,
    Clause,
    Constraint,
    Element,
    Exactly,
    Implies,
    Linear,
    Literal,
    Spec,
    Sum,
    Table,
    Variable,
)

KINDS = ("Clause", "Cardinality", "AllDifferent", "Linear", "Table", "Element", "Circuit", "Implies")

domains = st.sets(st.integers(-2, 3), min_size=1, max_size=4)
small = st.integers(-3, 3)


@st.composite
def literals(draw: st.DrawFn, variables: list[Variable]) -> Literal:
    x = draw(st.sampled_from(variables))
    return Literal(x, draw(st.sampled_from(["==", "<="])), draw(st.integers(-3, 4)), draw(st.booleans()))


@st.composite
def units(draw: st.DrawFn, variables: list[Variable]) -> Sum:
    """`x + c`, `-x + c` or, now and then, `c`."""
    sign = draw(st.sampled_from([1, 1, 1, -1, 0]))
    return sign * draw(st.sampled_from(variables)) + draw(st.integers(-2, 2))


def _many(strategy: st.SearchStrategy[Literal], low: int = 0, high: int = 5) -> st.SearchStrategy[list[Literal]]:
    return st.lists(strategy, min_size=low, max_size=high)


@st.composite
def linears(draw: st.DrawFn, variables: list[Variable]) -> Linear:
    terms = draw(st.lists(st.tuples(small, st.sampled_from(variables)), max_size=4))
    left = Sum(tuple(terms), 0)
    right = draw(st.one_of(st.integers(-6, 6), units(variables)))
    return Linear(left, draw(st.sampled_from(["<=", "==", ">=", "!="])), right)


@st.composite
def constraints(draw: st.DrawFn, variables: list[Variable], kind: str) -> Constraint:
    match kind:
        case "Clause":
            return Clause(draw(_many(literals(variables))))
        case "Cardinality":
            comparator = draw(st.sampled_from(["<=", "==", ">="]))
            return Cardinality(draw(_many(literals(variables))), comparator, draw(st.integers(-1, 5)))
        case "AllDifferent":
            return AllDifferent(draw(st.lists(units(variables), max_size=4)))
        case "Linear":
            return draw(linears(variables))
        case "Table":
            terms = draw(st.lists(units(variables), max_size=3))
            rows = draw(st.lists(st.tuples(*[st.integers(-3, 4)] * len(terms)), max_size=6))
            return Table(terms, rows)
        case "Element":
            array = draw(st.lists(st.one_of(units(variables), st.integers(-2, 3)), max_size=4))
            return Element(draw(units(variables)), array, draw(units(variables)))
        case "Circuit":
            return Circuit(draw(st.lists(units(variables), min_size=1, max_size=4)))
        case "Implies":
            inner = draw(st.sampled_from(["Clause", "Cardinality", "AllDifferent", "Linear"]))
            return Implies(draw(literals(variables)), draw(constraints(variables, inner)))
    raise AssertionError(kind)


@st.composite
def specs(draw: st.DrawFn, kind: str | None = None) -> Spec:
    """One to four variables with holes and negative values, one or two constraints of the kind (or of any)."""
    spec = Spec("random")
    variables = [
        spec.boolean(f"b{i}") if draw(st.integers(0, 3)) == 0 else spec.integer(f"x{i}", draw(domains))
        for i in range(draw(st.integers(1, 4)))
    ]
    group = spec.group("drawn")
    for _ in range(draw(st.integers(1, 2))):
        group.add(draw(constraints(variables, kind or draw(st.sampled_from(KINDS)))))
    if draw(st.integers(0, 3)) == 0:
        _add_derived(spec, draw(linears(variables)).left)
    return spec


def _add_derived(spec: Spec, definition: Sum) -> None:
    """A derived variable that equals the sum; its domain covers every value, so that it is a function of the others."""
    low = definition.constant + sum(min(a * v for v in x.domain) for a, x in definition.terms)
    high = definition.constant + sum(max(a * v for v in x.domain) for a, x in definition.terms)
    derived = spec.integer("d", range(low, high + 1), derived=True)
    spec.group("definition").add(derived == definition)


Edge = tuple[Callable[[], Spec], int]


def _edge(count: int, *post: Callable[[Variable, Variable, Variable], Constraint], domain: object = range(3)) -> Edge:
    """A spec over x, y in `domain` and a Boolean b, and its number of solutions as computed by hand."""

    def build() -> Spec:
        spec = Spec("edge")
        x, y = (spec.integer(name, domain) for name in "xy")  # type: ignore[arg-type]
        b = spec.boolean("b")
        for constraint in post:
            spec.group("edge").add(constraint(x, y, b))
        return spec

    return build, count


# Counted by hand, over x, y in 0..2 (unless a domain stands there) and a free Boolean b: nothing here uses `holds`.
EDGES: dict[str, Edge] = {
    # Clause
    "no constraint: 3·3·2": _edge(18),
    "an empty clause is false": _edge(0, lambda x, y, b: Clause([])),
    "x == 0 or b: 9 with b, 3 without": _edge(12, lambda x, y, b: Clause([x == 0, b])),
    "x != 1 or y <= 0: all but x = 1 with y in 1, 2, times b": _edge(14, lambda x, y, b: Clause([x != 1, y <= 0])),
    "a literal and its negation is true": _edge(18, lambda x, y, b: Clause([x == 1, x != 1])),
    "a value outside the domain is never taken": _edge(0, lambda x, y, b: Clause([x == 7])),
    # Cardinality
    "exactly one of x == 0, y == 0, b": _edge(8, lambda x, y, b: Exactly(1, [x == 0, y == 0, b])),
    "at most one of x == 0, y == 0, b": _edge(12, lambda x, y, b: AtMost(1, [x == 0, y == 0, b])),
    "at least two of x == 0, y == 0, b": _edge(6, lambda x, y, b: AtLeast(2, [x == 0, y == 0, b])),
    "a repeated literal counts twice: 2·b <= 1": _edge(9, lambda x, y, b: AtMost(1, [b, b])),
    "at least one of nothing is false": _edge(0, lambda x, y, b: AtLeast(1, [])),
    "at most -1 of anything is false": _edge(0, lambda x, y, b: AtMost(-1, [b])),
    "at most three of two is true": _edge(18, lambda x, y, b: AtMost(3, [x <= 0, b])),
    # AllDifferent
    "different x and y: 6, times b": _edge(12, lambda x, y, b: AllDifferent([x, y])),
    "the same term twice is false": _edge(0, lambda x, y, b: AllDifferent([x, x])),
    "no term at all is true": _edge(18, lambda x, y, b: AllDifferent([])),
    "x and -x differ unless x is 0": _edge(12, lambda x, y, b: AllDifferent([x, -x])),
    "x + 1 and y differ: 9 less (0,1) and (1,2), times b": _edge(14, lambda x, y, b: AllDifferent([x + 1, y])),
    "x differs from the constants 0 and 5": _edge(12, lambda x, y, b: AllDifferent([x, 0, 5])),
    "equal constants are not different": _edge(0, lambda x, y, b: AllDifferent([4, 4])),
    # Linear
    "x + y == 2: 3, times b": _edge(6, lambda x, y, b: x + y == 2),
    "x + y <= 1: 3, times b": _edge(6, lambda x, y, b: x + y <= 1),
    "2x - y + b >= 3: (1,0,1), (2,0), (2,1), (2,2,1)": _edge(6, lambda x, y, b: 2 * x - y + b >= 3),
    "x + y + b != 2: 18 less (2,0,0) (1,1,0) (0,2,0) (1,0,1) (0,1,1)": _edge(13, lambda x, y, b: x + y + b != 2),
    "x + x == 2 means x == 1": _edge(6, lambda x, y, b: x + x == 2),
    "2x == 3 has no integer": _edge(0, lambda x, y, b: 2 * x == 3),
    "x - x == 0 is true": _edge(18, lambda x, y, b: x - x == 0),
    "x - x >= 1 is false": _edge(0, lambda x, y, b: x - x >= 1),
    "x == y with holes: -2, 0, 3, times b": _edge(6, lambda x, y, b: x == y, domain=(-2, 0, 3)),
    "x + y == 1 with holes: (-2,3) and (3,-2), times b": _edge(4, lambda x, y, b: x + y == 1, domain=(-2, 0, 3)),
    "-3x + 2y <= -7 with holes: x = 3 with y <= 1": _edge(4, lambda x, y, b: -3 * x + 2 * y <= -7, domain=(-2, 0, 3)),
    "x + y + b == 0 with holes: (0,0,0)": _edge(1, lambda x, y, b: x + y + b == 0, domain=(-2, 0, 3)),
    # Table
    "two rows, times b": _edge(4, lambda x, y, b: Table([x, y], [(0, 1), (2, 2)])),
    "a repeated row counts once": _edge(2, lambda x, y, b: Table([x, y], [(0, 1), (0, 1)])),
    "a row outside the domain is lost": _edge(2, lambda x, y, b: Table([x, y], [(0, 9), (1, 1)])),
    "no rows is false": _edge(0, lambda x, y, b: Table([x, y], [])),
    "the empty row over no terms is true": _edge(18, lambda x, y, b: Table([], [()])),
    "x and x in (0,1), (2,2) leaves x = 2": _edge(6, lambda x, y, b: Table([x, x], [(0, 1), (2, 2)])),
    "-x + 2 and b in (0,1), (2,0): x = 2 with b, x = 0 without": _edge(
        6, lambda x, y, b: Table([2 - x, b], [(0, 1), (2, 0)])
    ),
    # Element
    "[2, 0, 1][x] == y: one y for each x, times b": _edge(6, lambda x, y, b: Element(x, [2, 0, 1], y)),
    "an index out of range is false: x = 2 is lost": _edge(4, lambda x, y, b: Element(x, [2, 0], y)),
    "[y, y][x] == y leaves x in 0, 1": _edge(12, lambda x, y, b: Element(x, [y, y], y)),
    "[5][x] == y never": _edge(0, lambda x, y, b: Element(x, [5], y)),
    "an empty array is false": _edge(0, lambda x, y, b: Element(x, [], y)),
    "[x, y][b] == 1: x = 1 without b, y = 1 with b": _edge(6, lambda x, y, b: Element(b, [x, y], 1)),
    "[0, 1, 2][x] == x always": _edge(18, lambda x, y, b: Element(x, [0, 1, 2], x)),
    # Circuit
    "two nodes: x = 1, y = 0, times b": _edge(2, lambda x, y, b: Circuit([x, y])),
    "one node must follow itself": _edge(6, lambda x, y, b: Circuit([x])),
    "three nodes with the third going to 0: x = 1, y = 2": _edge(2, lambda x, y, b: Circuit([x, y, 0])),
    "three nodes with the third free by b: 0 or 1": _edge(2, lambda x, y, b: Circuit([x, y, b])),
    "no one follows itself": _edge(0, lambda x, y, b: Circuit([x, 1])),
    "two separate loops are no circuit: 0→1→x, 2→3→y leaves x = 2, y = 0": _edge(
        2, lambda x, y, b: Circuit([1, x, 3, y]), domain=range(4)
    ),
    "counted from 1": _edge(2, lambda x, y, b: Circuit([x - 1, y - 1])),
    # Implies
    "b implies x == 0: 3 + 9": _edge(12, lambda x, y, b: Implies(b, x == 0)),
    "not b implies false: b": _edge(9, lambda x, y, b: Implies(~b, Clause([]))),
    "b implies x + y <= 1: 3 + 9": _edge(12, lambda x, y, b: Implies(b, x + y <= 1)),
    "b implies x + y != 2: 6 + 9": _edge(15, lambda x, y, b: Implies(b, x + y != 2)),
    "b implies x == y + 1: 2 + 9": _edge(11, lambda x, y, b: Implies(b, x == y + 1)),
    "b implies different: 6 + 9": _edge(15, lambda x, y, b: Implies(b, AllDifferent([x, y]))),
    "x <= 0 implies exactly one of y == 0, b: 3 of x = 0, 12 else": _edge(
        15, lambda x, y, b: Implies(x <= 0, Exactly(1, [y == 0, b]))
    ),
    "b implies x + y + b == 3: (0,2) (1,1) (2,0), and 9": _edge(12, lambda x, y, b: Implies(b, x + y + b == 3)),
    "b implies at most 0 of x == 0, y == 0: 4 + 9": _edge(13, lambda x, y, b: Implies(b, AtMost(0, [x == 0, y == 0]))),
}
