"""A puzzle's file imports files beside it, as a script does, and nothing of that is left for other files."""

import sys
from pathlib import Path

import pytest

from threefold import models
from threefold.commands import main as cli
from threefold.language import BadInput

TEMPLATE = Path(models.__file__).with_name("_template.py").read_text().replace("NAME", "rooks")
WITH_HELPER = "from helper import size\n" + TEMPLATE.replace("domain=range(1, n + 1)", "domain=range(1, size(n) + 1)")
LATE = TEMPLATE.replace('spec = Spec("rooks", n=n)', 'from helper import size; spec = Spec("rooks", n=n)').replace(
    "domain=range(1, n + 1)", "domain=range(1, size(n) + 1)"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, puzzle: str, helper: str) -> str:
    folder.mkdir(exist_ok=True)
    (folder / "mine.py").write_text(puzzle)
    (folder / "helper.py").write_text(helper)
    return f"./{folder.relative_to(Path.cwd()) / 'mine.py'}"


def domain_size(path: str) -> int:
    return len(models.find(path).build(4).variables[0].domain)


@pytest.mark.parametrize("puzzle", [WITH_HELPER, LATE], ids=["at the top", "inside build"])
def test_a_puzzle_file_imports_a_file_beside_it(folder: Path, puzzle: str, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, puzzle, "def size(n): return n + 1")
    assert cli.run(["compare", "./mine.py", "3", "--backends", "sat,cp"], "threefold") == 1  # 24 is not the known 3!
    assert "24 solutions" in capsys.readouterr().out


@pytest.mark.parametrize("puzzle", [WITH_HELPER, LATE], ids=["at the top", "inside build"])
def test_equally_named_helpers_of_two_folders_are_not_confused(folder: Path, puzzle: str) -> None:
    paths, modules = list(sys.path), set(sys.modules)
    one = write(folder / "one", puzzle, "def size(n): return n + 1")
    two = write(folder / "two", puzzle, "def size(n): return n + 2")
    assert [domain_size(path) for path in (one, two, one, two)] == [5, 6, 5, 6]
    assert sys.path == paths
    assert {"helper", "mine"}.isdisjoint(set(sys.modules) - modules)
    assert not any("Imports" in type(finder).__name__ for finder in sys.meta_path)


@pytest.mark.parametrize("puzzle", [WITH_HELPER, LATE], ids=["at the top", "inside build"])
def test_an_edited_helper_is_noticed(folder: Path, puzzle: str) -> None:
    path = write(folder, puzzle, "def size(n): return n + 1")
    assert domain_size(path) == 5
    (folder / "helper.py").write_text("def size(n): return n + 2")  # of the same length, within the same second
    assert domain_size(path) == 6
    assert not (folder / "__pycache__").exists()


def test_a_package_beside_it_and_its_modules_are_found_too(folder: Path) -> None:
    path = write(folder, WITH_HELPER, "from parts.more import size")
    (folder / "parts").mkdir()
    (folder / "parts" / "__init__.py").write_text("")
    (folder / "parts" / "more.py").write_text("def size(n): return n + 1")
    assert domain_size(path) == 5
    (folder / "parts" / "more.py").write_text("def size(n): return n + 2")
    assert domain_size(path) == 6


ERRORS = {
    "while it is imported": ("\n\nsiez", "./helper.py:3: NameError: name 'siez' is not defined"),
    "while it is called": ("def size(n):\n    return n / 0", "./helper.py:2: ZeroDivisionError: division by zero"),
    "in its grammar": ("\ndef size(n) return n", "./helper.py:2: expected ':'"),
    "in its names": ("def siez(n): return n", "./mine.py:1: ImportError: cannot import name 'size' from 'helper'"),
    "in an import of its own": (
        "import nothing_here",
        "./helper.py:1: ModuleNotFoundError: No module named 'nothing_here'",
    ),
}


@pytest.mark.parametrize("what", ERRORS)
def test_an_error_in_a_helper_names_the_helper_s_line(
    folder: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    helper, message = ERRORS[what]
    write(folder, WITH_HELPER, helper)
    assert cli.run(["count", "./mine.py", "4"], "threefold") == 2
    errors = capsys.readouterr().err
    assert errors.startswith(f"threefold: {message}")
    assert errors.count("\n") == 1


@pytest.mark.parametrize("module", ["language", "language.pictures"])
def test_an_import_from_before_the_package_says_what_to_write_now(folder: Path, module: str) -> None:
    path = write(folder, f"from {module} import Spec", "")
    expected = "./mine.py:1: ModuleNotFoundError: No module named 'language'; write: from threefold.language import …"
    with pytest.raises(BadInput, match=expected):
        models.find(path)


def test_a_module_that_is_already_loaded_is_back_afterwards(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "helper", sys)
    assert domain_size(write(folder, WITH_HELPER, "def size(n): return n + 1")) == 5
    assert sys.modules["helper"] is sys


def test_a_file_beside_it_does_not_take_the_place_of_the_standard_library(folder: Path) -> None:
    (folder / "random.py").write_text("raise SystemExit")
    assert domain_size(write(folder, "import random\n" + WITH_HELPER, "def size(n): return n + 1")) == 5


def test_a_puzzle_file_may_define_dataclasses_with_annotations_as_text(folder: Path) -> None:
    lines = "from __future__ import annotations\nfrom dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n"
    assert domain_size(write(folder, lines + TEMPLATE, "")) == 4
