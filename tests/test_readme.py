"""What the README says is true: its puzzle runs, its commands exist, its packages are ours."""

import importlib.metadata
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
PACKAGES = ("language", "models", "backends", "checker", "experiments", "exercises", "commands")


def test_the_puzzle_of_the_readme_runs_as_one_file(tmp_path: Path) -> None:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "cli.py", tmp_path)
    [source] = [block for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "PUZZLE =" in block]
    (tmp_path / "models" / "latin.py").write_text(source)
    done = subprocess.run(
        [sys.executable, "cli.py", "compare", "latin", "3"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert "agree: three backends found the same 12 solutions; 12 is the known number" in done.stdout, done.stderr


@pytest.mark.parametrize("name", [*PACKAGES, "cli"])
def test_a_top_level_name_belongs_to_threefold_alone(name: str) -> None:
    assert set(importlib.metadata.packages_distributions().get(name, [])) <= {"threefold"}


@pytest.mark.parametrize("words", [["compare", "nqueens", "4"], ["threefold", "compare", "nqueens", "4"]])
def test_the_installed_commands_find_our_models_and_not_the_script_of_python_sat(words: list[str]) -> None:
    folder = Path(sys.executable).parent
    assert (folder / "models.py").exists()  # what python-sat puts beside the console scripts, the reason for this test
    done = subprocess.run([folder / words[0], *words[1:]], capture_output=True, text=True, timeout=60, cwd="/")
    assert done.stdout.splitlines()[-1].startswith("agree: "), done.stderr


def test_the_table_of_the_readme_has_the_columns_of_today() -> None:
    from commands.table import COLUMNS

    header = next(line for line in README.splitlines() if line.strip().startswith("backend   solver"))
    assert header.split() == [column.title for column in COLUMNS]
