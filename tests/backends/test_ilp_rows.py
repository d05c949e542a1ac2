"""The ILP's lowering: its rows have the solutions of the spec. Nothing here calls CBC, so there can be many examples."""

import subprocess
import sys
from itertools import islice, permutations
from operator import contains, le

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.backends.exact_rows import points
from tests.specs import EDGES, KINDS, examples, specs
from threefold import models
from threefold.backends import find
from threefold.backends.backend import Refused
from threefold.backends.configuration import parse
from threefold.backends.ilp import decision_diagram, lowering
from threefold.backends.ilp.model import Column, Row
from threefold.backends.ilp.program import RowProgram
from threefold.backends.ilp.subproblem import Propagator, Subproblem, Subproblems
from threefold.backends.variable_maps import decode
from threefold.checker import brute_force
from threefold.language import AllDifferent, Circuit, Implies, Linear, Spec, Sum


def lowered(spec: Spec) -> RowProgram:
    program = find("ilp").lower(spec, parse("ilp", {}))
    assert isinstance(program, RowProgram)
    return program


def solutions_of_rows(spec: Spec) -> set[tuple[int, ...]]:
    """Projected on the decision variables."""
    model = lowered(spec).model
    found = set()
    for point in points(model.columns, model.rows):
        assignment = decode(spec, model.views, point.__getitem__)
        assert spec.violated(assignment) is None, (assignment, spec.violated(assignment))
        found.add(tuple(assignment[x.position] for x in spec.decisions))
    return found


@pytest.mark.parametrize("name", EDGES)
def test_the_rows_of_an_edge_have_as_many_solutions_as_were_counted_by_hand(name: str) -> None:
    build, count = EDGES[name]
    assert len(solutions_of_rows(build())) == count


@pytest.mark.parametrize("kind", KINDS)
@examples(80)
@given(data=st.data())
def test_the_rows_of_a_random_spec_have_its_solutions(kind: str, data: st.DataObject) -> None:
    spec = data.draw(specs(kind))
    assert solutions_of_rows(spec) == brute_force.projected(spec)


def goes_round(successors: tuple[int, ...]) -> bool:
    node, visited = 0, {0}
    while (node := successors[node]) not in visited:
        visited.add(node)
    return node == 0 and len(visited) == len(successors)


@examples(60)
@given(st.lists(st.sets(st.integers(-1, 6), min_size=2), min_size=2, max_size=6))
def test_the_rows_of_a_circuit_have_its_round_trips_once_and_no_others(arcs: list[set[int]]) -> None:
    assume(any(0 in heads for heads in arcs))  # otherwise nodes seem to be counted from 1, which is refused
    spec = Spec("circuit")
    spec.group("round trip").add(Circuit(spec.integer(f"x{i}", heads) for i, heads in enumerate(arcs)))
    model = lowered(spec).model
    found = [decode(spec, model.views, point.__getitem__) for point in points(model.columns, model.rows)]
    wanted = [trip for trip in permutations(range(len(arcs))) if all(map(contains, arcs, trip)) and goes_round(trip)]
    assert sorted(found) == wanted


@pytest.mark.parametrize("kind", ["Linear", "Implies"])
@examples(80)
@given(data=st.data())
def test_sums_mean_the_same_as_flows_through_their_diagrams(kind: str, data: st.DataObject) -> None:
    spec = data.draw(specs(kind))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lowering, "TRUSTED", 0)
        assert solutions_of_rows(spec) == brute_force.projected(spec)


@pytest.mark.parametrize("kind", KINDS)
@examples(40)
@given(data=st.data())
def test_propagation_cuts_off_no_solution_of_the_rows(kind: str, data: st.DataObject) -> None:
    model = lowered(data.draw(specs(kind))).model
    propagator = Propagator(model.columns, model.rows)
    bounds = propagator.root()
    for point in islice(points(model.columns, model.rows), 5):
        for column in data.draw(st.permutations(range(len(point)))):
            assert bounds is not None
            assert all(map(le, bounds.low, point))
            assert all(map(le, point, bounds.high))
            bounds = propagator.narrowed(bounds, [(column, point[column], point[column])])
        assert bounds is not None
        assert propagator.unsettled(bounds) == []
        bounds = propagator.root()


@examples(80)
@given(data=st.data())
def test_the_groups_accept_an_assignment_together_exactly_when_it_is_a_solution(data: st.DataObject) -> None:
    """Of specs without derived variables, whose groups need CBC for an auxiliary at most: see test_ilp for the others."""
    spec = data.draw(specs().filter(lambda spec: all(not x.derived for x in spec.variables)))
    program = lowered(spec)
    assignment = data.draw(st.tuples(*(st.sampled_from(list(x.domain)) for x in spec.variables)))
    posted = [posted for posted in spec.posted if not posted.constraint.holds(assignment)]
    assert program.accepts(assignment, program.groups) == (not posted)
    for group in program.groups:
        assert program.accepts(assignment, [group]) == (group not in {wrong.group for wrong in posted})


def test_a_value_outside_the_domain_is_rejected_by_the_group_of_the_domain() -> None:
    program = lowered(models.find("nqueens").build(4))
    rejecting = [group for group in program.groups if not program.accepts((2, 4, 1, 9), [group])]
    assert rejecting[0] == program.groups[0] == "one queen per row"


def words(digits: int) -> Spec:
    """A…A + B…B = C…C with different digits: 36 pairs with a sum up to 9, less the four equal ones."""
    spec = Spec("words")
    a, b, c = (spec.integer(name, range(1, 10)) for name in "abc")
    ones = int("1" * digits)
    spec.group("different").add(AllDifferent([a, b, c]))
    spec.group("sum").add(ones * a + ones * b == ones * c)
    return spec


def mixed_words(digits: int) -> Spec:
    """The same without a common divisor: A…AB + B…BA = C…CD."""
    spec = Spec("mixed words")
    a, b, c, d = (spec.integer(name, range(1, 6)) for name in "abcd")
    tens = 10 * int("1" * (digits - 1))
    spec.group("sum").add(Sum(((tens, a), (1, b), (tens, b), (1, a)), 0) == Sum(((tens, c), (1, d)), 0))
    return spec


@pytest.mark.parametrize("digits", [9, 12])
def test_a_common_divisor_of_a_row_is_taken_out(digits: int) -> None:
    assert lowered(words(digits)).size.largest_coefficient <= 9
    assert len(solutions_of_rows(words(digits))) == 32


@pytest.mark.parametrize("digits", [9, 12])
def test_a_row_with_coefficients_too_large_for_cbc_becomes_a_flow_with_coefficients_of_one(digits: int) -> None:
    assert lowered(mixed_words(digits)).size.largest_coefficient == 1
    assert solutions_of_rows(mixed_words(digits)) == brute_force.projected(mixed_words(digits))


@pytest.mark.parametrize("comparator", ["<=", "==", ">=", "!="])
def test_a_conditional_sum_with_large_coefficients_becomes_a_flow(comparator: str) -> None:
    spec = Spec("conditional")
    x, y, z = (spec.integer(name, range(4)) for name in "xyz")
    b = spec.boolean("b")
    spec.group("g").add(Implies(~b, Linear(10**9 * x + (10**9 - 1) * y + 10**5 * z, comparator, 2 * 10**9 - 1 + 10**5)))
    assert lowered(spec).size.largest_coefficient == 1
    assert solutions_of_rows(spec) == brute_force.projected(spec)


def test_a_row_whose_diagram_would_be_too_large_is_refused_with_the_reason() -> None:
    spec = Spec("huge")
    family = spec.integers("x", range(12), domain=range(10))
    coefficients = [10**8 + 7919 * 3**i for i in range(12)]
    spec.group("balance").add(Sum(tuple(zip(coefficients, family.variables, strict=True)), 0) <= 54 * 10**8)
    with pytest.raises(
        Refused, match=r"'balance': a coefficient of .* is too large for CBC, whose answer would be wrong"
    ):
        lowered(spec)


def test_a_row_of_middling_coefficients_stays_a_row_where_its_diagram_would_be_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decision_diagram, "MOST_NODES", 3)
    spec = Spec("middling")
    x, y, z = (spec.integer(name, range(10)) for name in "xyz")
    spec.group("sum").add(20_000 * x + 10_001 * y + z == 50_003)
    assert lowered(spec).size.auxiliary == 0
    assert solutions_of_rows(spec) == {(2, 1, 2)} | brute_force.projected(spec)


def test_the_sizes_of_the_two_puzzles() -> None:
    queens, cards = lowered(models.find("nqueens").build(8)).size, lowered(models.find("cards").build(4, 2)).size
    assert (queens.variables, queens.auxiliary, queens.constraints, queens.literals) == (64, 0, 8 + 8 + 13 + 13, 252)
    assert (cards.variables, cards.auxiliary, cards.largest_coefficient) == (64, 0, 1)


def test_every_row_knows_its_group() -> None:
    assert lowered(models.find("nqueens").build(6)).groups == (
        "one queen per row",
        "one queen per column",
        "one queen per descending diagonal",
        "one queen per ascending diagonal",
    )


def test_lowering_needs_no_solver_package() -> None:
    code = (
        "import sys; from threefold import models, backends; from threefold.backends.configuration import parse;"
        "backends.find('ilp').lower(models.find('cards').build(3, 2), parse('ilp', {}));"
        "sys.exit(any(name in sys.modules for name in ('pulp', 'numpy', 'threefold.backends.ilp.cbc')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_subproblem_keeps_the_narrowed_bounds_whose_rows_are_settled() -> None:
    """With b = 1 the first row leaves u the values 0 and 1 and is settled: only the column's bounds carry that on."""
    columns = [Column(), Column(3), Column()]
    rows = [Row("g", {0: 2, 1: 1}, "<=", 3), Row("g", {1: 1, 2: 1}, ">=", 1)]
    subproblems = Subproblems(columns, rows)
    bounds = subproblems.narrowed([(0, 1, 1)])
    assert bounds is not None
    assert subproblems.propagator.unsettled(bounds) == [1]
    assert solutions_of(subproblems.reduced(bounds)) == {(1, 0, 1), (1, 1, 0), (1, 1, 1)}


def solutions_of(subproblem: Subproblem) -> set[tuple[int, ...]]:
    program = subproblem.program
    return {tuple(subproblem.completed(point)) for point in points(program.columns, program.rows)}


def test_columns_of_a_subproblem_are_counted_from_their_least_values() -> None:
    columns, rows = [Column(5), Column()], [Row("g", {0: 1}, ">=", 2), Row("g", {0: 1, 1: 1}, "<=", 4)]
    subproblems = Subproblems(columns, rows)
    assert subproblems.root is not None
    reduced = subproblems.reduced(subproblems.root)
    assert reduced.program.columns[0].upper == 2
    assert solutions_of(reduced) == {(u, b) for u in (2, 3, 4) for b in (0, 1) if u + b <= 4}


@pytest.mark.parametrize(("narrow", "bounds"), [((0, 2, 3), (2, 3)), ((0, 0, 1), (0, 1))])
def test_a_change_that_is_weaker_than_the_present_bounds_loosens_nothing(
    narrow: tuple[int, int, int], bounds: tuple[int, int]
) -> None:
    """The last change is made first: the other one says that the column is between 0 and 3."""
    propagator = Propagator([Column(3)], [])
    root = propagator.root()
    assert root is not None
    narrower = propagator.narrowed(root, [(0, 0, 3), narrow])
    assert narrower is not None
    assert (narrower.low[0], narrower.high[0]) == bounds
