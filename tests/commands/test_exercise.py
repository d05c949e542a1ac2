"""`exercise`: the sheets, their formulas, the statistics and the race."""

import csv
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest

from threefold.backends.sat.dimacs_reader import read_dimacs
from threefold.commands import main as cli
from threefold.exercises import findings

BAD = {
    "exercise 005": "no exercise '005'; known: 000, 001, 002, 003, 004",
    "exercise queens": "no exercise 'queens'; known: 000, 001, 002, 003, 004",
    "exercise 000 0": "nqueens: n must be at least 1 (got 0)",
    "exercise 000 -4": "nqueens: n must be at least 1 (got -4)",
    "exercise 000 4 2": "nqueens: '2' is one parameter too many; expected: nqueens n",
    "exercise 002 4": "cards: k is missing (copies of each card); expected: cards n k",
    "exercise 000 4 --versoin x": "no option '--versoin' of exercise; did you mean '--version'?",
    "exercise 000 4 --version lsting": "--version must be one of encoder, listing, formula (got 'lsting'); did you",
    "exercise 000 5 --version listing": "exercise 000: its listing is for 4 only (got 5)",
    "exercise 000 4 --timeout 0": "--timeout must be a positive number of seconds (got 0)",
    "exercise 000 4 --cnf": "exercise 000: --cnf needs --version, one of encoder, listing, formula",
    "exercise 001 --statistics": "exercise 001 has no statistics; exercise 002 has",
    "exercise 002 1000 2 --statistics": "cards: n must be at most 500 (got 1000)",
    "exercise 002 101 2 --statistics": "exercise 002: statistics go up to n = 100 and k = 6 (got 101 2)",
    "exercise 002 --race 4..5": "exercise 002 has no race; exercise 003 has",
    "exercise 003 --race four": "--race must be FROM..TO, like 4..12 (got 'four')",
    "exercise 003 --race 9..4": "--race FROM..TO must go up from 1 or more (got 9..4)",
    "exercise 003 --race 0..4": "--race FROM..TO must go up from 1 or more (got 0..4)",
    "exercise 003 --race 1..200": "--race takes at most 100 boards (got 200)",
    "exercise 003 8 --race 4..5": "the boards of a race stand in --race FROM..TO ('8' is one word too many)",
    "exercise 003 --race 4..5 --statistics": "--race, --statistics and --cnf are different things: give one of them",
}


def exercise(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert cli.run(["exercise", *words], "threefold") == code
    output = capsys.readouterr()
    assert output.err == ""
    return output.out


@pytest.mark.parametrize("words", BAD)
def test_bad_input_is_one_line_and_exit_2(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(words.split(), "threefold") == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert BAD[words] in output.err


def test_a_folder_that_cannot_be_made_is_one_line_and_exit_4(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["exercise", "003", "--race", "4", "-o", "/dev/null/x"], "threefold") == 4
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", "threefold: /dev/null/x: the folder cannot be made: Not a directory\n")


def test_without_a_number_the_five_sheets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    listed = exercise(capsys)
    for words in (
        "000  E.A.6.4 (n-Queens) · Italian · nqueens",
        "· Russian ·",
        "002  E.A.6.9 (Cards) · Italian · cards",
    ):
        assert words in listed
    assert "· Spanish ·" in listed
    assert "· French ·" in listed


def test_sheet_000_is_equivalent_its_wrong_clause_included(capsys: pytest.CaptureFixture[str]) -> None:
    said = exercise(capsys, "000", "4")
    assert "16 variables, 108 clauses, 80 of them distinct" in said
    assert "16 variables, 108 clauses, 79 of them distinct" in said
    assert said.count("satisfiable: 2 solutions (the known number is 2: OEIS A000170)") == 3
    assert said.count("  equivalent: ") == 3
    assert "    . . Q .\n    Q . . .\n    . . . Q\n    . Q . .\n" in said or "    . Q . .\n    . . . Q\n" in said


@pytest.mark.parametrize("number", ["001", "004"])
def test_sheets_001_and_004_are_equal_to_the_puzzle(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = exercise(capsys, number, "8")
    assert "64 variables, 736 clauses\n" in said
    assert "satisfiable: 92 solutions" in said
    assert "equal: the formula has the 736 clauses" in said


def test_sheet_003_has_harmless_extras(capsys: pytest.CaptureFixture[str]) -> None:
    said = exercise(capsys, "003", "10")
    assert "100 variables, 1,490 clauses\n" in said
    assert "satisfiable: 724 solutions" in said
    assert "equivalent: " in said
    assert "harmless: 10 clauses that the puzzle's CNF does not have, but implies" in said


@pytest.mark.slow
def test_the_printed_encoder_of_sheet_002_is_found_too_strong_and_the_clauses_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = exercise(capsys, "002", "4", "2", "--version", "printed")
    assert "82 variables (18 of them unknown to the puzzle), 520 clauses" in said
    assert "unsatisfiable: no solution (the known number is 2: twice OEIS A014552)" in said
    assert "too strong: " in said
    assert "    4 1 3 1 2 4 3 2\n" in said or "    2 3 4 2 1 3 1 4\n" in said
    assert "¬X[4,2,8]" in said or "¬X[2,2,8]" in said
    assert "from 'v cards between copies of v'" in said


def test_the_formula_of_sheet_002_is_equal(capsys: pytest.CaptureFixture[str]) -> None:
    said = exercise(capsys, "2", "7", "2", "--version", "formula")
    assert "196 variables, 2,660 clauses" in said
    assert "satisfiable: 52 solutions" in said
    assert "equal: " in said


def test_without_parameters_the_sheets_own_instance_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert "cards n=4 k=2" in exercise(capsys, "002", "--version", "formula").splitlines()[0]


def test_a_time_limit_says_what_was_known_before_it(capsys: pytest.CaptureFixture[str]) -> None:
    said = exercise(capsys, "000", "60", "--version", "encoder", "--timeout", "0.2", code=3)
    assert "unknown: time limit of 0.2 s before the formula was written" in said


def test_counting_stops_at_a_maximum(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "MOST_COUNTED", 30)
    assert "satisfiable: at least 30 solutions (not counted any further)" in exercise(capsys, "001", "8")


def test_a_formula_can_be_written_as_a_file_that_other_commands_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "printed.cnf"
    path.write_text(exercise(capsys, "002", "4", "2", "--version", "printed", "--cnf"), encoding="utf-8")
    formula = read_dimacs(str(path))
    assert (formula.variables, len(formula), formula.names[82]) == (82, 520, "X[4,3,8]")


def test_statistics_are_a_table_a_csv_and_a_plot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "out"
    said = exercise(capsys, "002", "4", "2", "--statistics", "-o", str(folder))
    assert "    4  2         64         488             2" in said
    assert f"wrote {folder}/cards_statistics.svg" in said
    rows = list(csv.DictReader((folder / "cards_statistics.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["n"], row["k"], row["solutions"], row["count_is"]) for row in rows][-1] == ("4", "2", "2", "exact")
    ElementTree.parse(folder / "cards_statistics.svg")


def test_a_race_writes_times_plot_and_boards_and_says_what_it_overwrites(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "wrote myresults/n_queens_times.csv" in exercise(capsys, "003", "--race", "3..5")
    times = list(
        csv.DictReader((tmp_path / "myresults" / "n_queens_times.csv").read_text(encoding="utf-8").splitlines())
    )
    assert {row["solver"] for row in times} >= {"backtracking", "solve_nSAT", "minisat22"}
    assert {row["status"] for row in times if row["n"] == "3" and row["solver"] != "reduce"} == {"no solution"}
    for name in ("n_queens_times.svg", "4_queens.svg", "5_queens.svg"):
        ElementTree.parse(tmp_path / "myresults" / name)
    assert not (tmp_path / "myresults" / "3_queens.svg").exists()
    again = exercise(capsys, "003", "--race", "4")
    assert "extended myresults/n_queens_times.csv" in again
    assert "overwrote myresults/4_queens.svg" in again


@pytest.mark.parametrize(
    ("words", "rows", "file"),
    [
        ("002 4 2 --statistics", "threefold.exercises.sheet_002.rows", "cards_statistics.csv"),
        ("003 --race 4..6", "threefold.exercises.race.race", "n_queens_times.csv"),
    ],
)
def test_what_was_measured_before_an_interrupt_is_written(
    words: str,
    rows: str,
    file: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    module, _, name = rows.rpartition(".")
    measured = getattr(import_module(module), name)

    def interrupted(*asked: object) -> Iterator[object]:
        yield from islice(measured(*asked), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(rows, interrupted)
    assert cli.run(["exercise", *words.split(), "-o", str(tmp_path)], "threefold") == 130
    assert capsys.readouterr().err == f"threefold: interrupted: what was measured is kept in {tmp_path}\n"
    assert len({row.split(",")[0] for row in (tmp_path / file).read_text().splitlines()}) == 3  # the title, two values


def test_help_has_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Exit code: 0 as expected (a known fault of a sheet was found)" in exercise(capsys, "--help")
