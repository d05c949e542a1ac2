"""A worker that has another version of the package or of the puzzle: its answers are refused, and the command says so."""

import shutil
from pathlib import Path

import pytest

from tests.runs.cluster.dask_here import ROOT, ended, running, threefold

PUZZLE = """
import os
from threefold.language import Parameter, Puzzle, Spec

def build(n):
    spec = Spec("local", n=n)
    spec.integer("x", range(8 if "OTHER_PUZZLE" in os.environ else 1))
    return spec

PUZZLE = Puzzle("local", "another one on the worker", (Parameter("n", "any", 1, 9),), build, str, (), (1,))
"""
SWEEP = '[[runs]]\npuzzle = "{}"\nparameters = {{ n = 3 }}\nconfigurations = ["sat"]\n'
CHANGED = "the puzzle was changed during the {}, or a worker has another version of it"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["count", "sweep"])
def test_a_worker_with_another_package_is_refused(tmp_path: Path, command: str) -> None:
    package = tmp_path / "other" / "threefold"
    shutil.copytree(ROOT / "threefold", package, ignore=shutil.ignore_patterns("__pycache__"))
    source = package / "models" / "nqueens.py"
    source.write_text(source.read_text() + "\n# one more comment\n")
    (tmp_path / "sweep.toml").write_text(SWEEP.format("nqueens"))
    with running(tmp_path, 0) as (dask, _):
        dask.worker(PYTHONPATH=str(tmp_path / "other"))
        words = ("count", "nqueens", "6") if command == "count" else ("sweep", str(tmp_path))
        code, output, errors = ended(threefold(tmp_path, *words, "--quiet", "--cluster", dask.address))
    assert (code, output) == (4, "")
    assert errors.endswith("a worker has another version of threefold; install the same one there\n")
    assert errors.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("command", ["count", "sweep"])
def test_a_worker_with_another_puzzle_is_refused(tmp_path: Path, command: str) -> None:
    (tmp_path / "local.py").write_text(PUZZLE)
    (tmp_path / "sweep.toml").write_text(SWEEP.format("./local.py"))
    with running(tmp_path, 0) as (dask, _):
        dask.worker(OTHER_PUZZLE="1")
        words = ("count", "./local.py", "3") if command == "count" else ("sweep", str(tmp_path))
        code, output, errors = ended(threefold(tmp_path, *words, "--quiet", "--cluster", dask.address))
    assert (code, output) == (2, "")
    assert CHANGED.format(command) in errors
    assert errors.count("\n") == 1
    if command == "sweep":
        assert (tmp_path / "records.jsonl").read_text() == ""
