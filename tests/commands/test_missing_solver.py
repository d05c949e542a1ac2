"""An optional solver that is not installed: the same line and exit code 2 in every command, before anything runs."""

import sys
from pathlib import Path

import pytest

from threefold.commands import main as cli

SWEEP = """\
[limits]
seconds = 20
[[runs]]
puzzle = "nqueens"
parameters = { n = 4 }
configurations = ["sat", "sat:cms"]
task = "TASK"
"""


@pytest.fixture(autouse=True)
def without_cms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pycryptosat", None)


@pytest.mark.parametrize(
    "words",
    [
        "compare nqueens 6 --backends sat,sat:cms",
        "solve nqueens 6 --backend sat:cms",
        "count nqueens 6 --backend sat:cms --jobs 2",
        "count nqueens 6 --backend sat:cms --up-to-symmetry",
        "sat nqueens 6 --solver cms",
        "play --solver cms",
    ],
)
def test_every_command_says_how_to_install_the_solver(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(words.split(), "threefold") == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err == "threefold: cms needs pycryptosat, which is not installed: pip install 'threefold[cms]'\n"


@pytest.mark.parametrize(("task", "code", "records"), [("count", 2, 0), ("lower", 0, 2)])
def test_a_sweep_runs_nothing_without_the_solver_unless_it_only_lowers(
    task: str, code: int, records: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sweep.toml").write_text(SWEEP.replace("TASK", task))
    assert cli.run(["sweep", str(tmp_path), "--quiet"], "threefold") == code
    assert ("pip install 'threefold[cms]'" in capsys.readouterr().err) == (code == 2)
    written = tmp_path / "records.jsonl"
    assert len(written.read_text().splitlines() if written.exists() else []) == records
    assert (tmp_path / "store.sqlite").exists() == (code == 0)  # a refused sweep touches nothing


def test_a_formula_for_the_solver_is_written_without_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["export", "nqueens", "4", "--backend", "sat:cms", "--format", "dimacs"], "threefold") == 0
    assert "p cnf 16" in capsys.readouterr().out
