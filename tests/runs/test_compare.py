"""A comparison survives what its runs do: a crash is a row in the table, and building and lowering are under the limits too."""

import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from tests.checker import test_planted_faults as planted
from threefold import models
from threefold.backends.backend import BrokenAnswer, Configuration, Program, Refused
from threefold.backends.configuration import parse
from threefold.checker.judge import Verdict
from threefold.commands import main as cli
from threefold.guard import Limits
from threefold.language import Spec
from threefold.runs.compare import Experiment
from threefold.runs.instance import Instance, Question
from threefold.runs.pool import LocalPool
from threefold.runs.witness import find_witness

# Above the memory of the tests' own process, from which the children are forked: the whole suite takes it to 450 MB.
LIMIT = "1000M"
ROOT = Path(__file__).parents[2]


def plant(monkeypatch: pytest.MonkeyPatch, backend: str, act: Callable[[], object]) -> None:
    """The backend's lowering does this before it lowers; the guarded children are forked from this process."""
    module = import_module(f"threefold.backends.{backend}")
    lower = module.BACKEND.lower

    def lower_badly(spec: Spec, configuration: Configuration) -> Program:
        act()
        program: Program = lower(spec, configuration)
        return program

    monkeypatch.setattr(module, "BACKEND", replace(module.BACKEND, lower=lower_badly))


def _raise(error: Exception) -> Callable[[], object]:
    def act() -> None:
        raise error

    return act


def _hold(size: int) -> None:
    block = bytearray(size)
    time.sleep(5)
    del block


@pytest.mark.parametrize(
    ("act", "status", "reason", "code"),
    [
        (lambda: ctypes.string_at(0), "error", "killed by SIGSEGV", 4),
        (os.abort, "error", "killed by SIGABRT", 4),
        (lambda: os._exit(3), "error", "exit status 3", 4),
        (_raise(ValueError("no such thing")), "error", "ValueError: no such thing", 4),
        (_raise(BrokenAnswer("two values for queen[1]")), "error", "two values for queen[1]", 4),
        (_raise(MemoryError()), "memory", "MemoryError", 3),
        (_raise(Refused("a coefficient of 10^9 is too large for CBC")), "unknown", "too large for CBC", 3),
        (lambda: time.sleep(60), "timeout", "time limit of 2 s", 3),
        (lambda: _hold(1 << 30), "memory", "memory limit of 1000 MiB", 3),
    ],
)
def test_what_goes_wrong_in_one_run_is_a_row_and_not_the_end(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    act: Callable[[], object],
    status: str,
    reason: str,
    code: int,
) -> None:
    plant(monkeypatch, "cp", act)
    seconds = "2" if status == "timeout" else "60"  # the others must not meet the limit on a busy machine
    words = ["compare", "nqueens", "6", "--backends", "sat,cp,ilp", "--timeout", seconds, "--memory", LIMIT]
    assert cli.run(words, "threefold") == code
    output = capsys.readouterr().out
    rows = {line.split()[0]: line for line in output.splitlines() if line.startswith("  ") and line.strip()}
    assert f" {status} " in rows["cp"]
    assert " 4 " in rows["sat"]
    assert " 4 " in rows["ilp"]
    assert reason in output


def test_a_puzzle_that_never_ends_building_hits_the_limit_in_the_child(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build(n: int) -> Spec:
        while True:
            time.sleep(1)

    module = import_module("threefold.models.nqueens")
    monkeypatch.setattr(module, "PUZZLE", replace(models.find("nqueens"), build=build))
    start = time.monotonic()
    assert cli.run(["compare", "nqueens", "6", "--backends", "sat,cp", "--timeout", "0.5"], "threefold") == 3
    assert time.monotonic() - start < 3
    assert capsys.readouterr().out.count("timeout") == 2


def test_a_puzzle_that_cannot_be_built_is_bad_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build(n: int) -> Spec:
        raise KeyError("queen")

    monkeypatch.setattr(
        import_module("threefold.models.nqueens"), "PUZZLE", replace(models.find("nqueens"), build=build)
    )
    assert cli.run(["compare", "nqueens", "6"], "threefold") == 2
    assert capsys.readouterr().err == "threefold: nqueens: the puzzle cannot be built: KeyError: 'queen'\n"


def test_a_derived_variable_that_is_no_function_of_the_others_is_caught(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build(n: int) -> Spec:
        spec = Spec("nqueens", n=n)
        spec.integers("queen", range(1, n + 1), domain=range(1, 3))
        spec.integer("free", range(2), derived=True)
        return spec

    puzzle = replace(models.find("nqueens"), build=build, known=())
    monkeypatch.setattr(import_module("threefold.models.nqueens"), "PUZZLE", puzzle)
    assert cli.run(["compare", "nqueens", "1", "--backends", "sat,cp"], "threefold") == 1
    assert "derived variable free has two values for the same decision variables" in capsys.readouterr().out


def test_a_solution_that_the_accuser_lacks_is_a_witness_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of two rows may lack a solution of the other; the bucket that is looked at may be that of the accuser."""
    loses_one = partial(planted.islice_from, start=1)
    planted.plant(
        monkeypatch, "backtracking", lambda lower: lambda *given: planted.FaultyProgram(lower(*given), loses_one)
    )
    experiment = Experiment(Instance("nqueens", {"n": 6}), Question(), Limits(60))
    sat, other = experiment.compare([parse("sat", {}), parse("backtracking", {})]).records
    assert (sat.count, other.count) == (4, 3)
    with LocalPool() as pool:
        verdict = Verdict("disagree", "", accused=sat, accuser=other)
        found = find_witness(partial(experiment.ask, pool), experiment.question, verdict, [sat, other])
    assert found is not None
    assert found.sentence == "backtracking misses it although its program accepts it: the enumeration lost it"


@pytest.mark.parametrize(("n", "imported"), [(8, False), (11, True)])
def test_a_command_that_finds_few_solutions_does_not_import_numpy(tmp_path: Path, n: int, imported: bool) -> None:
    """In processes of their own. What stands in the place of numpy leaves a mark, and then imports numpy."""
    mark, package = tmp_path / "mark", tmp_path / "numpy"
    package.mkdir()
    forget = "sys.path.remove(os.path.dirname(os.path.dirname(__file__))); del sys.modules['numpy']; import numpy"
    (package / "__init__.py").write_text(f"import os, sys; open({str(mark)!r}, 'w').close(); {forget}\n")
    command = [
        sys.executable,
        str(ROOT / "cli.py"),
        "compare",
        "nqueens",
        str(n),
        "--backends",
        "sat,cp,ilp" if n < 9 else "cp",
    ]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert mark.exists() == imported
