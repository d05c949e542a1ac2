"""Enumeration by arrays: thousands of partial assignments at once, every solution once, and the way back to the cubes."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import assert_exact
from tests.specs import EDGES, examples, specs
from threefold.backends import find
from threefold.backends.backend import BrokenAnswer, Search
from threefold.backends.configuration import parse
from threefold.backends.sat import array_search
from threefold.backends.sat import arrays as rows
from threefold.backends.sat.array_formula import Propagation, Reduced
from threefold.backends.sat.array_search import UNLIMITED, Allowance, ArraySearch
from threefold.backends.sat.bit_rows import count, first_rows, octets, unpacked, words
from threefold.backends.sat.program import CnfProgram
from threefold.language import AtLeast, AtMost, BadInput, Clause, Spec
from threefold.models import latin, nqueens, pigeonhole, zebra
from threefold.runs.cubes import cubes_of


def search(spec: Spec, row: str = "sat") -> Search:
    return find("sat").lower(spec, parse(row, {})).load(seed=None, first=False)


def arrays(spec: Spec, row: str = "sat") -> ArraySearch:
    program = find("sat").lower(spec, parse(row, {}))
    assert isinstance(program, CnfProgram)
    return ArraySearch(program.stores.values(), program.top, program.projection, {})


@contextmanager
def small_chunks() -> Iterator[None]:
    with patch.multiple(array_search, FEWEST_ROWS=3, MOST_ROWS=5):
        yield


@pytest.mark.parametrize("row", ["sat:arrays", "sat:arrays+ints=binary+card=totalizer"])
@examples(60)
@given(spec=specs(), alike=st.sampled_from([1.0, 1.06, 1e9]))
def test_in_chunks_of_a_few_rows_each_solution_is_found_once(row: str, spec: Spec, alike: float) -> None:
    """Whether all rows branch on the same variable or each row on its own."""
    with small_chunks(), patch.object(array_search, "ALIKE", alike):
        assert_exact(spec, row)


@examples(60)
@given(spec=specs(), cost=st.sampled_from([1.0, 3e5, 1e9]), each=st.sampled_from([0.0, 1e5]))
def test_where_the_arrays_give_up_the_solver_goes_on_and_no_solution_comes_twice(
    spec: Spec, cost: float, each: float
) -> None:
    with small_chunks(), patch.multiple(rows, FIRST=2, COST=cost, COST_OF_SOLUTION=each):
        assert_exact(spec, "sat:mixed")


@pytest.mark.parametrize(("cost", "ended"), [(1.0, "cadical195"), (1e12, "arrays")])
def test_the_mixed_row_says_who_found_what_and_who_ended_the_search(cost: float, ended: str) -> None:
    board = search(nqueens.build(8), "sat:mixed")
    with small_chunks(), patch.multiple(rows, FIRST=20, COST=cost, COST_OF_SOLUTION=0.0):
        found = [tuple(map(int, each)) for block in board.blocks() for each in block]
    assert len(found) == len(set(found)) == sum(board.found_by().values()) == 92
    assert board.found_by()["cadical195"] >= 20
    assert board.decided_by() == ended


def test_few_solutions_are_all_of_the_solver() -> None:
    board = search(latin.build(4), "sat:mixed")
    assert sum(map(len, board.blocks())) == 576
    assert (board.found_by(), board.decided_by()) == ({"cadical195": 576}, "cadical195")


def test_the_row_of_arrays_calls_no_solver() -> None:
    with patch("threefold.backends.sat.program.new_solver", side_effect=AssertionError("a solver")):
        board = search(nqueens.build(8), "sat:arrays")
        assert sum(map(len, board.blocks())) == 92
    assert (board.found_by(), board.decided_by()) == ({"arrays": 92}, "arrays")


def test_a_hopeful_guess_of_what_is_left_extends_an_allowance_only_three_times() -> None:
    allowance = Allowance(first=100.0, each=1.0, settled=1000)
    assert allowance.covers(cost=290.0, found=10, done=0.9)
    assert not allowance.covers(cost=310.0, found=10, done=0.9)


@pytest.mark.parametrize("edge", EDGES)
def test_the_edges_have_their_number_by_arrays(edge: str) -> None:
    build, number = EDGES[edge]
    assert len(list(search(build(), "sat:arrays"))) == number


def test_solutions_one_by_one_are_those_of_the_blocks_in_the_same_order() -> None:
    blocks = [tuple(map(int, each)) for block in search(zebra.build(5), "sat:arrays").blocks() for each in block]
    assert blocks == list(map(tuple, search(zebra.build(5), "sat:arrays")))
    assert all(type(value) is int for value in next(iter(search(zebra.build(5), "sat:arrays"))))


def test_a_puzzle_without_solutions_comes_to_the_arrays_after_many_conflicts() -> None:
    with patch("threefold.backends.sat.enumeration.PATIENCE", 50):
        pigeons = search(pigeonhole.build(8, 7), "sat:mixed")
        assert list(pigeons.blocks()) == []
    assert 50 <= pigeons.statistics()["conflicts"] < 60
    assert (pigeons.found_by(), pigeons.decided_by()) == ({}, "arrays")


def test_arrays_that_may_cost_nothing_give_up_and_say_so() -> None:
    board = arrays(nqueens.build(8))
    assert list(board.blocks((), Allowance(1.0, 0.0, 1000))) == []
    assert not board.complete
    assert sum(map(len, board.blocks((), UNLIMITED))) == 92
    assert board.complete


def test_two_runs_take_the_same_decisions() -> None:
    costs = []
    for _ in range(2):
        board = arrays(nqueens.build(8))
        assert sum(map(len, board.blocks((), UNLIMITED))) == 92
        costs.append(board.cost)
    assert costs[0] == costs[1] > 0


def in_parts(spec: Spec) -> tuple[list[int], list[tuple[int, ...]]]:
    """How many solutions of each cube CaDiCaL found, and all solutions."""
    program, by_cadical, found = find("sat").lower(spec, parse("sat:mixed", {})), list[int](), list[tuple[int, ...]]()
    for cube in cubes_of(spec, 8):
        part = program.load(seed=None, first=False, cube=cube)
        found += [tuple(assignment) for assignment in part]
        by_cadical.append(part.found_by().get("cadical195", 0))
    return by_cadical, found


def test_in_parts_arrays_begin_at_once_where_the_part_before_was_faster_by_them() -> None:
    with patch.multiple(rows, FIRST=10):
        by_cadical, found = in_parts(nqueens.build(9))
    assert by_cadical == [10, *[0] * (len(by_cadical) - 1)]
    assert len(found) == len(set(found)) == 352


def test_in_parts_the_solver_begins_again_where_the_arrays_gave_up() -> None:
    with patch.multiple(rows, FIRST=10, COST=0.0, COST_OF_SOLUTION=0.0):
        by_cadical, found = in_parts(nqueens.build(9))
    assert all(by_cadical)
    assert len(found) == len(set(found)) == 352


def test_auxiliaries_that_propagation_leaves_open_are_completed_or_asked_for() -> None:
    """Derived Booleans a, b with a ∨ b and ¬a ∨ ¬b: neither both false nor both true."""
    spec = Spec("open")
    spec.booleans("x", range(3))
    a, b = spec.boolean("a", derived=True), spec.boolean("b", derived=True)
    spec.group("one of them").add(Clause([a, b]), Clause([~a, ~b]))
    found = list(search(spec, "sat:arrays"))
    assert len(found) == 8
    assert all(a + b == 1 for *_, a, b in found)


def test_a_row_without_a_completion_is_not_a_solution() -> None:
    spec = Spec("none")
    spec.booleans("x", range(2))
    a, b = spec.boolean("a", derived=True), spec.boolean("b", derived=True)
    spec.group("impossible").add(*(Clause([p, q]) for p in (a, ~a) for q in (b, ~b)))
    assert list(search(spec, "sat:arrays")) == []


def test_cardinalities_with_open_auxiliaries_have_their_number() -> None:
    for card in ("totalizer", "seqcounter", "cardnetwrk", "mtotalizer"):
        spec = Spec("few")
        b = spec.booleans("b", range(8))
        spec.group("few").add(AtMost(3, list(b.values())), AtLeast(2, list(b.values())))
        assert len(set(search(spec, f"sat:arrays+card={card}"))) == 28 + 56


@pytest.mark.parametrize("alike", [1.0, 1e9])
def test_an_integer_that_may_have_two_values_is_refused(alike: float) -> None:
    spec = Spec("two")
    spec.integer("x", range(3))
    program = find("sat").lower(spec, parse("sat", {}))
    assert isinstance(program, CnfProgram)
    with patch.object(array_search, "ALIKE", alike), pytest.raises(BrokenAnswer, match="domain"):
        list(ArraySearch([], program.top, program.projection, {}).blocks((), UNLIMITED))


def test_arrays_need_a_cnf_and_have_one_way_to_enumerate() -> None:
    for row in ("sat:arrays+amo=native", "sat:arrays+enum=blocking", "sat:arrays+plain", "sat:mixed+search=free"):
        with pytest.raises(BadInput, match=r"leave|native needs"):
            parse(row, {})


@given(booleans=st.integers(1, 40), blocks=st.integers(1, 3), seed=st.integers(0, 99))
def test_octets_and_words_are_the_same_bits(booleans: int, blocks: int, seed: int) -> None:
    rows = np.random.default_rng(seed).integers(0, 2**63, (booleans, blocks), dtype=np.uint64)
    gathered = octets(rows)
    assert (words(gathered, booleans) == rows).all()
    for boolean, bits in enumerate(unpacked(rows)):
        assert ((gathered[boolean // 8] >> (boolean % 8) & 1) == bits).all()
    assert count(first_rows(booleans)) == booleans


literals = st.integers(1, 5).flatmap(lambda n: st.sampled_from([n, -n]))


@examples(150)
@given(
    clauses=st.lists(st.lists(literals, max_size=4, unique_by=abs), max_size=12), chosen=st.lists(literals, max_size=3)
)
def test_rows_propagate_what_units_propagate(clauses: list[list[int]], chosen: list[int]) -> None:
    """A row with some literals true ends where the formula with them as units does."""
    flat = np.array([literal for clause in clauses for literal in (*clause, 0)], np.int64)
    formula = Reduced(flat, 5, ())
    if formula.empty:
        assert Reduced(flat, 5, chosen).empty
        return
    propagation = Propagation(formula, [n for n in range(1, 6) if not formula.sign(n)])
    fixed = [n for n in range(1, 6) if formula.sign(n)]
    if any(formula.sign(abs(literal)) * literal < 0 for literal in chosen):
        return
    new = propagation.index(np.array([literal for literal in chosen if abs(literal) not in fixed], np.int64))
    rows, alive = propagation.nothing_decided(), first_rows(1)
    rows[new] |= np.uint64(1)
    propagation.close(rows, alive, new)
    expected = Reduced(flat, 5, chosen)
    assert bool(count(alive)) is not expected.empty
    if not expected.empty:
        for number in propagation.variables.tolist():
            place = propagation.index(np.array([number, -number], np.int64))
            true, false = (rows[place, 0] & np.uint64(1)).tolist()
            assert true - false == expected.sign(number)


def test_hidden_variables_do_not_make_two_solutions_of_one() -> None:
    spec = Spec("hidden")
    x = spec.booleans("x", range(7))
    y, z = spec.integer("y", range(3), hidden=True), spec.integer("z", range(3), hidden=True)
    spec.group("apart").add(y != z, *(Clause([x[i], x[i + 1], y == 1]) for i in range(6)))
    for cost in (1.0, 1e9):
        with patch.multiple(rows, FIRST=9, COST=cost, COST_OF_SOLUTION=0.0):
            found = [tuple(map(int, each))[:7] for block in search(spec, "sat:mixed").blocks() for each in block]
        assert len(found) == len(set(found)) == 128
