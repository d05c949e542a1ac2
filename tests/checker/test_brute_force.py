"""Brute force, the judge of the random specs: over all variables, and over the decision variables alone."""

from threefold.checker import brute_force
from threefold.language import Clause, Spec


def test_solutions_have_the_derived_values_and_the_projection_does_not() -> None:
    spec = Spec("sum")
    first = spec.integer("twice", range(5), derived=True)  # declared first: positions matter
    x = spec.integer("x", range(3))
    y = spec.integer("y", [4, 7])
    spec.group("definition").add(first == 2 * x)
    assert brute_force.assignments(spec) == 5 * 3 * 2
    assert brute_force.solutions(spec) == [(2 * a, a, b) for a in range(3) for b in (4, 7)]
    assert brute_force.projected(spec) == {(a, b) for a in range(3) for b in (4, 7)}
    spec.group("small").add(Clause([y == 4]), Clause([first <= 2]))
    assert brute_force.projected(spec) == {(0, 4), (1, 4)}


def test_a_derived_variable_that_is_not_a_function_shows_as_more_solutions_than_projected() -> None:
    spec = Spec("free")
    spec.integer("x", range(2))
    spec.integer("free", range(3), derived=True)
    assert (len(brute_force.solutions(spec)), brute_force.projected(spec)) == (6, {(0,), (1,)})


def test_a_spec_without_variables_has_one_assignment() -> None:
    spec = Spec("empty")
    assert (brute_force.assignments(spec), brute_force.solutions(spec)) == (1, [()])
    spec.group("false").add(Clause([]))
    assert brute_force.solutions(spec) == []
