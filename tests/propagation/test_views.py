"""The three views: right on random specs, and the same as by independent programs."""

import pytest
from hypothesis import given

from tests.propagation.independent import cnf_of, left_by_direct_literals, maxima, propagated
from tests.specs import examples, specs
from threefold import models
from threefold.backends.sat.catalogue import NATIVE, names
from threefold.checker import brute_force
from threefold.language import AllDifferent, BadInput, Spec
from threefold.language.givens import add_givens
from threefold.propagation.conclusions import Conclusions
from threefold.propagation.views import parse_views

ENCODINGS = ("up", "up+ints=order", "up+ints=binary", "up+amo=ladder", "up+amo=commander+card=totalizer")


def conclude(view: str, spec: Spec) -> Conclusions:
    return parse_views(view, {})[0].prepare(spec).conclude()


def board(name: str, *parameters: int, givens: str = "") -> Spec:
    spec = models.find(name).build(*parameters)
    add_givens(spec, givens.split())
    return spec


def listed(conclusions: Conclusions) -> list[list[int]]:
    return [list(values) for values in conclusions.left]


@pytest.mark.parametrize("view", [*ENCODINGS, "cp", "lp"])
def test_no_value_of_a_solution_is_ruled_out(view: str) -> None:
    @examples(25)
    @given(specs())
    def check(spec: Spec) -> None:
        solutions = brute_force.solutions(spec)
        conclusions = conclude(view, spec)
        assert not (solutions and conclusions.contradiction)
        for x, left in zip(spec.variables, conclusions.left, strict=True):
            assert set(left) <= set(x.domain)
            assert conclusions.contradiction or {solution[x.position] for solution in solutions} <= set(left)

    check()


@examples(60)
@given(specs())
def test_unit_propagation_concludes_what_pysat_propagates(spec: Spec) -> None:
    program, conclusions = cnf_of(spec), conclude("up", spec)
    true = propagated(program)
    assert (true is None) == (conclusions.contradiction is not None)
    if true is not None:
        assert listed(conclusions) == left_by_direct_literals(spec, program, true)


@pytest.mark.parametrize("row", ["sat+ints=order", "sat+ints=binary", "sat+amo=ladder"])
@examples(25)
@given(spec=specs())
def test_a_contradiction_by_units_is_one_in_every_encoding_as_pysat_says(row: str, spec: Spec) -> None:
    true = propagated(cnf_of(spec, row), "glucose4")
    conclusions = conclude(row.replace("sat", "up"), spec)
    assert true is not None or conclusions.contradiction is not None
    assert true is None or conclusions.contradiction is None or not all(conclusions.left)


def test_every_encoding_of_at_most_one_propagates_the_same_on_queens() -> None:
    spec = board("nqueens", 8, givens="queen[3]=5")
    plain = listed(conclude("up", spec))
    for name in names("amo"):
        if name != NATIVE:
            assert listed(conclude(f"up+amo={name}", spec)) == plain, name


@pytest.mark.parametrize("view", ["up", "up+ints=order", "up+ints=binary"])
def test_every_encoding_of_integers_rules_out_what_givens_exclude(view: str) -> None:
    spec = Spec("pairs")
    x = spec.integers("x", range(2), domain=(1, 3, 4, 7, 9))
    spec.group("different").add(AllDifferent(x))
    add_givens(spec, ["x[0]=4", "x[1]!=7"])
    assert listed(conclude(view, spec)) == [[4], [1, 3, 9]]


@examples(12)
@given(specs())
def test_the_relaxation_concludes_what_cbc_finds(spec: Spec) -> None:
    conclusions = conclude("lp", spec)
    first = 0
    for x, left in zip(spec.variables, conclusions.left, strict=True):
        if not x.boolean and x.position == 0:
            for value, greatest in zip(x.domain, maxima(spec, range(first, first + len(x.domain))), strict=True):
                assert (greatest is not None and greatest > 1 - 1e-6) == (value in left and greatest is not None)
                assert greatest is not None or conclusions.contradiction
        first += 1 if x.boolean else len(x.domain)


QUEENS = "queen[1]=1 queen[2]=4"


def test_of_8_queens_with_two_givens_unit_propagation_is_that_of_pysat() -> None:
    spec = board("nqueens", 8, givens=QUEENS)
    program = cnf_of(spec)
    for solver in ("minisat22", "glucose4"):
        true = propagated(program, solver)
        assert true is not None
        assert listed(conclude("up", spec)) == left_by_direct_literals(spec, program, true)


@pytest.mark.parametrize(
    "columns",
    [
        pytest.param([16, 17, 21, 22, 23, 26, 28], id="some"),  # of queens 3 and 4
        pytest.param(range(64), id="all", marks=pytest.mark.slow),
    ],
)
def test_of_8_queens_with_two_givens_the_relaxation_has_the_bounds_of_cbc(columns: list[int]) -> None:
    spec = board("nqueens", 8, givens=QUEENS)
    left = listed(conclude("lp", spec))
    for column, greatest in zip(columns, maxima(spec, columns), strict=True):
        assert greatest is not None
        assert (column % 8 + 1 in left[column // 8]) == (greatest > 1 - 1e-6)


def test_of_8_queens_with_two_givens_the_relaxation_rules_out_more() -> None:
    spec = board("nqueens", 8, givens=QUEENS)
    up, cp, lp = (conclude(view, spec) for view in ("up", "cp", "lp"))
    assert listed(up) == listed(cp)
    assert [each.ruled_out(spec, {0, 1}) for each in (up, cp, lp)] == [22, 22, 39]
    assert all(set(less) <= set(more) for less, more in zip(lp.left, cp.left, strict=True))


def test_a_pigeon_too_many_is_seen_by_cp_and_lp_and_not_by_units() -> None:
    spec = board("pigeonhole", 5, 4)
    seen = {view: conclude(view, spec).contradiction for view in ("up", "cp", "lp")}
    assert seen["up"] is None
    assert seen["cp"] is not None
    assert seen["cp"].sentence.startswith("no values satisfy 'no two pigeons in one hole': AllDifferent(hole[1], ")
    assert seen["lp"] is not None
    assert set(seen["lp"].groups) == {"one hole per pigeon", "no two pigeons in one hole"}


def test_cp_sees_what_the_relaxation_does_not() -> None:
    """No three of 0, 3 and 7 have the sum 5, but five thirds of 3 have."""
    spec = Spec("sums")
    x = spec.integers("x", range(3), domain=(0, 3, 7))
    spec.group("sum").add(x[0] + x[1] + x[2] == 5)
    assert conclude("cp", spec).contradiction is not None
    relaxed = conclude("lp", spec)
    assert relaxed.contradiction is None
    assert listed(relaxed) == [[0, 3]] * 3


def test_the_falsified_clause_has_its_group_and_its_variables() -> None:
    contradiction = conclude("up", board("nqueens", 8, givens="queen[1]=1 queen[2]=1")).contradiction
    assert contradiction is not None
    assert contradiction.sentence == "the clause ¬queen[1]=1 ∨ ¬queen[2]=1 of 'one queen per column' is false"
    assert contradiction.variables == ("queen[1]", "queen[2]")


@pytest.mark.parametrize(
    ("views", "message"),
    [
        ("up,up", "views: two of them are the same in 'up,up'"),
        ("cq", "views: expected up, cp, lp, or up+OPTION=VALUE (got 'cq'); did you mean 'cp'?"),
        ("cp+amo=ladder", "views: expected up, cp, lp, or up+OPTION=VALUE (got 'cp+amo=ladder')"),
        ("up+amo=wide", "wide"),
    ],
)
def test_views_that_do_not_exist_are_named(views: str, message: str) -> None:
    with pytest.raises(BadInput) as error:
        parse_views(views, {})
    assert message in str(error.value)


def test_native_constraints_have_no_unit_propagation() -> None:
    with pytest.raises(BadInput, match="unit propagation needs clauses"):
        parse_views("up+amo=native", {})
