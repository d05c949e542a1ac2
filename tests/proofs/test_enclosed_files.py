"""A parameter that is a file travels as its content: `verify` opens no file that a certificate names."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

import threefold as tf
from tests.verifier.test_dishonest_provers import no_report
from threefold.commands import main as cli
from threefold.language import Spec, Text
from threefold.models import find, names
from threefold.proofs.certificate import Origin, certificate
from threefold.proofs.verification import check
from threefold.verifier import Invalid

GRID = "1 2 . .\n3 4 . .\n. . 4 3\n. . 2 1\n"
WITH_FILES = [name for name in names() if any(isinstance(each, Text) for each in find(name).parameters)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "grid.txt").write_text(f"\ufeff{GRID}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def proved(folder: Path) -> str:
    tf.prove("sudoku", "./grid.txt", output=folder / "grid.proof")
    return gzip.decompress((folder / "grid.proof").read_bytes()).decode()


def test_a_certificate_is_verified_without_the_file_that_it_was_made_from(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proved(folder)
    for content in (b"", None):
        (folder / "grid.txt").unlink() if content is None else (folder / "grid.txt").write_bytes(content)
        assert cli.run(["verify", "grid.proof"], "threefold") == 0
        assert capsys.readouterr().out.startswith("valid: sudoku ./grid.txt has exactly 1 solution\n")


def test_another_content_is_not_the_puzzle_of_the_certificate(folder: Path) -> None:
    text = proved(folder)
    (folder / "grid.proof").write_text(text.replace('"1 2 . .', '"1 . . .', 1))
    with pytest.raises(Invalid, match="not the one of sudoku"):
        tf.verify(folder / "grid.proof")


def test_a_certificate_without_the_content_says_what_is_missing(folder: Path) -> None:
    lines = [line for line in proved(folder).splitlines() if not line.startswith("file ")]
    (folder / "grid.proof").write_text("\n".join([*lines, ""]))
    found = tf.verify(folder / "grid.proof")
    assert (found.puzzle, found.count) == (None, 1)
    assert found.note == "it does not contain the file './grid.txt', and no file that a certificate names is read"


OPENED = """
import sys
opened = []
sys.addaudithook(lambda event, arguments: event == "open" and opened.append(str(arguments[0])))
from threefold.proofs.verification import check
found = check(lambda _: None, sys.argv[1])
print(found.puzzle, sys.argv[2] in opened)
"""


def written(puzzle: str, file: Path, folder: Path, files: dict[str, str]) -> Path:
    spec = Spec("nothing")
    x = spec.integer("x", range(1))
    spec.group("none").add(x >= 1)
    others = [str(each) for each in find(puzzle).example[1:]]
    lines = certificate(Origin(puzzle, (str(file), *others), files=files), spec, [], {"sat": REFUTED})
    path = folder / "test.proof"
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


REFUTED = ("block", "atom x0 <= 0", "c 1 : -1", "c domain : 1", "s : 1 2", "end block")


@pytest.mark.parametrize("puzzle", WITH_FILES)
def test_no_file_that_a_certificate_names_is_opened(puzzle: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("pass:$6$")
    path = written(puzzle, secret, tmp_path, {})
    command = [sys.executable, "-c", OPENED, str(path), str(secret)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("None False\n", "")
    assert "pass:" not in check(no_report, str(path)).note


@pytest.mark.parametrize("files", [{}, {"secret": GRID}])
def test_the_puzzle_of_a_plug_in_is_not_built_from_a_file(
    files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may open its parameter itself."""
    secret = tmp_path / "secret"
    secret.touch()
    path = written("sudoku", secret, tmp_path, {str(secret): each for each in files.values()})
    monkeypatch.setattr("threefold.models.origin", lambda name: "threefold-sudoku 1")
    assert "the puzzle of a plug-in could read" in check(no_report, str(path)).note


def test_a_puzzle_that_is_not_installed_may_have_a_parameter_that_is_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.touch()
    path = written("sudoku", secret, tmp_path, {})
    path.write_text(path.read_text().replace('puzzle "sudoku"', 'puzzle "coloring"'))
    assert "no puzzle 'coloring'" in check(no_report, str(path)).note
