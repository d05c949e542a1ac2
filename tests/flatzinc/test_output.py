"""Solutions are printed as the output statement of a MiniZinc model says. The models are our own."""

import json
from pathlib import Path

import pytest

from tests.flatzinc.test_models import command, needs_minizinc
from threefold import models
from threefold.errors import BadInput
from threefold.flatzinc import compiler
from threefold.language import Puzzle, Solution
from threefold.runs.worker import drawing_of

END = "----------"
STATEMENTS = {
    'output ["x = ", show(x), "!\\n"];': "x = 3!",
    'output [show_int(4, x), "|", show_int(-4, x), "|"];': "   3|3   |",
    'output ["q: "] ++ [show(q[i]) ++ if i < 2 then ", " else "" endif | i in 1..2];': "q: 2, 1",
    'output [if fix(x) > 2 then "large" else "small" endif];': "large",
    'output ["\\(x) of \\(q), \\(sum(q))"];': "3 of [2, 1], 3",
    'output [show(b), " ", show(c)];': "true green",
    "output [];": "",
    'output ["a\\tb\\n\\n", "c\\n"] ++ [show(x)];': "a       b\n\nc\n3",
}
MODEL = """
enum Colour = {red, green}; var Colour: c; var 1..3: x; array [1..2] of var 1..3: q; var bool: b;
constraint c = green /\\ x = q[1] + q[2] /\\ q[1] > q[2] /\\ b;
solve satisfy;
"""


def puzzle_of(folder: Path, text: str) -> Puzzle:
    (folder / "model.mzn").write_text(text, encoding="utf-8")
    return models.find(str(folder / "model.mzn"))


def solution_of(puzzle: Puzzle) -> Solution:
    """Of a spec whose variables have one value each, or the values of `MODEL`."""
    spec = puzzle.build(data="none")
    values = {"x": 3, "q[1]": 2, "q[2]": 1, "b": 1, "c": 2}
    return Solution(spec, [values.get(str(x), x.domain[0]) for x in spec.variables])


@needs_minizinc
@pytest.mark.parametrize("statement", STATEMENTS)
def test_an_output_statement_is_evaluated(statement: str, tmp_path: Path) -> None:
    puzzle = puzzle_of(tmp_path, MODEL + statement)
    assert puzzle.draw(solution_of(puzzle)).split("\n") == [*STATEMENTS[statement].splitlines(), END]


@needs_minizinc
def test_without_an_output_statement_all_variables_are_printed_by_name(tmp_path: Path) -> None:
    puzzle = puzzle_of(tmp_path, "enum Colour = {red, green}; var Colour: c; constraint c = green; solve satisfy;")
    assert puzzle.draw(solution_of(puzzle)) == f"c = green;\n{END}"


@needs_minizinc
def test_a_terminal_does_not_obey_what_a_model_prints(tmp_path: Path) -> None:
    puzzle = puzzle_of(tmp_path, 'var 3..3: x; solve satisfy; output ["\x1b[31m", show(x), "ä\\n"];')
    assert puzzle.draw(solution_of(puzzle)) == f"\\x1b[31m3ä\n{END}"


@needs_minizinc
def test_an_output_statement_that_fails_costs_the_drawing_and_not_the_verdict(tmp_path: Path) -> None:
    (tmp_path / "fails.mzn").write_text(
        "var 3..4: x; array [1..2] of int: a = [1, 2]; solve satisfy; output [show(a[fix(x)])];"
    )
    ended = command("compare", "fails.mzn", "--backends", "sat,cp", "--show", "1", "--json", folder=tmp_path)
    found = json.loads(ended.stdout)
    assert found["verdict"] == "agree"
    [drawing] = found["results"][0]["drawings"]
    assert "draw failed: fails.mzn: minizinc cannot evaluate its output statement" in drawing
    assert "array access out of bounds" in drawing
    assert "/tmp" not in drawing


@needs_minizinc
def test_an_output_statement_that_does_not_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "PRINTING", 0.2)
    endless = "function int: f(int: n) = if n = 0 then 1 else f(n - 1) + f(n - 1) endif;"
    puzzle = puzzle_of(tmp_path, f"{endless} var 40..40: x; solve satisfy; output [show(f(fix(x)))];")
    assert "its output statement takes longer than 0.2 s" in drawing_of(puzzle, solution_of(puzzle))


@needs_minizinc
def test_a_solution_cannot_be_printed_without_minizinc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzle_of(tmp_path, MODEL)
    solution = solution_of(puzzle)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadInput, match="which is not installed"):
        puzzle.draw(solution)


@needs_minizinc
def test_solve_prints_what_minizinc_prints(tmp_path: Path) -> None:
    (tmp_path / "model.mzn").write_text(MODEL + 'output ["The sum is \\(x).\\n"];')
    ended = command("solve", "model.mzn", "--backend", "sat", "--quiet", folder=tmp_path)
    assert ended.stdout == f"The sum is 3.\n{END}\n"


@needs_minizinc
def test_the_time_of_drawing_is_not_the_solvers(tmp_path: Path) -> None:
    (tmp_path / "slow.mzn").write_text(
        "function int: f(int: n) = if n = 0 then 1 else f(n - 1) + f(n - 1) endif;"
        "var 14..15: x; solve satisfy; output [show(f(fix(x)))];"
    )
    ended = command("compare", "slow.mzn", "--backends", "sat", "--show", "2", "--json", folder=tmp_path)
    [record] = json.loads(ended.stdout)["results"]
    assert {drawing.split("\n")[0] for drawing in record["drawings"]} == {"16384", "32768"}
    assert record["seconds"]["solve"] < record["seconds"]["total"] / 4
