"""Everything that is written with the kernel has the number of solutions that its meaning says, in every backend."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import solutions_of_flat
from tests.specs import examples
from threefold import language as tf
from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.language.canonical import render
from threefold.language.canonical_reader import parse as parse_text
from threefold.language.flattening import flatten

X, Y, Z = range(3), range(-2, 3), (-1, 0, 2)
Meaning = Callable[[int, int, int, int, int], object]
BACKENDS = ("sat", "cp", "ilp", "backtracking")

# A constraint over x, y, z, b and c, and what it means.
MEANINGS: dict[str, tuple[Callable[..., object], Meaning]] = {
    "b == (x <= 1)": (lambda x, y, z, b, c: b == (x <= 1), lambda x, y, z, b, c: b == (x <= 1)),
    "(x <= 1) == b": (lambda x, y, z, b, c: (x <= 1) == b, lambda x, y, z, b, c: b == (x <= 1)),
    "(x <= 1) == (y == 2)": (lambda x, y, z, b, c: (x <= 1) == (y == 2), lambda x, y, z, b, c: (x <= 1) == (y == 2)),
    "b != (x + y <= 1)": (lambda x, y, z, b, c: b != (x + y <= 1), lambda x, y, z, b, c: b != (x + y <= 1)),
    "(x + y <= 1) == b": (lambda x, y, z, b, c: (x + y <= 1) == b, lambda x, y, z, b, c: b == (x + y <= 1)),
    "x == (y <= 0)": (lambda x, y, z, b, c: x == (y <= 0), lambda x, y, z, b, c: x == (y <= 0)),
    "(y <= 0) == 1": (lambda x, y, z, b, c: (y <= 0) == 1, lambda x, y, z, b, c: y <= 0),
    "iff of sums": (
        lambda x, y, z, b, c: tf.Iff(x + y <= 1, y + z >= 1),
        lambda x, y, z, b, c: (x + y <= 1) == (y + z >= 1),
    ),
    "sum of literals": (
        lambda x, y, z, b, c: sum([x == 1, y == 2, z != 0]) >= 2,
        lambda x, y, z, b, c: (x == 1) + (y == 2) + (z != 0) >= 2,
    ),
    "sum of literals and Booleans is not 2": (
        lambda x, y, z, b, c: sum([x == 1, b, y <= 0, ~c]) != 2,
        lambda x, y, z, b, c: (x == 1) + b + (y <= 0) + 1 - c != 2,
    ),
    "weighted literals": (
        lambda x, y, z, b, c: 2 * (x == 1) + 3 * (y >= 1) - b <= z + 1,
        lambda x, y, z, b, c: 2 * (x == 1) + 3 * (y >= 1) - b <= z + 1,
    ),
    "1 - literal": (lambda x, y, z, b, c: 1 - (x == 1) == c, lambda x, y, z, b, c: 1 - (x == 1) == c),
    "minus a literal": (lambda x, y, z, b, c: -(x == 1) + y >= 0, lambda x, y, z, b, c: -(x == 1) + y >= 0),
    "truths in order": (
        lambda x, y, z, b, c: ((x == 1) <= (y + z >= 1)) & ((x == y) > (z == 2)) & ((y <= 0) >= b) & ((z == 0) < 2 - c),
        lambda x, y, z, b, c: (x == 1) <= (y + z >= 1) and (x == y) > (z == 2) and (y <= 0) >= b and (z == 0) < 2 - c,
    ),
    "abs": (lambda x, y, z, b, c: abs(x - y) >= 2, lambda x, y, z, b, c: abs(x - y) >= 2),
    "abs of one variable": (lambda x, y, z, b, c: abs(y) == x, lambda x, y, z, b, c: abs(y) == x),
    "maximum": (lambda x, y, z, b, c: tf.maximum([x, y, z]) == 1, lambda x, y, z, b, c: max(x, y, z) == 1),
    "minimum": (
        lambda x, y, z, b, c: tf.minimum([x + 1, y - z]) >= z,
        lambda x, y, z, b, c: min(x + 1, y - z) >= z,
    ),
    "product": (lambda x, y, z, b, c: x * y == z, lambda x, y, z, b, c: x * y == z),
    "product of sums": (lambda x, y, z, b, c: (x + y) * (z - 1) <= 1, lambda x, y, z, b, c: (x + y) * (z - 1) <= 1),
    "square": (lambda x, y, z, b, c: y * y == x + 1, lambda x, y, z, b, c: y * y == x + 1),
    "product with a literal": (lambda x, y, z, b, c: (x == 1) * y >= b, lambda x, y, z, b, c: (x == 1) * y >= b),
    "quotient": (lambda x, y, z, b, c: (y - 3 * x) // 2 == z, lambda x, y, z, b, c: (y - 3 * x) // 2 == z),
    "quotient by a negative number": (lambda x, y, z, b, c: y // -2 == z, lambda x, y, z, b, c: y // -2 == z),
    "quotient by a variable": (
        lambda x, y, z, b, c: (y + z) // (x + 1) == z,
        lambda x, y, z, b, c: (y + z) // (x + 1) == z,
    ),
    "number divided by a variable": (lambda x, y, z, b, c: 5 // (x - 3) <= y, lambda x, y, z, b, c: 5 // (x - 3) <= y),
    "remainder": (lambda x, y, z, b, c: (x + 2 * y) % 3 == x, lambda x, y, z, b, c: (x + 2 * y) % 3 == x),
    "remainder by a variable": (lambda x, y, z, b, c: 7 % (y - 3) == z, lambda x, y, z, b, c: 7 % (y - 3) == z),
    "and": (lambda x, y, z, b, c: (x >= 1) & (x + y == 1) & b, lambda x, y, z, b, c: x >= 1 and x + y == 1 and b),
    "or": (lambda x, y, z, b, c: (x + y == 1) | (y == z) | c, lambda x, y, z, b, c: x + y == 1 or y == z or c),
    "exclusive or": (lambda x, y, z, b, c: b ^ (x == y), lambda x, y, z, b, c: bool(b) ^ (x == y)),
    "not": (lambda x, y, z, b, c: ~(x + y == 1), lambda x, y, z, b, c: x + y != 1),
    "not of an or": (
        lambda x, y, z, b, c: ~((x == 1) | (y == z)),
        lambda x, y, z, b, c: not (x == 1 or y == z),
    ),
    "not of a cardinality": (
        lambda x, y, z, b, c: ~tf.Exactly(1, [b, c, x == 1]),
        lambda x, y, z, b, c: b + c + (x == 1) != 1,
    ),
    "not all different": (
        lambda x, y, z, b, c: ~tf.AllDifferent([x, y, z]),
        lambda x, y, z, b, c: len({x, y, z}) < 3,
    ),
    "not of a table": (
        lambda x, y, z, b, c: ~tf.Table([x, y, 1], [(1, 1, 1), (2, 0, 0), (9, 1, 1)]),
        lambda x, y, z, b, c: (x, y) != (1, 1),
    ),
    "not of an element": (
        lambda x, y, z, b, c: ~tf.Element(y, [x, 2, z], z),
        lambda x, y, z, b, c: not (0 <= y < 3 and [x, 2, z][y] == z),
    ),
    "not of an implication": (lambda x, y, z, b, c: ~tf.Implies(b, x == y), lambda x, y, z, b, c: b and x != y),
    "variable bound": (
        lambda x, y, z, b, c: tf.AtMost(x, [b, c, y == 1]),
        lambda x, y, z, b, c: b + c + (y == 1) <= x,
    ),
    "exactly, with a sum as bound": (
        lambda x, y, z, b, c: tf.Exactly(x - z, [b, c, y == 1]),
        lambda x, y, z, b, c: b + c + (y == 1) == x - z,
    ),
    "different sums": (
        lambda x, y, z, b, c: tf.AllDifferent([x + y, 2 * z, 1]),
        lambda x, y, z, b, c: len({x + y, 2 * z, 1}) == 3,
    ),
    "table of sums": (
        lambda x, y, z, b, c: tf.Table([x + y, z], [(1, 0), (2, 2)]),
        lambda x, y, z, b, c: (x + y, z) in [(1, 0), (2, 2)],
    ),
    "element of sums": (
        lambda x, y, z, b, c: tf.Element(x + b, [y + z, 1, 2 * y, z], c + z),
        lambda x, y, z, b, c: [y + z, 1, 2 * y, z][x + b] == c + z,
    ),
    "entry of an array": (
        lambda x, y, z, b, c: tf.value_at([y, 1, z], x) >= b,
        lambda x, y, z, b, c: [y, 1, z][x] >= b,
    ),
    "entry of a matrix": (
        lambda x, y, z, b, c: tf.Element((x, b), [[y, 1], [z, 2], [0, c]], z),
        lambda x, y, z, b, c: [[y, 1], [z, 2], [0, c]][x][b] == z,
    ),
    "implied table": (
        lambda x, y, z, b, c: tf.Implies(b, tf.Table([x, y], [(0, 0), (2, 1)])),
        lambda x, y, z, b, c: not b or (x, y) in [(0, 0), (2, 1)],
    ),
    "implied element": (
        lambda x, y, z, b, c: tf.Implies(x + y <= 1, tf.Element(x, [y, 1, z], z)),
        lambda x, y, z, b, c: not x + y <= 1 or [y, 1, z][x] == z,
    ),
    "implied implication": (
        lambda x, y, z, b, c: tf.Implies(b, tf.Implies(c, x == y)),
        lambda x, y, z, b, c: not (b and c) or x == y,
    ),
    "literals in a clause may be constraints": (
        lambda x, y, z, b, c: tf.Clause([x + y == 1, ~c]),
        lambda x, y, z, b, c: x + y == 1 or not c,
    ),
    "occurrences": (
        lambda x, y, z, b, c: tf.occurrences([x, y, z, 2], 2) == 2,
        lambda x, y, z, b, c: [x, y, z, 2].count(2) == 2,
    ),
    "occurrences of a variable": (
        lambda x, y, z, b, c: tf.occurrences([x, y, z], b) <= c,
        lambda x, y, z, b, c: [x, y, z].count(b) <= c,
    ),
    "number of values": (
        lambda x, y, z, b, c: tf.number_of_values([x, y, z]) == b + 1,
        lambda x, y, z, b, c: len({x, y, z}) == b + 1,
    ),
    "global cardinality": (
        lambda x, y, z, b, c: tf.GlobalCardinality([x, y, z], {0: range(1, 3), 2: c}),
        lambda x, y, z, b, c: [x, y, z].count(0) in (1, 2) and [x, y, z].count(2) == c,
    ),
    "closed global cardinality": (
        lambda x, y, z, b, c: tf.GlobalCardinality([x, y, z], {0: 1, 2: range(4), 1: 1}, closed=True),
        lambda x, y, z, b, c: sorted([x, y, z]) == [0, 1, 2],
    ),
    "increasing": (lambda x, y, z, b, c: tf.Increasing([x, y, z]), lambda x, y, z, b, c: x <= y <= z),
    "strictly increasing": (
        lambda x, y, z, b, c: tf.Increasing([z, y, x], strictly=True),
        lambda x, y, z, b, c: z < y < x,
    ),
    "lexicographic": (
        lambda x, y, z, b, c: tf.Lexicographic([x, y, b], [z, x, c]),
        lambda x, y, z, b, c: (x, y, b) <= (z, x, c),
    ),
    "strictly lexicographic": (
        lambda x, y, z, b, c: tf.Lexicographic([x, y, b], [z, x, c], strictly=True),
        lambda x, y, z, b, c: (x, y, b) < (z, x, c),
    ),
    "inverse": (
        lambda x, y, z, b, c: tf.Inverse([x, y + 1], [b, c]),
        lambda x, y, z, b, c: (x, y + 1, b, c) in [(0, 1, 0, 1), (1, 0, 1, 0)],
    ),
    "regular": (
        lambda x, y, z, b, c: tf.Regular([x, y, z, b], {(0, 0): 0, (0, 1): 1, (1, 1): 1, (1, 0): 0, (0, 2): 1}, 0, [1]),
        lambda x, y, z, b, c: {0, 1, 2} >= {x, y, z, b} and _accepted([x, y, z, b]),
    ),
    "not regular": (
        lambda x, y, z, b, c: (
            ~tf.Regular([x, y, z, b], {(0, 0): 0, (0, 1): 1, (1, 1): 1, (1, 0): 0, (0, 2): 1}, 0, [1])
        ),
        lambda x, y, z, b, c: not _accepted([x, y, z, b]),
    ),
    "no overlap": (
        lambda x, y, z, b, c: tf.NoOverlap([x, y, z], [1, c, 2]),
        lambda x, y, z, b, c: all(
            s + d <= t or t + e <= s for (s, d), (t, e) in (((x, 1), (y, c)), ((x, 1), (z, 2)), ((y, c), (z, 2)))
        ),
    ),
    "cumulative": (
        lambda x, y, z, b, c: tf.Cumulative([x, y, z], [2, 1, 3], [1, b + 1, 2], 3 - c),
        lambda x, y, z, b, c: all(
            sum(n for s, d, n in ((x, 2, 1), (y, 1, b + 1), (z, 3, 2)) if s <= t < s + d) <= 3 - c for t in range(-5, 9)
        ),
    ),
}


def _accepted(word: list[int]) -> bool:
    state: int | None = 0
    for value in word:
        state = {(0, 0): 0, (0, 1): 1, (1, 1): 1, (1, 0): 0, (0, 2): 1}.get((state, value))  # type: ignore[arg-type]
    return state == 1


def _spec(*texts: str) -> tf.Spec:
    spec = tf.Spec("expressions")
    x, y, z = (spec.integer(name, domain) for name, domain in zip("xyz", (X, Y, Z), strict=True))
    b, c = spec.boolean("b"), spec.boolean("c")
    for text in texts:
        spec.group("stated").add(MEANINGS[text][0](x, y, z, b, c))  # type: ignore[arg-type]
    return spec


def _solutions(spec: tf.Spec, configuration: str) -> list[tuple[int, ...]]:
    parsed = parse(configuration, {})
    search = find(parsed.backend).lower(spec, parsed).load(seed=None, first=False)
    return sorted(tuple(solution[:5]) for solution in search)


def _meant(*texts: str) -> list[tuple[int, ...]]:
    everything = product(X, Y, Z, range(2), range(2))
    return sorted(values for values in everything if all(MEANINGS[text][1](*values) for text in texts))


@pytest.mark.parametrize("text", MEANINGS)
def test_the_solutions_are_those_of_the_meaning(text: str) -> None:
    spec = _spec(text)
    for backend in ("sat", "cp", "backtracking"):
        assert _solutions(spec, backend) == _meant(text), backend


@pytest.mark.slow
@pytest.mark.parametrize("text", MEANINGS)
def test_ilp_finds_the_solutions_of_the_meaning_too(text: str) -> None:
    assert _solutions(_spec(text), "ilp") == _meant(text)


@pytest.mark.parametrize("text", MEANINGS)
def test_every_auxiliary_has_the_value_of_its_function(text: str) -> None:
    assert solutions_of_flat(_spec(text)) == _meant(text)


@pytest.mark.parametrize("text", MEANINGS)
def test_a_constraint_holds_where_its_meaning_says(text: str) -> None:
    spec = _spec(text)
    for values in product(X, Y, Z, range(2), range(2)):
        assert (spec.violated(values) is None) == bool(MEANINGS[text][1](*values)), values


@examples(15)
@given(st.lists(st.sampled_from(sorted(MEANINGS)), min_size=2, max_size=3), st.sampled_from(BACKENDS))
def test_several_together_have_the_common_solutions(texts: list[str], backend: str) -> None:
    assert _solutions(_spec(*texts), backend) == _meant(*texts)


@examples(15)
@given(st.integers(0, 1 << 32), st.sampled_from(BACKENDS))
def test_constraints_that_are_joined_mean_what_python_says(seed: int, backend: str) -> None:
    random = Random(seed)
    spec = tf.Spec("expressions")
    x, y, z = (spec.integer(name, domain) for name, domain in zip("xyz", (X, Y, Z), strict=True))
    b, c = spec.boolean("b"), spec.boolean("c")
    constraint, meaning = _joined(random, 3)
    spec.group("stated").add(constraint(x, y, z, b, c))  # type: ignore[arg-type]
    everything = product(X, Y, Z, range(2), range(2))
    assert _solutions(spec, backend) == sorted(values for values in everything if meaning(*values))


def _joined(random: Random, depth: int) -> tuple[Callable[..., object], Meaning]:
    if depth == 0:
        names = [text for text in MEANINGS if text not in ("(y <= 0) == 1",)]
        constraint, meaning = MEANINGS[random.choice(names)]
        return constraint, lambda *values: bool(meaning(*values))
    (one, meant), (other, also) = _joined(random, depth - 1), _joined(random, random.randrange(depth))
    match random.choice("&|^~"):
        case "&":
            return (lambda *v: one(*v) & other(*v)), (lambda *v: meant(*v) and also(*v))  # type: ignore[operator]
        case "|":
            return (lambda *v: one(*v) | other(*v)), (lambda *v: meant(*v) or also(*v))  # type: ignore[operator]
        case "^":
            return (lambda *v: one(*v) ^ other(*v)), (lambda *v: bool(meant(*v)) != bool(also(*v)))  # type: ignore[operator]
        case _:
            return (lambda *v: ~one(*v)), (lambda *v: not meant(*v))  # type: ignore[operator]


def test_the_same_term_twice_is_one_auxiliary() -> None:
    spec = tf.Spec("twice")
    x, y = spec.integer("x", range(4)), spec.integer("y", range(4))
    spec.group("stated").add(abs(x - y) >= 1, abs(x - y) <= 2, x * y >= 1, y * x <= 5, x + y == 3)
    assert sorted(spec.families) == ["x", "y"]
    flat = flatten(spec)
    assert [*map(str, flat.functions.values())] == ["x - y", "abs(x - y)", "x*y"]
    assert [*flat.families] == ["x", "y", "sum_1", "abs_2", "product_3"]


def test_a_spec_of_many_kinds_is_read_back_from_its_text() -> None:
    spec = _spec("maximum", "cumulative", "not of a table")
    assert render(parse_text(render(spec))) == render(spec)
