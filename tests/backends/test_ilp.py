"""The ILP with CBC: the solutions of its search, and which assignments it accepts."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import assert_exact, lowered_solutions
from tests.specs import EDGES, KINDS, examples, specs
from threefold import models
from threefold.backends import find
from threefold.backends.backend import BrokenAnswer, Program
from threefold.backends.configuration import parse
from threefold.backends.ilp import branch_and_bound, cbc, lowering
from threefold.backends.ilp.cbc import LinearPrograms
from threefold.backends.ilp.model import IntegerProgram
from threefold.backends.ilp.relaxation import Fractional, Relaxations
from threefold.language import AllDifferent, Circuit, Clause, Element, Implies, Spec


def lowered(spec: Spec) -> Program:
    return find("ilp").lower(spec, parse("ilp", {}))


@pytest.mark.parametrize("name", EDGES)
def test_cbc_finds_as_many_solutions_of_an_edge_as_were_counted_by_hand(name: str) -> None:
    build, count = EDGES[name]
    found = lowered_solutions(build(), "ilp")
    assert (len(found), len(set(found))) == (count, count)


@pytest.mark.parametrize("kind", KINDS)
@examples(25)
@given(data=st.data())
def test_cbc_finds_the_solutions_of_a_random_spec(kind: str, data: st.DataObject) -> None:
    assert_exact(data.draw(specs(kind)), "ilp")


@examples(25)
@given(specs("Linear"))
def test_cbc_finds_the_solutions_of_flows_through_diagrams(spec: Spec) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lowering, "TRUSTED", 0)
        assert_exact(spec, "ilp")


QUEENS = (1, 0, 0, 2, 10, 4, 40, 92, 352)
PAIRS = (0, 0, 2, 2, 0, 0, 52, 300)


@pytest.mark.parametrize(("n", "count"), list(enumerate(QUEENS, 1)))
def test_queens_are_counted(n: int, count: int) -> None:
    found = lowered_solutions(models.find("nqueens").build(n), "ilp")
    assert (len(found), len(set(found))) == (count, count)


@pytest.mark.parametrize(("n", "count"), list(enumerate(PAIRS, 1)))
def test_pairs_of_cards_are_counted(n: int, count: int) -> None:
    found = lowered_solutions(models.find("cards").build(n, 2), "ilp")
    assert (len(found), len(set(found))) == (count, count)


@pytest.mark.slow
def test_ten_queens_are_counted() -> None:
    assert len(set(lowered_solutions(models.find("nqueens").build(10), "ilp"))) == 724


@pytest.mark.parametrize(("nodes", "count"), [(4, 6), (5, 24)])
def test_a_circuit_has_no_shorter_round_trips(nodes: int, count: int) -> None:
    """(n - 1)! circuits; with the shorter round trips there would be 9 and 44 derangements."""
    spec = Spec("circuit")
    successor = spec.integers("successor", range(nodes), domain=range(nodes))
    spec.group("round trip").add(Circuit(successor))
    found = lowered_solutions(spec, "ilp")
    assert (len(found), len(set(found))) == (count, count)


@pytest.mark.parametrize("digits", [8, 9, 12])
def test_words_of_equal_digits_have_all_their_32_solutions(digits: int) -> None:
    """As one row with coefficients of 10^9 CBC found 6 of them, with 10^12 two, and then called it infeasible."""
    spec = Spec("words")
    a, b, c = (spec.integer(name, range(1, 10)) for name in "abc")
    ones = int("1" * digits)
    spec.group("different").add(AllDifferent([a, b, c]))
    spec.group("sum").add(ones * a + ones * b == ones * c)
    assert len(set(lowered_solutions(spec, "ilp"))) == 32


@pytest.mark.parametrize("digits", [4, 5, 9, 12])
def test_words_without_a_common_divisor_have_all_their_solutions(digits: int) -> None:
    """A…AB + B…BA = C…CD holds where A + B = C = D: of 0..9 there are 10 + 9 + … + 1 such pairs."""
    spec = Spec("words")
    a, b, c, d = (spec.integer(name, range(10)) for name in "abcd")
    tens = 10 * int("1" * (digits - 1))
    spec.group("sum").add((tens + 1) * a + (tens + 1) * b == tens * c + d)
    found = lowered_solutions(spec, "ilp")
    assert set(found) == {(p, q, p + q, p + q) for p in range(10) for q in range(10 - p)}
    assert len(found) == 55


def test_one_call_places_forty_queens() -> None:
    program = lowered(models.find("nqueens").build(40))
    search = program.load(seed=1, first=True)
    assert program.spec.violated(next(iter(search))) is None
    assert search.statistics() == {"calls": 1}


@pytest.mark.parametrize("seed", [0, 1, -7, 10**12])
def test_a_seed_changes_no_answer(seed: int) -> None:
    program = lowered(models.find("nqueens").build(6))
    assert set(program.load(seed=seed, first=False)) == set(program.load(seed=None, first=False))


def test_the_same_search_streams_the_same_solutions_in_the_same_order() -> None:
    program = lowered(models.find("nqueens").build(6))
    assert list(program.load(seed=None, first=False)) == list(program.load(seed=None, first=False))


def test_many_subproblems_go_into_one_call() -> None:
    search = lowered(models.find("nqueens").build(7)).load(seed=None, first=False)
    assert search.method == "LP branching, no preprocessing, clique cuts only"
    assert len(list(search)) == 40
    counters = search.statistics()
    assert counters["calls"] * 3 < counters["subproblems"] - counters["closed by propagation"]
    assert counters["closed by propagation"] > 0


@pytest.mark.slow
@examples(25)
@given(specs())
def test_relaxations_without_information_lose_no_solution(spec: Spec) -> None:
    """Then only branching is left, and an integer program for each subproblem without an open decision."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Relaxations, "solve", lambda self, batch: [Fractional(set())] * len(batch))
        assert_exact(spec, "ilp")


@pytest.mark.slow
@examples(25)
@given(specs())
def test_a_subproblem_that_becomes_an_integer_program_loses_and_repeats_no_solution(spec: Spec) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Relaxations, "solve", lambda self, batch: [Fractional(set())] * len(batch))
        patch.setattr(branch_and_bound, "MOST_FRACTIONAL", 2)
        assert_exact(spec, "ilp")


def test_what_relaxations_cannot_decide_becomes_an_integer_program() -> None:
    """Eight pigeons in seven holes where b holds: all relaxations are fractional. Without b all are in the first hole."""
    spec = Spec("pigeons")
    b, hole = spec.boolean("b"), spec.integers("hole", range(8), domain=range(7))
    spec.integers("choice", range(2), domain=range(3))
    spec.group("apart").add(*(Implies(b, hole[i] != hole[j]) for i in range(8) for j in range(i)))
    spec.group("together").add(*(Implies(~b, Clause([hole[i] == 0])) for i in range(8)))
    search = lowered(spec).load(seed=None, first=False)
    assert len(list(search)) == 9
    counters = search.statistics()
    assert counters["integer programs"] == 1
    assert counters["relaxations"] < 500


def test_no_solution_is_streamed_that_cbc_has_not_confirmed_in_a_relaxation(monkeypatch: pytest.MonkeyPatch) -> None:
    program = lowered(models.find("nqueens").build(6))
    monkeypatch.setattr(LinearPrograms, "solve", lambda self, *program: {})
    assert list(program.load(seed=None, first=False)) == []


@pytest.mark.parametrize(("value", "complaint"), [(1.0, "for a row of"), (2.0, "outside 0..1"), (-1.0, "outside 0..1")])
def test_a_relaxation_that_violates_the_model_is_rejected(
    value: float, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = lowered(models.find("nqueens").build(6))
    wrong = {"a.0": 1.0, **{f"x{column}.0": value for column in range(36)}}
    monkeypatch.setattr(LinearPrograms, "solve", lambda self, *program: wrong)
    with pytest.raises(BrokenAnswer, match=complaint):
        list(program.load(seed=None, first=False))


def test_a_relaxation_neither_clearly_below_one_nor_one_closes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    program = lowered(models.find("nqueens").build(5))

    def unclear(self: LinearPrograms, rows: str, columns: str, uppers: str) -> dict[str, float]:
        return {f"a.{block}": 0.995 for block in range(uppers.count("UP BND a."))}

    monkeypatch.setattr(LinearPrograms, "solve", unclear)
    assert len(list(program.load(seed=None, first=False))) == 10


def test_no_solution_is_streamed_that_cbc_has_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Propagation alone fixes every column of this spec."""
    asked = []

    def refuse(program: IntegerProgram, options: Sequence[str], seed: int | None) -> None:
        asked.append(program)

    spec = Spec("fixed")
    x, b = spec.integer("x", range(3)), spec.boolean("b")
    spec.group("g").add(Clause([x == 1]), Clause([b]))
    assert list(lowered(spec).load(seed=None, first=True)) == [(1, 1)]
    monkeypatch.setattr(cbc, "solve", refuse)
    assert list(lowered(spec).load(seed=None, first=True)) == []
    assert {row.group for row in asked[0].rows} == {"fixed", "domain of x", "g"}


def test_a_missing_solution_is_traced_to_the_group_that_rejects_it() -> None:
    program = lowered(models.find("nqueens").build(6))
    assert program.accepts((2, 4, 6, 1, 3, 5), program.groups)
    rejecting = [group for group in program.groups if not program.accepts((1, 2, 5, 3, 6, 4), [group])]
    assert rejecting == ["one queen per descending diagonal"]


def test_an_impossible_constraint_is_traced_to_its_group() -> None:
    spec = Spec("impossible")
    x = spec.integer("x", range(3))
    spec.group("fine").add(x != 2)
    spec.group("never").add(Clause([]))
    program = lowered(spec)
    assert list(program.load(seed=None, first=False)) == []
    assert [group for group in program.groups if not program.accepts((0,), [group])] == ["never"]


def test_derived_variables_are_found_for_an_assignment() -> None:
    """The group alone leaves the derived variables open, so that CBC has to decide."""
    spec = Spec("derived")
    x, y = spec.integer("x", range(3)), spec.integer("y", range(3))
    total = spec.integer("total", range(5), derived=True)
    spec.group("definition").add(total == x + y)
    spec.group("choice").add(Element(x, [total, y, total - 1], 2))
    program = lowered(spec)
    for assignment in ((0, 2, 0), (1, 2, 0), (2, 1, 0), (0, 1, 0)):
        assert program.accepts(assignment, program.groups) == (assignment != (0, 1, 0))
    assert_exact(spec, "ilp")
