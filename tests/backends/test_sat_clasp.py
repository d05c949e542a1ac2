"""clasp enumerates by itself, projected on the decision variables; it is there only where the package clingo is installed."""

from importlib.util import find_spec
from itertools import islice
from struct import pack

import pytest
from hypothesis import given

from tests.lowering import assert_exact, lowered_solutions
from tests.specs import EDGES, examples, specs
from threefold.backends import find
from threefold.backends.backend import BrokenAnswer, Search
from threefold.backends.blocks import rows_of
from threefold.backends.configuration import parse
from threefold.backends.sat.projection import Projection
from threefold.backends.sat.solvers import DEFAULT
from threefold.language import Assignment, AtMost, Clause, Spec
from threefold.models import cards, nqueens

needs_clingo = pytest.mark.skipif(find_spec("clingo") is None, reason="clingo is not installed")
ROWS = ("sat:clasp", "sat:clasp+amo=ladder+card=totalizer", "sat:clasp+ints=order", "sat:clasp+ints=binary")


def load(spec: Spec, *, seed: int | None = None, first: bool = False) -> Search:
    return find("sat").lower(spec, parse("sat:clasp", {})).load(seed=seed, first=first)


def test_clasp_answers_only_when_it_is_asked_for() -> None:
    assert parse("sat", {}).solver == DEFAULT != "clasp"


@needs_clingo
@pytest.mark.parametrize("row", ROWS)
@examples(100)
@given(spec=specs())
def test_random_specs_have_the_solutions_of_brute_force(row: str, spec: Spec) -> None:
    assert_exact(spec, row)


@needs_clingo
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("name", EDGES)
def test_edges_have_their_hand_computed_counts(name: str, row: str) -> None:
    build, count = EDGES[name]
    assert len(lowered_solutions(build(), row)) == count


@needs_clingo
@pytest.mark.parametrize("row", ROWS)
@examples(40)
@given(spec=specs())
def test_blocks_have_the_solutions_one_by_one_in_the_same_order(row: str, spec: Spec) -> None:
    program = find("sat").lower(spec, parse(row, {}))
    one_by_one, blocks = (program.load(seed=None, first=False) for _ in range(2))
    assert [tuple(each) for block in blocks.blocks() for each in rows_of(block)] == list(one_by_one)


@needs_clingo
def test_values_that_do_not_fit_into_a_byte_are_read() -> None:
    spec = Spec("large")
    x, y = spec.integer("x", range(-2, 600)), spec.integer("y", [-5, 0, 10**6])
    b = spec.boolean("b")
    spec.group("some").add(x >= 254, x <= 258, Clause([b, y == 0]))
    expected = {(x, y, b) for x in range(254, 259) for y in (-5, 0, 10**6) for b in (0, 1) if b or y == 0}
    found = [tuple(each) for block in load(spec).blocks() for each in rows_of(block)]
    assert len(found) == len(expected)
    assert set(found) == expected


@needs_clingo
@pytest.mark.parametrize("low", [0, -(2**40)])
@pytest.mark.parametrize("high", [2**24, 2**31, 2**40])
def test_values_too_far_apart_for_one_weight_are_read(low: int, high: int) -> None:
    spec = Spec("wide")
    spec.integer("x", [low, high - 1, high])
    program = find("sat").lower(spec, parse("sat:clasp+ints=binary", {}))
    assert sorted(map(tuple, program.load(seed=None, first=False))) == [(low,), (high - 1,), (high,)]


@needs_clingo
@pytest.mark.parametrize(
    ("domain", "right", "wrong"),
    [
        (range(3), [2 | 1 << 8 | 1 << 24], [[0], [2 | 1 << 8], [2 << 24]]),
        (range(-1, 2), [1 << 24 | 2, 1 << 24], [[1 << 24, 0], [1 << 24, (1 << 24) + 3], [2, 1 << 24]]),
    ],
)
def test_costs_that_do_not_tell_one_value_for_each_variable_are_refused(
    domain: range, right: list[int], wrong: list[list[int]]
) -> None:
    from threefold.backends.sat.clasp_search import Costs

    spec = Spec("two")
    spec.integer("x", domain)
    spec.integer("y", domain)
    costs = Costs(Projection(spec))
    [values] = rows_of(costs.rows(pack(f"<{len(right)}q", *right), 1))
    assert tuple(values) == ((2, 1) if domain[0] == 0 else (1, -1))
    for each in wrong:
        with pytest.raises(BrokenAnswer, match="one value for each variable"):
            costs.rows(pack(f"<{len(each)}q", *each), 1)


@needs_clingo
def test_any_number_of_variables_is_read_in_order() -> None:
    """Three variables share a cost, so the last cost may have one or two."""
    for number in range(1, 8):
        spec = Spec("digits")
        digits = spec.integers("d", range(number), domain=[0, 7, 255])
        spec.group("fixed").add(*(digits[at] == (0, 255, 7)[at % 3] for at in range(number - 1)))
        found = {tuple(each) for block in load(spec).blocks() for each in rows_of(block)}
        assert found == {(*((0, 255, 7)[at % 3] for at in range(number - 1)), last) for last in (0, 7, 255)}


@needs_clingo
def test_puzzles_are_counted() -> None:
    for n, count in enumerate([1, 0, 0, 2, 10, 4, 40, 92, 352], 1):
        assert len(set(lowered_solutions(nqueens.build(n), "sat:clasp"))) == count
    assert len(lowered_solutions(cards.build(7, 2), "sat:clasp")) == 52
    assert len(lowered_solutions(cards.build(9, 2), "sat:clasp")) == 0


@needs_clingo
def test_a_solution_comes_once_although_it_has_many_models() -> None:
    """At most 3 of 8 by a totalizer: its auxiliaries are not determined by the Booleans."""
    spec = Spec("few")
    booleans = spec.booleans("b", range(8))
    spec.group("few").add(AtMost(3, [booleans[i] for i in booleans]))
    assert len(lowered_solutions(spec, "sat:clasp+card=totalizer")) == 1 + 8 + 28 + 56


@needs_clingo
def test_nothing_to_decide_is_one_solution_or_none() -> None:
    for row in ROWS:
        spec = Spec("fixed")
        x = spec.integer("x", [3])
        assert lowered_solutions(spec, row) == [(3,)]
        spec.group("no").add(x <= 2)
        assert lowered_solutions(spec, row) == []
        assert lowered_solutions(Spec("nothing at all"), row) == [()]


@needs_clingo
def test_a_search_may_be_closed_after_the_first_solution() -> None:
    search = load(nqueens.build(20), first=True)
    stream = iter(search)
    assert nqueens.build(20).violated(next(stream)) is None
    stream.close()
    assert search.method == "first, frumpy"


@needs_clingo
def test_seeds_change_the_order_and_not_the_set() -> None:
    def found(seed: int | None) -> list[Assignment]:
        return list(load(nqueens.build(7), seed=seed))

    assert found(3) == found(3)
    assert {frozenset(found(seed)) for seed in (None, 0, 1, 2**31 - 1)} == {frozenset(found(None))}
    first = [next(islice(load(nqueens.build(20), seed=seed), 1)) for seed in range(4)]
    assert len(set(first)) > 1
    assert load(nqueens.build(4)).method == "backtracking enumeration, frumpy"
