"""`solve` and `count`: the answer of one backend."""

import json

import pytest

from tests.commands.terminal import in_terminal
from threefold import models
from threefold.commands import main as cli


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = cli.run(list(words), "threefold")
    return code, capsys.readouterr().out


@pytest.mark.parametrize("backend", ["sat", "cp", "ilp"])
def test_solve_draws_a_solution(capsys: pytest.CaptureFixture[str], backend: str) -> None:
    code, output = run(capsys, "solve", "nqueens", "6", "--backend", backend)
    board = output.split("\n\n")[0].split("\n")
    assert code == 0
    assert [row.count("Q") for row in board] == [1] * 6
    assert output.splitlines()[-1].startswith("sat: nqueens n=6 (first solution only; ")


def test_solve_reports_that_there_is_no_solution(capsys: pytest.CaptureFixture[str]) -> None:
    code, output = run(capsys, "solve", "nqueens", "3")
    assert (code, output.startswith("unsat: nqueens n=3 ")) == (0, True)


def test_solve_draws_as_many_as_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    code, output = run(capsys, "solve", "nqueens", "4", "--limit", "5", "--quiet")
    assert (code, output.count("Q"), output.count("\n\n")) == (0, 8, 1)


@pytest.mark.parametrize("words", ["solve nqueens 4", "solve zebra", "count nqueens 6 --up-to-symmetry"])
def test_sentences_are_wrapped_in_a_narrow_terminal(words: str) -> None:
    output = in_terminal(64, *words.split(), "--no-color")
    lines = [line.rpartition("\r")[2].rpartition("\033[K")[2] for line in output.replace("\r\n", "\n").split("\n")]
    assert max(map(len, lines)) <= 64, lines
    assert "first solution only" in output or "1 class of 4 solutions" in output


@pytest.mark.parametrize("backend", ["sat", "cp", "cp+view=bool", "ilp"])
def test_count_counts(capsys: pytest.CaptureFixture[str], backend: str) -> None:
    code, output = run(capsys, "count", "nqueens", "6", "--backend", backend)
    assert code == 0
    assert output.startswith("nqueens n=6: 4 (")
    assert "4 is the known number (OEIS A000170)" in output


def test_count_quietly_prints_the_number_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "count", "nqueens", "6", "--quiet") == (0, "4\n")


def test_a_count_that_was_cut_is_a_lower_bound_and_exit_3(capsys: pytest.CaptureFixture[str]) -> None:
    code, output = run(capsys, "count", "nqueens", "14", "--timeout", "1", "--quiet")
    assert (code, output.startswith("≥ ")) == (3, True)


def test_count_in_json_is_a_comparison_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    code, output = run(capsys, "count", "cards", "3", "2", "--json")
    result = json.loads(output)
    assert (code, result["verdict"], result["results"][0]["count"]) == (0, "agree", 2)


@pytest.mark.parametrize("command", ["compare", "solve", "count"])
def test_help_of_a_command_has_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, output = run(capsys, command, "--help")
    assert (code, "Example: " in output, "--timeout" in output) == (0, True, True)


@pytest.mark.parametrize("puzzle", models.names())
def test_every_puzzle_has_a_help_of_its_own(capsys: pytest.CaptureFixture[str], puzzle: str) -> None:
    code, output = run(capsys, "compare", puzzle, "--help")
    assert code == 0
    assert output.startswith(f"Usage: threefold compare {puzzle} ")
    for parameter in models.find(puzzle).parameters:
        assert parameter.help in output
    assert "Examples:" in output
