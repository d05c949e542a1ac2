"""The README's promises that are not blocks: the test command of the CI, the installed commands, the names of the distribution.

tests/test_pages.py runs the blocks of the README.
"""

import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
SET_UP = "python3 -m venv .venv && . .venv/bin/activate && pip install -q -e ."


def test_the_ci_takes_its_first_commands_from_the_readme() -> None:
    script = (ROOT / ".ci/bare").read_text()
    function = script[script.index("typed()") : script.index("bare_programs()")]
    starts = re.findall(r'typed "(.*?)"', script)
    found = [
        subprocess.check_output(["bash", "-c", f"{function}\ntyped '{start}'"], cwd=ROOT, text=True) for start in starts
    ]
    assert found == [f"{SET_UP}\n", "compare nqueens 8 --backends sat,cp,ilp\n", f"{SET_UP} && pytest\n"]
    assert all(f"$ {line}" in README.read_text() for line in found)


def test_the_ci_runs_the_readme_before_it_installs_anything_that_the_readme_does_not_name() -> None:
    commands = [
        line for line in (ROOT / ".ci/run").read_text().splitlines() if re.match(r"debian |\.ci/|pip|pytest", line)
    ]
    assert commands[:4] == [
        "debian python3-venv python3-pip",
        *(f".ci/bare {who}" for who in ("person", "stranger", "newest")),
    ]


def test_the_ci_names_tests_that_exist() -> None:
    paths = re.findall(r"\btests/[\w/.]+", (ROOT / ".ci/run").read_text())
    assert paths
    assert [path for path in paths if not (ROOT / path.rstrip(".")).exists()] == []


def test_the_puzzle_of_the_examples_agrees_with_the_number_found_by_hand() -> None:
    words = [str(Path(sys.executable).parent / "compare"), "examples/pairs.py", "2"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120)
    sentence = "agree: three backends found the same 2 solutions; 2 is the known number (by hand)"
    assert sentence in done.stdout, done.stderr


def test_the_distribution_has_one_top_level_name() -> None:
    ours = [name for name, owners in importlib.metadata.packages_distributions().items() if "threefold" in owners]
    assert set(ours) <= {"threefold", "__editable___threefold_0_1_0_finder"}


@pytest.mark.parametrize("words", [["compare", "nqueens", "4"], ["threefold", "compare", "nqueens", "4"]])
def test_the_installed_commands_find_our_models_and_not_the_script_of_python_sat(words: list[str]) -> None:
    folder = Path(sys.executable).parent
    assert (folder / "models.py").exists()  # python-sat installs it beside the console scripts
    done = subprocess.run([folder / words[0], *words[1:]], capture_output=True, text=True, timeout=60, cwd="/")
    assert done.stdout.splitlines()[-1].startswith("agree: "), done.stderr
