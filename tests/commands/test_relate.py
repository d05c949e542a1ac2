"""`threefold relate`: its text, its JSON and its exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cnf.formulas import Clauses, cell, lowered, queens, sheet_002
from tests.commands.terminal import in_terminal
from threefold.commands import main as cli
from threefold.models import cards

ROOT = Path(__file__).parents[2]


def written(path: Path, clauses: Clauses, variables: int, comments: str = "") -> str:
    lines = "".join(f"{' '.join(map(str, (*clause, 0)))}\n" for clause in clauses)
    path.write_text(f"{comments}p cnf {variables} {len(clauses)}\n{lines}", encoding="utf-8")
    return str(path)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = cli.run(["relate", *words], "threefold")
    output = capsys.readouterr()
    assert output.err == ""
    return code, output.out


def test_a_correct_formula_is_reported_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "q4.cnf", queens(4, "row"), 16)
    assert said(capsys, "nqueens", "4", file) == (
        0,
        f"nqueens n=4    {file}: 16 variables · 80 clauses · numbers by the default numbering\n\n"
        "equal: the formula has the 80 clauses of the spec's CNF.\n",
    )


def test_a_weak_formula_is_shown_with_a_drawn_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses = [clause for clause in queens(4, "row") if clause != [1, 2, 3, 4]]
    code, text = said(capsys, "nqueens", "4", written(tmp_path / "weak.cnf", clauses, 16))
    assert code == 1
    assert "too weak: the formula has a model that is not a solution." in text
    assert "it violates 'one queen per row': queen[1] has no value" in text
    board = [line for line in text.splitlines() if line.startswith(("  .", "  Q"))]
    assert len(board) == 4
    assert board[0] == "  . . . ."
    assert "".join(board).count("Q") == 3
    assert "likely cause:\n  the group 'at least one queen per row' is incomplete" in text


def test_two_queens_on_a_row_are_both_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses = [[1], [2], [-3], [-4], *([-n] for n in range(5, 17))]
    _, text = said(capsys, "nqueens", "4", written(tmp_path / "two.cnf", clauses, 16))
    assert "queen[1] has 2 values: 1 and 2" in text
    assert "  Q Q . .\n  . . . .\n" in text


def test_a_strong_formula_is_shown_with_a_drawn_solution_and_the_clauses_to_blame(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clauses = [*queens(4, "row"), [-2], [-5]]
    code, text = said(capsys, "nqueens", "4", written(tmp_path / "strong.cnf", clauses, 16))
    assert code == 1
    assert "too strong: the formula has no model at all, though the spec has a solution." in text
    assert "a solution that the formula excludes:" in text
    assert "clause 81: -2 0    queen[1] != 2" in text or "clause 82: -5 0    queen[2] != 1" in text


def test_extras_are_called_harmless(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = said(capsys, "nqueens", "8", written(tmp_path / "q8.cnf", queens(8, "row", "column"), 64))
    assert code == 0
    assert "extra but harmless: 8 clauses that the spec's CNF lacks but implies:\n  clause 9: 1 9 17" in text


def test_names_come_from_a_map_or_from_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    numbers = {(i, j): 17 - cell(4, i, j) for i in range(1, 5) for j in range(1, 5)}
    clauses = [[(17 - abs(n)) * (1 if n > 0 else -1) for n in clause] for clause in queens(4, "row")]
    names = [f"queen[{i}, {j}]={number}" for (i, j), number in numbers.items()]
    mapped = tmp_path / "names"
    mapped.write_text("\n".join(names), encoding="utf-8")
    plain = written(tmp_path / "plain.cnf", clauses, 16)
    code, text = said(capsys, "nqueens", "4", plain, "--names", str(mapped), "--quiet")
    assert (code, text) == (0, "equal: the formula has the 80 clauses of the spec's CNF\n")
    comments = "".join(f"c {line}\n" for line in ("START DICTIONARY", *names, "END DICTIONARY"))
    code, text = said(capsys, "nqueens", "4", written(tmp_path / "named.cnf", clauses, 16, comments))
    assert "numbers by the formula's dictionary" in text
    assert code == 0


def test_our_own_files_are_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours = lowered(cards.build(4, 2), "ladder")
    file = written(tmp_path / "ladder.cnf", list(ours.clauses()), ours.variables)
    code, text = said(capsys, "cards", "4", "2", file, "--quiet")
    assert code == 0
    assert text.startswith("equivalent: the formula's models are the spec's solutions on the decision variables")


def test_json_has_everything_and_nothing_else_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses, names = sheet_002(4, 2, faulty=True)
    code, text = said(capsys, "cards", "4", "2", written(tmp_path / "faulty.cnf", clauses, len(names)), "--json")
    answer = json.loads(text)
    assert code == 1
    assert (answer["verdict"], answer["auxiliaries"], answer["clauses"]) == ("too strong", 18, 520)
    assert answer["lost_solution"]["blamed"]["clauses"][0]["literals"] == [-15]
    assert answer["lost_solution"]["drawing"] == "2 3 4 2 1 3 1 4"
    assert (answer["wrong_model"], answer["missing"]["count"], answer["reason"]) == (None, 0, None)


def test_a_limit_makes_it_unknown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "q40.cnf", queens(40, "row", without="column"), 1600)
    code, text = said(capsys, "nqueens", "40", file, "--timeout", "0.2")
    assert code == 3
    assert "unknown: whether the formula is right was not decided (time limit of 0.2 s)." in text


def test_the_formula_may_come_from_standard_input(tmp_path: Path) -> None:
    file = written(tmp_path / "q4.cnf", queens(4, "row"), 16)
    with open(file, "rb") as formula:
        done = subprocess.run(
            [sys.executable, ROOT / "cli.py", "relate", "nqueens", "4", "-"],
            stdin=formula,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (0, "")
    assert "standard input: 16 variables" in done.stdout


REFUSED = {
    "relate": "a puzzle and the DIMACS file are missing; expected: relate PUZZLE PARAMETERS… FILE.cnf",
    "relate nqueens": "the DIMACS file is missing; expected: relate nqueens PARAMETERS… FILE.cnf",
    "relate nqueens 4": "the DIMACS file is missing; expected: relate nqueens PARAMETERS… FILE.cnf",
    "relate nqueens FILE": "the formula has 16 variables, but nqueens needs 64",  # the default instance: 8 queens
    "relate cards 7 FILE": "cards: k is missing",
    "relate nqueens 4 5 FILE": "nqueens: '5' is one parameter too many",
    "relate nquens 4 FILE": "no puzzle 'nquens'; did you mean 'nqueens'?",
    "relate nqueens 4 absent.cnf": "absent.cnf: cannot be read: No such file or directory",
    "relate nqueens 5 FILE": "the formula has 16 variables, but nqueens needs 25, queen[1] == 1 to queen[5] == 5",
    "relate nqueens 4 FILE --names absent": "absent: cannot be read: No such file or directory",
    "relate nqueens 4 FILE --names FILE": "<FILE>:1: expected NUMBER NAME or NAME=NUMBER",
    "relate nqueens 4 FILE --nmaes x": "no option '--nmaes' of relate; did you mean '--names'?",
    "relate nqueens 4 FILE --given queen[9]=1": "no variable queen[9]",
    "relate nqueens 4 JUNK": "<JUNK>:1: ",
}


@pytest.mark.parametrize("words", REFUSED)
def test_bad_input_is_one_line_and_exit_2(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "q4.cnf", queens(4, "row"), 16)
    (tmp_path / "junk").write_bytes(b"\x00\xff\x80")
    places = {"FILE": file, "JUNK": str(tmp_path / "junk")}
    assert cli.run([places.get(word, word) for word in words.split()], "threefold") == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("threefold: ")
    assert output.err.count("\n") == 1
    message = REFUSED[words].replace("<FILE>", places["FILE"]).replace("<JUNK>", places["JUNK"])
    assert message in output.err


def test_the_values_of_a_puzzle_without_a_drawing_are_shown_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one.py").write_text(
        "from threefold.language import Puzzle, Spec\n"
        "def build():\n"
        "    spec = Spec('one')\n"
        "    x = spec.integer('x', range(2))\n"
        "    spec.group('not 0').add(x != 0)\n"
        "    return spec\n"
        "PUZZLE = Puzzle('one', 'one number', parameters=(), build=build, example=())\n"
    )
    file = written(tmp_path / "one.cnf", [[1, 2], [-1, -2]], 2)
    assert cli.run(["relate", str(tmp_path / "one.py"), file], "threefold") == 1
    assert capsys.readouterr().out.count("x=0") == 1


def test_sentences_are_wrapped_in_a_narrow_terminal(tmp_path: Path) -> None:
    file = written(tmp_path / "q4.cnf", queens(4, "row")[1:], 16)
    output = in_terminal(60, "relate", "nqueens", "4", file, "--no-color")
    assert "likely cause" in output
    assert all(len(line) <= 60 or line.split() == [f"{file}:"] for line in output.splitlines())
