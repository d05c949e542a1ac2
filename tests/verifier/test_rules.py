"""The rules of the verifier are sound: where one says that there is no solution in a box, there is none."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest

from threefold.conformance import KINDS, random_spec
from threefold.language import Spec, Table
from threefold.language.flattening import flatten
from threefold.verifier.names import Atom, Box, Form, Names
from threefold.verifier.rules import can_differ, refuted, undefined


def value_of(names: Names, values: Sequence[int], name: int) -> int:
    """Of a variable or a definition, by its meaning."""
    if name < names.variables:
        return values[name]
    definition = names.definition(name)
    if isinstance(definition, Form):
        terms = (
            a * (value_of(names, values, t) if isinstance(t, int) else is_true(names, values, t))
            for t, a in definition.terms.items()
        )
        return definition.constant + sum(terms)
    return int(all(is_true(names, values, literal) for literal in definition))


def is_true(names: Names, values: Sequence[int], literal: Atom) -> bool:
    value = value_of(names, values, literal.name)
    return (value == literal.value if literal.comparator == "==" else value <= literal.value) == literal.positive


def random_literal(random: Random, names: Names) -> Atom:
    name = random.randrange(len(names.domains))
    low, high = names.domains[name][0], names.domains[name][-1]
    return Atom(name, random.choice(["==", "<="]), random.randint(low - 1, high + 1), random.random() < 0.5)


def declare_some(random: Random, names: Names) -> None:
    """Two to four definitions, with atoms over what is there before."""
    for _ in range(random.randint(2, 4)):
        for _ in range(2):
            literal = random_literal(random, names)
            names.declare("atom", f"x{literal.name}", literal.comparator, str(literal.value))
        atoms = [sign * number for number in range(1, len(names._atoms)) for sign in (1, -1)]
        if random.random() < 0.5:
            names.declare("define", "and", *map(str, random.sample(atoms, random.randint(0, 2))))
        else:
            of_names = [
                f"{random.randint(-2, 2)}*x{random.randrange(len(names.domains))}" for _ in range(random.randint(0, 3))
            ]
            of_atoms = [f"{random.randint(-2, 2)}*[{random.choice(atoms)}]" for _ in range(random.randint(0, 2))]
            names.declare("define", "sum", str(random.randint(-2, 2)), *of_names, *of_atoms)


def assignments(spec: Spec, names: Names, literals: Sequence[Atom]) -> Iterator[tuple[int, ...]]:
    """Those in which all the literals are true."""
    for values in product(*(x.domain for x in spec.variables)):
        if all(is_true(names, values, literal) for literal in literals):
            yield values


@pytest.mark.parametrize("kind", KINDS)
def test_a_constraint_that_is_refuted_in_a_box_has_no_solution_there(kind: str) -> None:
    refutations = 0
    for seed in range(400):
        random = Random(seed)
        spec = random_spec(random, kind)
        names = Names(spec)
        declare_some(random, names)
        sums = [n for n in range(names.variables, len(names.domains)) if isinstance(names.definition(n), Form)]
        for _ in range(5):
            literals = [random_literal(random, names) for _ in range(random.randint(1, 5))]
            box = Box(names, literals)
            inside = list(assignments(spec, names, literals))
            if box.empty:
                assert not inside
                continue
            for posted in flatten(spec).posted:
                usable = range(names.variables, len(names.domains)) if isinstance(posted.constraint, Table) else sums
                named = random.sample(list(usable), min(len(usable), random.randint(0, 2)))
                if refuted(posted.constraint, box, named):
                    refutations += 1
                    assert not any(posted.constraint.holds(values) for values in inside), (
                        seed,
                        posted,
                        literals,
                        named,
                    )
    assert refutations > 20


def test_a_definition_that_is_refuted_in_a_box_has_another_value_there() -> None:
    refutations = 0
    for seed in range(1500):
        random = Random(seed)
        spec = random_spec(random, "Clause")
        names = Names(spec)
        declare_some(random, names)
        for name in range(names.variables, len(names.domains)):
            values = [value_of(names, each, name) for each in product(*(x.domain for x in spec.variables))]
            assert set(values) <= set(names.domains[name])
            literals = [random_literal(random, names) for _ in range(random.randint(1, 4))]
            box = Box(names, literals)
            if not box.empty and undefined(name, box):
                refutations += 1
                assert not list(assignments(spec, names, literals))
    assert refutations > 50


def test_a_box_is_what_its_literals_leave() -> None:
    spec = Spec("box")
    spec.integer("x", [-2, 0, 1, 5, 9])
    names = Names(spec)
    for comparator, value, positive in product(["==", "<="], range(-4, 12), [True, False]):
        literal = Atom(0, comparator, value, positive)
        assert list(Box(names, [literal]).values(0)) == [v for v in (-2, 0, 1, 5, 9) if is_true(names, [v], literal)]


def test_places_can_differ_exactly_if_there_is_a_matching() -> None:
    random = Random(3)
    for _ in range(500):
        choices = [random.sample(range(5), random.randint(1, 3)) for _ in range(random.randint(0, 5))]
        wanted = any(len(set(values)) == len(values) for values in product(*choices))
        assert can_differ(choices) == wanted, choices
