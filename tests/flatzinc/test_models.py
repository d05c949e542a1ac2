"""Models in files: `compare model.mzn data.dzn` and `compare model.fzn`."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from threefold import models
from threefold.errors import BadInput
from threefold.flatzinc.compiler import compiled

ROOT = Path(__file__).parents[2]
needs_minizinc = pytest.mark.skipif(shutil.which("minizinc") is None, reason="minizinc is not installed")
QUEENS = """
include "globals.mzn";
int: n;
array [1..n] of var 1..n: q;
constraint alldifferent(q) /\\ alldifferent([q[i] + i | i in 1..n]) /\\ alldifferent([q[i] - i | i in 1..n]);
solve satisfy;
"""
FLAT = "var 1..3: x :: output_var; var 1..3: y :: output_var; constraint int_lt(x, y); solve satisfy;"


def command(*words: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, ROOT / "cli.py", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_flatzinc_file_is_compared(tmp_path: Path) -> None:
    (tmp_path / "model.fzn").write_text(FLAT)
    ended = command("compare", "model.fzn", "--show", "1", folder=tmp_path)
    assert "three backends found the same 3 solutions" in ended.stdout
    assert "  x = 1;" in ended.stdout
    assert ended.returncode == 0


@needs_minizinc
def test_a_minizinc_model_is_compiled_with_its_data_and_keeps_alldifferent_whole(tmp_path: Path) -> None:
    (tmp_path / "queens.mzn").write_text(QUEENS)
    (tmp_path / "six.dzn").write_text("n = 6;")
    puzzle = models.find(str(tmp_path / "queens.mzn"))
    spec = puzzle.build(**puzzle.parse([str(tmp_path / "six.dzn")]))
    assert len(spec.groups["fzn_all_different_int"].constraints) == 3
    ended = command("compare", "queens.mzn", "six.dzn", "--backends", "sat,cp", folder=tmp_path)
    assert "two backends found the same 4 solutions" in ended.stdout


def test_minizinc_gets_the_path_of_python_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MiniZinc does not understand the escape \\u00dc of JSON, finds no program, and says that there is no such solver."""
    program = tmp_path / "minizinc"
    program.write_text(f"#!/bin/sh\ncp $MZN_SOLVER_PATH/threefold.msc {tmp_path}\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(sys, "executable", "/home/anna/Übung 1/.venv/bin/python")
    with pytest.raises(BadInput, match="minizinc cannot compile it"):
        compiled("model.mzn", ())
    assert '"/home/anna/Übung 1/.venv/bin/python"' in (tmp_path / "threefold.msc").read_text(encoding="utf-8")


@needs_minizinc
def test_a_model_that_cannot_be_compiled_is_bad_input_with_minizincs_words(tmp_path: Path) -> None:
    (tmp_path / "wrong.mzn").write_text("var 1..3: x; constraint x = y; solve satisfy;")
    ended = command("compare", "wrong.mzn", folder=tmp_path)
    assert ended.returncode == 2
    assert "minizinc cannot compile it" in ended.stderr
    assert "undefined identifier" in ended.stderr
    (tmp_path / "wrong.mzn").write_text("var 1..3: x; constraint x > ;")
    assert "wrong.mzn:1.29: Error: syntax error" in command("compare", "wrong.mzn", folder=tmp_path).stderr


def test_without_minizinc_a_model_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "queens.mzn").write_text(QUEENS)
    monkeypatch.setenv("PATH", str(tmp_path))
    puzzle = models.find(str(tmp_path / "queens.mzn"))
    with pytest.raises(BadInput, match="MiniZinc models need the program minizinc, which is not installed"):
        puzzle.build(data="none")


def test_a_data_file_that_does_not_exist_is_named(tmp_path: Path) -> None:
    (tmp_path / "queens.mzn").write_text(QUEENS)
    puzzle = models.find(str(tmp_path / "queens.mzn"))
    with pytest.raises(BadInput, match=r"nowhere\.dzn: there is no such file"):
        puzzle.build(data="nowhere.dzn")
