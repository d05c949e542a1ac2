"""Filters on the state of backtracking: every kind leaves to its last variable the values for which `holds` is true."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import assert_exact, lowered_solutions
from tests.specs import KINDS, examples, specs
from threefold.backends import find
from threefold.backends.backtracking import program as backtracking
from threefold.backends.backtracking.state import Variables, compiled, places
from threefold.backends.configuration import parse
from threefold.conformance.specs import Drawing
from threefold.language import Circuit, Constraint, Implies, Spec, Table, total
from threefold.language.flattening import flatten
from threefold.models import latin, nqueens

HUGE = 2**53


def assert_filtered(spec: Spec, constraint: Constraint) -> None:
    """For each choice of the last variable and each assignment of the others."""
    domains = [list(x.domain) for x in spec.variables]
    variables = Variables(domains)
    filtering = compiled(constraint, variables)
    for last in {x.position for x in constraint.variables()}:
        for others in product(*(range(len(domain)) for domain in domains)):
            state = variables.field[last] | sum(
                low << place for low, place in zip(variables.lowest, others, strict=True)
            )
            variables.value[:] = [domain[place] for domain, place in zip(domains, others, strict=True)]
            fitting = [domains[last][place] for place in places(variables.left(filtering.fitting(state, last), last))]
            values = list(variables.value)
            expected = [v for v in domains[last] if constraint.holds([*values[:last], v, *values[last + 1 :]])]
            assert fitting == expected, (constraint, last, values)


@pytest.mark.parametrize("kind", KINDS)
@examples(60)
@given(data=st.data())
def test_a_filter_leaves_the_values_for_which_the_constraint_holds(kind: str, data: st.DataObject) -> None:
    spec = data.draw(specs(kind))
    for posted in flatten(spec).posted:
        assert_filtered(spec, posted.constraint)


@examples(60)
@given(random=st.randoms(use_true_random=False))
def test_many_constraints_on_the_same_variables_have_the_solutions_of_brute_force(random: Random) -> None:
    spec = Spec("crowded")
    x = [spec.integer(f"x{i}", random.sample(range(-3, 5), random.randint(2, 4))) for i in range(3)]
    x += [spec.boolean("b"), spec.boolean("c")]
    for number in range(random.randint(3, 6)):
        spec.group(f"g{number}").add(Drawing(random, x).constraint(random.choice(KINDS)))
    assert_exact(spec, "backtracking")


@examples(60)
@given(data=st.data())
def test_a_value_that_the_literal_of_the_constraint_makes_true_is_true_for_all_others(data: st.DataObject) -> None:
    spec = data.draw(specs(data.draw(st.sampled_from(["Clause", "Implies"]))))
    variables = Variables([list(x.domain) for x in spec.variables])
    for posted in flatten(spec).posted:
        true = compiled(posted.constraint, variables).true
        for assignment in product(*(x.domain for x in spec.variables)):
            places_of = [domain.index(value) for domain, value in zip(variables.domains, assignment, strict=True)]
            state = sum(low << place for low, place in zip(variables.lowest, places_of, strict=True))
            assert not state & true or posted.constraint.holds(assignment)


def test_a_node_that_leads_out_of_the_circuit_is_no_predecessor() -> None:
    spec = Spec("out")
    x = [spec.integer(f"x{node}", (-1, 0, 1, 2)) for node in range(3)]
    spec.group("tour").add(Circuit(x))
    assert_exact(spec, "backtracking")
    assert_filtered(spec, Circuit(x))


def test_large_values_and_coefficients_are_exact() -> None:
    spec = Spec("large")
    x = [spec.integer(name, (-HUGE, -1, 0, 3, HUGE)) for name in "xyz"]
    spec.group("g").add(HUGE * x[0] - HUGE * x[1] == HUGE * 3, x[1] + x[2] <= HUGE - 1, total(x) != 3)
    assert_exact(spec, "backtracking")
    for comparator in ("<=", ">=", "==", "!="):
        for posted in flatten(spec).posted:
            if hasattr(posted.constraint, "comparator"):
                posted.constraint.comparator = comparator
                assert_filtered(spec, posted.constraint)


def test_a_large_domain_costs_no_more_than_its_values() -> None:
    spec = Spec("wide")
    x, y = spec.integer("x", range(200_000)), spec.integer("y", range(0, 400_000, 2))
    spec.group("g").add(x + y == 399_997, x >= 199_990)
    assert sorted(lowered_solutions(spec, "backtracking")) == [(v, 399_997 - v) for v in range(199_991, 200_000, 2)]


def test_values_outside_the_domain_are_tested_where_an_assignment_has_them() -> None:
    spec = Spec("outside")
    x, y, b = spec.integer("x", range(3)), spec.integer("y", range(3)), spec.boolean("b")
    spec.group("sum").add(x + y == 9)
    spec.group("rows").add(Implies(b, x <= 5), Table([x, y], [(7, 2)]))
    lowered = find("backtracking").lower(spec, parse("backtracking", {}))
    assert lowered.accepts((7, 2, 0), ["sum", "rows"])
    assert not lowered.accepts((7, 2, 1), ["rows"])
    assert not lowered.accepts((7, 2, 0), ["domain of x"])


def test_effects_that_take_too_much_memory_are_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backtracking, "MOST_KEPT", 100)
    assert len(set(lowered_solutions(nqueens.build(7), "backtracking"))) == 40
    assert len(set(lowered_solutions(latin.build(3), "backtracking"))) == 12


def test_no_set_of_values_is_left_out_and_the_lowest_bit_comes_first() -> None:
    assert [list(places(bits)) for bits in (0, 1, 6, 0b1011)] == [[], [0], [1, 2], [0, 1, 3]]
    variables = Variables([[5, 6, 7], [1], [2, 4]])
    assert variables.smallest(variables.everything, sum(variables.lowest)) == (1, 1)
    assert variables.smallest(variables.everything, variables.lowest[0] | variables.lowest[2]) == (2, 2)
    assert variables.smallest(variables.others[2], sum(variables.lowest)) == (2, 0)
