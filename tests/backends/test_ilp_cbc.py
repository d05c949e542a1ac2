"""The adapter to CBC: which binary, what counts as an answer, what is left behind; and the exported texts."""

import os
import subprocess
import tempfile
from pathlib import Path

import pytest

from threefold import models
from threefold.backends import find, ilp
from threefold.backends.backend import BrokenAnswer, Program, Refused
from threefold.backends.configuration import parse
from threefold.backends.ilp import cbc, cbc_executable
from threefold.backends.ilp.cbc import read, solve
from threefold.backends.ilp.model import Column, IntegerProgram, Row
from threefold.language import Clause, Spec

TWO = IntegerProgram([Column(), Column()], [Row("g", {0: 1, 1: 1}, "==", 1)])


def queens(n: int) -> Program:
    return find("ilp").lower(models.find("nqueens").build(n), parse("ilp", {}))


@pytest.mark.parametrize("status", ["Infeasible", "Integer infeasible"])
def test_a_proven_infeasibility_is_an_answer(status: str) -> None:
    assert read(f"{status} - objective value 0.00000000\n      0 x0  0.5  0\n", TWO) is None


@pytest.mark.parametrize(
    "status",
    [
        "Stopped on time - objective value 0.00000000",  # with an incumbent: PuLP calls this Optimal
        "Stopped on time (no integer solution - continuous used) - objective value 0.00000000",
        "Stopped on iterations - objective value 0.00000000",
        "Unbounded - objective value 0.00000000",
        "Optimal (within gap tolerance) - objective value 0.00000000",
        "",
    ],
)
def test_anything_unproven_is_refused(status: str) -> None:
    with pytest.raises(Refused, match="CBC gave up"):
        read(f"{status}\n      0 x0  1  0\n", TWO)


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ("      0 x0  0.5  0\n      1 x1  0.5  0\n", "0.5 for a column, which is not an integer"),
        ("      0 x0  nan  0\n", "x0 = nan, which is not a number"),
        ("      0 x0  2  0\n", "x0 = 2, outside 0..1"),
        ("**    0 x0  1  0\n**    1 x1  1  0\n", "2 for a row of 'g' that must be == 1"),
        ("", "0 for a row of 'g' that must be == 1"),
    ],
)
def test_an_optimal_answer_that_violates_the_model_is_rejected(values: str, complaint: str) -> None:
    with pytest.raises(BrokenAnswer, match=complaint):
        read(f"Optimal - objective value 0.00000000\n{values}", TWO)


def test_an_answer_within_the_tolerance_is_rounded() -> None:
    assert read("Optimal - objective value 0\n      1 x1  0.9999999  0\n", TWO) == [0, 1]


def test_cbc_minimises_the_costs() -> None:
    assert solve(IntegerProgram(TWO.columns, TWO.rows, {0: -1}), (), None) == [1, 0]
    assert solve(IntegerProgram(TWO.columns, TWO.rows, {0: 1}), (), None) == [0, 1]


def test_cbc_proves_that_there_is_no_solution() -> None:
    parity = [Row("g", {0: 1, 1: 1}, "==", 1), Row("g", {0: 1, 1: -1}, "==", 0)]
    assert solve(IntegerProgram(TWO.columns, parity), (), None) is None


@pytest.mark.parametrize(
    "problem", [IntegerProgram([], []), IntegerProgram([Column()], [])], ids=["nothing", "a column without rows"]
)
def test_a_problem_without_rows_has_a_solution(problem: IntegerProgram) -> None:
    assert solve(problem, (), None) == [0] * len(problem.columns)


def test_no_file_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert solve(TWO, (), None) is not None
    with pytest.raises(Refused, match="CBC ended without an answer"):
        solve(TWO, ("-quit",), None)
    monkeypatch.setattr(cbc, "read", lambda answer, problem: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        solve(TWO, (), None)
    assert list(tmp_path.iterdir()) == []


def test_the_binary_is_the_one_that_pulp_brings_not_one_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "cbc"
    fake.write_text("#!/bin/sh\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    cbc_executable.path.cache_clear()
    assert "solverdir" in Path(cbc_executable.path()).parts
    assert solve(TWO, (), None) is not None


def test_the_executable_has_a_version_and_a_checksum() -> None:
    assert find("ilp").version("cbc") == "CBC 2.10.3"
    record = cbc_executable.record()
    assert record["bundled"] is True
    assert len(str(record["sha256"])) == 64


def test_a_cbc_that_prints_no_version_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "cbc"
    program.write_text("#!/bin/sh\nexec sleep 600\n")
    program.chmod(0o755)
    monkeypatch.setattr(cbc_executable, "path", lambda: str(program))
    monkeypatch.setattr(cbc_executable, "PATIENCE", 0.2)
    with pytest.raises(OSError, match="does not print a version of CBC"):
        cbc_executable.version.__wrapped__()


@pytest.mark.parametrize("form", ["lp", "mps"])
def test_an_export_is_the_same_each_time_and_cbc_reads_it(form: str, tmp_path: Path) -> None:
    text = queens(6).export(form)
    assert text == queens(6).export(form)
    assert "r6..r11: one queen per column" in text
    assert "x0..x5: queen[1] is 1, 2, 3, 4, 5, 6" in text
    model, answer = tmp_path / f"model.{form}", tmp_path / "answer.txt"
    model.write_text(text)
    subprocess.run([cbc_executable.path(), model, "-solve", "-solution", answer], check=True, stdout=subprocess.DEVNULL)
    lines = answer.read_text().splitlines()
    assert lines[0].startswith("Optimal")
    assert sum(round(float(line.split()[2])) for line in lines[1:]) == 6


@pytest.mark.parametrize("form", ["lp", "mps"])
def test_an_impossible_program_is_exported_as_such(form: str, tmp_path: Path) -> None:
    spec = Spec("impossible")
    spec.integer("x", range(3))
    spec.group("never").add(Clause([]))
    model, answer = tmp_path / f"model.{form}", tmp_path / "answer.txt"
    model.write_text(find("ilp").lower(spec, parse("ilp", {})).export(form))
    subprocess.run([cbc_executable.path(), model, "-solve", "-solution", answer], check=True, stdout=subprocess.DEVNULL)
    assert "nfeasible" in answer.read_text().splitlines()[0]


def test_only_cbc_has_its_file_in_the_records() -> None:
    details = find("ilp").details("cbc")
    assert details
    assert all(name.startswith("cbc_") for name in details)
    assert find("ilp").details("highs") == {}


def test_on_other_machines_pulp_says_where_its_cbc_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from threefold.backends.ilp.export import pulp

    other = tmp_path / "cbc"
    other.touch()
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr(pulp.apis.coin_api, "pulp_cbc_path", str(other))
    assert cbc_executable.path.__wrapped__() == str(other)


@pytest.mark.parametrize(("solver", "threads"), [("cbc", None), ("highs", "1")])
def test_only_a_solver_that_imports_numpy_sets_the_number_of_its_threads(
    monkeypatch: pytest.MonkeyPatch, solver: str, threads: str | None
) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "")  # so that what is set here is taken back
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    monkeypatch.setattr(ilp, "import_module", lambda name: cbc)
    ilp.solver_module(solver)
    assert os.environ.get("OPENBLAS_NUM_THREADS") == threads
