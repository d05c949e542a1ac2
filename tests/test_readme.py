"""What the README shows is true: its commands run, and what they print is shown, up to times and memory.

`python tests/test_readme.py` writes the output of today into the README.
"""

import importlib.metadata
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
BLOCK = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ (?P<command>.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)
TEST_COMMAND = "python3 -m venv .venv && . .venv/bin/activate && pip install -q -e . && pytest"


def blocks() -> list[tuple[str, str]]:
    """Every fenced block of the README: its language and its text."""
    return [(match["language"], match["text"]) for match in BLOCK.finditer(README.read_text())]


def shown() -> list[tuple[str, str]]:
    """Every command of the README with the output that is shown, which may be empty; those that set up are left out."""
    consoles = "\n".join(text for language, text in blocks() if language == "console")
    found = [(match["command"], match["output"].rstrip("\n")) for match in COMMAND.finditer(consoles)]
    return [(command, output) for command, output in found if "venv" not in command]


def python_blocks() -> list[tuple[str, str]]:
    """Every Python block with the text block that follows it, its output."""
    return [(text, after) for (language, text), (_, after) in pairwise(blocks()) if language == "python"]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """In a shell as in the README: the environment is active, the examples are here."""
    if not (folder / "examples").exists():
        (folder / "examples").symlink_to(ROOT / "examples")
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )


def write_what_it_reads(command: str, commands: list[str], folder: Path) -> None:
    """Another command of the page writes a file that this one reads; xdist may have run it in another process, and folder."""
    for other in commands:
        written = re.search(r" -o (\S+)", other)
        if written and other != command and written[1] in command and not (folder / written[1]).exists():
            run(other, folder)


def without_measurements(text: str) -> list[str]:
    """Times and memory become `#`; the widths of columns depend on them."""
    return re.sub(r" +", " ", re.sub(r"[\d.,]+ (ms|s|kB|MB)\b", "#", text)).splitlines()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("readme")


@pytest.mark.parametrize(("command", "output"), [pytest.param(*each, id=each[0].split("  ")[0]) for each in shown()])
def test_a_command_of_the_readme_runs_and_prints_what_is_shown(command: str, output: str, folder: Path) -> None:
    write_what_it_reads(command, [each for each, _ in shown()], folder)
    done = run(command, folder)
    assert done.stdout, done.stderr
    if output:
        assert without_measurements(done.stdout) == without_measurements(output)
    else:
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("source", "output"), python_blocks())
def test_the_python_of_the_readme_prints_what_is_shown(source: str, output: str, folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", source], cwd=folder, capture_output=True, text=True, timeout=120)
    assert without_measurements(done.stdout) == without_measurements(output), done.stderr


def test_the_ci_runs_the_test_command_of_the_readme() -> None:
    assert f"$ {TEST_COMMAND}\n" in README.read_text()
    assert TEST_COMMAND in (ROOT / ".ci/run").read_text().splitlines()


def test_the_ci_names_tests_that_exist() -> None:
    paths = re.findall(r"\btests/[\w/.]+", (ROOT / ".ci/run").read_text())
    assert paths
    assert [path for path in paths if not (ROOT / path.rstrip(".")).exists()] == []


def test_the_puzzle_of_the_examples_agrees_with_the_number_found_by_hand(folder: Path) -> None:
    done = run("compare examples/pairs.py 2", folder)
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


def write_output(folder: Path) -> None:
    """Put the output of today into the README, wherever it shows one."""
    text = README.read_text()
    for command, output in shown():
        if output:
            text = text.replace(f"$ {command}\n{output}", f"$ {command}\n{run(command, folder).stdout.rstrip()}")
    for source, output in python_blocks():
        done = subprocess.run([sys.executable, "-c", source], cwd=folder, capture_output=True, text=True, check=True)
        text = text.replace(f"{source}```\n\n```text\n{output}", f"{source}```\n\n```text\n{done.stdout}")
    README.write_text(text)


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        write_output(Path(name))
