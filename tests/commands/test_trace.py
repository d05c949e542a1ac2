"""`trace` and `show --backend`: a look inside from the command line."""

import json
from pathlib import Path

import pytest

from threefold.commands import main as cli
from threefold.commands import output


def run(capsys: pytest.CaptureFixture[str], line: list[str]) -> tuple[int, str, str]:
    code = cli.run(line, "threefold")
    return code, *capsys.readouterr()


def test_a_trace_is_a_numbered_list_of_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, ["trace", "nqueens", "4", "--limit", "1"])
    lines = out.splitlines()
    assert (code, lines[0]) == (0, " 1  Decision 1: queen[1] = 1")
    assert lines[-1] == "32 steps, 1 solution: 1 solution found, as asked"


def test_a_trace_is_wrapped_in_a_terminal_and_not_in_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "width", lambda most=None: 60)
    line = ["trace", "nqueens", "4", "--steps", "12"]
    _, out, _ = run(capsys, line)
    assert out.splitlines()[1:3] == [
        " 2  queen[2] = 1 is ruled out by 'one queen per column':",
        "    queen[1] ≠ queen[2], with queen[1] = 1",
    ]
    run(capsys, [*line, "-o", str(tmp_path / "steps")])
    assert len((tmp_path / "steps").read_text().splitlines()) == 14


def test_a_trace_as_json_has_the_literals_of_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, ["trace", "nqueens", "3", "--backend", "sat:dpll+ints=order", "--steps", "2", "--json"])
    answer = json.loads(out)
    [made] = answer["steps"][0]["made"]
    assert made == {"text": "queen[1]≤1", "variable": "queen[1]", "values": [1], "positive": True}
    assert answer["ending"] == "the first 2 steps, as asked"


def test_a_group_is_shown_in_any_paradigm(capsys: pytest.CaptureFixture[str]) -> None:
    group = ["--group", "one queen per column"]
    _, out, _ = run(capsys, ["show", "nqueens", "3", "--backend", "cp", *group])
    assert out.splitlines()[2:] == ["one queen per column (1)", "  all_diff(queen[1], queen[2], queen[3])"]
    _, out, _ = run(capsys, ["show", "nqueens", "4", *group])
    assert out == "nqueens n=4\n\none queen per column\n    ∀ i < j ∈ {1, …, 4}:  queen[i] ≠ queen[j]\n"
    code, _, error = run(capsys, ["show", "nqueens", "4", "--group", "one queen per colum"])
    assert (code, error) == (
        2,
        "threefold: nqueens: there is no group 'one queen per colum'; did you mean 'one queen per column'?\n",
    )
