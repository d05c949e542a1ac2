"""A confirmation: known solutions, each checked on the rows and excluded, and one call of CBC that must find no others."""

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given

from tests.backends.exact_rows import points
from tests.specs import EDGES, examples, specs
from threefold import models
from threefold.backends import find
from threefold.backends.backend import Confirmation, Refused
from threefold.backends.configuration import parse
from threefold.backends.ilp.model import Model
from threefold.backends.ilp.program import excluding
from threefold.checker import brute_force
from threefold.language import Assignment, Clause, Implies, Linear, Spec


def confirmation(spec: Spec, known: Sequence[Assignment], row: str = "ilp") -> Confirmation:
    configuration = parse(row, {})
    return find(configuration.backend).lower(spec, configuration).confirm(known, seed=None)


def projected(spec: Spec, assignments: Iterable[Assignment]) -> list[tuple[int, ...]]:
    return sorted(tuple(assignment[x.position] for x in spec.decisions) for assignment in assignments)


def queens(n: int) -> tuple[Spec, list[Assignment]]:
    spec = models.find("nqueens").build(n)
    return spec, list(find("sat").lower(spec, parse("sat", {})).load(seed=None, first=False))


@examples(40)
@given(specs())
def test_the_solutions_of_a_random_spec_are_confirmed_by_one_call_at_most_beside_their_test(spec: Spec) -> None:
    known = brute_force.solutions(spec)
    search = confirmation(spec, known)
    assert projected(spec, search) == sorted(brute_force.projected(spec))
    assert (search.rejected, search.besides) == (None, None)
    assert search.statistics()["calls"] <= 1 + len(known)


@pytest.mark.parametrize("name", EDGES)
def test_the_solutions_of_an_edge_are_confirmed(name: str) -> None:
    build, count = EDGES[name]
    spec = build()
    assert len(list(confirmation(spec, brute_force.solutions(spec)))) == count


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (6, 4), (7, 40)])
def test_one_call_confirms_the_queens(n: int, count: int) -> None:
    search = confirmation(*queens(n))
    assert len(set(search)) == count
    assert search.statistics()["calls"] <= 1
    assert search.statistics() | {"calls": 1} == {"calls": 1, "known": count, "rejected": 0, "besides": 0}


def test_a_solution_that_was_not_known_is_found() -> None:
    spec, known = queens(6)
    lost = known.pop(2)
    search = confirmation(spec, known)
    assert [tuple(assignment) for assignment in search] == [*map(tuple, known), tuple(lost)]
    assert search.besides == tuple(lost)
    assert search.rejected is None
    assert search.statistics() == {"calls": 2, "known": 3, "rejected": 0, "besides": 1}


def test_every_solution_is_found_where_none_was_known() -> None:
    spec, known = queens(5)
    assert sorted(map(tuple, confirmation(spec, []))) == sorted(map(tuple, known))


def test_a_known_solution_that_was_not_tested_yet_is_not_rejected() -> None:
    search = confirmation(*queens(6))
    next(iter(search))
    assert search.statistics() == {"calls": 0, "known": 4, "rejected": 0, "besides": 0}


def test_what_the_rows_reject_is_not_streamed() -> None:
    spec, known = queens(6)
    search = confirmation(spec, [(1, 2, 3, 4, 5, 6), *known])
    assert [tuple(assignment) for assignment in search] == [*map(tuple, known)]
    assert search.rejected == (1, 2, 3, 4, 5, 6)
    assert search.statistics()["rejected"] == 1


def test_solutions_are_confirmed_in_cubes() -> None:
    spec, known = queens(6)
    for column in range(1, 7):
        program = find("ilp").lower(spec, parse("ilp", {}))
        part = [assignment for assignment in known if assignment[0] == column]
        search = program.confirm(part, seed=None, cube={0: (column,)})
        assert list(search) == part
        assert search.besides is None


def test_an_auxiliary_column_that_propagation_leaves_open_is_left_to_the_solver() -> None:
    """Without b the auxiliary column for the side of 3 on which the sum lies is free."""
    spec = Spec("free")
    x, y, z = (spec.integer(name, range(3)) for name in "xyz")
    b = spec.boolean("b")
    spec.group("g").add(Implies(b, Linear(x + y + z, "!=", 3)))
    assert projected(spec, confirmation(spec, brute_force.solutions(spec))) == sorted(brute_force.projected(spec))


def test_a_cut_rejects_one_assignment_and_no_other() -> None:
    """Of an integer it needs the column of the value alone, of a Boolean either value."""
    spec = Spec("both")
    spec.integer("x", (2, 3, 5))
    spec.booleans("b", range(2))
    model = Model(spec)
    every = set(points(model.columns, model.rows))
    cut = excluding(spec, model, (3, 1, 0))
    assert (cut.terms, cut.bound) == ({1: 1, 3: 1, 4: -1}, 1)
    assert every - set(points(model.columns, [*model.rows, cut])) == {(0, 1, 0, 1, 0)}


def test_an_impossible_program_has_nothing_to_confirm() -> None:
    spec = Spec("impossible")
    spec.integer("x", range(3))
    spec.group("never").add(Clause([]))
    search = confirmation(spec, [(1,)])
    assert list(search) == []
    assert search.rejected == (1,)


def test_a_backend_that_cannot_confirm_says_so() -> None:
    with pytest.raises(Refused, match=r"cp.* has no way to confirm a count"):
        confirmation(*queens(4), "cp")
