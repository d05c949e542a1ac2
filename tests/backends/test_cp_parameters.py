"""What CP-SAT is told: the plain row has its own parameters, the tuned row those of `backends/cp/parameters.py`."""

from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import assert_exact, lowered_solutions
from tests.specs import examples, specs
from threefold import models
from threefold.backends import find
from threefold.backends.backend import Search
from threefold.backends.configuration import parse
from threefold.checker import brute_force
from threefold.language import AllDifferent, Clause, Spec

PLAIN = "cp+plain"
ROWS = ["cp", PLAIN, "cp+view=bool", "cp+view=bool+search=free"]
COUNT = "enumerate_all_solutions: true"
MOST_TUNED = (
    "linearization_level: 0 clause_cleanup_period: 300 clause_cleanup_lbd_bound: 2 use_sat_inprocessing: false "
    "cp_model_probing_level: 0"
)
KEPT = "max_alldiff_domain_size: 1"
every_row = pytest.mark.parametrize("row", ROWS)


def loaded(spec: Spec, row: str, *, first: bool = False, seed: int | None = None) -> Any:
    return find("cp").lower(spec, parse(row, {})).load(seed=seed, first=first)


def best(row: str) -> Any:
    return find("cp").lower(knapsack(), parse(row, {})).optimum(seed=None)


def queens(n: int) -> Spec:
    return models.find("nqueens").build(n)


def differences(n: int) -> Spec:
    """All differences of n numbers differ."""
    spec = Spec("differences")
    x = spec.integers("x", range(n), domain=range(4))
    pairs = [(i, j) for i in range(n) for j in range(i)]
    d = spec.integers("d", range(n), range(n), only=pairs, domain=range(-3, 4), derived=True)
    spec.group("differences").add(*(d[i, j] == x[i] - x[j] for i, j in pairs))
    spec.group("different").add(AllDifferent(d))
    return spec


def hidden() -> Spec:
    """x from 0 to 2, and five hidden values that are at least as large."""
    spec = Spec("hidden")
    x, h = spec.integer("x", range(3)), spec.integer("h", range(5), hidden=True)
    spec.group("stated").add(h >= x)
    return spec


def knapsack() -> Spec:
    spec = Spec("knapsack")
    a, b, worth = spec.boolean("a"), spec.boolean("b"), spec.integer("worth", range(9), derived=True)
    spec.group("worth").add(worth == 3 * a + 5 * b)
    spec.group("room").add(2 * a + 3 * b <= 4)
    spec.maximize(worth)
    return spec


def test_the_plain_row_is_a_model_over_integers_and_the_free_search() -> None:
    assert parse(PLAIN, {}).options == {"view": "int", "search": "free"}


def test_the_plain_row_asks_for_one_worker_the_seed_and_all_solutions_and_nothing_else() -> None:
    always = "num_workers: 1 catch_sigint_signal: false"
    assert loaded(queens(6), PLAIN).parameters == f"{always} {COUNT} random_seed: 0"
    assert loaded(queens(6), PLAIN, seed=7).parameters == f"{always} {COUNT} random_seed: 7"
    assert loaded(queens(6), PLAIN, first=True).parameters == f"{always} random_seed: 0"
    assert loaded(hidden(), PLAIN).parameters == f"{always} random_seed: 0"
    assert best(PLAIN).parameters == f"{always} random_seed: 0"
    assert not loaded(queens(6), PLAIN).model.search_strategy


def test_the_tuned_row_sets_what_the_notes_on_the_solvers_list() -> None:
    always = "num_workers: 1 catch_sigint_signal: false"
    fixed = "search_branching: FIXED_SEARCH"
    assert loaded(queens(6), "cp").parameters == f"{always} {COUNT} {fixed} {MOST_TUNED}"
    assert len(loaded(queens(6), "cp").model.search_strategy) == 1
    assert loaded(differences(3), "cp").parameters == f"{always} {COUNT} {fixed} {MOST_TUNED} {KEPT}"
    assert loaded(queens(6), "cp", first=True, seed=7).parameters == (
        f"{always} {MOST_TUNED} symmetry_level: 0 random_seed: 7"
    )
    assert not loaded(queens(6), "cp", first=True).model.search_strategy


def test_booleans_are_tried_true_first_and_integers_by_the_smallest_domain() -> None:
    booleans = Spec("booleans")
    booleans.booleans("b", range(3))
    assert "domain_reduction_strategy: SELECT_MAX_VALUE" in str(loaded(booleans, "cp").model)
    assert "in order, true first" in loaded(booleans, "cp").method
    assert "variable_selection_strategy: CHOOSE_MIN_DOMAIN_SIZE" in str(loaded(queens(4), "cp").model)


def test_booleans_have_a_fixed_order_where_they_are_few() -> None:
    assert "FIXED_SEARCH" in loaded(queens(24), "cp+view=bool").parameters
    assert "FIXED_SEARCH" not in loaded(queens(25), "cp+view=bool").parameters


def test_booleans_beyond_the_fixed_order_are_enumerated_exactly_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threefold.backends.cp.parameters.MOST_BOOLEANS_IN_FIXED_ORDER", 0)
    assert len(set(lowered_solutions(queens(8), "cp+view=bool"))) == 92


def test_the_method_names_the_settings_that_are_not_the_engines_own() -> None:
    assert loaded(queens(6), PLAIN).method == "enumeration, integer view, CP-SAT's own search"
    assert loaded(queens(6), "cp").method == (
        "enumeration, integer view, smallest domain first, no LP, early forgetting, no inprocessing, no probing"
    )
    assert (
        loaded(queens(6), "cp+view=bool", first=True).method
        == "first, Boolean view, no LP, no presolve, no probing, no symmetries"
    )
    assert loaded(hidden(), PLAIN).method == "excluding solutions, integer view, CP-SAT's own search"


@pytest.mark.parametrize("view", ["int", "bool"])
@examples(150)
@given(spec=specs())
def test_a_free_search_has_the_solutions_of_brute_force(view: str, spec: Spec) -> None:
    assert_exact(spec, f"cp+view={view}+search=free")


@every_row
@examples(40)
@given(spec=specs())
def test_the_first_solution_satisfies_the_spec_and_there_is_one_unless_there_is_none(row: str, spec: Spec) -> None:
    found = list(islice(loaded(spec, row, first=True, seed=1), 1))
    assert all(spec.violated(assignment) is None for assignment in found)
    assert bool(found) == bool(brute_force.projected(spec))


@every_row
def test_differences_are_counted_as_brute_force_does(row: str) -> None:
    assert_exact(differences(3), row)


@pytest.mark.parametrize("kind", ["AllDifferent", "Implies"])
@examples(30)
@given(data=st.data())
def test_all_differents_that_are_kept_have_the_same_solutions(kind: str, data: st.DataObject) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("threefold.backends.cp.parameters._derived_differ", lambda _: True)
        assert_exact(data.draw(specs(kind)), "cp")


@every_row
def test_hidden_variables_do_not_repeat_a_solution(row: str) -> None:
    assert sorted(lowered_solutions(hidden(), row)) == [(0,), (1,), (2,)]


@every_row
def test_the_last_solution_of_an_optimum_is_the_best(row: str) -> None:
    *_, last = best(row)
    assert last == (0, 1, 5)


def drawn(search: Search, most: int | None = None) -> int:
    return len(list(islice(search, most)))


@every_row
def test_all_solutions_are_found_by_cp_sat_which_says_that_there_are_no_more(row: str) -> None:
    for spec, count in ((queens(6), 4), (hidden(), 3)):
        search = loaded(spec, row)
        assert (search.found_by(), search.decided_by()) == ({}, "")
        assert drawn(search) == count
        assert (search.found_by(), search.decided_by()) == ({"CP-SAT": count}, "CP-SAT")
        blocks = loaded(spec, row)
        assert sum(map(len, blocks.blocks())) == count
        assert (blocks.found_by(), blocks.decided_by()) == ({"CP-SAT": count}, "CP-SAT")


@every_row
@pytest.mark.parametrize("first", [True, False])
def test_cp_sat_decides_that_there_is_no_solution(row: str, first: bool) -> None:
    search = loaded(queens(3), row, first=first)
    assert drawn(search) == 0
    assert (search.found_by(), search.decided_by()) == ({}, "CP-SAT")


@every_row
def test_nobody_decides_a_search_that_is_left_before_its_end(row: str) -> None:
    for search in (loaded(queens(8), row), loaded(queens(8), row, first=True), loaded(hidden(), row)):
        assert drawn(search, 1) == 1
        assert (search.found_by(), search.decided_by()) == ({"CP-SAT": 1}, "")


@every_row
def test_an_optimum_is_found_and_decided_by_cp_sat(row: str) -> None:
    search = best(row)
    count = drawn(search)
    assert count > 0
    assert (search.found_by(), search.decided_by()) == ({"CP-SAT": count}, "CP-SAT")


def test_an_optimum_of_what_has_no_solution_is_decided_by_cp_sat() -> None:
    spec = knapsack()
    spec.group("false").add(Clause([]))
    search = find("cp").lower(spec, parse(PLAIN, {})).optimum(seed=None)
    assert (drawn(search), search.found_by(), search.decided_by()) == (0, {}, "CP-SAT")


@pytest.mark.parametrize(("row", "variables"), [("cp", 50), (PLAIN, 50), ("cp+view=bool", 2500)])
def test_the_size_is_that_of_the_view_however_large_the_board(row: str, variables: int) -> None:
    assert find("cp").lower(queens(50), parse(row, {})).size.variables == variables
