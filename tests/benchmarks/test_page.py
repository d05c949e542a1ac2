"""The command measures, renders and writes; rows are data."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as command
from benchmarks import machine
from benchmarks.contestants import Ours, Script
from benchmarks.goals import GOALS
from benchmarks.rows import Contest, row, rows

CONTESTANTS = (
    Ours("sat"),
    Script("naive", "pysat_naive"),
    Script("broken", "pysat_naive", ("no_such_solver",)),
    Ours("sat", "absent", needs=("no_such_module",)),
)


@pytest.fixture
def one_row(monkeypatch: pytest.MonkeyPatch) -> Contest:
    only = row("sat count", "q6", CONTESTANTS, quick=True)
    monkeypatch.setattr(command, "rows", lambda: [only])
    monkeypatch.setattr(machine, "versions", lambda: ["versions"])  # CPMpy would be installed
    return only


def test_one_run_measures_in_turns_and_writes_page_and_lines(
    one_row: Contest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, lines = tmp_path / "page.md", tmp_path / "lines.jsonl"
    command.main(["--quick", "--json", str(lines), "--output", str(page)])
    *measured, last = [json.loads(line) for line in lines.read_text().splitlines()]
    assert last["facts"][2:3] == ["versions"]
    assert [each["contestant"] for each in measured] == ["ours", "naive", "broken", "absent", "ours", "naive"]
    assert [each["status"] for each in measured] == ["done", "done", "failed", "missing", "done", "done"]
    assert measured[0]["count"] == 4
    assert {"import", "build", "lower", "load", "first", "solve", "check"} == set(measured[0]["seconds"])
    text = page.read_text()
    assert "`python -m benchmarks --quick`" in text
    assert str(tmp_path) not in text
    assert "| missing: not installed: no_such_module |" in text
    assert "| q6 | ours | 1 |" in text
    assert text in capsys.readouterr().out


def test_a_part_of_the_rows_does_not_replace_the_results(
    one_row: Contest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(command, "RESULTS", tmp_path / "results.md")
    monkeypatch.setattr(command, "measurements", lambda *_: iter(()))
    command.main(["--quick"])
    assert not (tmp_path / "results.md").exists()
    command.main([])
    assert (tmp_path / "results.md").exists()


def test_a_pattern_without_rows_is_refused(one_row: Contest) -> None:
    with pytest.raises(SystemExit, match="no row's name matches 'nothing'"):
        command.main(["--only", "nothing"])


def test_every_goal_speaks_of_rows_and_contestants_that_are_there() -> None:
    there = {(each.name, contestant.name) for each in rows() for contestant in each.contestants}
    asked: set[tuple[str, str]] = set()

    class Asking(dict[tuple[str, str], list[object]]):
        def get(self, key: tuple[str, str], default: object = None) -> object:  # type: ignore[override]
            asked.add(key)
            return ()

    for goal in GOALS:
        goal.figure(Asking())  # type: ignore[arg-type]
    assert asked <= there


def test_names_are_unique_in_a_row_and_rows_have_different_names() -> None:
    everything = [(each.name, contestant.name) for each in rows() for contestant in each.contestants]
    assert len(set(everything)) == len(everything)


def test_questions_know_the_right_count() -> None:
    expected = {each.name: each.workload.expected for each in rows()}
    assert expected["sat count q12"] == 14200
    assert expected["cp count l11"] == 35584
    assert expected["sat count cards 9 3"] == 6
    assert expected["cp count latin 5"] == 161280
    assert expected["ilp count pigeonhole 9 8"] == 0
    assert expected["sat find q200"] == 1


def test_the_command_itself_imports_no_solver() -> None:
    """Its children would inherit them: PuLP brings highspy, after which ortools cannot be imported."""
    code = "import sys, benchmarks.__main__; print({'pulp', 'highspy', 'ortools', 'pysolvers', 'numpy'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"
