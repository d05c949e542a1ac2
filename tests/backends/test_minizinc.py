"""Gecode, which gets the spec as FlatZinc. Programs that stop early, or say something else, are never taken for an answer."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lowering import assert_exact, lowered_solutions
from threefold.backends import find, minizinc
from threefold.backends.backend import BrokenAnswer, Refused
from threefold.backends.configuration import parse
from threefold.conformance import EDGES
from threefold.language import Spec
from threefold.models import nqueens

needs_gecode = pytest.mark.skipif(shutil.which("fzn-gecode") is None, reason="fzn-gecode (flatzinc) is not installed")
SOLUTION = "integers = array1d(1..4, [2, 4, 1, 3]);\n----------\n"


@needs_gecode
@pytest.mark.parametrize("name", sorted(EDGES)[::6])
def test_the_edges_of_the_kinds_have_the_counts_of_the_kit(name: str) -> None:
    build, count = EDGES[name]
    assert len(lowered_solutions(build(), "minizinc")) == count


@needs_gecode
def test_hidden_variables_do_not_repeat_a_solution() -> None:
    spec = Spec("hidden")
    x, h = spec.integer("x", range(3)), spec.integer("h", range(5), hidden=True)
    spec.group("stated").add(h >= x)
    assert sorted(lowered_solutions(spec, "minizinc")) == [(0,), (1,), (2,)]


@needs_gecode
def test_a_cube_restricts_the_search_and_a_program_accepts_what_its_groups_accept() -> None:
    program = find("minizinc").lower(nqueens.build(4), parse("minizinc", {}))
    assert [*program.load(seed=None, first=False, cube={0: (2, 4)})] == [(2, 4, 1, 3)]
    assert program.accepts((2, 4, 1, 3), program.groups)
    assert not program.accepts((1, 1, 1, 1), program.groups)
    assert program.accepts((1, 1, 1, 1), ())


@needs_gecode
def test_queens_are_the_same_as_by_brute_force() -> None:
    assert_exact(nqueens.build(5), "minizinc")


def test_values_beyond_gecodes_integers_are_refused() -> None:
    spec = Spec("large")
    spec.integer("x", [0, 2**31])
    with pytest.raises(Refused, match="fzn-gecode has integers from"):
        lowered_solutions(spec, "minizinc")


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    def install(script: str) -> None:
        program = tmp_path / "fzn-gecode"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")

    return install


def test_an_end_without_the_line_that_says_so_is_no_answer(fake: Callable[[str], None]) -> None:
    fake(f"printf '{SOLUTION}'; echo 'out of memory'")
    with pytest.raises(Refused, match="ended without an answer: out of memory"):
        lowered_solutions(nqueens.build(4), "minizinc")


@pytest.mark.parametrize("script", ["echo 'Error: cannot read'; exit 1", "exit 0"])
def test_a_program_that_says_nothing_has_not_said_that_there_is_no_solution(
    fake: Callable[[str], None], script: str
) -> None:
    """Asked for one solution, its silence was taken for a proof."""
    fake(script)
    search = find("minizinc").lower(nqueens.build(6), parse("minizinc", {})).load(seed=None, first=True)
    with pytest.raises(Refused):
        list(search)
    assert search.decided_by() == ""


def test_a_solution_is_found_by_the_solver_and_the_end_is_decided_by_the_line_that_says_so(
    fake: Callable[[str], None],
) -> None:
    program = find("minizinc").lower(nqueens.build(4), parse("minizinc", {}))
    fake(f"printf '{SOLUTION}'; echo '=========='")
    for first, decided in ((False, "Gecode"), (True, "")):
        search = program.load(seed=None, first=first)
        assert [*search] == [(2, 4, 1, 3)]
        assert (search.found_by(), search.decided_by()) == ({"Gecode": 1}, decided)
    fake("echo '=====UNSATISFIABLE====='")
    search = program.load(seed=None, first=True)
    assert (list(search), search.found_by(), search.decided_by()) == ([], {}, "Gecode")


def test_too_few_values_are_a_broken_answer(fake: Callable[[str], None]) -> None:
    fake("printf 'integers = array1d(1..1, [2]);\\n----------\\n==========\\n'")
    with pytest.raises(BrokenAnswer, match="printed too few values"):
        lowered_solutions(nqueens.build(4), "minizinc")


def test_a_program_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OSError, match="fzn-gecode is not installed"):
        find("minizinc").version("gecode")


def test_a_program_that_prints_no_version_is_not_waited_for(
    fake: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fake("exec sleep 600")
    monkeypatch.setattr(minizinc, "PATIENCE", 0.2)
    with pytest.raises(OSError, match="fzn-gecode --help does not end within"):
        find("minizinc").version("gecode")
