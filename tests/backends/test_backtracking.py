"""Backtracking on the spec itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import assert_exact, lowered_solutions
from tests.specs import EDGES, KINDS, examples, specs
from threefold.backends import find, names
from threefold.backends.backend import Search
from threefold.backends.backtracking.program import in_pairs
from threefold.backends.configuration import parse
from threefold.checker import brute_force
from threefold.language import AllDifferent, BadInput, Clause, Implies, Spec
from threefold.models import cards, nqueens
from threefold.runs.witness import rejecting_groups


@pytest.mark.parametrize("kind", KINDS)
@examples(120)
@given(data=st.data())
def test_random_specs_have_the_solutions_of_brute_force(kind: str, data: st.DataObject) -> None:
    assert_exact(data.draw(specs(kind)), "backtracking")


@examples(80)
@given(spec=specs())
def test_random_specs_of_mixed_kinds_have_the_solutions_of_brute_force(spec: Spec) -> None:
    assert_exact(spec, "backtracking")


@pytest.mark.parametrize("name", EDGES)
def test_edges_have_their_hand_computed_counts(name: str) -> None:
    build, count = EDGES[name]
    solutions = lowered_solutions(build(), "backtracking")
    assert len(solutions) == len(set(solutions)) == count


def test_puzzles_are_counted() -> None:
    for n, count in ((1, 1), (2, 0), (3, 0), (4, 2), (6, 4), (8, 92)):
        assert len(set(lowered_solutions(nqueens.build(n), "backtracking"))) == count
    assert len(set(lowered_solutions(cards.build(4, 2), "backtracking"))) == 2


def test_a_spec_without_variables_has_one_solution_and_a_false_one_none() -> None:
    assert lowered_solutions(Spec("empty"), "backtracking") == [()]
    contradiction = Spec("contradiction")
    contradiction.group("false").add(Clause([]))
    assert lowered_solutions(contradiction, "backtracking") == []


def test_derived_variables_that_are_free_do_not_multiply_solutions() -> None:
    spec = Spec("derived")
    free = spec.integer("free", range(5), derived=True)
    x = spec.integer("x", range(3))
    b = spec.boolean("b", derived=True)
    spec.group("g").add(x != 1, Clause([free == 4, b]))
    assert sorted(lowered_solutions(spec, "backtracking")) == [(0,), (2,)]
    only = Spec("only derived")
    only.integer("free", range(5), derived=True)
    assert lowered_solutions(only, "backtracking") == [()]


def test_a_thousand_variables_are_not_too_deep() -> None:
    spec = Spec("long")
    x = spec.integers("x", range(1500), domain=range(2))
    spec.group("chain").add(*(x[i + 1] == x[i] for i in range(1499)))
    assert len(lowered_solutions(spec, "backtracking")) == 2


def test_all_different_falls_into_pairs_and_nothing_else_does() -> None:
    spec = Spec("pairs")
    x, b = spec.integers("x", range(4), domain=range(4)), spec.boolean("b")
    assert len(list(in_pairs(AllDifferent(x)))) == 6
    assert len(list(in_pairs(Implies(b, AllDifferent(x))))) == 6
    clause = Clause([b])
    assert list(in_pairs(clause)) == [clause]
    assert list(in_pairs(AllDifferent([x[0]]))) == []


@examples(80)
@given(spec=specs(), data=st.data())
def test_what_is_accepted_is_what_brute_force_accepts(spec: Spec, data: st.DataObject) -> None:
    program = find("backtracking").lower(spec, parse("backtracking", {}))
    assignment = tuple(data.draw(st.sampled_from(list(x.domain))) for x in spec.variables)
    decided = tuple(assignment[x.position] for x in spec.decisions)
    assert program.accepts(assignment, program.groups) == (decided in brute_force.projected(spec))


def test_the_group_that_rejects_an_assignment_is_named() -> None:
    program = find("backtracking").lower(nqueens.build(4), parse("backtracking", {}))
    assert rejecting_groups(program, (2, 4, 1, 3)) is None
    assert rejecting_groups(program, (1, 4, 1, 3)) == ("one queen per column",)
    assert rejecting_groups(program, (2, 4, 1, 9)) == ("one queen per row",)


def test_there_is_nothing_to_export_and_it_says_so() -> None:
    backend = find("backtracking")
    assert backend.formats == ()
    with pytest.raises(BadInput, match="works on the spec itself"):
        backend.lower(nqueens.build(4), parse("backtracking", {})).export("lp")


def test_it_comes_last_in_the_list() -> None:
    assert names()[:4] == ("sat", "cp", "ilp", "backtracking")


def test_every_assignment_of_a_value_is_counted_once() -> None:
    spec = Spec("free")
    spec.integer("x", range(3))
    search = find("backtracking").lower(spec, parse("backtracking", {})).load(seed=None, first=False)
    assert len(list(search)) == 3
    assert search.statistics()["assignments"] == 3


def test_a_free_derived_boolean_is_assigned_after_a_decision_with_more_values() -> None:
    spec = Spec("free")
    b, x = spec.boolean("b", derived=True), spec.integer("x", range(3))
    spec.group("g").add(Clause([x == 0, b]))
    assert sorted(lowered_solutions(spec, "backtracking")) == [(0,), (1,), (2,)]


@pytest.mark.parametrize(("n", "count"), [(3, 0), (6, 4)])
def test_backtracking_finds_every_solution_and_decides_the_end(n: int, count: int) -> None:
    search = find("backtracking").lower(nqueens.build(n), parse("backtracking", {})).load(seed=None, first=False)
    assert (search.found_by(), search.decided_by()) == ({}, "")
    assert len(list(search)) == count
    assert search.found_by() == ({"backtracking": count} if count else {})
    assert search.decided_by() == "backtracking"


def test_nobody_decides_a_backtracking_that_is_left_before_its_end() -> None:
    search = find("backtracking").lower(nqueens.build(6), parse("backtracking", {})).load(seed=None, first=True)
    assert next(iter(search))
    assert (search.found_by(), search.decided_by()) == ({"backtracking": 1}, "")


def best_below(most: int) -> Search:
    """Of x + y <= `most`, both up to 3, the largest sum, by bound search."""
    spec = Spec("best")
    x, y = spec.integer("x", range(4)), spec.integer("y", range(4))
    total = spec.integer("total", range(7), derived=True)
    spec.group("sum").add(total == x + y)
    spec.group("limit").add(total <= most)
    spec.maximize(total)
    return find("backtracking").lower(spec, parse("backtracking", {})).optimum(seed=None)


@pytest.mark.parametrize("most", [6, 4, -1])
def test_an_optimum_by_bound_search_is_found_and_decided_by_the_engine_of_its_steps(most: int) -> None:
    search = best_below(most)
    assert search.decided_by() == ""
    count = len(list(search))
    assert search.found_by() == ({"backtracking": count} if count else {})
    assert search.decided_by() == "backtracking"
