"""HiGHS and SCIP. Run by test_ilp_solvers in a process of its own: highspy and ortools cannot be imported in one."""

import sys
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lowering import assert_exact, lowered_solutions
from tests.specs import EDGES, KINDS, examples, specs
from threefold import models
from threefold.backends import find
from threefold.backends.backend import Program, Refused
from threefold.backends.configuration import parse
from threefold.backends.ilp import lowering, solver_module
from threefold.backends.ilp.model import Column, IntegerProgram, Row
from threefold.checker import brute_force
from threefold.language import AllDifferent, Circuit, Implies, Linear, Spec

SOLVERS = ("highs", "scip")
for package in ("highspy", "pyscipopt"):
    pytest.importorskip(package)


def lowered(spec: Spec, row: str) -> Program:
    return find("ilp").lower(spec, parse(row, {}))


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", EDGES)
def test_as_many_solutions_of_an_edge_as_were_counted_by_hand(solver: str, name: str) -> None:
    build, count = EDGES[name]
    found = lowered_solutions(build(), f"ilp:{solver}")
    assert (len(found), len(set(found))) == (count, count)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("kind", KINDS)
@examples(40)
@given(data=st.data())
def test_the_solutions_of_a_random_spec(solver: str, kind: str, data: st.DataObject) -> None:
    assert_exact(data.draw(specs(kind)), f"ilp:{solver}")


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("kind", ["Linear", "Implies"])
@examples(40)
@given(data=st.data())
def test_the_solutions_of_flows_whose_columns_are_not_declared_integer(
    solver: str, kind: str, data: st.DataObject
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lowering, "TRUSTED", 0)
        assert_exact(data.draw(specs(kind)), f"ilp:{solver}")


@pytest.mark.parametrize("solver", SOLVERS)
@examples(25)
@given(spec=specs())
def test_the_solutions_of_disjoint_cubes_are_together_those_of_the_whole(solver: str, spec: Spec) -> None:
    halves = [[x.domain[: len(x.domain) // 2], x.domain[len(x.domain) // 2 :]] for x in spec.decisions[:2]]
    cubes = [
        {x.position: tuple(part) for x, part in zip(spec.decisions, parts, strict=False)}
        for parts in product(*halves)
        if all(parts)
    ]
    searches = [lowered(spec, f"ilp:{solver}").load(seed=None, first=False, cube=cube) for cube in cubes]
    found = [tuple(assignment[x.position] for x in spec.decisions) for search in searches for assignment in search]
    assert sorted(found) == sorted(brute_force.projected(spec))


@pytest.mark.parametrize("solver", SOLVERS)
@examples(25)
@given(spec=specs())
def test_no_good_cuts_find_the_solutions_of_a_random_spec(solver: str, spec: Spec) -> None:
    assert_exact(spec, f"ilp:{solver}+count=cuts")


@pytest.mark.parametrize(
    ("row", "engine", "decided_by", "calls"),
    [
        ("ilp:highs", "HiGHS", "own B&B", None),
        ("ilp:scip", "SCIP", "SCIP", 1),
        ("ilp:highs+count=cuts", "HiGHS", "HiGHS", 5),
        ("ilp:scip+count=cuts", "SCIP", "SCIP", 5),
    ],
)
def test_a_row_says_which_engine_found_its_solutions_and_who_ended_it(
    row: str, engine: str, decided_by: str, calls: int | None
) -> None:
    search = lowered(models.find("nqueens").build(6), row).load(seed=None, first=False)
    assert (search.found_by(), search.decided_by()) == ({}, "")
    assert len(list(search)) == 4
    assert (search.found_by(), search.decided_by()) == ({engine: 4}, decided_by)
    assert calls in (None, search.statistics()["calls"])


@pytest.mark.parametrize(("solver", "engine"), [("highs", "HiGHS"), ("scip", "SCIP")])
@pytest.mark.parametrize("option", ["", "+count=cuts"])
def test_one_integer_program_is_decided_by_its_solver(solver: str, engine: str, option: str) -> None:
    search = lowered(models.find("nqueens").build(3), f"ilp:{solver}{option}").load(seed=None, first=True)
    assert (list(search), search.found_by(), search.decided_by()) == ([], {}, engine)
    spec = models.find("nqueens").build(5)
    spec.minimize(spec.variables[0])
    best = lowered(spec, f"ilp:{solver}{option}").optimum(seed=None)
    assert [assignment[0] for assignment in best] == [1]
    assert (best.found_by(), best.decided_by()) == ({engine: 1}, engine)


def test_the_names_of_rows() -> None:
    """Branch and bound of our own is named where it searches."""
    named = find("ilp").named
    assert named(parse("ilp:highs", {}), one=False).startswith("own B&B + HiGHS ")
    assert named(parse("ilp:highs", {}), one=True).startswith("HiGHS ")
    assert named(parse("ilp:highs+count=cuts", {}), one=False).startswith("HiGHS ")
    assert named(parse("ilp:scip", {}), one=False).startswith("SCIP ")


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_queens_are_counted(solver: str, n: int, count: int) -> None:
    found = lowered_solutions(models.find("nqueens").build(n), f"ilp:{solver}")
    assert (len(found), len(set(found))) == (count, count)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("n", "count"), [(1, 0), (2, 0), (3, 2), (4, 2), (5, 0), (6, 0), (7, 52)])
def test_pairs_of_cards_are_counted(solver: str, n: int, count: int) -> None:
    found = lowered_solutions(models.find("cards").build(n, 2), f"ilp:{solver}")
    assert (len(found), len(set(found))) == (count, count)


@pytest.mark.parametrize("solver", SOLVERS)
def test_auxiliary_columns_that_are_free_multiply_no_solution(solver: str) -> None:
    """Where b is false, the auxiliary column for the side of 3 on which the sum lies is free."""
    spec = Spec("free")
    x, y, z = (spec.integer(name, range(3)) for name in "xyz")
    b = spec.boolean("b")
    spec.group("g").add(Implies(b, Linear(x + y + z, "!=", 3)))
    assert lowered(spec, f"ilp:{solver}").size.auxiliary > 0
    assert_exact(spec, f"ilp:{solver}")


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_circuit_has_no_shorter_round_trips(solver: str) -> None:
    spec = Spec("circuit")
    successor = spec.integers("successor", range(5), domain=range(5))
    spec.group("round trip").add(Circuit(successor))
    assert len(set(lowered_solutions(spec, f"ilp:{solver}"))) == 24


@pytest.mark.parametrize("solver", SOLVERS)
def test_pigeons_in_too_few_holes_have_no_solution(solver: str) -> None:
    spec = Spec("pigeons")
    spec.group("apart").add(AllDifferent(spec.integers("hole", range(9), domain=range(8))))
    assert lowered_solutions(spec, f"ilp:{solver}") == []


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("first", [True, False])
def test_the_first_solutions_come_before_the_search_has_ended(solver: str, first: bool) -> None:
    program = lowered(models.find("nqueens").build(12), f"ilp:{solver}")
    stream = iter(program.load(seed=3, first=first))
    found = list(islice(stream, 1 if first else 3))
    assert all(program.spec.violated(assignment) is None for assignment in found)
    stream.close()


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_seed_changes_no_answer(solver: str) -> None:
    program = lowered(models.find("nqueens").build(6), f"ilp:{solver}")
    assert set(program.load(seed=10**12, first=False)) == set(program.load(seed=None, first=False))


@pytest.mark.parametrize("solver", SOLVERS)
def test_one_problem_is_minimised_or_proven_to_have_no_solution(solver: str) -> None:
    solve, columns, one = solver_module(solver).solve, [Column(), Column()], Row("g", {0: 1, 1: 1}, "==", 1)
    assert solve(IntegerProgram(columns, [one], {0: -1}), (), None) == [1, 0]
    assert solve(IntegerProgram(columns, [one], {0: 1}), (), None) == [0, 1]
    assert solve(IntegerProgram(columns, [one, Row("g", {0: 1, 1: -1}, "==", 0)]), (), None) is None


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("columns", [[], [Column()], [Column(3)]])
def test_a_row_without_columns_decides_by_its_bound(solver: str, columns: list[Column]) -> None:
    """HiGHS calls a model without columns empty, whatever its rows are."""
    solve = solver_module(solver).solve
    assert solve(IntegerProgram(columns, [Row("g", {}, ">=", 1)]), (), None) is None
    assert solve(IntegerProgram(columns, [Row("g", {}, "<=", 1)]), (), None) is not None
    assert solve(IntegerProgram(columns, []), (), None) is not None


def test_a_tree_that_was_stopped_is_not_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    from threefold.backends.ilp import scip

    monkeypatch.setattr(scip, "SETTINGS", {**scip.SETTINGS, "limits/nodes": 20})
    with pytest.raises(Refused, match="SCIP gave up: nodelimit"):
        lowered_solutions(models.find("nqueens").build(8), "ilp:scip")


def test_what_goes_wrong_in_a_callback_of_scip_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """SCIP's Python package prints the exception and continues."""
    from threefold.backends.ilp import scip

    monkeypatch.setattr(scip.Recorder, "_solution", lambda recorder: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        lowered_solutions(models.find("nqueens").build(6), "ilp:scip")


def test_highs_that_gives_up_has_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    from threefold.backends.ilp import highs

    monkeypatch.setattr(highs, "SETTINGS", {**highs.SETTINGS, "time_limit": 0.0})
    with pytest.raises(Refused, match="HiGHS gave up: Time limit"):
        lowered_solutions(models.find("nqueens").build(12), "ilp:highs")


def test_ortools_was_never_imported() -> None:
    assert "ortools" not in sys.modules


class Bounds:
    """A column of SCIP at a node: its local bounds."""

    def __init__(self, low: float, high: float) -> None:
        self.getLbLocal, self.getUbLocal = (lambda: low), (lambda: high)


@pytest.mark.parametrize(
    ("bounds", "infeasible", "recorded"),
    [
        ([(0, 0), (1, 1)], False, True),
        ([(0, 0), (0, 1)], False, False),  # not a leaf: SCIP must branch
        ([(0, 1), (1, 1)], False, False),
        ([(0, 0), (1, 1)], True, False),  # another constraint is violated
        ([], False, True),
    ],
)
def test_scip_records_a_solution_only_at_a_leaf_where_every_row_holds(
    bounds: list[tuple[float, float]], infeasible: bool, recorded: bool
) -> None:
    from queue import SimpleQueue

    from threefold.backends.ilp import scip

    found: SimpleQueue[scip.Found] = SimpleQueue()
    recorder = scip.Recorder(range(len(bounds)), range(len(bounds)), found)
    recorder._deciding = [Bounds(*each) for each in bounds]
    for enforce in (recorder.consenfolp, recorder.consenfops):
        assert enforce((), 0, infeasible) == (scip.CUT_OFF if recorded else scip.INFEASIBLE)
        assert ([] if found.empty() else found.get()) == ([low for low, _ in bounds] if recorded else [])
    assert recorder.conscheck() == scip.INFEASIBLE
