"""Published figures stand beside ours, with their source; a mistake in them is reported with its line."""

from pathlib import Path

import pytest

from tests.reporting.reports import lines
from tests.sweeps.lines import changed
from threefold.language import BadInput
from threefold.reporting.report import read
from threefold.reporting.write import files
from threefold.sweeps.record_line import lines_text
from threefold.sweeps.sweep_file import read_sweep

SWEEP = """\
[limits]
limit = "cpu"
[[runs]]
puzzle = "nqueens"
parameters = { n = "4..8" }
configurations = ["sat", "cp", "ilp"]
repetitions = 3
[[published]]
puzzle = "nqueens"
source = "A. Nonym, 1999"
differs = "One computer is not like another."
columns = ["backtracks", "seconds"]
figures = [[7, 1234, 0.5], [12, 99999, 60]]
"""


def test_a_published_table_has_their_columns_and_ours(tmp_path: Path) -> None:
    (tmp_path / "sweep.toml").write_text(SWEEP)
    records = [changed(each, statistics={"conflicts": 1000}) if each.row == "sat" else each for each in lines()]
    (tmp_path / "records.jsonl").write_text(lines_text(records))
    made = files(read(tmp_path))
    assert "Source: A. Nonym, 1999" in made["report.md"]
    assert "What differs: One computer is not like another." in made["report.md"]
    table = made["report.md"].partition("What differs")[2]
    assert "| instance | published: backtracks | published: seconds | sat | cp | ilp |" in table
    assert "| n=7 | 1,234 | 0.5 | 84.0 ms · 1,000 conflicts | 90.0 ms | timeout |" in table
    assert "| n=4 |  |  | 10.5 ms · 1,000 conflicts | 2.1 ms | 420 ms |" in table
    assert "| n=12 | 99,999 | 60 |  |  |  |" in table
    assert "published: backtracks" in made["report.html"]


def test_a_small_number_is_written_with_its_digits(tmp_path: Path) -> None:
    (tmp_path / "sweep.toml").write_text(SWEEP.replace("[7, 1234, 0.5]", "[7, 1234, 1e-7]"))
    (tmp_path / "records.jsonl").write_text(lines_text(lines()))
    assert "| n=7 | 1,234 | 0.0000001 |" in files(read(tmp_path))["report.md"]


def test_without_published_figures_nothing_is_said_of_them(tmp_path: Path) -> None:
    (tmp_path / "sweep.toml").write_text(SWEEP.partition("[[published]]")[0])
    (tmp_path / "records.jsonl").write_text(lines_text(lines()))
    assert "ublished" not in files(read(tmp_path))["report.md"]


@pytest.mark.parametrize(
    ("good", "bad", "message"),
    [
        ('source = "A. Nonym, 1999"\n', "", "8: source: is missing"),
        ("[7, 1234, 0.5]", "[7, 1234]", "13: figures: each must be a list of 3: n, backtracks, seconds .got"),
        ("[7, 1234, 0.5]", '[7, "1234", 0.5]', "13: figures: each must be a list of 3"),
        ("[[7, 1234, 0.5], [12, 99999, 60]]", "7", "13: figures: must be a list of lists"),
        (
            '"nqueens"\nsource',
            '"cards"\nsource',
            r"9: puzzle: no \[\[runs\]\] of this file has the puzzle cards and the",
        ),
        ('"A. Nonym, 1999"', '" "', "10: source: must be a text that is not empty"),
        ("0.5]", "nan]", "13: figures: each must be a list of 3"),
        ("0.5]", "-inf]", "13: figures: each must be a list of 3"),
        ('["backtracks", "seconds"]', '["seconds", "seconds"]', "12: columns: two have the name seconds"),
        ("[[7, 1234, 0.5]", "[[7, 1234, 0.5], [7, 1, 1]", "13: figures: two lines are of n=7"),
        (
            "[7, 1234, 0.5]",
            '["abc", 1234, 0.5]',
            r"13: figures: n must be of the kind that it has in \[\[runs\]\] .got 'abc'",
        ),
        ("[7, 1234, 0.5]", "[7.5, 1234, 0.5]", "13: figures: n must be of the kind"),
        ("differs", "difers", "11: difers: no such key; known: puzzle, task, source, differs, columns, figures; did"),
    ],
)
def test_a_mistake_is_reported_with_its_line(good: str, bad: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "sweep.toml").write_text(SWEEP.replace(good, bad))
    with pytest.raises(BadInput, match=message):
        read_sweep(tmp_path)
