"""Enumeration by arrays: thousands of partial assignments at once, every solution once, and the way back to the cubes."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import cast
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import assert_exact
from tests.specs import EDGES, examples, specs
from threefold.backends import find
from threefold.backends.backend import BrokenAnswer, Search
from threefold.backends.blocks import Block
from threefold.backends.configuration import parse
from threefold.backends.sat import array_search, auto_search
from threefold.backends.sat.array_formula import Propagation, Reduced
from threefold.backends.sat.array_search import UNLIMITED, Allowance, ArraySearch
from threefold.backends.sat.bit_rows import count, first_rows, octets, unpacked, words
from threefold.backends.sat.program import CnfProgram
from threefold.language import AtLeast, AtMost, BadInput, Clause, Spec
from threefold.models import domination, knights, latin, nqueens, pigeonhole, ramsey, zebra
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


@pytest.mark.parametrize("row", ["sat+enum=arrays", "sat+enum=arrays+ints=binary+card=totalizer"])
@examples(60)
@given(spec=specs(), alike=st.sampled_from([1.0, 1.06, 1e9]))
def test_in_chunks_of_a_few_rows_each_solution_is_found_once(row: str, spec: Spec, alike: float) -> None:
    """Whether all rows branch on the same variable or each row on its own."""
    with small_chunks(), patch.object(array_search, "ALIKE", alike):
        assert_exact(spec, row)


@examples(60)
@given(spec=specs(), least=st.sampled_from([1.0, 3e5, 1e9]), each=st.sampled_from([1.0, 1e5]))
def test_where_the_arrays_give_up_the_cubes_go_on_and_no_solution_comes_twice(
    spec: Spec, least: float, each: float
) -> None:
    """Once, or in turns."""
    costs = patch.multiple(auto_search, FIRST=2, STEP=1, SOLUTION_COST=each, COSTS={}, LEAST_COST=least)
    with small_chunks(), costs:
        assert_exact(spec, "sat")


def test_arrays_and_cubes_take_turns_until_one_of_them_has_found_all() -> None:
    with small_chunks(), patch.multiple(auto_search, FIRST=2, STEP=1, SOLUTION_COST=3e5, COSTS={}, LEAST_COST=1.0):
        board = search(nqueens.build(8))
        found = [tuple(map(int, each)) for block in board.blocks() for each in block]
    assert len(found) == len(set(found)) == 92
    assert 2 < len(found) - board.statistics()["found by arrays"] < 92


class _FindNothing:
    """Arrays that use up what they are allowed, turn after turn."""

    complete, found, cost, turns = False, 0, 0.0, 0

    def blocks(self, known: Collection[tuple[int, ...]], allowance: Allowance) -> Iterator[Block]:
        while allowance.covers(self.cost, self.found, 0.0):
            self.cost += 1e6
        self.turns += 1
        return iter(())


@pytest.mark.parametrize("judged_from", [4e8, 9e8])
def test_arrays_that_find_far_fewer_solutions_than_the_cubes_get_no_further_turn(judged_from: float) -> None:
    board, slow = search(nqueens.build(10)), _FindNothing()
    with patch.multiple(auto_search, JUDGED_FROM=judged_from, SOLUTION_COST=3e6, COSTS={}):
        assert isinstance(board, auto_search.AutoSearch)
        board._new_arrays = lambda: cast("ArraySearch", slow)
        assert sum(map(len, board.blocks())) == 724
    assert slow.turns > 1
    assert judged_from <= slow.cost < 3 * judged_from


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "solutions"), [(domination.build(8, 5), 4860), (knights.build(6, 6), 19724)])
def test_arrays_cost_little_where_the_cubes_are_much_faster(spec: Spec, solutions: int) -> None:
    """They took eight and three times as long as the cubes, turn after turn."""
    board = search(spec)
    assert isinstance(board, auto_search.AutoSearch)
    assert sum(map(len, board.blocks())) == solutions
    assert board._arrays
    assert board._arrays.cost < board._cost(solutions) / 4


def test_a_hopeful_guess_of_what_is_left_extends_an_allowance_only_three_times() -> None:
    allowance = Allowance(first=100.0, each=1.0, settled=1000)
    assert allowance.covers(cost=290.0, found=10, done=0.9)
    assert not allowance.covers(cost=310.0, found=10, done=0.9)


def test_arrays_begin_early_where_solutions_are_frequent() -> None:
    early, late = search(latin.build(4)), search(latin.build(4))
    assert sum(map(len, early.blocks())) == 576
    with patch.object(auto_search, "FREQUENT", 0.0):
        assert sum(map(len, late.blocks())) == 576
    assert early.statistics()["found by arrays"] > late.statistics()["found by arrays"]


def test_arrays_do_not_begin_for_the_last_few_of_a_dozen_solutions() -> None:
    small = search(ramsey.build(3, 3, 5))
    assert sum(map(len, small.blocks())) == 12
    assert "found by arrays" not in small.statistics()


@pytest.mark.parametrize("edge", EDGES)
def test_the_edges_have_their_number_by_arrays(edge: str) -> None:
    build, number = EDGES[edge]
    assert len(list(search(build(), "sat+enum=arrays"))) == number


def test_arrays_find_what_cadical_has_not_found_before() -> None:
    whole = search(latin.build(4))
    with patch.object(auto_search, "FREQUENT", 0.0):
        found = [tuple(map(int, each)) for block in whole.blocks() for each in block]
    assert len(found) == len(set(found)) == 576
    assert whole.statistics()["found by arrays"] == 476
    assert set(found) == set(map(tuple, search(latin.build(4), "sat+enum=cubes")))


def test_solutions_one_by_one_are_those_of_the_blocks_in_the_same_order() -> None:
    blocks = [tuple(map(int, each)) for block in search(zebra.build(5)).blocks() for each in block]
    assert blocks == list(map(tuple, search(zebra.build(5))))
    assert all(type(value) is int for value in next(iter(search(zebra.build(5), "sat+enum=arrays"))))


def test_a_puzzle_without_solutions_comes_to_the_arrays_after_many_conflicts() -> None:
    with patch("threefold.backends.sat.enumeration.PATIENCE", 50):
        pigeons = search(pigeonhole.build(8, 7))
        assert list(pigeons.blocks()) == []
    assert 50 <= pigeons.statistics()["conflicts"] < 60


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
    program, by_cadical, found = find("sat").lower(spec, parse("sat", {})), list[int](), list[tuple[int, ...]]()
    for cube in cubes_of(spec, 8):
        part = program.load(seed=None, first=False, cube=cube)
        solutions = [tuple(assignment) for assignment in part]
        by_cadical.append(len(solutions) - part.statistics().get("found by arrays", 0))
        found += solutions
    return by_cadical, found


def test_in_parts_arrays_begin_at_once_where_an_earlier_part_was_faster_by_them() -> None:
    with patch.multiple(auto_search, FIRST=150, FREQUENT=0.0):  # more than a part has
        by_cadical, found = in_parts(nqueens.build(9))
    assert sum(by_cadical) == 150
    assert by_cadical[-1] == 0
    assert len(found) == len(set(found)) == 352


def test_in_parts_cadical_begins_again_where_an_earlier_part_was_slower_by_arrays() -> None:
    with patch.multiple(auto_search, FIRST=10, SOLUTION_COST=1.0, COSTS={}, LEAST_COST=0.0):
        by_cadical, found = in_parts(nqueens.build(9))
    assert all(by_cadical)
    assert len(found) == len(set(found)) == 352


def test_in_parts_arrays_are_not_tried_again_where_they_were_far_behind_in_an_earlier_part() -> None:
    spec, slow = nqueens.build(9), _FindNothing()
    program, costs = find("sat").lower(spec, parse("sat", {})), list[float]()
    with (
        patch.multiple(auto_search, FIRST=10, SOLUTION_COST=1e8, COSTS={}),
        patch.object(CnfProgram, "_arrays", lambda *_: cast("ArraySearch", slow)),
    ):
        for cube in cubes_of(spec, 8):
            assert list(program.load(seed=None, first=False, cube=cube))
            costs.append(slow.cost)
    assert 0 < costs[0] == costs[-1]


def test_auxiliaries_that_propagation_leaves_open_are_completed_or_asked_for() -> None:
    """Derived Booleans a, b with a ∨ b and ¬a ∨ ¬b: neither both false nor both true."""
    spec = Spec("open")
    spec.booleans("x", range(3))
    a, b = spec.boolean("a", derived=True), spec.boolean("b", derived=True)
    spec.group("one of them").add(Clause([a, b]), Clause([~a, ~b]))
    found = list(search(spec, "sat+enum=arrays"))
    assert len(found) == 8
    assert all(a + b == 1 for *_, a, b in found)


def test_a_row_without_a_completion_is_not_a_solution() -> None:
    spec = Spec("none")
    spec.booleans("x", range(2))
    a, b = spec.boolean("a", derived=True), spec.boolean("b", derived=True)
    spec.group("impossible").add(*(Clause([p, q]) for p in (a, ~a) for q in (b, ~b)))
    assert list(search(spec, "sat+enum=arrays")) == []


def test_cardinalities_with_open_auxiliaries_have_their_number() -> None:
    for card in ("totalizer", "seqcounter", "cardnetwrk", "mtotalizer"):
        spec = Spec("few")
        b = spec.booleans("b", range(8))
        spec.group("few").add(AtMost(3, list(b.values())), AtLeast(2, list(b.values())))
        assert len(set(search(spec, f"sat+enum=arrays+card={card}"))) == 28 + 56


@pytest.mark.parametrize("alike", [1.0, 1e9])
def test_an_integer_that_may_have_two_values_is_refused(alike: float) -> None:
    spec = Spec("two")
    spec.integer("x", range(3))
    program = find("sat").lower(spec, parse("sat", {}))
    assert isinstance(program, CnfProgram)
    with patch.object(array_search, "ALIKE", alike), pytest.raises(BrokenAnswer, match="domain"):
        list(ArraySearch([], program.top, program.projection, {}).blocks((), UNLIMITED))


def test_arrays_need_a_cnf_and_no_solver() -> None:
    for row in ("sat:minisat22+enum=arrays", "sat:minicard+amo=native+enum=arrays"):
        with pytest.raises(BadInput, match="enum=arrays"):
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
    for least in (1.0, 1e9):
        with patch.multiple(auto_search, FIRST=9, SOLUTION_COST=1.0, COSTS={}, LEAST_COST=least):
            found = [tuple(map(int, each))[:7] for block in search(spec).blocks() for each in block]
        assert len(found) == len(set(found)) == 128
