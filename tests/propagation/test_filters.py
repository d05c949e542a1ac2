"""Filters of constraints, against the supports that brute force finds with `holds`."""

from collections.abc import Mapping
from itertools import product

import pytest
from hypothesis import given

from tests.specs import KINDS, examples, specs
from threefold import language as tf
from threefold.language.flattening import flatten
from threefold.propagation import sums
from threefold.propagation.arc_consistency import ArcConsistency
from threefold.propagation.constraint_filter import CIRCUIT, REPEATED, TOO_LONG, TOO_WIDE
from threefold.propagation.filters import filter_of
from threefold.propagation.values import WIDE, of_domain

Supports = Mapping[int, set[int]]


def by_brute_force(constraint: tf.Constraint, spec: tf.Spec) -> Supports | None:
    """Of each variable the values with a support; None where nothing satisfies the constraint."""
    positions = sorted({x.position for x in constraint.variables()})
    values = [x.domain[0] for x in spec.variables]
    supported: dict[int, set[int]] = {position: set() for position in positions}
    satisfiable = False
    for chosen in product(*(spec.variables[position].domain for position in positions)):
        for position, value in zip(positions, chosen, strict=True):
            values[position] = value
        if constraint.holds(values):
            satisfiable = True
            for position, value in zip(positions, chosen, strict=True):
                supported[position].add(value)
    return supported if satisfiable else None


def by_filter(constraint: tf.Constraint, spec: tf.Spec) -> Supports | None:
    domains = [of_domain(x.domain) for x in spec.variables]
    narrowed = filter_of(constraint).narrowed(domains)
    if narrowed is None:
        return None
    return {x.position: set(narrowed.get(x.position, domains[x.position])) for x in constraint.variables()}


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "Circuit"])
def test_exactly_the_values_with_a_support_are_left(kind: str) -> None:
    @examples(60)
    @given(specs(kind))
    def check(spec: tf.Spec) -> None:
        for posted in flatten(spec).posted:
            assert by_filter(posted.constraint, spec) == by_brute_force(posted.constraint, spec)

    check()


@examples(60)
@given(specs("Circuit"))
def test_of_a_circuit_no_value_with_a_support_is_removed(spec: tf.Spec) -> None:
    for posted in flatten(spec).posted:
        left, supported = by_filter(posted.constraint, spec), by_brute_force(posted.constraint, spec)
        assert supported is None or left is not None
        assert supported is None or left is None or all(supported[x] <= left[x] for x in supported)


def test_a_circuit_says_what_is_computed() -> None:
    spec = tf.Spec("tour")
    x = spec.integers("next", range(4), domain=range(4))
    spec.group("tour").add(tf.Circuit(x))
    assert ArcConsistency(spec).conclude().notes == (f"1 of 1 constraints: {CIRCUIT}",)


def test_an_arc_that_closes_a_short_circuit_is_removed() -> None:
    spec = tf.Spec("tour")
    x = spec.integers("next", range(4), domain=range(4))
    spec.group("tour").add(tf.Circuit(x))
    conclusions = ArcConsistency(spec).conclude({0: [1], 1: [2]})
    assert conclusions.left == ((1,), (2,), (3,), (0,))


def test_a_graph_in_two_parts_has_no_circuit() -> None:
    spec = tf.Spec("tour")
    x = spec.integers("next", range(6), domain=lambda i: range(3) if i < 3 else range(3, 6))
    spec.group("tour").add(tf.Circuit(x))
    contradiction = ArcConsistency(spec).conclude().contradiction
    assert contradiction is not None
    assert contradiction.groups == ("tour",)


@examples(60)
@given(specs())
def test_at_the_fixpoint_every_value_has_a_support_in_every_constraint(spec: tf.Spec) -> None:
    conclusions = ArcConsistency(spec).conclude()
    if conclusions.contradiction or conclusions.notes:
        return
    narrower = tf.Spec("narrower")
    for x in spec.variables:
        narrower.integer(str(x), conclusions.left[x.position])
    for posted in flatten(spec).posted:
        supported = by_brute_force(posted.constraint, narrower)
        assert supported == {x.position: set(conclusions.left[x.position]) for x in posted.constraint.variables()}


def test_the_bounds_of_a_very_large_domain_are_moved_and_the_notes_say_so() -> None:
    spec = tf.Spec("wide")
    x, y = (spec.integer(name, range(10 * WIDE)) for name in "xy")
    spec.group("sum").add(x + y == 19 * WIDE)
    spec.group("bound").add(x <= 9 * WIDE + 5)
    conclusions = ArcConsistency(spec).conclude()
    assert conclusions.left == (range(9 * WIDE + 1, 9 * WIDE + 6), range(10 * WIDE - 5, 10 * WIDE))
    assert conclusions.notes == (f"1 of 2 constraints: {TOO_LONG}", f"1 of 2 constraints: {TOO_WIDE}")


def test_a_sum_that_is_too_large_for_partial_sums_moves_bounds_and_the_notes_say_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spec = tf.Spec("long")
    y = spec.integers("y", range(3), domain=range(9))
    spec.group("sum").add(2 * y[0] + 3 * y[1] + 3 * y[2] == 4)
    assert ArcConsistency(spec).conclude().left == ((2,), (0,), (0,))
    monkeypatch.setattr(sums, "MOST_BITS", 1)
    conclusions = ArcConsistency(spec).conclude()
    assert conclusions.left == ((0, 1, 2), (0, 1), (0, 1))
    assert conclusions.notes == (f"1 of 1 constraints: {TOO_LONG}",)


def test_many_cases_of_repeated_variables_are_not_tried_and_the_notes_say_so() -> None:
    spec = tf.Spec("repeated")
    x = spec.integers("x", range(3), domain=range(20))
    spec.group("different").add(tf.AllDifferent([*x.values(), *(each + 1 for each in x.values())]))
    assert ArcConsistency(spec).conclude().notes == (f"1 of 1 constraints: {REPEATED}",)
