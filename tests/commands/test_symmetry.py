"""`--up-to-symmetry` and `--break-symmetry`: classes counted in two independent ways."""

import json
from pathlib import Path

import pytest

from threefold.commands import main as cli

ROOKS = Path(__file__).parents[2].joinpath("models", "_template.py").read_text()
SHIFT = """

def symmetries(n):
    from threefold.language import Symmetry
    return (Symmetry("shifted by a column", lambda family, index, column: (family, index, column % n + 1)),)


PUZZLE = replace(PUZZLE, symmetries=symmetries)
"""


def test_eight_queens_have_twelve_classes_and_the_orbit_equation_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["count", "nqueens", "8", "--up-to-symmetry"], "threefold") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(
        "nqueens n=8: 12 classes of 92 solutions under 8 symmetries: 11·8 + 1·4 = 92 (all by cadical195, "
    )
    assert second.startswith("agree: sat:mixed found 12 solutions; 12 is the number of classes (11·8 + 1·4 = 92)")


def test_every_row_of_a_comparison_counts_the_lex_leaders(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["compare", "cards", "4", "2", "--up-to-symmetry", "--json"], "threefold") == 0
    answer = json.loads(capsys.readouterr().out)
    assert [result["count"] for result in answer["results"]] == [1, 1, 1]
    assert answer["classes"] == {"number": 1, "solutions": 2, "symmetries": 2, "equation": "1·2 = 2"}


def test_the_lex_leader_model_alone_has_no_published_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["count", "nqueens", "6", "--break-symmetry", "--quiet"], "threefold") == 0
    assert capsys.readouterr().out == "1\n"


def test_a_wrong_symmetry_is_named_with_a_witness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    diagonal = ROOKS.replace("    return spec\n", '    spec.group("corner").add(rook[1] != 1)\n    return spec\n', 1)
    Path("rooks.py").write_text("from dataclasses import replace\n" + diagonal + SHIFT)
    assert cli.run(["compare", "./rooks.py", "3", "--up-to-symmetry", "--backends", "sat"], "threefold") == 1
    answer = capsys.readouterr().out
    assert (
        "disagree: the declared symmetry 'shifted by a column' is not a symmetry: the image of a solution violates 'corner'"
        in answer
    )
    assert "witness: " in answer


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("count zebra --up-to-symmetry", "zebra declares no symmetries"),
        ("count latin 4 --up-to-symmetry", "its symmetry group has more than 10,000 elements: too many"),
        ("count nqueens 5 --up-to-symmetry --given queen[1]=2", "--given fixes what a symmetry moves"),
        ("count nqueens 5 --up-to-symmetry --limit 2", "--up-to-symmetry counts all solutions"),
        ("compare nqueens 5 --up-to-symmetry --break-symmetry", "drop --break-symmetry"),
    ],
)
def test_what_is_impossible_is_refused(words: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(words.split(), "threefold") == 2
    assert expected in capsys.readouterr().err
