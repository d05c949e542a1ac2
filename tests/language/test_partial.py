"""An undefined term makes the smallest constraint around it false, wherever that stands; docs/language.md#undefined."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from tests.language.drawn import entry, truth
from tests.lowering import lowered_solutions, solutions_of_flat
from threefold import language as tf
from threefold.checker import brute_force

BACKENDS = ("sat", "cp", "ilp", "backtracking")
Written = Callable[[Any, Any, Any], Any]
# What is written about x in 0..2, y in -1..2 and a Boolean b, and what Python says.
MEANINGS: dict[str, tuple[Written, Written]] = {
    "bare": (lambda x, y, b: x // y == 1, lambda x, y, b: truth(lambda: x // y == 1)),
    "never equal": (lambda x, y, b: x // y != 1, lambda x, y, b: truth(lambda: x // y != 1)),
    "negated": (lambda x, y, b: ~(x // y == 1), lambda x, y, b: not truth(lambda: x // y == 1)),
    "negated twice": (lambda x, y, b: ~~(x // y == 1), lambda x, y, b: truth(lambda: x // y == 1)),
    "Iff": (lambda x, y, b: tf.Iff(b, x % y == 0), lambda x, y, b: b == truth(lambda: x % y == 0)),
    "condition": (lambda x, y, b: tf.Implies(x % y == 0, b), lambda x, y, b: b or not truth(lambda: x % y == 0)),
    "implied": (lambda x, y, b: tf.Implies(b, x % y == 0), lambda x, y, b: not b or truth(lambda: x % y == 0)),
    "two implied": (
        lambda x, y, b: tf.Implies(x // y == 0, y // x == 0),
        lambda x, y, b: truth(lambda: y // x == 0) or not truth(lambda: x // y == 0),
    ),
    "a sum of truth values": (
        lambda x, y, b: (x // y == 1) + (y // x == 1) + b == 1,
        lambda x, y, b: truth(lambda: x // y == 1) + truth(lambda: y // x == 1) + b == 1,
    ),
    "a sum with a truth value and an undefined term": (
        lambda x, y, b: (x // y == 1) + y // x <= 1,
        lambda x, y, b: truth(lambda: truth(lambda: x // y == 1) + (y // x) <= 1),
    ),
    "AtMost": (
        lambda x, y, b: tf.AtMost(1, [x // y == 1, x % y == 0, b]),
        lambda x, y, b: truth(lambda: x // y == 1) + truth(lambda: x % y == 0) + b <= 1,
    ),
    "times 0": (lambda x, y, b: 0 * (x // y) == 0, lambda x, y, b: truth(lambda: 0 * (x // y) == 0)),
    "it cancels out": (lambda x, y, b: x // y - x // y == 0, lambda x, y, b: truth(lambda: x // y - x // y == 0)),
    "it cancels out inside a function": (
        lambda x, y, b: abs(x // y - x // y + b) == 0,
        lambda x, y, b: truth(lambda: abs(x // y - x // y + b) == 0),
    ),
    "it cancels out inside functions": (
        lambda x, y, b: ~(tf.maximum([x // y - x // y, b * (0 * (x // y))]) + (x % y - x % y) ** 2 == 0),
        lambda x, y, b: not truth(lambda: x // y * 0 == x % y * 0),
    ),
    "it cancels out in a unit": (
        lambda x, y, b: tf.AllDifferent([x // y - x // y + b, 1]) | tf.Table([0 * (x // y) + b], [(1,)]),
        lambda x, y, b: truth(lambda: x // y * 0 + b != 1) or truth(lambda: x // y * 0 + b == 1),
    ),
    "partial in partial": (lambda x, y, b: 2 // (x // y) == 1, lambda x, y, b: truth(lambda: 2 // (x // y) == 1)),
    "defined by another": (
        lambda x, y, b: tf.Implies(y != 0, x // y == 1),
        lambda x, y, b: y == 0 or x // y == 1,
    ),
    "an entry": (lambda x, y, b: tf.value_at([2, x], y) >= 1, lambda x, y, b: truth(lambda: entry([2, x], y) >= 1)),
    "no entry": (lambda x, y, b: ~(tf.value_at([2, x], y) >= 1), lambda x, y, b: not truth(lambda: entry([2, x], y) >= 1)),
    "an undefined entry that is not asked for": (
        lambda x, y, b: tf.value_at([x // y, 1], x) == 1,
        lambda x, y, b: truth(lambda: entry([x // y, 1], x) == 1),
    ),
    "AllDifferent": (
        lambda x, y, b: ~tf.AllDifferent([x // y, 0, b]),
        lambda x, y, b: not truth(lambda: len({x // y, 0, b}) == 3),
    ),
    "Table": (
        lambda x, y, b: tf.Table([x % y, b], [(0, 1), (1, 0)]) | b,
        lambda x, y, b: b or truth(lambda: (x % y, b) in [(0, 1), (1, 0)]),
    ),
    "Element": (
        lambda x, y, b: tf.Iff(b, tf.Element(x // y, [0, 1], x)),
        lambda x, y, b: b == truth(lambda: x // y in (0, 1) and [0, 1][x // y] == x),
    ),
    "Regular": (
        lambda x, y, b: ~tf.Regular([x // y, b], {(0, 1): 1, (1, 0): 0, (0, 0): 0}, 0, [0]),
        lambda x, y, b: not truth(lambda: (x // y, b) in [(0, 0), (1, 0)]),
    ),
    "Circuit": (
        lambda x, y, b: ~tf.Circuit([x // y, b, 0]),
        lambda x, y, b: not truth(lambda: [x // y, b, 0] in ([1, 2, 0], [2, 0, 1])),
    ),
    "Clause of literals around it": (
        lambda x, y, b: tf.Clause([x // y == 5, b, y // x == 1]),
        lambda x, y, b: b or truth(lambda: x // y == 5) or truth(lambda: y // x == 1),
    ),
    "All in a negation": (
        lambda x, y, b: ~tf.All([x // y >= 0, b]),
        lambda x, y, b: not (truth(lambda: x // y >= 0) and b),
    ),
    "NoOverlap": (
        lambda x, y, b: ~tf.NoOverlap([x // y, b], [1, 1]),
        lambda x, y, b: not truth(lambda: abs(x // y - b) >= 1),
    ),
    "Increasing": (
        lambda x, y, b: b | ~tf.Increasing([x // y, y % x]),
        lambda x, y, b: b or not truth(lambda: x // y <= y % x),
    ),
}  # fmt: skip


def _spec(write: Written) -> tf.Spec:
    spec = tf.Spec("partial")
    spec.group("g").add(write(spec.integer("x", range(3)), spec.integer("y", range(-1, 3)), spec.boolean("b")))
    return spec


@pytest.mark.parametrize("text", MEANINGS)
def test_an_undefined_term_makes_the_smallest_constraint_around_it_false(text: str) -> None:
    write, mean = MEANINGS[text]
    spec = _spec(write)
    meant = [values for values in product(range(3), range(-1, 3), range(2)) if mean(*values)]
    assert sorted(brute_force.projected(spec)) == meant
    assert solutions_of_flat(spec) == meant
    for backend in BACKENDS:
        assert sorted(lowered_solutions(spec, backend)) == meant, backend
