"""Local search: what it returns satisfies the spec, and it never says that there is no other solution."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.specs import EDGES, KINDS, examples, specs
from threefold import conformance
from threefold.backends import find, names
from threefold.backends.backend import EVERYTHING, Cube, Program, Refused
from threefold.backends.configuration import parse
from threefold.backends.local import program as local
from threefold.checker import brute_force
from threefold.guard import Limits
from threefold.language import Assignment, BadInput, Spec
from threefold.models import golfers, latin, magic, nqueens, pigeonhole
from threefold.runs.compare import Experiment
from threefold.runs.instance import Instance, Question

STEPS = 500  # of these small specs
QUEENS = Instance("nqueens", {"n": 6})


@pytest.fixture(autouse=True)
def _few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "STEPS", STEPS)


def lowered(spec: Spec) -> Program:
    return find("local").lower(spec, parse("local", {}))


def solution(spec: Spec, seed: int = 0, cube: Cube = EVERYTHING) -> Assignment | None:
    """The first solution; None where it gives up."""
    try:
        return next(iter(lowered(spec).load(seed=seed, first=True, cube=cube)))
    except Refused:
        return None


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@examples(40)
def test_what_it_returns_satisfies_the_spec_and_an_unsatisfiable_one_is_refused(kind: str, data: st.DataObject) -> None:
    spec = data.draw(specs(kind))
    found = solution(spec)
    assert found is None or spec.violated(found) is None
    assert found is None or brute_force.solutions(spec)


@pytest.mark.parametrize("name", EDGES)
def test_the_edges_of_every_kind_are_solved_where_they_have_a_solution(name: str) -> None:
    build, count = EDGES[name]
    assert (solution(build()) is not None) == (count > 0)


@given(spec=specs(), seed=st.integers(0, 5))
@examples(20)
def test_the_same_seed_finds_the_same_solution(spec: Spec, seed: int) -> None:
    assert solution(spec, seed) == solution(spec, seed)


def test_another_seed_finds_another_board() -> None:
    assert len({tuple(solution(nqueens.build(20), seed) or ()) for seed in range(4)}) > 1


@pytest.mark.parametrize(
    "spec", [nqueens.build(100), latin.build(8), magic.build(3), golfers.build(3, 3, 3)], ids=lambda spec: spec.name
)
def test_it_finds_a_solution_of_specs_that_have_many(spec: Spec) -> None:
    found = solution(spec)
    assert found is not None
    assert spec.violated(found) is None


def test_a_large_board_is_solved_without_numpy() -> None:
    code = (
        "import sys; from threefold.backends import find; from threefold.models import nqueens\n"
        "from threefold.backends.configuration import parse; spec = nqueens.build(400)\n"
        "found = next(iter(find('local').lower(spec, parse('local', {})).load(seed=None, first=True)))\n"
        "print(spec.violated(found), 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["None", "False"]


def test_it_stays_in_its_part_of_the_search_space() -> None:
    assert [solution(nqueens.build(6), cube={0: (2,)}), solution(nqueens.build(6), cube={0: (1,)})] == [
        (2, 4, 6, 1, 3, 5),
        None,
    ]


def test_it_gives_up_after_a_number_of_steps_and_says_so() -> None:
    search = lowered(pigeonhole.build(4, 3)).load(seed=None, first=True)
    with pytest.raises(Refused, match=f"^local search is incomplete: no solution found in {STEPS} steps$"):
        next(iter(search))
    assert (search.found_by(), search.decided_by()) == ({}, "")


def test_all_solutions_are_refused() -> None:
    with pytest.raises(Refused, match="local search is incomplete: it can find one solution"):
        lowered(nqueens.build(6)).load(seed=None, first=False)


def test_after_its_solution_it_does_not_end_as_if_there_were_no_other() -> None:
    search = lowered(nqueens.build(6)).load(seed=None, first=True)
    stream = iter(search)
    next(stream)
    assert (search.found_by(), search.decided_by()) == ({"local": 1}, "")
    with pytest.raises(Refused, match="whether there are other solutions"):
        next(stream)


def test_a_count_is_unknown_and_says_why() -> None:
    [record] = Experiment(QUEENS, Question(), Limits(60, None)).compare([parse("local", {})]).records
    assert (record.status, record.count_is, record.decided_by) == ("unknown", "unknown", "")
    assert (record.reason or "").startswith("local search is incomplete: ")


def test_the_record_of_a_first_solution_names_local() -> None:
    experiment = Experiment(QUEENS, Question(most=1), Limits(60, None))
    [record] = experiment.compare([parse("local", {})]).records
    assert (record.status, record.found_by, record.decided_by) == ("sat", {"local": 1}, "")


def test_it_has_nothing_to_export_and_judges_nothing() -> None:
    program = lowered(nqueens.build(4))
    with pytest.raises(BadInput, match="no program to export"):
        program.export("lp")
    with pytest.raises(Refused, match="incomplete"):
        program.accepts((2, 4, 1, 3), program.groups)


def test_it_passes_the_kit_as_an_incomplete_backend() -> None:
    report = conformance.check("local", examples=2, seed=7)
    assert report.ok, str(report)
    assert {each.aspect for each in report.checks} == {"edges", "solutions", "reified"}
    assert not find("local").complete


def test_it_stands_after_backtracking() -> None:
    assert names()[3:5] == ("backtracking", "local")
