"""A tree may be 100,000 levels deep or wide: nothing has a limit of recursion, and the time grows with the length only."""

import pickle
import sys
from collections.abc import Callable
from functools import reduce
from itertools import cycle, islice
from operator import add, and_, or_, xor
from typing import Any

import pytest

from tests.specs import THOROUGH
from threefold import language as tf
from threefold.language import canonical
from threefold.language.canonical_reader import parse
from threefold.language.flattening import flatten
from threefold.language.functions import operands
from threefold.language.node import Kind
from threefold.runs.instance import pickled

MANY = 100_000
LEVELS = 20_000 if THOROUGH else 3_000  # of trees of which each level has auxiliaries; Python's limit is 1,000
STEPS = {(0, 0): 0, (0, 1): 1, (1, 1): 1, (1, 0): 0, (0, 2): 1, (1, 2): 1}


def chain(join: Callable[[Any, Any], Any], items: Any, length: int) -> Any:
    """join(join(join(a, b), c), …)"""
    return reduce(join, islice(cycle(items), length))


# Made of four Booleans b and three integers x.
TREES: dict[str, Callable[[list[Any], list[Any]], Any]] = {
    "a sum": lambda b, x: chain(add, x, MANY) <= MANY,
    "a sum of truth values": lambda b, x: chain(add, [each & b[0] for each in b], MANY) <= MANY,
    "or": lambda b, x: chain(or_, b, MANY),
    "and": lambda b, x: chain(and_, b, MANY),
    "or from the right": lambda b, x: chain(lambda a, c: c | a, b, MANY),
    "or, and": lambda b, x: chain(lambda a, c: (a | c) & b[0], b, LEVELS),
    "not of an or": lambda b, x: tf.Clause([chain(lambda a, c: ~(a | c), b, LEVELS)]),
    "exclusive or": lambda b, x: chain(xor, b, LEVELS),
    "Iff": lambda b, x: chain(tf.Iff, b, LEVELS),
    "Implies": lambda b, x: chain(tf.Implies, b, LEVELS),
    "Implies in Implies": lambda b, x: chain(lambda a, c: tf.Implies(c, a), b, LEVELS),
    "AtMost": lambda b, x: chain(lambda a, c: tf.AtMost(1, [a, c]), b, LEVELS),
    "a comparison of comparisons": lambda b, x: chain(lambda a, c: a + c == 1, b, LEVELS),
    "absolute": lambda b, x: chain(lambda a, c: abs(a - c), x, LEVELS) <= 2,
    "maximum": lambda b, x: chain(lambda a, c: tf.maximum([a, c]), x, LEVELS) <= 1,
    "a quotient that can be undefined": lambda b, x: chain(lambda a, c: (a + 2) // c, x, LEVELS) <= 1,
    "an entry": lambda b, x: chain(lambda a, c: tf.value_at([c, 1, 2], a), x, LEVELS) <= 1,
    "occurrences": lambda b, x: chain(lambda a, c: tf.occurrences([a, c], 1), b, LEVELS) <= 1,
    "a function of a truth value": lambda b, x: chain(lambda a, c: abs((a == 1) + c - 1), b, LEVELS) <= 1,
    "Table": lambda b, x: chain(lambda a, c: tf.Table([a, c], [[0, 1], [1, 0]]), b, LEVELS // 4),
    "Regular": lambda b, x: tf.Regular([*islice(cycle(x), LEVELS)], STEPS, 0, [1]),
}


@pytest.mark.parametrize("name", TREES)
def test_a_deep_tree_needs_no_recursion(name: str) -> None:
    limit = sys.getrecursionlimit()
    spec = tf.Spec("deep")
    b, x = [*spec.booleans("b", range(4)).values()], [*spec.integers("x", range(3), domain=range(3)).values()]
    tree: Kind = TREES[name](b, x)
    spec.group("deep").add(tree)
    assert len(str(tree)) < 10_000
    assert {*tree.variables()} <= {*b, *x}
    assert len([*operands(tree.arguments)]) > 0
    holds = [spec.violated((*booleans, 1, 2, 1)) is None for booleans in ((1, 1, 1, 1), (0, 1, 0, 1))]
    text = canonical.render(spec)
    again = parse(text)
    assert canonical.digest(again) == canonical.digest(spec)
    assert [again.violated((*booleans, 1, 2, 1)) is None for booleans in ((1, 1, 1, 1), (0, 1, 0, 1))] == holds
    assert canonical.render(pickle.loads(pickled(spec))) == text
    flat = flatten(spec)
    assert all(posted.source.constraint is tree for posted in flat.posted)
    assert sys.getrecursionlimit() == limit


def test_a_function_that_stands_in_several_others_is_evaluated_once() -> None:
    """The best weight so far, as a table of dynamic programming: its tree has 10⁸ functions, and 40 are different."""
    x = tf.Spec("shared").integers("x", range(42), domain=range(2))
    best = [x[0] + 0, x[1] + 0]
    for i in range(2, 42):
        best.append(tf.maximum([best[-1], best[-2] + x[i]]) + 0)
    assert (best[-1] == 20).holds((0, 1) * 20 + (0, 0))


def test_a_term_that_can_be_undefined_is_not_evaluated_twice_at_each_level() -> None:
    x = tf.Spec("undefined").integers("x", range(30), domain=range(2))
    statement: Any = x[0] == 1
    for i in range(1, 30):
        statement = 6 // (statement + x[i]) >= 3
    assert tf.Clause([statement]).holds((1,) * 30)
