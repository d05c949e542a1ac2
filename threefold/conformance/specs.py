"""The specs of the kit: the counts by hand of every class of the language, and small random specs.

A class is found by its file in threefold/language/constraints/. A random instance is one of its counts by hand, with random terms
in place of the variables and some numbers changed: a new file needs nothing else.
"""

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from itertools import product
from math import prod
from random import Random
from typing import Any

from threefold import language as tf
from threefold.language import canonical_reader
from threefold.language.constraints import counted_from_1
from threefold.language.constraints.truth_of import TruthOf
from threefold.language.node import Counted, Kind
from threefold.language.numbering import Numbering
from threefold.language.terms import as_literal, as_sum
from threefold.language.units import unit_of

KINDS = ("Clause", "Cardinality", "AllDifferent", "Linear", "Table", "Element", "Circuit", "Implies")
CLASSES = (*KINDS, *sorted({kind.__name__ for kind in canonical_reader.node_classes()} - {*KINDS}))
Values = tuple[int, ...]  # of the decision variables
CountedSpec = tuple[Callable[[], tf.Spec], int]  # how to build it, and its number of solutions
# A constraint c inside another one, with a Boolean b: how it is written, and what it means.
WAYS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[bool, bool], bool]]] = {
    "c": (lambda b, c: c, lambda b, c: c),
    "not c": (lambda b, c: ~as_literal(c), lambda b, c: not c),
    "Iff(b, c)": (tf.Iff, lambda b, c: b == c),
    "c or b": (lambda b, c: tf.Clause([c, b]), lambda b, c: c or b),
    "b implies c": (tf.Implies, lambda b, c: not b or c),
    "c + b == 1": (lambda b, c: tf.total([c, b]) == 1, lambda b, c: c + b == 1),
}


def counts(kind: str) -> list[Counted]:
    """The counts by hand of its file that are about this class."""
    return [counted for name, counted in _labelled() if name == kind]


@cache
def _labelled() -> list[tuple[str, Counted]]:
    """Each count by hand, with the first class of its file that stands in the constraint."""
    found: list[tuple[str, Counted]] = []
    for module in dict.fromkeys(kind.__module__ for kind in canonical_reader.node_classes()):
        for counted in import_module(module).COUNTS:
            own = [each.__name__ for each in classes_in(counted[2](tf.Spec("count"))) if each.__module__ == module]
            found.append((own[-1], counted))
    return found


def classes_in(constraint: Any) -> list[type]:
    """Of the constraint and of all that stands in it."""
    numbering = Numbering()
    numbering.number(constraint if isinstance(constraint, Kind) else TruthOf(tf.Clause([constraint])))
    return [type(node) for node in numbering.nodes]


def counted_spec(counted: Counted, way: str = "c") -> CountedSpec:
    """The constraint in one of the ways, with a free Boolean b."""
    text, count, build = counted
    write, mean = WAYS[way]

    def built() -> tf.Spec:
        spec = tf.Spec("count")
        constraint, b = build(spec), spec.boolean("also")
        spec.group(f"{way}: {text}").add(write(b, constraint))
        return spec

    others = prod(len(x.domain) for x in built().variables) // 2 - count
    return built, sum(number * mean(b, c) for b in (False, True) for c, number in ((True, count), (False, others)))


EDGES: dict[str, CountedSpec] = {f"{kind}: {each[0]}": counted_spec(each) for kind, each in _labelled()}


def instance(random: Random, kind: str, variables: list[tf.Variable]) -> Kind:
    """A random constraint with this class in it; of the kernel's kinds now and then one over variables only."""
    while True:
        try:
            if kind in KINDS and random.randint(0, 1):
                return Drawing(random, variables).constraint(kind)
            found = random.choice(counts(kind))[2](Blanks(random, variables))
            found = found if isinstance(found, Kind) else tf.Clause([found])
            return found.of_arguments([_varied(random, each) for each in found.arguments])
        except (tf.SpecError, ValueError):  # as of lists of different lengths
            continue


def _varied(random: Random, argument: Any) -> Any:
    """A number or a comparator is now and then another one, and a list shorter."""
    match argument:
        case bool():
            return random.choice([True, False])
        case int() | tf.Sum():
            return argument + random.choice([0, 0, 0, 0, 1, -1])
        case str():
            return random.choice([argument, "<=", ">=", "=="])
        case tuple():
            return tuple(_varied(random, each) for each in argument[: random.choice([None, None, None, None, -1])])
    return argument


class Blanks:
    """In place of a spec for a count by hand: each variable is a random term, and each Boolean a random literal."""

    def __init__(self, random: Random, variables: list[tf.Variable]) -> None:
        self.draw, self.families = Drawing(random, variables), dict[str, Any]()

    def integers(self, name: str, *indices: Iterable[Any], domain: object) -> dict[Any, Any]:
        self.families[name] = {i[0] if len(i) == 1 else i: self.draw.term() for i in product(*indices)}
        return self.families[name]  # type: ignore[no-any-return]

    def booleans(self, name: str, *indices: Iterable[Any]) -> dict[Any, Any]:
        return {i[0] if len(i) == 1 else i: self.draw.literal() for i in product(*indices)}

    def integer(self, name: str, domain: object) -> Any:
        return self.integers(name, domain=domain)[()]

    def boolean(self, name: str) -> Any:
        return self.draw.literal()


def random_spec(random: Random, kind: str | None = None) -> tf.Spec:
    """Domains have holes and negative values, terms may be repeated or constant, lists empty; each constraint has its group."""
    spec = tf.Spec("random")
    variables = [_variable(random, spec, number) for number in range(random.randint(1, 4))]
    for number in range(random.randint(1, 2)):
        drawn, name = Drawing(random, variables), kind or random.choice(KINDS)
        spec.group(f"drawn {number}").add(
            drawn.constraint(name) if name in KINDS else instance(random, name, variables)
        )
    if random.randint(0, 3) == 3:
        _add_derived(spec, Drawing(random, variables).sum())
    return spec


def reified_spec(random: Random, kind: str) -> tuple[tf.Spec, set[Values]]:
    """A random instance in one of the ways, and the solutions by its meaning: what the spec makes of it is tested too."""
    spec = tf.Spec("reified")
    variables = [_variable(random, spec, number) for number in range(random.randint(1, 3))]
    b = spec.boolean("b")
    constraint = instance(random, kind, variables)
    way = random.choice([*WAYS])
    write, mean = WAYS[way]
    holds, everything = TruthOf(constraint).value, product(*(x.domain for x in spec.variables))
    meant = {values for values in everything if mean(bool(values[b.position]), bool(holds(values)))}
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

    def term(self) -> tf.Sum:
        """Now and then a sum, a function or an undefined one."""
        one, other = self.unit(), self.unit()
        return self.choice(
            [one, one, one, one, self.sum(), as_sum(one * other), as_sum(one // other), one + (other <= 1)]
        )

    def sum(self) -> tf.Sum:
        terms = ((self.between(-3, 3), self.choice(self.variables)) for _ in range(self.between(0, 4)))
        return tf.Sum(tuple(terms), 0)
