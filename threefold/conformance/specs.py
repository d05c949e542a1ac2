"""The specs of the kit: the edges of every kind of constraint with counts computed by hand, and small random specs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random
from typing import Any

from threefold import language as tf
from threefold.language.constraints import counted_from_1
from threefold.language.units import unit_of

KINDS = ("Clause", "Cardinality", "AllDifferent", "Linear", "Table", "Element", "Circuit", "Implies")
Values = tuple[int, ...]  # of the decision variables
CountedSpec = tuple[Callable[[], tf.Spec], int]  # how to build it, and its number of solutions


@dataclass(frozen=True)
class _Row:
    """Of a spec over x, y in `domain` and a Boolean b: the number of its solutions, and its only constraint."""

    count: int
    post: Callable[[tf.Variable, tf.Variable, tf.Variable], tf.Constraint] | None = None
    domain: Iterable[int] = range(3)

    def build(self, implied: bool = False) -> tf.Spec:
        """`implied`: under a condition of its own."""
        spec = tf.Spec("edge")
        x, y = (spec.integer(name, self.domain) for name in "xy")
        b = spec.boolean("b")
        if self.post:
            constraint = self.post(x, y, b)
            spec.group("edge").add(tf.Implies(spec.boolean("on"), constraint) if implied else constraint)
        return spec


# Counted by hand, over x, y in 0..2 (unless a domain stands there) and a free Boolean b: nothing here uses `holds`.
_ROWS = {
    # Clause
    "no constraint: 3·3·2": _Row(18),
    "an empty clause is false": _Row(0, lambda x, y, b: tf.Clause([])),
    "x == 0 or b: 9 with b, 3 without": _Row(12, lambda x, y, b: tf.Clause([x == 0, b])),
    "x != 1 or y <= 0: all but x = 1 with y in 1, 2, times b": _Row(14, lambda x, y, b: tf.Clause([x != 1, y <= 0])),
    "a literal and its negation is true": _Row(18, lambda x, y, b: tf.Clause([x == 1, x != 1])),
    "a value outside the domain is never taken": _Row(0, lambda x, y, b: tf.Clause([x == 7])),
    # Cardinality
    "exactly one of x == 0, y == 0, b": _Row(8, lambda x, y, b: tf.Exactly(1, [x == 0, y == 0, b])),
    "at most one of x == 0, y == 0, b": _Row(12, lambda x, y, b: tf.AtMost(1, [x == 0, y == 0, b])),
    "at least two of x == 0, y == 0, b": _Row(6, lambda x, y, b: tf.AtLeast(2, [x == 0, y == 0, b])),
    "a repeated literal counts twice: 2·b <= 1": _Row(9, lambda x, y, b: tf.AtMost(1, [b, b])),
    "at least one of nothing is false": _Row(0, lambda x, y, b: tf.AtLeast(1, [])),
    "at most -1 of anything is false": _Row(0, lambda x, y, b: tf.AtMost(-1, [b])),
    "at most three of two is true": _Row(18, lambda x, y, b: tf.AtMost(3, [x <= 0, b])),
    # AllDifferent
    "different x and y: 6, times b": _Row(12, lambda x, y, b: tf.AllDifferent([x, y])),
    "the same term twice is false": _Row(0, lambda x, y, b: tf.AllDifferent([x, x])),
    "no term at all is true": _Row(18, lambda x, y, b: tf.AllDifferent([])),
    "x and -x differ unless x is 0": _Row(12, lambda x, y, b: tf.AllDifferent([x, -x])),
    "x + 1 and y differ: 9 less (0,1) and (1,2), times b": _Row(14, lambda x, y, b: tf.AllDifferent([x + 1, y])),
    "x differs from the constants 0 and 5": _Row(12, lambda x, y, b: tf.AllDifferent([x, 0, 5])),
    "equal constants are not different": _Row(0, lambda x, y, b: tf.AllDifferent([tf.Sum((), 4), tf.Sum((), 4)])),
    # Linear
    "x + y == 2: 3, times b": _Row(6, lambda x, y, b: x + y == 2),
    "x + y <= 1: 3, times b": _Row(6, lambda x, y, b: x + y <= 1),
    "2x - y + b >= 3: (1,0,1), (2,0), (2,1), (2,2,1)": _Row(6, lambda x, y, b: 2 * x - y + b >= 3),
    "x + y + b != 2: 18 less (2,0,0) (1,1,0) (0,2,0) (1,0,1) (0,1,1)": _Row(13, lambda x, y, b: x + y + b != 2),
    "x + x == 2 means x == 1": _Row(6, lambda x, y, b: x + x == 2),
    "2x == 3 has no integer": _Row(0, lambda x, y, b: 2 * x == 3),
    "x - x == 0 is true": _Row(18, lambda x, y, b: x - x == 0),
    "x - x >= 1 is false": _Row(0, lambda x, y, b: x - x >= 1),
    "x == y with holes: -2, 0, 3, times b": _Row(6, lambda x, y, b: x == y, domain=(-2, 0, 3)),
    "x + y == 1 with holes: (-2,3) and (3,-2), times b": _Row(4, lambda x, y, b: x + y == 1, domain=(-2, 0, 3)),
    "-3x + 2y <= -7 with holes: x = 3 with y <= 1": _Row(4, lambda x, y, b: -3 * x + 2 * y <= -7, domain=(-2, 0, 3)),
    "x + y + b == 0 with holes: (0,0,0)": _Row(1, lambda x, y, b: x + y + b == 0, domain=(-2, 0, 3)),
    # Table
    "two rows, times b": _Row(4, lambda x, y, b: tf.Table([x, y], [(0, 1), (2, 2)])),
    "a repeated row counts once": _Row(2, lambda x, y, b: tf.Table([x, y], [(0, 1), (0, 1)])),
    "a row outside the domain is lost": _Row(2, lambda x, y, b: tf.Table([x, y], [(0, 9), (1, 1)])),
    "no rows is false": _Row(0, lambda x, y, b: tf.Table([x, y], [])),
    "the empty row over no terms is true": _Row(18, lambda x, y, b: tf.Table([], [()])),
    "x and x in (0,1), (2,2) leaves x = 2": _Row(6, lambda x, y, b: tf.Table([x, x], [(0, 1), (2, 2)])),
    "-x + 2 and b in (0,1), (2,0): x = 2 with b, x = 0 without": _Row(
        6, lambda x, y, b: tf.Table([2 - x, b], [(0, 1), (2, 0)])
    ),
    # Element
    "[2, 0, 1][x] == y: one y for each x, times b": _Row(6, lambda x, y, b: tf.Element(x, [2, 0, 1], y)),
    "an index out of range is false: x = 2 is lost": _Row(4, lambda x, y, b: tf.Element(x, [2, 0], y)),
    "[y, y][x] == y leaves x in 0, 1": _Row(12, lambda x, y, b: tf.Element(x, [y, y], y)),
    "[5][x] == y never": _Row(0, lambda x, y, b: tf.Element(x, [5], y)),
    "an empty array is false": _Row(0, lambda x, y, b: tf.Element(x, [], y)),
    "[x, y][b] == 1: x = 1 without b, y = 1 with b": _Row(6, lambda x, y, b: tf.Element(b, [x, y], 1)),
    "[0, 1, 2][x] == x always": _Row(18, lambda x, y, b: tf.Element(x, [0, 1, 2], x)),
    # Circuit
    "two nodes: x = 1, y = 0, times b": _Row(2, lambda x, y, b: tf.Circuit([x, y])),
    "one node must follow itself": _Row(6, lambda x, y, b: tf.Circuit([x])),
    "three nodes with the third going to 0: x = 1, y = 2": _Row(2, lambda x, y, b: tf.Circuit([x, y, 0])),
    "three nodes with the third free by b: 0 or 1": _Row(2, lambda x, y, b: tf.Circuit([x, y, b])),
    "a node that follows itself is not on the circuit": _Row(0, lambda x, y, b: tf.Circuit([x, 1])),
    "two separate loops are not a circuit: 0→1→x, 2→3→y leaves x = 2, y = 0": _Row(
        2, lambda x, y, b: tf.Circuit([1, x, 3, y]), domain=range(4)
    ),
    "counted from 1": _Row(2, lambda x, y, b: tf.Circuit([x - 1, y - 1])),
    # Implies
    "b implies x == 0: 3 + 9": _Row(12, lambda x, y, b: tf.Implies(b, x == 0)),
    "not b implies false: b": _Row(9, lambda x, y, b: tf.Implies(~b, tf.Clause([]))),
    "b implies x + y <= 1: 3 + 9": _Row(12, lambda x, y, b: tf.Implies(b, x + y <= 1)),
    "b implies x + y != 2: 6 + 9": _Row(15, lambda x, y, b: tf.Implies(b, x + y != 2)),
    "b implies x == y + 1: 2 + 9": _Row(11, lambda x, y, b: tf.Implies(b, x == y + 1)),
    "b implies different: 6 + 9": _Row(15, lambda x, y, b: tf.Implies(b, tf.AllDifferent([x, y]))),
    "x <= 0 implies exactly one of y == 0, b: 3 of x = 0, 12 else": _Row(
        15, lambda x, y, b: tf.Implies(x <= 0, tf.Exactly(1, [y == 0, b]))
    ),
    "b implies x + y + b == 3: (0,2) (1,1) (2,0), and 9": _Row(12, lambda x, y, b: tf.Implies(b, x + y + b == 3)),
    "b implies at most 0 of x == 0, y == 0: 4 + 9": _Row(
        13, lambda x, y, b: tf.Implies(b, tf.AtMost(0, [x == 0, y == 0]))
    ),
}

EDGES: dict[str, CountedSpec] = {name: (row.build, row.count) for name, row in _ROWS.items()}
# Where the condition is false, every assignment is a solution.
IMPLIED: dict[str, CountedSpec] = {
    f"on implies: {name}": (partial(row.build, implied=True), row.count + 2 * len([*row.domain]) ** 2)
    for name, row in _ROWS.items()
    for posted in row.build().posted
    if isinstance(posted.constraint, tf.Clause | tf.Cardinality | tf.AllDifferent | tf.Linear)
}


def random_spec(random: Random, kind: str | None = None) -> tf.Spec:
    """Domains have holes and negative values, terms may be repeated or constant, lists empty; each constraint has its group."""
    spec = tf.Spec("random")
    variables = [_variable(random, spec, number) for number in range(random.randint(1, 4))]
    for number in range(random.randint(1, 2)):
        constraint = Drawing(random, variables).constraint(kind or random.choice(KINDS))
        spec.group(f"drawn {number}").add(constraint)
    if random.randint(0, 3) == 3:
        _add_derived(spec, Drawing(random, variables).sum())
    return spec


# A constraint c inside another one, with a Boolean b: how it is written, and what it means.
REIFIED: dict[str, tuple[Callable[[tf.Variable, tf.Constraint], Any], Callable[[bool, bool], bool]]] = {
    "Iff(b, c)": (tf.Iff, lambda b, c: b == c),
    "~c": (lambda b, c: ~c, lambda b, c: not c),
    "c | b": (lambda b, c: c | b, lambda b, c: c or b),
}


def reified_spec(random: Random, kind: str) -> tuple[tf.Spec, set[Values]]:
    """A constraint inside another one, and the solutions by what the inner one means: what the spec makes of it is tested too."""
    spec = tf.Spec("reified")
    variables = [_variable(random, spec, number) for number in range(random.randint(1, 3))]
    b = spec.boolean("b")
    constraint = Drawing(random, variables).constraint(kind)
    way = random.choice([*REIFIED])
    write, mean = REIFIED[way]
    everything = product(*(x.domain for x in spec.variables))
    meant = {values for values in everything if mean(bool(values[b.position]), constraint.holds(values))}
    spec.group(way).add(write(b, constraint))
    return spec, meant


def _variable(random: Random, spec: tf.Spec, number: int) -> tf.Variable:
    if random.randint(0, 3) == 0:
        return spec.boolean(f"b{number}")
    return spec.integer(f"x{number}", random.sample(range(-2, 4), random.randint(1, 4)))


def _add_derived(spec: tf.Spec, definition: tf.Sum) -> None:
    """A derived variable that equals the sum; its domain has every value of the sum, so that it is a function of the others."""
    low = definition.constant + sum(min(a * v for v in x.domain) for a, x in definition.terms)
    high = definition.constant + sum(max(a * v for v in x.domain) for a, x in definition.terms)
    derived = spec.integer("d", range(low, high + 1), derived=True)
    spec.group("definition").add(derived == definition)


class Drawing:
    def __init__(self, random: Random, variables: list[tf.Variable]) -> None:
        self.between, self.choice, self.variables = random.randint, random.choice, variables

    def constraint(self, kind: str) -> tf.Constraint:
        match kind:
            case "Clause":
                return tf.Clause(self.literals())
            case "Cardinality":
                return tf.Cardinality(self.literals(), self.choice(["<=", "==", ">="]), self.between(-1, 5))
            case "AllDifferent":
                return tf.AllDifferent(self.units(0, 4))
            case "Linear":
                comparator = self.choice(["<=", "==", ">=", "!="])
                return tf.Linear(self.sum(), comparator, self.choice([self.unit(), tf.Sum((), self.between(-6, 6))]))
            case "Table":
                terms = self.units(0, 3)
                return tf.Table(terms, [[self.between(-3, 4) for _ in terms] for _ in range(self.between(0, 6))])
            case "Element":
                return tf.Element(self.unit(), self.units(0, 4), self.unit())
            case "Circuit":
                nodes = self.units(1, 4)
                refused = counted_from_1([*map(unit_of, nodes)])
                return self.constraint(kind) if refused else tf.Circuit(nodes)
            case "Implies":
                inner = self.choice(["Clause", "Cardinality", "AllDifferent", "Linear"])
                return tf.Implies(self.literal(), self.constraint(inner))
        raise AssertionError(kind)

    def literal(self) -> tf.Literal:
        x, comparator = self.choice(self.variables), self.choice(["==", "<="])
        return tf.Literal(x, comparator, self.between(-3, 4), self.choice([True, False]))

    def literals(self) -> list[tf.Literal]:
        return [self.literal() for _ in range(self.between(0, 5))]

    def unit(self) -> tf.Sum:
        """`x + c`, `-x + c` or, now and then, `c`."""
        return self.choice([1, 1, 1, -1, 0]) * self.choice(self.variables) + self.between(-2, 2)

    def units(self, low: int, high: int) -> list[tf.Sum]:
        return [self.unit() for _ in range(self.between(low, high))]

    def sum(self) -> tf.Sum:
        terms = ((self.between(-3, 3), self.choice(self.variables)) for _ in range(self.between(0, 4)))
        return tf.Sum(tuple(terms), 0)
