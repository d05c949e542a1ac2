"""Every at-most-one encoding by name, alone and inside specs."""

from array import array
from itertools import combinations, product
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import assert_exact, lowered_solutions
from tests.specs import examples, specs
from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.backends.sat import cardinality
from threefold.backends.sat.catalogue import NATIVE, names
from threefold.backends.sat.clause_store import ClauseStore, Commanded
from threefold.backends.sat.dimacs_writer import to_dimacs
from threefold.backends.sat.encoder import FALSE, TRUE, Encoder
from threefold.backends.sat.lowering import encodings_of
from threefold.backends.sat.program import CnfProgram
from threefold.backends.sat.solvers import DEFAULT, WITH_AT_MOST, Solver
from threefold.language import AtMost, Exactly, Spec
from threefold.models import nqueens

AT_MOST_ONE_NAMES = names("amo")
NAMES = [name for name in AT_MOST_ONE_NAMES if name != "auto"]


def row(name: str) -> str:
    solver = f":{WITH_AT_MOST[0]}" if name == NATIVE else ""
    return f"sat{solver}+amo={name}"


def models_of_at_most_one(name: str, literals: list[int], variables: int) -> set[tuple[bool, ...]]:
    """The assignments of the first variables that the encoding of these literals allows, by a solver under units."""
    spec = Spec("literals")
    spec.booleans("b", range(variables))
    encoder = Encoder(spec, encodings_of(parse(row(name), {}).options))
    encoder.at_most_one(literals)
    clauses = [clause for store in encoder.stores.values() for clause in store]
    allowed = set()
    for values in product((False, True), repeat=variables):
        solver = Solver(WITH_AT_MOST[0] if encoder.native else DEFAULT, encoder.top, None)
        solver.add(clauses)
        for each in encoder.native:
            solver.add_at_most(each.literals, each.bound)
        solver.add([number if value else -number] for number, value in enumerate(values, start=1))
        if solver.solve():
            allowed.add(values)
    return allowed


@pytest.mark.parametrize("name", AT_MOST_ONE_NAMES)
@pytest.mark.parametrize("n", [1, 2, 3, 5, 7])
def test_of_n_literals_none_or_one_is_true(name: str, n: int) -> None:
    allowed = models_of_at_most_one(name, list(range(1, n + 1)), n)
    assert allowed == {values for values in product((False, True), repeat=n) if sum(values) <= 1}


@pytest.mark.parametrize("name", AT_MOST_ONE_NAMES)
@examples(25)
@given(literals=st.lists(st.sampled_from([1, 2, 3, 4, 5, -1, -2, -3, TRUE, FALSE]), max_size=8))
def test_literals_may_repeat_contradict_each_other_or_be_constant(name: str, literals: list[int]) -> None:
    def true(literal: int, values: tuple[bool, ...]) -> bool:
        return literal == TRUE if abs(literal) == TRUE else values[abs(literal) - 1] == (literal > 0)

    expected = {v for v in product((False, True), repeat=5) if sum(true(literal, v) for literal in literals) <= 1}
    assert models_of_at_most_one(name, literals, 5) == expected


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["Cardinality", "AllDifferent", "Implies"])
@examples(20)
@given(data=st.data())
def test_random_specs_have_the_solutions_of_brute_force(name: str, kind: str, data: st.DataObject) -> None:
    assert_exact(data.draw(specs(kind)), row(name))


@pytest.mark.parametrize("name", NAMES)
def test_auxiliaries_of_two_constraints_never_share_a_number(name: str) -> None:
    """A 5×5 permutation matrix becomes unsatisfiable when they do: 5! solutions; and 6 queens have 4, not 4e31."""
    assert len(lowered_solutions(permutations_of_five(), row(name))) == 120
    assert len(lowered_solutions(nqueens.build(6), row(name))) == 4


def permutations_of_five() -> Spec:
    spec = Spec("permutations")
    cell = spec.booleans("cell", range(5), range(5))
    for i in range(5):
        spec.group("rows").add(Exactly(1, [cell[i, j] for j in range(5)]))
        spec.group("columns").add(Exactly(1, [cell[j, i] for j in range(5)]))
    return spec


@pytest.mark.parametrize("name", AT_MOST_ONE_NAMES)
def test_no_clause_repeats_a_literal_or_contains_a_tautology(name: str) -> None:
    program = find("sat").lower(nqueens.build(20), parse(row(name), {}))
    assert isinstance(program, CnfProgram)
    for _, clause in program.clauses():
        assert len({abs(literal) for literal in clause}) == len(clause)
        assert all(0 < abs(literal) <= program.top for literal in clause)


@pytest.mark.parametrize("name", AT_MOST_ONE_NAMES)
def test_twenty_queens_are_placed(name: str) -> None:
    spec = nqueens.build(20)
    program = find("sat").lower(spec, parse(row(name), {}))
    solution = next(iter(program.load(seed=None, first=True)))
    assert spec.violated(solution) is None


@pytest.mark.parametrize("n", range(5, 30))
def test_a_grid_has_one_model_for_each_literal_and_one_where_all_are_false(n: int) -> None:
    """Also one whose last row lacks literals, and one whose rows form a grid again."""
    spec = Spec("literals")
    b = spec.booleans("b", range(n))
    spec.group("one").add(AtMost(1, b.values()))
    with patch.object(cardinality, "GROUPS_UP_TO", 4):
        program = find("sat").lower(spec, parse("sat", {}))
    assert isinstance(program, CnfProgram)
    solver = Solver(DEFAULT, program.top, None)
    program.feed(solver)
    models = []
    while solver.solve():
        models.append(solver.model())
        solver.add([[-literal for literal in models[-1]]])
    assert sorted(sum(literal > 0 for literal in model[:n]) for model in models) == [0] + n * [1]


def test_more_than_512_literals_are_encoded_with_about_three_clauses_each() -> None:
    spec = Spec("literals")
    spec.group("one").add(AtMost(1, spec.booleans("b", range(800)).values()))
    assert find("sat").lower(spec, parse("sat", {})).size.constraints < 3.2 * 800


@given(groups=st.integers(1, 3), size=st.integers(2, 4), missing=st.integers(0, 2), exclusive=st.booleans())
def test_folded_groups_are_read_and_written_as_the_clauses_they_stand_for(
    groups: int, size: int, missing: int, exclusive: bool
) -> None:
    """A commander and the negations of its group per run; the last group may lack some, but not all."""
    members = list(range(1, groups * size + 1 - min(missing, size - 1)))
    parts = [members[start : start + size] for start in range(0, len(members), size)]
    commanded = list(zip(range(100, 200), parts, strict=False))
    folded, flat = ClauseStore(), ClauseStore()
    runs = array("i", [each for c, part in commanded for each in (c, *(-m for m in part))])
    folded.parts.append(Commanded(runs, size, exclusive))
    for c, part in commanded:
        pairs = combinations([-m for m in part], 2) if exclusive else ()
        two = [*pairs, *((-m, c) for m in part)]
        flat.extend(literal for clause in two for literal in (*clause, 0))
    for c, part in commanded:
        flat.extend((-c, *part, 0))
    assert list(folded) == list(flat)
    assert (len(folded), folded.literals) == (len(flat), flat.literals)
    assert b"".join(to_dimacs(200, {("g", False): folded}, None)) == b"".join(
        to_dimacs(200, {("g", False): flat}, None)
    )
