"""Hidden variables are not counted over and need not be functions of the others: some value of them must exist."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import lowered_solutions
from tests.specs import examples
from threefold import language as tf
from threefold.checker import brute_force
from threefold.checker.tally import Tally
from threefold.language.canonical import render
from threefold.language.canonical_reader import parse

BACKENDS = ("sat", "cp", "cp+view=bool", "ilp", "backtracking")


def small() -> tf.Spec:
    """x is 0 or 2: some h is at least x."""
    spec = tf.Spec("small")
    x = spec.integer("x", range(3))
    h = spec.integer("h", range(5), hidden=True)
    g = spec.boolean("g", hidden=True)
    spec.group("stated").add(h >= x, tf.Implies(g, x + h <= 4), x != 1)
    return spec


def random_spec(seed: int) -> tf.Spec:
    random, spec = Random(seed), tf.Spec("random")
    x, y = spec.integer("x", range(3)), spec.integer("y", (-1, 0, 2))
    h, k = spec.integer("h", range(4), hidden=True), spec.boolean("k", hidden=True)
    s = spec.integer("s", range(-3, 6), derived=True)
    spec.group("sum").add(s == x + y)
    for _ in range(random.randrange(1, 4)):
        a, b, c, d = (random.randrange(-2, 3) for _ in range(4))
        linear = tf.Linear(
            a * x + b * y + c * h + d * k, random.choice(("<=", ">=", "==", "!=")), random.randrange(-2, 4)
        )
        choices = [
            linear,
            tf.Implies(k, linear),
            tf.AllDifferent([x, y, h]),
            tf.Clause([h == x._sum().constant, k, x == 1]),
        ]
        spec.group("stated").add(random.choice(choices))
    return spec


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_solution_is_found_once_whatever_the_hidden_values(backend: str) -> None:
    assert sorted(lowered_solutions(small(), backend)) == [(0,), (2,)]


@examples(60)
@given(st.integers(0, 1 << 32), st.sampled_from(BACKENDS))
def test_every_backend_counts_the_projections(seed: int, backend: str) -> None:
    spec = random_spec(seed)
    found = lowered_solutions(spec, backend)
    assert len(found) == len(set(found))
    assert set(found) == brute_force.projected(spec)


def test_a_spec_with_hidden_variables_is_read_back_from_its_text() -> None:
    text = render(small())
    assert 'family h integer hidden "domain of h"' in text
    assert render(parse(text)) == text


def test_a_solution_that_comes_again_with_other_hidden_values_is_repeated() -> None:
    tally = Tally(small())
    tally.add((2, 2, 0))
    tally.add((2, 3, 0))
    assert tally.fault is not None
    assert tally.fault.reason == "was reported twice"


def test_a_hidden_variable_is_no_decision() -> None:
    assert [str(x) for x in small().decisions] == ["x"]
