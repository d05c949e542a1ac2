"""The lowering to CNF and the search over it."""

from importlib.util import find_spec
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import assert_exact, lowered_solutions
from tests.specs import EDGES, KINDS, examples, specs
from threefold.backends import find
from threefold.backends.backend import Refused
from threefold.backends.configuration import parse
from threefold.backends.sat import BACKEND
from threefold.backends.sat.program import CnfProgram
from threefold.language import AllDifferent, AtMost, Cardinality, Circuit, Clause, Exactly, Implies, Linear, Spec, Sum
from threefold.language.constraints import compare
from threefold.models import cards, nqueens

PACKAGES = {"cms": "pycryptosat", "clasp": "clingo"}
INSTALLED = [solver for solver in BACKEND.solvers if solver not in PACKAGES or find_spec(PACKAGES[solver])]
SOLVERS = [solver for solver in INSTALLED if solver != "ganak"]  # which counts without solutions
OTHER_SOLVERS = [solver for solver in SOLVERS if solver != "cadical195"]


def lowered(spec: Spec, configuration: str = "sat") -> CnfProgram:
    program = find("sat").lower(spec, parse(configuration, {}))
    assert isinstance(program, CnfProgram)
    return program


# Exactness


@pytest.mark.parametrize("kind", KINDS)
@examples(80)
@given(data=st.data())
def test_random_specs_have_the_solutions_of_brute_force(kind: str, data: st.DataObject) -> None:
    assert_exact(data.draw(specs(kind)), "sat")


@examples(80)
@given(spec=specs())
def test_random_specs_of_mixed_kinds_have_the_solutions_of_brute_force(spec: Spec) -> None:
    assert_exact(spec, "sat")


@pytest.mark.parametrize("name", EDGES)
def test_edges_have_their_hand_computed_counts(name: str) -> None:
    build, count = EDGES[name]
    solutions = lowered_solutions(build(), "sat")
    assert len(solutions) == len(set(solutions)) == count


@pytest.mark.parametrize("solver", OTHER_SOLVERS)
def test_every_solver_enumerates_edges_and_puzzles(solver: str) -> None:
    for build, count in list(EDGES.values())[::3]:
        assert len(set(lowered_solutions(build(), f"sat:{solver}"))) == count
    assert len(set(lowered_solutions(nqueens.build(6), f"sat:{solver}"))) == 4
    assert len(set(lowered_solutions(nqueens.build(7), f"sat:{solver}+amo=ladder"))) == 40
    assert len(set(lowered_solutions(cards.build(4, 2), f"sat:{solver}"))) == 2


@pytest.mark.parametrize("solver", OTHER_SOLVERS)
@examples(25)
@given(spec=specs())
def test_every_solver_finds_the_solutions_of_random_specs(solver: str, spec: Spec) -> None:
    assert_exact(spec, f"sat:{solver}")


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_spec_without_variables_has_one_solution_and_a_false_one_none(solver: str) -> None:
    """MapleSAT dies of a formula without variables."""
    assert lowered_solutions(Spec("empty"), f"sat:{solver}") == [()]
    contradiction = Spec("contradiction")
    contradiction.group("false").add(Clause([]))
    assert lowered_solutions(contradiction, f"sat:{solver}") == []


# Traps of the kinds


def booleans(n: int) -> tuple[Spec, list[object]]:
    spec = Spec("booleans")
    return spec, list(spec.booleans("b", range(n)).variables)


@pytest.mark.parametrize(("n", "k"), [(6, 2), (6, 3), (7, 3), (7, 5), (8, 4)])
def test_exactly_k_of_n_has_binomially_many_solutions(n: int, k: int) -> None:
    for comparator, count in (
        ("==", comb(n, k)),
        ("<=", sum(comb(n, i) for i in range(k + 1))),
        (">=", sum(comb(n, i) for i in range(k, n + 1))),
    ):
        spec, b = booleans(n)
        spec.group("k").add(Cardinality(b, comparator, k))  # type: ignore[arg-type]
        assert len(lowered_solutions(spec, "sat")) == count


def test_two_colourings_of_k4_without_a_triangle_of_one_colour_are_18() -> None:
    """Blocking only the true Booleans would find 14."""
    spec = Spec("k4")
    red = spec.booleans("red", range(6))
    edges = dict(zip(combinations(range(4), 2), red.variables, strict=True))
    for triangle in combinations(range(4), 3):
        sides = [edges[pair] for pair in combinations(triangle, 2)]
        spec.group("triangles").add(Clause(sides), Clause([~side for side in sides]))
    for configuration in ("sat", "sat:minisat22", "sat:kissat404"):
        assert len(set(lowered_solutions(spec, configuration))) == 18


def test_a_derived_variable_that_is_not_determined_does_not_multiply_solutions() -> None:
    spec = Spec("derived")
    x = spec.integer("x", range(3))
    spec.integer("free", range(5), derived=True)
    spec.boolean("b", derived=True)
    spec.group("g").add(x != 1)
    assert sorted(lowered_solutions(spec, "sat")) == [(0,), (2,)]


def test_only_derived_variables_make_one_solution() -> None:
    spec = Spec("derived")
    spec.integer("free", range(5), derived=True)
    assert lowered_solutions(spec, "sat") == [()]


def test_a_bound_defined_under_a_condition_means_the_same_elsewhere() -> None:
    """`x <= 2` is first met under b; were its definition conditional, the second group would be too weak without b."""
    spec = Spec("shared")
    x, y, z = (spec.integer(name, range(6)) for name in "xyz")
    b = spec.boolean("b")
    spec.group("first").add(Implies(b, x + y + z <= 7), Implies(b, Exactly(2, [x <= 2, y <= 2, z <= 2])))
    spec.group("second").add(x + y + z == 6, AtMost(2, [x <= 2, y <= 2, z <= 2]))
    assert_exact(spec, "sat")


def test_the_last_variable_of_an_equation_is_the_source() -> None:
    spec = Spec("function")
    x, y = spec.integer("x", range(1, 4)), spec.integer("y", range(1, 4))
    spec.group("y is x + 1").add(y == x + 1)
    clauses = {frozenset(clause) for group, clause in lowered(spec).clauses() if group == "y is x + 1"}
    assert clauses == {frozenset({-1, 5}), frozenset({-2, 6}), frozenset({-3})}


def test_a_bound_inside_a_clause_needs_no_auxiliary_and_elsewhere_one() -> None:
    spec = Spec("bounds")
    x, b = spec.integer("x", range(8)), spec.boolean("b")
    spec.group("clause").add(Clause([x <= 3, b]), Clause([x >= 3, ~b]), Implies(x <= 4, b))
    assert lowered(spec).size.auxiliary == 0
    spec.group("counted").add(AtMost(1, [x <= 3, b]), AtMost(1, [x > 3, b]))
    program = lowered(spec)
    assert program.size.auxiliary == 1
    assert program.groups == ("domain of x", "clause", "counted")
    assert_exact(spec, "sat")


@examples(60)
@given(
    coefficients=st.lists(st.integers(-(10**9), 10**9), min_size=3, max_size=4),
    comparator=st.sampled_from(["<=", "==", ">=", "!="]),
    target=st.integers(0, 80),
)
def test_large_coefficients_are_right(coefficients: list[int], comparator: str, target: int) -> None:
    spec = Spec("large")
    x = [spec.integer(f"x{i}", (-1, 0, 2)) for i in range(len(coefficients))]
    values = list(product((-1, 0, 2), repeat=len(x)))[target % 3 ** len(x)]
    bound = sum(a * v for a, v in zip(coefficients, values, strict=True))
    spec.group("sum").add(Linear(Sum(tuple(zip(coefficients, x, strict=True)), 0), comparator, bound))
    assert_exact(spec, "sat")


def test_a_sum_beyond_the_encoders_integers_is_refused() -> None:
    spec = Spec("huge")
    x, y, z = (spec.integer(name, range(3)) for name in "xyz")
    spec.group("sum").add(2**62 * x + 3 * y + 5 * z <= 2**62)
    with pytest.raises(Refused, match="a linear constraint has sums up to"):
        lowered(spec)


def test_send_more_money_has_one_solution() -> None:
    spec = Spec("money")
    s, e, n, d, m, o, r, y = (spec.integer(name, range(1 if name in "sm" else 0, 10)) for name in "sendmory")
    send, more = 1000 * s + 100 * e + 10 * n + d, 1000 * m + 100 * o + 10 * r + e
    spec.group("sum").add(send + more == 10000 * m + 1000 * o + 100 * n + 10 * e + y)
    spec.group("different").add(AllDifferent([s, e, n, d, m, o, r, y]))
    assert lowered_solutions(spec, "sat") == [(9, 5, 6, 7, 1, 0, 8, 2)]
    assert lowered(spec).export("dimacs") == lowered(spec).export("dimacs")


@pytest.mark.parametrize(("n", "count"), [(4, 6), (5, 24), (6, 120)])
def test_a_circuit_of_n_nodes_has_as_many_solutions_as_round_trips(n: int, count: int) -> None:
    spec = Spec("circuit")
    successor = spec.integers("successor", range(n), domain=range(n))
    spec.group("trip").add(Circuit(successor))
    assert len(lowered_solutions(spec, "sat")) == count


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (8, 92), (9, 352)])
def test_n_queens_are_counted(n: int, count: int) -> None:
    assert len(set(lowered_solutions(nqueens.build(n), "sat"))) == count


@pytest.mark.parametrize(
    "row", ["sat", "sat+card=totalizer", "sat+card=sortnetwrk", "sat:minicard+card=native+amo=native"]
)
@pytest.mark.parametrize("comparator", ["<=", "==", ">="])
@pytest.mark.parametrize("bound", range(-1, 6))
def test_a_cardinality_is_enforced_only_where_its_condition_holds(row: str, comparator: str, bound: int) -> None:
    spec = Spec("conditional")
    b = spec.booleans("b", range(4))
    x = spec.integer("x", range(3))
    spec.group("if").add(Implies(x == 1, Cardinality(b, comparator, bound)))
    counted = sum(comb(4, true) for true in range(5) if compare(true, comparator, bound))
    found = lowered_solutions(spec, row)
    assert len(found) == len(set(found)) == counted + 2 * 2**4


def test_a_cardinality_under_a_condition_of_its_own_literals_is_exact() -> None:
    spec = Spec("conditional")
    b = spec.booleans("b", range(5))
    spec.group("if").add(
        Implies(b[0], Cardinality(b, "==", 3)), Implies(~b[1], Cardinality([b[0], b[0], ~b[2]], "<=", 2))
    )
    for row in ("sat", "sat+card=kmtotalizer", "sat:minicard+card=native"):
        assert_exact(spec, row)


@pytest.mark.parametrize(("literals", "used"), [(2, set()), (3, {"amo"}), (4, {"amo"})])
def test_the_at_most_one_encoding_has_an_effect_from_three_literals_on(literals: int, used: set[str]) -> None:
    spec = Spec("few")
    spec.group("few").add(AtMost(1, spec.booleans("b", range(literals))))
    assert set(lowered(spec).used) == used
