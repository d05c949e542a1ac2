"""Units are propagated over folded at-most-ones before a search; the program itself keeps all its clauses."""

from array import array
from collections.abc import Collection
from itertools import islice, product
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import assert_exact
from tests.specs import examples, specs
from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.backends.sat import unit_propagation
from threefold.backends.sat.clause_store import ClauseStore, Pairs
from threefold.backends.sat.program import CnfProgram
from threefold.backends.sat.unit_propagation import propagated
from threefold.language import Spec
from threefold.models import latin


def lowered(spec: Spec, row: str = "sat") -> CnfProgram:
    program = find("sat").lower(spec, parse(row, {}))
    assert isinstance(program, CnfProgram)
    return program


def with_givens(*values: int) -> Spec:
    """A Latin square of order 5 whose first cells have these values."""
    spec = latin.build(5)
    spec.group("givens").add(
        *(x == value for x, value in zip(islice(spec.variables, len(values)), values, strict=True))
    )
    return spec


@pytest.mark.parametrize("row", ["sat", "sat+enum=cubes", "sat:arrays", "sat+enum=blocking"])
@examples(40)
@given(spec=specs())
def test_random_specs_keep_their_solutions(row: str, spec: Spec) -> None:
    with patch.object(unit_propagation, "FOLDED", 0):
        assert_exact(spec, row)


@examples(60)
@given(
    flat=st.lists(st.lists(st.integers(-5, 5).filter(bool), max_size=3, unique_by=abs), max_size=4),
    pairs=st.lists(st.lists(st.integers(-5, 5).filter(bool), min_size=2, max_size=4, unique_by=abs), max_size=3),
)
def test_the_clauses_that_are_left_have_the_same_models(flat: list[list[int]], pairs: list[list[int]]) -> None:
    store = ClauseStore()
    store.extend(literal for clause in flat for literal in (*clause, 0))
    for literals in pairs:
        store.parts.append(Pairs(array("i", literals)))
    with patch.object(unit_propagation, "FOLDED", 0):
        left = propagated([store])
    assert models([store]) == models(left)


def models(stores: Collection[ClauseStore]) -> list[tuple[int, ...]]:
    clauses = [clause for store in stores for clause in store]
    signs = (tuple(s * n for n, s in enumerate(each, 1)) for each in product((1, -1), repeat=5))
    return [model for model in signs if all(set(model) & set(clause) for clause in clauses)]


def test_givens_leave_few_clauses_and_the_program_keeps_all() -> None:
    program = lowered(with_givens(1, 2, 3, 4, 5))
    left = sum(map(len, propagated(program.stores.values())))
    assert left < 0.6 * program.size.constraints
    assert sum(1 for _ in program.clauses()) == program.size.constraints


def test_without_units_or_with_few_at_most_ones_the_clauses_stay_as_they_are() -> None:
    for program in (lowered(latin.build(5)), lowered(with_givens(1), "sat+amo=ladder")):
        assert sum(map(len, propagated(program.stores.values()))) == program.size.constraints


@pytest.mark.parametrize("row", ["sat", "sat:arrays", "sat+enum=cubes"])
def test_givens_that_contradict_each_other_leave_no_solution(row: str) -> None:
    assert list(lowered(with_givens(1, 1), row).load(seed=None, first=False)) == []
