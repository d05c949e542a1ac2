"""CP-SAT: every kind in both views, the edges, known counts, and the traps of enumerating with it."""

from collections.abc import Callable

import pytest
from hypothesis import given

from tests.lowering import assert_exact, lowered_solutions
from tests.specs import EDGES, KINDS, examples, specs
from threefold import models
from threefold.language import AllDifferent, Circuit, Clause, Element, Implies, Spec, Sum, Table, Variable

VIEWS = ("cp+view=int", "cp+view=bool")
Terms = Callable[[Variable, Variable, Variable], list[Variable | Sum]]
both_views = pytest.mark.parametrize("configuration", VIEWS)


def count(spec: Spec, configuration: str) -> int:
    found = lowered_solutions(spec, configuration)
    assert len(found) == len(set(found))
    return len(found)


@both_views
@pytest.mark.parametrize("kind", KINDS)
def test_a_lowered_spec_has_the_solutions_of_brute_force(kind: str, configuration: str) -> None:
    @examples(60)
    @given(specs(kind))
    def check(spec: Spec) -> None:
        assert_exact(spec, configuration)

    check()


@both_views
def test_a_spec_of_mixed_kinds_has_the_solutions_of_brute_force(configuration: str) -> None:
    @examples(150)
    @given(specs())
    def check(spec: Spec) -> None:
        assert_exact(spec, configuration)

    check()


@both_views
@pytest.mark.parametrize("name", EDGES)
def test_an_edge_has_the_count_computed_by_hand(name: str, configuration: str) -> None:
    build, expected = EDGES[name]
    assert count(build(), configuration) == expected


QUEENS = (1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200)
CARDS = {(n, 2): count for n, count in enumerate((0, 0, 2, 2, 0, 0, 52, 300), start=1)} | {(9, 3): 6, (10, 3): 10}
KNOWN = [("nqueens", (n,), count) for n, count in enumerate(QUEENS, start=1)] + [
    ("cards", arguments, count) for arguments, count in CARDS.items()
]
SLOW = [("nqueens", (11,)), ("nqueens", (12,))]


@both_views
@pytest.mark.parametrize(
    ("puzzle", "arguments", "expected"),
    [
        pytest.param(puzzle, arguments, expected, marks=[pytest.mark.slow] if (puzzle, arguments) in SLOW else [])
        for puzzle, arguments, expected in KNOWN
    ],
)
def test_a_puzzle_has_its_known_count(
    puzzle: str, arguments: tuple[int, ...], expected: int, configuration: str
) -> None:
    assert count(models.find(puzzle).build(*arguments), configuration) == expected


@both_views
@pytest.mark.parametrize("offset", [-2, -1, 0, 1, 2])
def test_an_entry_of_an_element_that_differs_from_its_result_by_a_constant_is_never_chosen(
    offset: int, configuration: str
) -> None:
    """CP-SAT 9.15 itself chooses it at times, or aborts the process."""
    spec = Spec("lookup")
    x, y = spec.integer("x", [1, 2, 3]), spec.integer("y", [-2, -1, 0])
    spec.group("lookup").add(Element(-y - 1, [-x, y, x], -x + offset))
    assert_exact(spec, configuration)


@both_views
@pytest.mark.parametrize(("nodes", "tours"), [(2, 1), (3, 2), (4, 6), (5, 24)])
def test_a_circuit_skips_no_node(nodes: int, tours: int, configuration: str) -> None:
    # (n - 1)! round trips. With self arcs CP-SAT may leave nodes out.
    spec = Spec("tour")
    spec.group("tour").add(Circuit(spec.integers("next", range(nodes), domain=range(nodes))))
    assert count(spec, configuration) == tours


@both_views
def test_a_circuit_with_a_node_that_nothing_reaches_is_false(configuration: str) -> None:
    # CP-SAT ignores a node without arcs: here node 2 has none of its own that stays inside, and none leads to it.
    spec = Spec("tour")
    first, second = (spec.integer(name, range(2)) for name in ("first", "second"))
    spec.group("tour").add(Circuit([first, second, spec.integer("third", [2, 7])]))
    assert count(spec, configuration) == 0


def squares(spec: Spec, size: int) -> list[Variable]:
    return [spec.integer(f"x{i}", range(size)) for i in range(size)]


@both_views
def test_all_different_is_enforced_only_where_its_condition_holds(configuration: str) -> None:
    spec = Spec("conditional")
    queens, b = squares(spec, 5), spec.boolean("b")
    for step in (0, 1, -1):
        spec.group("if b").add(Implies(b, AllDifferent(x + step * i for i, x in enumerate(queens))))
    assert count(spec, configuration) == 10 + 5**5  # 5 queens, or anything


@both_views
def test_all_different_is_enforced_by_a_literal_of_its_own_variables(configuration: str) -> None:
    spec = Spec("conditional")
    x, y, z = (spec.integer(name, range(3)) for name in "xyz")
    spec.group("if x <= 1").add(Implies(x <= 1, AllDifferent([x, y, z])))
    assert count(spec, configuration) == 4 + 9  # two permutations for each of x = 0 and x = 1; all for x = 2


@both_views
def test_an_enforced_equality_reports_no_solution_twice(configuration: str) -> None:
    # or-tools#4640: OR-Tools 9.12 reported 56 solutions, 29 of them different.
    spec = Spec("conditional")
    x, y, z = (spec.integer(name, range(3)) for name in "xyz")
    spec.group("if p").add(Implies(spec.boolean("p"), 2 * x + 3 * y + 5 * z == 12))
    assert count(spec, configuration) == 27 + 2


@both_views
def test_literals_made_on_demand_report_no_solution_twice(configuration: str) -> None:
    spec = Spec("literals")
    x, y = (spec.integer(name, range(6)) for name in "xy")
    spec.group("clauses").add(Clause([x == 2, y <= 3]), Clause([x <= 3, y != 4]), Clause([x <= 3, y == 0]))
    assert_exact(spec, configuration)


@both_views
@pytest.mark.parametrize("post", [lambda spec: None, lambda spec: spec.group("false").add(Clause([]))])
def test_a_spec_without_variables_has_one_solution_or_none(post: Callable[[Spec], object], configuration: str) -> None:
    spec = Spec("empty")
    post(spec)
    assert count(spec, configuration) == (0 if spec.groups else 1)


@both_views
def test_far_apart_values_and_large_coefficients_are_exact(configuration: str) -> None:
    spec = Spec("large")
    x, y = (spec.integer(name, [-(10**12), 0, 3, 10**12]) for name in "xy")
    spec.group("sum").add(1000 * x + 1000 * y == 0)
    assert count(spec, configuration) == 3


@both_views
@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        (lambda x, y, b: [x, x], 0),
        (lambda x, y, b: [x, x + 1], 18),
        (lambda x, y, b: [x, -x], 12),  # not x = 0
        (lambda x, y, b: [x, y, x], 0),
        (lambda x, y, b: [x, -x + 2, y], 4),  # x is 0 or 2, and y is 1
        (lambda x, y, b: [b, b], 0),
        (lambda x, y, b: [b, -b + 1], 18),
        (lambda x, y, b: [b, -b, x], 6),  # b is 1, and x is 0 or 2
    ],
)
def test_all_different_compares_a_variable_with_itself(terms: Terms, expected: int, configuration: str) -> None:
    spec = Spec("repeated")
    x, y, b = spec.integer("x", range(3)), spec.integer("y", range(3)), spec.boolean("b")
    spec.group("different").add(AllDifferent(terms(x, y, b)))
    assert_exact(spec, configuration)
    assert count(spec, configuration) == expected


@both_views
def test_a_table_may_name_a_variable_twice(configuration: str) -> None:
    spec = Spec("repeated")
    x, y, b = spec.integer("x", range(3)), spec.integer("y", range(3)), spec.boolean("b")
    spec.group("rows").add(Table([x, y, x], [(0, 1, 0), (0, 2, 1), (2, 0, 2), (1, 1, 0)]))
    spec.group("shifted").add(Table([x, -x + 2, b, b], [(0, 2, 1, 1), (2, 0, 0, 0), (2, 1, 1, 1), (0, 2, 0, 1)]))
    assert sorted(lowered_solutions(spec, configuration)) == [(0, 1, 1), (2, 0, 0)]
