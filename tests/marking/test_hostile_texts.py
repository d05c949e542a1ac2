"""Characters that cannot be written, or that a terminal obeys, in what a student hands in."""

import os
from pathlib import Path

import pytest

from tests.marking.folders import ENCODER, FOUR, LIMITS, RIGHT, folder_of
from threefold.commands import main as cli
from threefold.marking.run import Marking


@pytest.mark.parametrize(("line", "verdict"), [("c \\udcff", "both"), ("\\ud800", "unreadable")])
def test_half_of_a_surrogate_pair_in_a_formula_costs_no_other_mark(line: str, verdict: str, tmp_path: Path) -> None:
    code = f"def encode(n):\n    return '{line}\\np cnf 16 1\\n1 0\\n'\n"
    folder_of(tmp_path / "subs", {"anna.cnf": RIGHT, "bob.py": code, "carl.py": ENCODER})
    found = {mark.student: mark.verdict for mark in Marking(FOUR, tmp_path / "subs", LIMITS).marks()}
    assert found == {"anna": "equal", "bob": verdict, "carl": "equal"}


NAMES = [b"bob\xff.cnf", b"bob\x1b[31m.cnf", b"bob\nzoe  right.cnf", b"\x1b]0;bob\x07.txt", b"bob\r/a.py"]


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_file_is_shown_as_one_line_that_a_terminal_does_not_obey(
    name: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    subs = folder_of(tmp_path / "subs", {"anna.cnf": RIGHT})
    place = subs / os.fsdecode(name)
    place.parent.mkdir(exist_ok=True)
    place.write_text("1 / 0\n")
    table, page, texts = (str(tmp_path / name) for name in ("marks.csv", "marks.html", "texts"))
    asked = ["mark", "nqueens", "4", str(subs), "--jobs", "1", "-o", table, "--html", page, "--texts", texts]
    assert cli.run(asked, "threefold") == 0
    written = [*capsys.readouterr(), *(each.read_text() for each in tmp_path.rglob("*.*") if each.parent != subs)]
    assert "\nanna,anna.cnf,right," in Path(table).read_text()
    lines = [line for text in written for line in text.split("\n")]
    assert [line for line in lines if not line.replace("\t", "").isprintable()] == []
    assert [line for line in lines if line.lstrip().startswith("zoe")] == []
