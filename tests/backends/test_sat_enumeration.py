"""Enumeration in cubes and by blocking: every solution once, in whatever pieces the search is done."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, product
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import assert_exact
from tests.specs import EDGES, examples, specs
from threefold.backends import find
from threefold.backends.backend import Search
from threefold.backends.configuration import parse
from threefold.backends.sat import enumeration, program
from threefold.backends.sat.cube_formula import ResidualFormula
from threefold.backends.sat.enumeration import SplitRule
from threefold.backends.sat.solvers import PREFIXES, Solver, new_solver
from threefold.language import Exactly, Spec
from threefold.models import cards, nqueens

ROWS = (
    "sat+enum=cubes",
    "sat+enum=cubes+ints=order",
    "sat+enum=cubes+ints=binary+amo=ladder",
    "sat:minicard+enum=cubes+amo=native+card=native",
    "sat:glucose4+enum=cubes",
    "sat:dpll+enum=cubes",
    "sat:arrays",
    "sat:arrays+ints=order+card=totalizer",
    "sat:arrays+ints=binary+amo=bitwise",
    "sat:arrays+amo=product+card=cardnetwrk",
    "sat",
)
QUEENS = dict(enumerate((1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200), start=1))
LANGFORD = dict(enumerate((0, 0, 2, 2, 0, 0, 52, 300), start=1))


def counters(found: Search) -> dict[str, int]:
    """Those of the method; a solver has others, too."""
    return {name: value for name, value in found.statistics().items() if name in ("solver calls", "cubes", "solvers")}


def search(spec: Spec, row: str = "sat", cube: dict[int, list[int]] | None = None, first: bool = False) -> Search:
    return find("sat").lower(spec, parse(row, {})).load(seed=None, first=first, cube=cube or {})


@contextmanager
def small_pieces(most: int = 1, cubes: int = 3, patience: int = 1) -> Iterator[None]:
    """So that a tiny spec is split, and split again, and the fixed order gives up."""
    rule = SplitRule(most, cubes)
    with patch.multiple(enumeration, FIRST=1, IN_FIXED_ORDER=rule, IN_OWN_ORDER=rule, PATIENCE=patience):
        yield


@pytest.mark.parametrize("row", ROWS)
@examples(40)
@given(spec=specs(), most=st.integers(1, 3), cubes=st.integers(1, 6))
def test_in_cubes_of_any_size_each_solution_is_found_once(row: str, spec: Spec, most: int, cubes: int) -> None:
    with small_pieces(most, cubes):
        assert_exact(spec, row)


@examples(40)
@given(spec=specs())
def test_by_blocking_each_solution_is_found_once(spec: Spec) -> None:
    assert_exact(spec, "sat+enum=blocking")


@pytest.mark.parametrize("edge", EDGES)
def test_the_edges_have_their_number_in_small_cubes(edge: str) -> None:
    build, count = EDGES[edge]
    with small_pieces():
        assert len(list(search(build()))) == count


@pytest.mark.parametrize("solver", [*PREFIXES, "dpll"])
def test_every_solver_enumerates_in_cubes(solver: str) -> None:
    with small_pieces(2):
        found = search(nqueens.build(6), f"sat:{solver}+enum=cubes")
        assert len(set(map(tuple, found))) == 4
    assert found.method.startswith("blocking, then cubes")
    assert found.statistics()["cubes"] > 1


@pytest.mark.parametrize("solver", ["cms", "clasp"])
def test_a_solver_that_must_be_installed_enumerates_in_cubes(solver: str) -> None:
    pytest.importorskip({"cms": "pycryptosat", "clasp": "clingo"}[solver])
    with small_pieces(2):
        assert len(list(search(nqueens.build(6), f"sat:{solver}+enum=cubes"))) == 4


def test_a_cube_from_outside_is_split_like_any_other() -> None:
    for most in (1, 20):
        with small_pieces(most):
            parts = [list(map(tuple, search(nqueens.build(7), cube={3: [value]}))) for value in range(1, 8)]
        assert sum(map(len, parts)) == 40
        assert all(solution[3] == value for value, part in enumerate(parts, 1) for solution in part)
    assert list(search(nqueens.build(7), cube={0: [1], 1: [1, 2]})) == []


def test_a_cube_from_outside_is_one_cube_until_it_has_thousands_of_solutions() -> None:
    """Else each of several jobs would split again what is split already: twice the work for 12 queens."""
    fifth_column = search(nqueens.build(n=12), "sat+enum=cubes", cube={0: [5]})
    assert sum(1 for _ in fifth_column) == 1631
    assert counters(fifth_column) == {"solver calls": 1632, "cubes": 1, "solvers": 1}


def test_derived_variables_are_read_but_neither_blocked_nor_split_on() -> None:
    spec = Spec("sum")
    x, y = spec.integer("x", range(3)), spec.integer("y", range(3))
    total = spec.integer("total", range(5), derived=True)
    spec.group("definition").add(total == x + y)
    with small_pieces():
        assert sorted(map(tuple, search(spec))) == [(a, b, a + b) for a, b in product(range(3), repeat=2)]


def test_variables_that_no_clause_mentions_have_all_their_values() -> None:
    spec = Spec("free")
    spec.booleans("b", range(5))
    with small_pieces():
        assert len(set(map(tuple, search(spec)))) == 32
    assert len(list(search(Spec("nothing at all")))) == 1


def test_solutions_come_one_by_one_and_an_instance_with_few_is_one_cube() -> None:
    stream = search(nqueens.build(8))
    assert len(list(islice(stream, 3))) == 3
    assert counters(stream) == {"solver calls": 3, "cubes": 1, "solvers": 1}
    whole = search(nqueens.build(8), "sat+enum=cubes")
    assert len(list(whole)) == 92
    assert counters(whole) == {"solver calls": 93, "cubes": 1, "solvers": 1}


def test_few_solutions_cost_no_reduction_of_the_formula() -> None:
    with (
        patch.object(enumeration, "FIRST", 100),
        patch.object(program.CnfProgram, "_within", side_effect=AssertionError("reduced")),
    ):
        assert sum(1 for _ in search(nqueens.build(n=8), "sat+enum=cubes")) == 92
        with pytest.raises(AssertionError, match="reduced"):
            list(search(nqueens.build(n=9), "sat+enum=cubes"))


def test_many_solutions_are_split_and_what_was_found_before_is_not_found_again() -> None:
    with patch.object(enumeration, "FIRST", 100):
        whole = search(nqueens.build(9), "sat+enum=cubes")
        assert len(set(map(tuple, whole))) == 352
    assert whole.statistics()["cubes"] == 10


def test_where_the_fixed_order_gives_up_the_solver_s_own_goes_on() -> None:
    with small_pieces(1000, 1, patience=1):
        whole = search(nqueens.build(8), "sat+enum=cubes")
        assert len(list(whole)) == 92
    assert counters(whole)["solvers"] > counters(whole)["cubes"] == 9


def test_an_attempt_ends_without_an_answer() -> None:
    hard = find("sat").lower(nqueens.build(24), parse("sat+amo=bitwise", {}))
    assert isinstance(hard, program.CnfProgram)
    solver = new_solver("cadical195", hard.top, None)
    hard.feed(solver)
    assert isinstance(solver, Solver)
    assert solver.attempt(1) is None
    assert solver.attempt(1_000_000) is True
    solver.add([[1], [-1]])
    assert solver.attempt(1) is False


def test_a_large_program_is_enumerated_as_it_is_unless_cubes_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "LARGE", 100)
    assert search(nqueens.build(6)).method == "blocking"
    assert search(nqueens.build(6), "sat+enum=cubes").method == "blocking, then cubes in fixed order"
    first = search(nqueens.build(6), "sat+enum=cubes", first=True)
    assert first.method == "first, false first, no lucky assignments"


def test_with_search_free_cubes_have_the_solver_s_own_order_and_all_clauses() -> None:
    free = search(nqueens.build(9), "sat+search=free")
    assert free.method == "blocking, then cubes"
    with (
        patch.object(enumeration, "FIRST", 100),
        patch.object(program, "propagated", side_effect=AssertionError("simplified")),
        patch.object(enumeration, "BY_NUMBER", {"no such option": 1}),
    ):
        assert len(set(map(tuple, search(nqueens.build(9), "sat+search=free")))) == 352


def test_that_units_were_propagated_is_a_part_of_the_method() -> None:
    spec = nqueens.build(40)
    spec.group("given").add(*(spec.variables[row] == value for row, value in enumerate((3, 5, 7))))
    assert search(spec, "sat+amo=pairwise").method.endswith(", units propagated")
    assert "units" not in search(spec, "sat+plain").method


def test_the_plain_row_is_the_solver_as_it_comes() -> None:
    """The sheets' clauses, none of them simplified, and no setting of ours; kissat is loaded anew for each solution."""
    plain = search(nqueens.build(6), "sat+plain")
    assert plain.method == "blocking"
    assert isinstance(plain, enumeration.BlockingSearch)
    assert isinstance(plain._solver, Solver)
    assert plain._solver._settings == {}
    assert search(nqueens.build(6), "sat:kissat404+plain").method == "blocking, solved anew for each solution"
    with patch.object(program, "propagated", side_effect=AssertionError("simplified")):
        assert len(list(search(nqueens.build(6), "sat+plain"))) == 4


@pytest.mark.parametrize("row", ["sat", "sat:minisat22", "sat+enum=blocking"])
@pytest.mark.parametrize("n", [pytest.param(n, marks=pytest.mark.slow if n > 10 else ()) for n in QUEENS])
def test_the_queens_have_their_known_numbers(row: str, n: int) -> None:
    assert sum(1 for _ in search(nqueens.build(n), row)) == QUEENS[n]


@pytest.mark.parametrize("row", ["sat", "sat:minisat22", "sat+amo=ladder"])
@pytest.mark.parametrize(
    ("n", "k", "count"), [*((n, 2, count) for n, count in LANGFORD.items()), (9, 3, 6), (10, 3, 10)]
)
def test_the_cards_have_their_known_numbers(row: str, n: int, k: int, count: int) -> None:
    assert sum(1 for _ in search(cards.build(n, k), row)) == count


@pytest.mark.slow
def test_cards_11_in_cubes() -> None:
    assert sum(1 for _ in search(cards.build(11, 2))) == 35584


literals = st.integers(1, 5).flatmap(lambda n: st.sampled_from([n, -n]))
clauses = st.lists(st.lists(literals, max_size=3, unique_by=abs), max_size=12)
constraints = st.lists(st.tuples(st.lists(literals, max_size=4, unique_by=abs), st.integers(-1, 3)), max_size=2)


def models(formula: ResidualFormula) -> set[tuple[int, ...]]:
    """Over the variables 1 to 5, by trying all."""
    signs = product((1, -1), repeat=5)
    candidates = ({sign * n for n, sign in enumerate(each, 1)} for each in signs)
    return {
        tuple(sorted(model))
        for model in candidates
        if all(model.intersection(clause) for clause in formula.clauses)
        and all(len(model.intersection(literals)) <= bound for literals, bound in formula.at_most)
        and model.issuperset(formula.true)
    }


@examples(150)
@given(clauses=clauses, at_most=constraints, units=st.lists(literals, max_size=2), more=clauses)
def test_a_reduced_formula_has_the_same_models(
    clauses: list[list[int]], at_most: list[tuple[list[int], int]], units: list[int], more: list[list[int]]
) -> None:
    formula = ResidualFormula(clauses, at_most)
    expected = {model for model in models(formula) if set(units) <= set(model)}
    left = formula.under(units)
    assert expected == (set() if left is None else models(left))
    if left is not None:
        open_more = [[x for x in clause if x not in left.true and -x not in left.true] for clause in more]
        again = left.having(open_more).under()
        both = {model for model in expected if all(set(model).intersection(clause) for clause in open_more)}
        assert both == (set() if again is None else models(again))
        fixed = {abs(literal) for literal in left.true}
        assert all(len(clause) > 1 and fixed.isdisjoint(map(abs, clause)) for clause in left.clauses)


def test_exactly_k_natively_is_split_too() -> None:
    spec = Spec("choose")
    chosen = spec.booleans("b", range(6))
    spec.group("three").add(Exactly(3, [chosen[i] for i in range(6)]))
    with small_pieces(2):
        assert len(set(map(tuple, search(spec, "sat:minicard+card=native")))) == 20


@pytest.mark.parametrize(
    ("at_most", "units", "true", "left"),
    [
        ([([1, 2, 3], 1)], [1], {1, -2, -3}, [[4, 5]]),  # the others are false
        ([([1, 2, 3], 1)], [-4, 1], {1, -2, -3, -4, 5}, []),
        ([([1, 2, 3], 2), ([3, 5], 1)], [1, 2], {1, 2, -3}, [[4, 5]]),
        ([([1, 4], 1), ([5, 2], 1)], [1], {1, -4, 5, -2}, []),  # 5 follows from a clause, and -2 from 5
        ([([1, 2], 0)], [], {-1, -2}, [[4, 5]]),
    ],
)
def test_what_a_native_at_most_implies_is_propagated(
    at_most: list[tuple[list[int], int]], units: list[int], true: set[int], left: list[list[int]]
) -> None:
    reduced = ResidualFormula([[4, 5]], at_most).under(units)
    assert reduced is not None
    assert (set(reduced.true), reduced.clauses) == (true, left)
    assert all(0 < bound < len(literals) and true.isdisjoint(literals) for literals, bound in reduced.at_most)


def test_a_native_at_most_that_is_exceeded_leaves_nothing() -> None:
    assert ResidualFormula([[1], [2]], [([1, 2, 3], 1)]).under() is None
    assert ResidualFormula([[2, 3]], [([1, 2], 1), ([1, 3], 1)]).under([1]) is None
    assert ResidualFormula([], [([1, 2], -1)]).under() is None
