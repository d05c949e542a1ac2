"""The rule of `view=auto` (`backends/cp/parameters.py`), and that a row reports the chosen view."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import assert_exact
from tests.specs import examples, specs
from threefold import models
from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.backends.cp.parameters import KEEP_ALL_DIFFERENTS, NO_PROBING, for_count, room, view_for
from threefold.backends.cp.program import CpProgram
from threefold.language import AllDifferent, Spec


def queens(n: int) -> Spec:
    return models.find("nqueens").build(n)


def pigeons(number: int, holes: int) -> Spec:
    spec = Spec("pigeons")
    spec.group("a hole each").add(AllDifferent(spec.integers("hole", range(number), domain=range(holes))))
    return spec


def latin_square(n: int) -> Spec:
    spec = Spec("latin")
    cell = spec.integers("cell", range(n), range(n), domain=range(n))
    for i in range(n):
        spec.group("row").add(AllDifferent(cell[i, j] for j in range(n)))
        spec.group("column").add(AllDifferent(cell[j, i] for j in range(n)))
    return spec


def colouring(nodes: int, colours: int) -> Spec:
    """Every two nodes differ: each value is in as many at-most-ones as there are other nodes."""
    spec = Spec("colouring")
    colour = spec.integers("colour", range(nodes), domain=range(colours))
    for i in range(nodes):
        spec.group("neighbours").add(*(AllDifferent([colour[i], colour[j]]) for j in range(i)))
    return spec


@pytest.mark.parametrize("n", [8, 12, 20, 44])
def test_a_board_on_which_solutions_are_counted_is_of_integers(n: int) -> None:
    assert view_for(queens(n)) == "int"


@pytest.mark.parametrize("n", [45, 50, 100, 200])
def test_a_large_board_is_of_booleans(n: int) -> None:
    assert view_for(queens(n)) == "bool"


def test_a_few_givens_do_not_change_the_view_but_many_leave_it_to_presolve() -> None:
    spec = queens(50)
    queen = spec.families["queen"]
    spec.group("given").add(queen[1] == 3)
    assert view_for(spec) == "bool"
    spec.group("given").add(*(queen[row] != 7 for row in range(2, 20)))
    assert view_for(spec) == "int"


def test_a_linear_constraint_calls_for_integers() -> None:
    spec = queens(50)
    queen = spec.families["queen"]
    spec.group("mirror").add(queen[1] <= queen[50])
    assert view_for(spec) == "int"
    assert view_for(models.find("cards").build(40, 3)) == "int"


def test_short_values_call_for_the_pigeonhole_argument_of_all_different() -> None:
    assert room(pigeons(50, 49)) == 0
    assert room(pigeons(50, 50)) == 1
    assert room(pigeons(50, 75)) == 1.5
    assert view_for(latin_square(15)) == "int"


def test_one_all_different_that_is_short_of_values_leaves_no_room() -> None:
    spec = queens(50)
    extra = spec.integers("extra", range(3), domain=range(2))
    spec.group("short").add(AllDifferent(extra))
    assert (room(spec), view_for(spec)) == (0, "int")


def test_a_value_in_many_at_most_ones_calls_for_integers() -> None:
    assert room(colouring(20, 150)) == 75
    assert view_for(colouring(20, 150)) == "int"


def test_values_that_terms_share_count_once() -> None:
    spec = Spec("apart")
    low, high = ([spec.integer(f"{name}{i}", range(4)) for i in range(2)] for name in ("low", "high"))
    group = spec.group("different")
    group.add(AllDifferent([*low, *high]))  # 4 values for 4 terms
    assert room(spec) == 1
    group.add(AllDifferent([*low, *(100 - x for x in high)]))  # 8 values for 4 terms
    assert room(spec) == 12 / 8
    group.add(AllDifferent([low[0], high[0] + 2, 3, 9]))  # 0..5 and 9
    assert room(spec) == 19 / 12


@pytest.mark.parametrize("spec", [Spec("nothing"), pigeons(1, 1), models.find("cards").build(1, 1)])
def test_a_spec_of_almost_nothing_is_of_integers(spec: Spec) -> None:
    assert view_for(spec) == "int"


@pytest.mark.parametrize(
    ("row", "n", "variables", "method"),
    [
        ("cp", 8, 8, "enumeration, integer view"),
        ("cp", 50, 2500, "enumeration, Boolean view"),
        ("cp+view=int", 50, 50, "enumeration, integer view"),
        ("cp+view=bool", 8, 64, "enumeration, Boolean view"),
    ],
)
def test_size_and_method_show_the_view_that_is_solved(row: str, n: int, variables: int, method: str) -> None:
    program = find("cp").lower(queens(n), parse(row, {}))
    assert isinstance(program, CpProgram)
    assert program.size.variables == variables
    assert program.load(seed=None, first=False).method == method
    assert program.load(seed=None, first=True).method == method.replace("enumeration", "first")


def test_an_asked_for_view_is_never_changed() -> None:
    assert find("cp").lower(queens(50), parse("cp+view=int", {})).size.variables == 50


def differences(n: int) -> Spec:
    """All differences of n numbers differ."""
    spec = Spec("differences")
    x = spec.integers("x", range(n), domain=range(4))
    pairs = [(i, j) for i in range(n) for j in range(i)]
    d = spec.integers("d", range(n), range(n), only=pairs, domain=range(-3, 4), derived=True)
    spec.group("differences").add(*(d[i, j] == x[i] - x[j] for i, j in pairs))
    spec.group("different").add(AllDifferent(d))
    return spec


def test_a_count_probes_only_booleans_and_keeps_all_differents_of_derived_variables() -> None:
    booleans = Spec("booleans")
    booleans.booleans("b", range(3))
    assert for_count(booleans) == ""
    assert for_count(queens(8)) == NO_PROBING
    assert for_count(differences(3)) == f"{NO_PROBING} {KEEP_ALL_DIFFERENTS}"


@pytest.mark.parametrize("kind", ["AllDifferent", "Implies"])
@examples(30)
@given(data=st.data())
def test_all_differents_that_are_kept_have_the_same_solutions(kind: str, data: st.DataObject) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("threefold.backends.cp.program.for_count", lambda _: f"{NO_PROBING} {KEEP_ALL_DIFFERENTS}")
        assert_exact(data.draw(specs(kind)), "cp+view=int")


def test_differences_are_counted_as_brute_force_does() -> None:
    assert_exact(differences(3), "cp")
