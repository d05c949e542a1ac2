"""The plain row of the ILP: CBC through PuLP, a no-good cut per solution. And who found what in each row."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from tests.backends.exact_rows import points
from tests.lowering import assert_exact, lowered_solutions
from tests.specs import EDGES, examples, specs
from threefold import models
from threefold.backends import find
from threefold.backends.backend import BrokenAnswer, Program, Refused
from threefold.backends.configuration import is_plain, parse
from threefold.backends.ilp import cbc, relaxation
from threefold.backends.ilp.cuts import PulpProgram, no_good_cut
from threefold.backends.ilp.export import pulp
from threefold.backends.ilp.model import Column, IntegerProgram, Model, Row
from threefold.checker import brute_force
from threefold.language import Clause, Element, Implies, Linear, Spec

PLAIN = "ilp+count=cuts"


def lowered(spec: Spec, row: str = PLAIN) -> Program:
    return find("ilp").lower(spec, parse(row, {}))


def queens(n: int) -> Spec:
    return models.find("nqueens").build(n)


@examples(40)
@given(specs())
def test_no_good_cuts_find_the_solutions_of_a_random_spec(spec: Spec) -> None:
    assert_exact(spec, PLAIN)


@pytest.mark.parametrize("name", EDGES)
def test_no_good_cuts_find_as_many_solutions_of_an_edge_as_were_counted_by_hand(name: str) -> None:
    build, count = EDGES[name]
    found = lowered_solutions(build(), PLAIN)
    assert (len(found), len(set(found))) == (count, count)


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4)])
def test_there_is_an_integer_program_for_each_solution_and_one_for_the_end(n: int, count: int) -> None:
    search = lowered(queens(n)).load(seed=None, first=False)
    assert len(set(search)) == count
    assert search.statistics() == {"calls": count + 1}


def test_no_more_than_one_integer_program_is_solved_for_a_first_solution() -> None:
    search = lowered(queens(6)).load(seed=None, first=True)
    assert queens(6).violated(next(iter(search))) is None
    assert search.statistics() == {"calls": 1}


def test_a_seed_changes_no_answer() -> None:
    program = lowered(queens(6))
    assert set(program.load(seed=7, first=False)) == set(program.load(seed=None, first=False))


@examples(15)
@given(specs())
def test_the_solutions_of_disjoint_cubes_are_together_those_of_the_whole(spec: Spec) -> None:
    split = spec.decisions[:2]
    halves = [(x.domain[: len(x.domain) // 2], x.domain[len(x.domain) // 2 :]) for x in split]
    found = []
    for parts in filter(all, product(*halves)):
        cube = {x.position: part for x, part in zip(split, parts, strict=True)}
        for assignment in lowered(spec).load(seed=None, first=False, cube=cube):
            assert all(assignment[position] in part for position, part in cube.items())
            found.append(tuple(assignment[x.position] for x in spec.decisions))
    assert sorted(found) == sorted(brute_force.projected(spec))


def test_free_auxiliary_and_derived_columns_multiply_no_solution() -> None:
    """Without b the auxiliary column for the side of 3 on which the sum lies is free."""
    spec = Spec("free")
    x, y, z = (spec.integer(name, range(3)) for name in "xyz")
    b, total = spec.boolean("b"), spec.integer("total", range(5), derived=True)
    spec.group("g").add(Implies(b, Linear(x + y + z, "!=", 3)), total == x + y, Element(x, [total, y, 2], 2))
    assert lowered(spec).size.auxiliary > 0
    assert_exact(spec, PLAIN)


def test_a_cut_rejects_one_assignment_and_no_other() -> None:
    """Of an integer it needs the column of the value alone, of a Boolean either value."""
    spec = Spec("both")
    spec.integer("x", (2, 3, 5))
    spec.booleans("b", range(2))
    model = Model(spec)
    every = set(points(model.columns, model.rows))
    cut = no_good_cut(model.views, (0, 1, 0, 1, 0))
    assert (cut.terms, cut.bound) == ({1: 1, 3: 1, 4: -1}, 1)
    assert every - set(points(model.columns, [*model.rows, cut])) == {(0, 1, 0, 1, 0)}


@pytest.mark.parametrize("columns", [[], [Column()], [Column(3)]])
def test_a_row_without_columns_decides_by_its_bound(columns: list[Column]) -> None:
    zeros = [0] * len(columns)
    assert PulpProgram(IntegerProgram(columns, []), None).solve() == zeros
    assert PulpProgram(IntegerProgram(columns, [Row("g", {}, "<=", 1)]), None).solve() == zeros
    assert PulpProgram(IntegerProgram(columns, [Row("g", {}, ">=", 1)]), None).solve() is None


def test_costs_are_minimised() -> None:
    columns, one = [Column(), Column()], Row("g", {0: 1, 1: 1}, "==", 1)
    assert PulpProgram(IntegerProgram(columns, [one], {0: -1}), None).solve() == [1, 0]
    assert PulpProgram(IntegerProgram(columns, [one], {0: 1}), None).solve() == [0, 1]


def answering(status: int, sol_status: int, *values: float) -> Callable[..., int]:
    def solve(problem: Any, solver: object) -> int:
        problem.status, problem.sol_status = status, sol_status
        for x, value in zip(problem.variables(), values, strict=False):
            x.varValue = value
        return status

    return solve


@pytest.mark.parametrize(
    ("status", "sol_status"),
    [
        (pulp.LpStatusOptimal, pulp.LpSolutionIntegerFeasible),  # an incumbent at a limit
        (pulp.LpStatusNotSolved, pulp.LpSolutionNoSolutionFound),
        (pulp.LpStatusUnbounded, pulp.LpSolutionUnbounded),
    ],
)
def test_an_answer_that_is_not_proven_is_refused(status: int, sol_status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulp.LpProblem, "solve", answering(status, sol_status))
    with pytest.raises(Refused, match="CBC gave up"):
        lowered_solutions(queens(4), PLAIN)


@pytest.mark.parametrize("sol_status", [pulp.LpSolutionNoSolutionFound, pulp.LpSolutionInfeasible])
def test_infeasible_is_infeasible_whatever_pulp_says_of_the_solution(
    sol_status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pulp.LpProblem, "solve", answering(pulp.LpStatusInfeasible, sol_status))
    assert lowered_solutions(queens(4), PLAIN) == []


@pytest.mark.parametrize(
    ("value", "complaint"), [(1.0, "for a row of"), (2.0, "outside 0..1"), (0.5, "not an integer")]
)
def test_a_solution_that_violates_the_rows_is_rejected(
    value: float, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    optimal = pulp.LpStatusOptimal, pulp.LpSolutionOptimal
    monkeypatch.setattr(pulp.LpProblem, "solve", answering(*optimal, *[value] * 16))
    with pytest.raises(BrokenAnswer, match=complaint):
        lowered_solutions(queens(4), PLAIN)


def test_a_solution_that_was_forbidden_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that ignored the cuts would go on for ever."""
    spec = Spec("one of two")
    spec.group("g").add(Clause([spec.boolean("a"), spec.boolean("b")]))
    monkeypatch.setattr(pulp.LpProblem, "solve", answering(pulp.LpStatusOptimal, pulp.LpSolutionOptimal, 1.0, 0.0))
    with pytest.raises(BrokenAnswer, match="for a row of 'solutions so far'"):
        lowered_solutions(spec, PLAIN)


def test_a_cbc_that_fails_has_not_answered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TMP", str(tmp_path))  # PuLP leaves its file
    monkeypatch.setattr("threefold.backends.ilp.cuts.path", lambda: "/bin/false")
    with pytest.raises(Refused, match="CBC ended without an answer"):
        lowered_solutions(queens(4), PLAIN)


@pytest.mark.parametrize(
    ("row", "decided_by", "method"),
    [("ilp", "own B&B", "LP branching, no preprocessing, clique cuts only"), (PLAIN, "CBC", "no-good cuts")],
)
def test_a_row_says_that_cbc_found_its_solutions_and_who_ended_it(row: str, decided_by: str, method: str) -> None:
    search = lowered(queens(6), row).load(seed=None, first=False)
    assert (search.method, search.found_by(), search.decided_by()) == (method, {}, "")
    found = iter(search)
    for number in range(1, 5):
        next(found)
        assert (search.found_by(), search.decided_by()) == ({"CBC": number}, "")
    assert list(found) == []
    assert (search.found_by(), search.decided_by()) == ({"CBC": 4}, decided_by)


@pytest.mark.parametrize("row", ["ilp", PLAIN])
def test_a_first_solution_is_found_and_missing_by_one_integer_program_of_cbc(row: str) -> None:
    search = lowered(queens(6), row).load(seed=None, first=True)
    next(iter(search))
    assert (search.found_by(), search.decided_by()) == ({"CBC": 1}, "")
    search = lowered(queens(3), row).load(seed=None, first=True)
    assert (list(search), search.found_by(), search.decided_by()) == ([], {}, "CBC")


def test_a_contradiction_that_propagation_finds_is_told_by_cbc_where_one_solution_is_asked_for() -> None:
    spec = Spec("impossible")
    a = spec.boolean("a")
    spec.group("g").add(Clause([a]), Clause([~a]))
    search = lowered(spec, "ilp").load(seed=None, first=True)
    assert (list(search), search.decided_by(), search.statistics()) == ([], "CBC", {"calls": 1})
    search = lowered(spec, "ilp").load(seed=None, first=False)
    assert (list(search), search.decided_by(), search.statistics()["calls"]) == ([], "own B&B", 0)


@pytest.mark.parametrize("row", ["ilp", PLAIN])
def test_an_optimum_is_found_and_proven_by_cbc(row: str) -> None:
    spec = queens(5)
    spec.maximize(spec.variables[0])
    search = lowered(spec, row).optimum(seed=None)
    [best] = search
    assert (best[0], spec.violated(best)) == (5, None)
    assert (search.found_by(), search.decided_by(), search.statistics()) == ({"CBC": 1}, "CBC", {"calls": 1})


@examples(40)
@given(specs())
def test_branch_and_bound_yields_no_solution_that_cbc_has_not_returned(spec: Spec) -> None:
    """Answers of CBC are counted where they are read; each solution has one, and the answers about parts have no more in them."""
    returned = 0

    def spy(read: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            nonlocal returned
            answer = read(*arguments)
            returned += isinstance(answer, list)
            return answer

        return counted

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cbc, "read", spy(cbc.read))
        patch.setattr(relaxation.Relaxations, "_answer", spy(relaxation.Relaxations._answer))
        search = lowered(spec, "ilp").load(seed=None, first=False)
        assert len(list(search)) <= returned
    assert search.found_by().get("CBC", 0) == len(brute_force.projected(spec))


def test_a_batch_of_answers_counts_only_the_solutions_that_were_yielded() -> None:
    search = lowered(queens(8), "ilp").load(seed=None, first=False)
    for number, _ in enumerate(search, 1):
        assert search.found_by() == {"CBC": number}


def test_a_row_is_called_by_what_searches() -> None:
    named, version = find("ilp").named, find("ilp").version("cbc")
    assert named(parse("ilp", {}), one=False) == f"own B&B + {version}"
    assert named(parse("ilp", {}), one=True) == version
    assert named(parse(PLAIN, {}), one=False) == named(parse(PLAIN, {}), one=True) == version


def test_the_plain_row_is_that_of_no_good_cuts() -> None:
    assert str(parse("ilp+plain", {})) == "ilp:cbc+count=cuts"
    assert is_plain(parse(PLAIN, {}))
    assert not is_plain(parse("ilp", {}))
