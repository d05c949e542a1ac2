"""What is written has the solutions that Python's own operators on numbers say, or it is refused: nothing is lost.

Every constraint, every way to join constraints and every function is a pair: how it is written, and what Python says about
the values. Nothing here asks `holds`. A thing that is no term, or no literal, must be refused wherever it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.language import drawn as meaning
from tests.language.drawn import DOMAINS, EVERYTHING, LITERALS, NO_LITERAL, NO_TERM, PARTIAL, TERMS, B, Drawn, of
from tests.lowering import lowered_solutions
from tests.specs import examples
from threefold import language as tf
from threefold.checker import brute_force
from threefold.language import SpecError


class Drawing:
    def __init__(self, random: Random) -> None:
        self.random = random

    def term(self) -> Drawn:
        """Now and then one that can be undefined, or is no term."""
        way = self.random.randint(0, 39)
        return self.random.choice(NO_TERM if way == 39 else PARTIAL if way >= 30 else TERMS)

    def terms(self, low: int = 0, high: int = 3) -> list[Drawn]:
        return [self.term() for _ in range(self.random.randint(low, high))]

    def statement(self, depth: int) -> Drawn:
        if self.random.randint(0, 39) == 39:
            return self.random.choice(NO_LITERAL)
        if depth == 0 and self.random.choice([True, False]):
            return self.random.choice(LITERALS)
        name = self.random.choice(JOINED if depth else CONSTRAINTS)
        draw: Callable[..., Drawn] = getattr(self, name)
        return draw(depth - 1) if depth else draw()

    def statements(self, depth: int, low: int = 0, high: int = 3) -> list[Drawn]:
        return [self.statement(self.random.randint(0, max(depth, 0))) for _ in range(self.random.randint(low, high))]

    # constraints

    def clause(self, depth: int = 0) -> Drawn:
        return of("Clause", tf.Clause, any, self.statements(depth))

    def amount(self, depth: int = 0) -> Drawn:
        bound, items = self.random.randint(-1, 3), self.statements(depth)
        write, compare = self.random.choice(
            [(tf.AtMost, int.__le__), (tf.AtLeast, int.__ge__), (tf.Exactly, int.__eq__)]
        )
        return of(write.__name__ + str(bound), lambda i: write(bound, i), lambda i: compare(sum(i), bound), items)

    def all_different(self) -> Drawn:
        return of("AllDifferent", tf.AllDifferent, lambda terms: len(set(terms)) == len(terms), self.terms())

    def linear(self) -> Drawn:
        meanings: dict[str, Callable[[Any, Any], Any]] = {
            "<=": lambda a, b: a <= b, "==": lambda a, b: a == b, ">=": lambda a, b: a >= b, "!=": lambda a, b: a != b,
        }  # fmt: skip
        sign = self.random.choice([*meanings])
        return of(f"Linear {sign}", lambda a, b: tf.Linear(a, sign, b), meanings[sign], self.term(), self.term())

    def table(self) -> Drawn:
        terms = self.terms(0, 2)
        width = len(terms) + (self.random.randint(0, 19) == 19)
        rows = [tuple(self.random.randint(-1, 2) for _ in range(width)) for _ in range(self.random.randint(0, 4))]
        drawn = of(f"Table {rows}", lambda t: tf.Table(t, rows), lambda t: tuple(t) in rows, terms)
        return Drawn(drawn.text, drawn.write, drawn.mean, drawn.wrong or (bool(rows) and width != len(terms)))

    def element(self) -> Drawn:
        def mean(index: int, array: list[int], result: int) -> bool:
            return index in range(len(array)) and array[index] == result

        return of("Element", tf.Element, mean, self.term(), self.terms(), self.term())

    def circuit(self) -> Drawn:
        return of("Circuit", tf.Circuit, meaning.round_trip, self.terms(1, 3))

    def increasing(self) -> Drawn:
        strictly = self.random.choice([True, False])

        def mean(terms: list[int]) -> bool:
            return all(meaning.lexicographic(strictly, [a], [b]) for a, b in pairwise(terms))

        return of("Increasing", lambda t: tf.Increasing(t, strictly=strictly), mean, self.terms())

    def lexicographic(self) -> Drawn:
        strictly, one = self.random.choice([True, False]), self.terms(0, 2)
        other = self.terms(len(one), len(one))
        return of(
            f"Lexicographic {strictly}",
            lambda a, b: tf.Lexicographic(a, b, strictly=strictly),
            lambda a, b: meaning.lexicographic(strictly, a, b),
            one,
            other,
        )

    def inverse(self) -> Drawn:
        one = self.terms(0, 2)
        return of("Inverse", tf.Inverse, meaning.inverse, one, self.terms(len(one), len(one)))

    def cardinalities(self) -> Drawn:
        bounds = {self.random.randint(-1, 2): range(0, 4, self.random.randint(1, 2)) for _ in range(2)}
        closed = self.random.choice([True, False])

        def mean(terms: list[int], number: int) -> bool:
            wanted: dict[int, Iterable[int]] = {**bounds, 1: [number]}
            rest = [term for term in terms if term not in wanted]
            return all([*map(int, terms)].count(value) in counts for value, counts in wanted.items()) and not (
                closed and rest
            )

        def write(terms: Any, number: Any) -> Any:
            return tf.GlobalCardinality(terms, {**bounds, 1: number}, closed=closed)

        return of(f"GlobalCardinality {bounds} {closed}", write, mean, self.terms(), self.term())

    def regular(self) -> Drawn:
        known = [place for place in product(range(2), range(-1, 3)) if self.random.randint(0, 4)]
        steps = {place: self.random.randint(0, 1) for place in known}
        return of(
            "Regular", lambda t: tf.Regular(t, steps, 0, iter([1])), lambda t: meaning.word(steps, t), self.terms()
        )

    def no_overlap(self) -> Drawn:
        starts = self.terms(0, 2)
        return of("NoOverlap", tf.NoOverlap, meaning.no_overlap, starts, self.terms(len(starts), len(starts)))

    def cumulative(self) -> Drawn:
        starts = self.terms(0, 2)
        lists = [self.terms(len(starts), len(starts)) for _ in range(2)]
        return of("Cumulative", tf.Cumulative, meaning.cumulative, starts, *lists, self.term())

    # what joins them

    def negated(self, depth: int) -> Drawn:
        return of("not", lambda a: ~a, lambda a: not a, self.constraint(depth))

    def joined(self, depth: int) -> Drawn:
        ways: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = {
            "and": (lambda a, b: a & b, lambda a, b: a and b),
            "or": (lambda a, b: a | b, lambda a, b: a or b),
            "xor": (lambda a, b: a ^ b, lambda a, b: bool(a) != bool(b)),
            "Iff": (tf.Iff, lambda a, b: bool(a) == bool(b)),
            "==": (lambda a, b: a == b, lambda a, b: bool(a) == bool(b)),
            "!=": (lambda a, b: a != b, lambda a, b: bool(a) != bool(b)),
            "<=": (lambda a, b: a <= b, lambda a, b: bool(a) <= bool(b)),
            "Implies": (tf.Implies, lambda a, b: not a or b),
            ".implies": (lambda a, b: a.implies(b), lambda a, b: not a or b),
        }
        way = self.random.choice([*ways])
        parts = self.constraint(depth), self.statement(max(depth, 0))
        if way in ("==", "!=", "<=") and parts[1] in NO_LITERAL:
            parts = parts[0], B  # a truth may be compared with a number
        return of(way, *ways[way], *parts)

    def all(self, depth: int) -> Drawn:
        return of("All", tf.All, all, self.statements(depth))

    def counted(self, depth: int) -> Drawn:
        number = self.random.randint(-1, 3)
        ways: list[Callable[[Any], Any]] = [tf.total, sum]
        way = self.random.choice(ways)
        items = [item for item in self.statements(depth, 1) if item not in NO_LITERAL] or [B]
        return of(f"number == {number}", lambda i: way(i) + tf.total([]) == number, lambda i: sum(i) == number, items)

    def constraint(self, depth: int) -> Drawn:
        """No thing of another type: Python has its own `~` and `|` for these."""
        drawn = self.statement(max(depth, 0))
        return drawn if drawn not in NO_LITERAL else self.constraint(depth)


CONSTRAINTS = [
    *("clause", "amount", "all_different", "linear", "table", "element", "circuit", "increasing", "lexicographic"),
    *("inverse", "cardinalities", "regular", "no_overlap", "cumulative"),
]
JOINED = ["clause", "amount", "negated", "negated", "joined", "joined", "joined", "joined", "all", "counted"]
# What may be refused although its meaning is clear: each has an error of its own, which is tested elsewhere.
REFUSED = (
    "numbers only",
    "counted from 0",
    "a duration or demand can be negative",
)


def _spec() -> tuple[tf.Spec, list[tf.Variable]]:
    spec = tf.Spec("meaning")
    variables = [spec.integer(name, domain) for name, domain in DOMAINS.items()]
    return spec, [*variables, spec.boolean("b"), spec.boolean("c")]


def _check(drawn: Drawn, backend: str) -> None:
    spec, variables = _spec()
    try:
        spec.group("stated").add(drawn.write(variables))
    except SpecError as error:
        if drawn.wrong or any(words in str(error) for words in REFUSED):
            return
        raise
    assert not drawn.wrong, f"accepted: {drawn.text}"
    meant = sorted(values for values in EVERYTHING if drawn.mean(values))
    assert sorted(lowered_solutions(spec, backend)) == meant, drawn.text
    if brute_force.assignments(spec) < 3000:
        assert brute_force.projected(spec) == set(meant), f"Spec.violated: {drawn.text}"


@examples(600)
@given(st.randoms(use_true_random=False), st.integers(0, 3))
def test_what_is_written_means_what_python_says_or_is_refused(random: Random, depth: int) -> None:
    _check(Drawing(random).statement(depth), "backtracking")


@pytest.mark.parametrize("backend", ["sat", "cp", pytest.param("ilp", marks=pytest.mark.slow)])
def test_every_backend_says_the_same(backend: str) -> None:
    @examples(60)
    @given(st.randoms(use_true_random=False), st.integers(0, 2))
    def says_the_same(random: Random, depth: int) -> None:
        _check(Drawing(random).statement(depth), backend)

    says_the_same()
