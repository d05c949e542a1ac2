"""The report of an interrupted sweep, or of one whose file was edited, says so; missing runs are never taken for solved ones."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.reporting.reports import about, lines, sentences
from tests.sweeps.lines import changed, fingerprint
from threefold.reporting.report import Report, read
from threefold.reporting.statistics import standings
from threefold.reporting.write import files, problems, write
from threefold.sweeps.agreement import conflicts
from threefold.sweeps.record_line import Line, lines_text

LIMITS = '[limits]\nlimit = "cpu"\n'
ASKED = """\
[[runs]]
puzzle = "{puzzle}"
parameters = {{ n = "4..{last}" }}
configurations = ["sat", "cp", "ilp"]
reference = "sat"
repetitions = 3
"""
PAGES = ("report.md", "report.html")
ONE = '[[runs]]\npuzzle = "cards"\nparameters = [[3, 2]]\ntask = "first"\nconfigurations = ["sat"]\n'


def read_from(folder: Path, records: list[Line], sweep: str) -> Report:
    (folder / "sweep.toml").write_text(LIMITS + sweep)
    (folder / "records.jsonl").write_text(lines_text(records))
    return read(folder)


def until(n: int, *rows: str) -> list[Line]:
    """All repetitions up to n, and of these rows those at the next one."""
    return [each for each in lines() if int(each.parameters["n"]) <= n + (each.row in rows)]


def test_a_complete_sweep_is_not_mentioned(tmp_path: Path) -> None:
    report = read_from(tmp_path, lines(), ASKED.format(puzzle="nqueens", last=8))
    (tmp_path / "sweep.toml").unlink()
    without = read(tmp_path)
    assert (without.coverage, without.lines, without.title) == (None, report.lines, "queens")
    assert "have a record" not in files(report)["report.md"]


@pytest.mark.parametrize("sweep", ["[[runs]", '[[runs]]\npuzzle = "nqueens"\n'])
def test_a_sweep_file_that_cannot_be_read_leaves_open_whether_runs_are_missing(sweep: str, tmp_path: Path) -> None:
    first = sentences(read_from(tmp_path, lines(), sweep))[0]
    assert first == "There is no sweep file that can be read: **whether runs are missing is not known**."


def test_what_two_batches_ask_for_is_one_run(tmp_path: Path) -> None:
    twice = ASKED.format(puzzle="nqueens", last=8) + ASKED.format(puzzle="nqueens", last=6)
    assert sentences(read_from(tmp_path, lines(), twice))[0].startswith("All 39 exact counts agree")


def test_an_interrupted_sweep_says_at_the_top_how_many_runs_have_a_record(tmp_path: Path) -> None:
    report = read_from(tmp_path, until(5, "cp"), ASKED.format(puzzle="nqueens", last=8) + ONE)
    first = "**21 of 46 runs have a record**; there is no record of cards (one solution): the sweep is not complete."
    assert sentences(report)[0] == first
    assert files(report)["report.md"].split("\n")[2] == f"- {first}"
    assert "<strong>21 of 46 runs have a record</strong>" in files(report)["report.html"]


def test_no_sentence_takes_a_missing_cell_for_a_solved_one(tmp_path: Path) -> None:
    [section] = read_from(tmp_path, until(5, "cp"), ASKED.format(puzzle="nqueens", last=8)).sections
    assert about(section) == [
        "Counting all solutions of nqueens, of the tuned rows: from n=4 to n=5 a time is below 10.0 ms, and nothing is compared.",
        "Within the limits, cadical195 (sat) solves up to n=5 and has no record of n=6, n=7 and n=8; CP-SAT (cp) solves up to "
        "n=6 and has no record of n=7 and n=8; own B&amp;B + CBC (ilp) solves up to n=5 and has no record of n=6, n=7 and n=8.",
        "At n=5, the largest that all tuned rows solve so far, cadical195 (sat) takes 21.0 ms; own B&amp;B + CBC (ilp) 2.52 s "
        "(120 times as long; 109 to 132).",
    ]
    assert [(each.row, each.share) for each in standings(section)] == [
        ("cp", "3 of 3, 2 missing"),
        ("sat", "2 of 2, 3 missing"),
        ("ilp", "2 of 2, 3 missing"),
    ]


def test_instances_and_rows_without_any_record_are_shown_empty(tmp_path: Path) -> None:
    records = [each for each in until(5) if each.row != "ilp"]
    report = read_from(tmp_path, records, ASKED.format(puzzle="nqueens", last=6))
    text = files(report)["report.md"]
    assert "| n=6 |  |  |  |  |" in text
    assert "; ilp solves none and has no record of n=4, n=5 and n=6" in text
    assert "PAR-2," not in text


def test_records_of_runs_that_the_file_does_not_ask_for_are_reported(tmp_path: Path) -> None:
    message = "**9 records** are of runs that the sweep file does not ask for: sweep again."
    assert sentences(read_from(tmp_path, lines(), ASKED.format(puzzle="nqueens", last=7)))[0] == message


@pytest.mark.parametrize("path", ["./towers.py", "dis/towers.py", "../w/towers.py", "/tmp/w/towers.py"])
def test_the_figures_of_ones_own_puzzle_lie_in_the_folder_of_figures(tmp_path: Path, path: str) -> None:
    """Nothing is loaded: the file need not be there."""
    own = [replace(each, puzzle=path) for each in lines()]
    report = read_from(tmp_path, own, ASKED.format(puzzle=path, last=9))
    assert sentences(report)[0].startswith("**45 of 54 runs have a record**")
    assert "figures/towers-count-scaling.svg" in write(report, tmp_path)
    assert problems(read(tmp_path), tmp_path) == []


def test_two_puzzles_of_the_same_name_have_figures_of_their_own(tmp_path: Path) -> None:
    both = [*lines(), *(replace(each, puzzle="./nqueens.py", key=each.key[::-1]) for each in lines())]
    report = read_from(tmp_path, both, "")
    assert [section.slug for section in report.sections] == ["nqueens-count", "nqueens_2-count"]
    assert len(files(report)) == 2 + 2 * 4


def test_a_folder_that_was_moved_passes_the_check(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    write(read_from(here, lines(), ASKED.format(puzzle="nqueens", last=8)), here)
    here.rename(there)
    assert problems(read(there), there) == []
    assert "reports/" not in (there / "report.md").read_text()


def test_an_exact_count_of_which_not_all_were_verified_fails_the_check(tmp_path: Path) -> None:
    records = [changed(each, verified=91) if each.record.count == 92 and each.row == "cp" else each for each in lines()]
    report = read_from(tmp_path, records, "")
    write(report, tmp_path)
    [problem] = problems(report, tmp_path)
    message = "nqueens n=8: cp found 92 solutions, but the spec accepts only 91 of them"
    assert problem == f"records.jsonl: {message}"
    counted = [changed(each, verified=0, fingerprint=None) for each in lines()]
    assert conflicts(counted) == []  # a model counter checks none


def test_a_witness_is_shown_while_its_row_is_accused(tmp_path: Path) -> None:
    wrong = [
        changed(each, known=None, fingerprint=fingerprint(2, 0), witness="this one")
        if each.row == "ilp" and each.record.count == 2
        else each
        for each in lines()
    ]
    accused, alone = read_from(tmp_path, wrong, ""), read_from(tmp_path, [x for x in wrong if x.row == "ilp"], "")
    assert [files(report)[page].count("this one") for report in (accused, alone) for page in PAGES] == [1, 1, 0, 0]
