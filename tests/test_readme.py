"""What the README says is true: its puzzle runs, its commands exist, its packages are ours."""

import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def test_the_puzzle_of_the_readme_runs_as_a_file_of_one_s_own(tmp_path: Path) -> None:
    [source] = [block for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "PUZZLE =" in block]
    (tmp_path / "pairs.py").write_text(source)
    command = [sys.executable, str(ROOT / "cli.py"), "compare", "./pairs.py", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert "agree: three backends found the same 2 solutions; 2 is the known number (by hand)" in done.stdout, (
        done.stderr
    )


def test_the_distribution_has_one_top_level_name() -> None:
    ours = [name for name, owners in importlib.metadata.packages_distributions().items() if "threefold" in owners]
    assert set(ours) <= {"threefold", "__editable___threefold_0_1_0_finder"}


@pytest.mark.parametrize("words", [["compare", "nqueens", "4"], ["threefold", "compare", "nqueens", "4"]])
def test_the_installed_commands_find_our_models_and_not_the_script_of_python_sat(words: list[str]) -> None:
    folder = Path(sys.executable).parent
    assert (folder / "models.py").exists()  # what python-sat puts beside the console scripts, the reason for this test
    done = subprocess.run([folder / words[0], *words[1:]], capture_output=True, text=True, timeout=60, cwd="/")
    assert done.stdout.splitlines()[-1].startswith("agree: "), done.stderr


def test_the_table_of_the_readme_has_the_columns_of_today() -> None:
    from threefold.commands.compare import COLUMNS

    header = next(line for line in README.splitlines() if line.strip().startswith("backend   solver"))
    assert header.split() == [column.title for column in COLUMNS]
