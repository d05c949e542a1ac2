"""`solve --svg`: the picture of a solution is written to the file, or a line reports why not."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from threefold.commands import main as cli

SVG = "{http://www.w3.org/2000/svg}"
TEMPLATE = Path(__file__).parents[2].joinpath("models", "_template.py").read_text()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def queens(text: str) -> int:
    return sum(element.text == "♛" for element in ElementTree.fromstring(text).iter(f"{SVG}text"))


def test_the_picture_is_written_beside_the_drawing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["solve", "nqueens", "6", "--svg", "queens.svg"], "threefold") == 0
    output = capsys.readouterr().out
    assert (output.count("Q"), output.splitlines()[-1]) == (6, "wrote queens.svg")
    assert queens((folder / "queens.svg").read_text(encoding="utf-8")) == 6
    assert [path.name for path in folder.iterdir()] == ["queens.svg"]


def test_a_dash_is_the_standard_output_which_then_has_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["solve", "nqueens", "6", "--svg", "-"], "threefold") == 0
    output, words = capsys.readouterr()
    assert queens(output) == 6
    assert words.endswith("ms)\n")
    assert "sat: nqueens n=6" in words


def test_beside_json_the_file_is_written_silently(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["solve", "nqueens", "6", "--json", "--svg", "queens.svg"], "threefold") == 0
    assert json.loads(capsys.readouterr().out)["puzzle"] == "nqueens"
    assert queens((folder / "queens.svg").read_text(encoding="utf-8")) == 6
    assert cli.run(["solve", "nqueens", "6", "--json", "--svg", "-"], "threefold") == 2
    assert "both want the standard output" in capsys.readouterr().err


def test_without_a_solution_nothing_is_written_and_a_message_reports_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "queens.svg").write_text("an older one")
    assert cli.run(["solve", "nqueens", "3", "--svg", "queens.svg"], "threefold") == 0
    output, error = capsys.readouterr()
    assert output.startswith("unsat: nqueens n=3 ")
    assert error.endswith("threefold: there is no solution to draw: queens.svg was not written\n")
    assert (folder / "queens.svg").read_text() == "an older one"


@pytest.mark.parametrize("place", ["nowhere/queens.svg", ".", ""])
def test_a_place_that_cannot_be_written_is_reported_before_the_run(
    folder: Path, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    assert cli.run(["solve", "nqueens", "6", "--svg", place], "threefold") == 4
    output, error = capsys.readouterr()
    assert (output, "cannot be written" in error, error.count("\n")) == ("", True, 1)
    assert not list(folder.iterdir())


def test_a_puzzle_file_has_its_picture_and_reports_a_mistake_in_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cli.run(["new", "towers"], "threefold")
    assert cli.run(["solve", "./towers.py", "4", "--svg", "towers.svg"], "threefold") == 0
    assert (folder / "towers.svg").read_text().count(">R<") == 4
    mistaken = TEMPLATE.replace("chequered=True", "chequred=True")
    (folder / "towers.py").write_text(mistaken)
    capsys.readouterr()
    assert cli.run(["solve", "./towers.py", "4", "--svg", "towers.svg"], "threefold") == 2
    line = 1 + mistaken[: mistaken.index("chequred")].count("\n")
    assert f"./towers.py:{line}: TypeError: " in capsys.readouterr().err


def test_a_puzzle_without_a_picture_says_so_before_the_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "towers.py").write_text(TEMPLATE.replace("    picture=picture,\n", ""))
    assert cli.run(["solve", "./towers.py", "4", "--svg", "towers.svg"], "threefold") == 2
    output, error = capsys.readouterr()
    assert (output, "./towers.py: the puzzle has no picture" in error) == ("", True)
