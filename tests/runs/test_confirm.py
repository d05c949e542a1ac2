"""--confirm on the command line: the count, its method, and the message where sat and the ILP differ."""

import json
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

import pytest

from threefold import models
from threefold.backends.backend import Configuration, Program
from threefold.checker.record import Record
from threefold.commands import main as cli
from threefold.language import Spec
from threefold.runs.worker import _confirms


def plant(monkeypatch: pytest.MonkeyPatch, backend: str, change: Callable[[Spec], object]) -> None:
    """The backend lowers a changed spec; the guarded children are forked from this process."""
    module = import_module(f"threefold.backends.{backend}")
    lower = module.BACKEND.lower

    def lower_badly(spec: Spec, configuration: Configuration) -> Program:
        wrong = models.find(spec.name).build(**spec.parameters)
        change(wrong)
        program: Program = lower(wrong, configuration)
        return program

    monkeypatch.setattr(module, "BACKEND", replace(module.BACKEND, lower=lower_badly))


def lose_a_board(spec: Spec) -> None:
    spec.group("lost").add(spec.variables[0] != 2)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = cli.run([*words], "threefold")
    return code, capsys.readouterr().out


def test_a_confirmed_count_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    code, output = run(capsys, "compare", "nqueens", "6", "--backends", "sat,ilp", "--confirm")
    assert code == 0
    assert "found the same 4 solutions" in output
    assert "ilp was given the solutions and found no others" in output
    code, output = run(capsys, "count", "nqueens", "6", "--backend", "ilp", "--confirm", "--json")
    [row] = json.loads(output)["results"]
    assert (code, row["count"], row["count_is"], row["verified"]) == (0, 4, "exact", 4)
    assert (row["method"], row["options"]) == ("confirm (4 solutions from sat)", {"count": "confirm"})
    assert (row["statistics"]["calls"], row["statistics"]["known"]) == (1, 4)
    assert "known" in row["seconds"]


def test_confirmed_and_enumerated_are_two_rows(capsys: pytest.CaptureFixture[str]) -> None:
    code, output = run(capsys, "compare", "nqueens", "5", "--backends", "ilp+count=confirm,ilp")
    assert code == 0
    assert "ilp+count=confirm was given the solutions and found no others" in output


def test_a_count_in_cubes_is_confirmed_in_cubes(capsys: pytest.CaptureFixture[str]) -> None:
    code, output = run(capsys, "count", "nqueens", "6", "--backend", "ilp", "--confirm", "--jobs", "2", "--json")
    [row] = json.loads(output)["results"]
    assert (code, row["count"], row["count_is"], row["statistics"]["known"]) == (0, 4, "exact", 4)
    assert row["method"].startswith("confirm (solutions from sat)")


def test_a_solution_that_sat_lost_is_told_and_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plant(monkeypatch, "sat", lose_a_board)
    code, output = run(capsys, "compare", "nqueens", "6", "--backends", "ilp", "--confirm")
    assert code == 1
    assert "disagree: ilp has a solution that sat did not find." in output
    assert "witness: sat did not find it\n  queen[1]=2, " in output


def test_a_solution_that_the_rows_reject_is_told_with_the_group_that_rejects_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plant(monkeypatch, "ilp", lose_a_board)
    code, output = run(capsys, "compare", "nqueens", "6", "--backends", "ilp", "--confirm")
    assert code == 1
    assert "disagree: ilp rejects a solution that sat found." in output
    assert "its lowered group 'lost' rejects it" in output


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("count nqueens 6 --confirm", "--confirm is for rows of the backend ilp (got sat)"),
        ("compare nqueens 6 --confirm --backends sat,cp", "--confirm is for rows of the backend ilp"),
        ("compare nqueens 6 --confirm --first", "--confirm counts all solutions: drop --first or --confirm"),
        (
            "count nqueens 6 --backend ilp --confirm --limit 2",
            "--confirm counts all solutions: drop --limit or --confirm",
        ),
        ("count nqueens 6 --backend ilp+count=guess", "count must be one of enumerate, confirm (got 'guess')"),
    ],
)
def test_confirm_where_it_means_nothing_is_bad_input(
    words: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(words.split(), "threefold") == 2
    assert complaint in capsys.readouterr().err


def test_nothing_is_confirmed_by_default() -> None:
    row = Configuration("ilp", "cbc", {"count": "enumerate"})
    assert not _confirms(row)
    assert not Record(row, "CBC", "sat", count=4, count_is="exact", method="splitting").confirmed
