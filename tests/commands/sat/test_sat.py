"""`sat`: any file, any solver, in the form of the SAT competition."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.sat.running import QUEENS, comments, model_of, run
from tests.commands.terminal import TOOL
from threefold.backends.configuration import parse
from threefold.cnf.sat_run import SatJob, SatLines, decide
from threefold.commands import main as cli
from threefold.runs.instance import Instance

# Files and puzzles


@pytest.mark.parametrize("solver", ["cadical195", "minisat22", "kissat404", "dpll"])
def test_a_file_is_solved_in_competition_form(
    capsys: pytest.CaptureFixture[str], cnf: Path, tmp_path: Path, solver: str
) -> None:
    code, output, errors = run(capsys, cnf, "--solver", solver)
    assert (code, errors) == (10, "")
    assert {line[0] for line in output.splitlines()} == {"c", "s", "v"}
    assert "s SATISFIABLE" in output.splitlines()
    assert len(model_of(output, tmp_path, 3) & {1, 2}) == 1


def test_an_unsatisfiable_file_has_exit_code_20(capsys: pytest.CaptureFixture[str], unsatisfiable: Path) -> None:
    for solver in ("cadical195", "dpll"):
        code, output, _ = run(capsys, unsatisfiable, "--solver", solver)
        assert (code, output.splitlines()[-1]) == (20, "s UNSATISFIABLE")


def test_a_puzzle_is_solved_in_competition_form(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, output, _ = run(capsys, QUEENS, 8)
    assert code == 10
    assert sum(literal > 0 for literal in model_of(output, tmp_path, 64)) == 8
    assert max(map(len, output.splitlines())) <= 78
    assert run(capsys, QUEENS, 3)[0] == 20


def test_givens_and_encodings_reach_the_formula(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, output, _ = run(capsys, QUEENS, 8, "--given", "queen[1]=1", "--amo", "ladder")
    assert (code, 1 in model_of(output, tmp_path, 10_000)) == (10, True)
    assert "amo=ladder" in comments(output)


@pytest.mark.parametrize(
    "words",
    [("--ints", "order"), ("--ints", "binary"), ("--solver", "minicard", "--amo", "native"), ("--amo", "bitwise")],
)
def test_all_models_are_the_solutions_in_every_encoding(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, output, _ = run(capsys, QUEENS, 6, "--all", *words)
    assert (code, "4 models over the decision variables" in comments(output)) == (10, True)


@pytest.mark.parametrize("text", ["p cnf 0 0\n", "p cnf 3 0\n"])
def test_a_formula_without_clauses_is_satisfiable(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    file = tmp_path / "empty.cnf"
    file.write_text(text)
    for solver in ("cadical195", "dpll"):
        code, output, _ = run(capsys, file, "--solver", solver)
        assert (code, output.splitlines()[-1][:1]) == (10, "v")
        assert output.endswith(" 0\n")


def test_an_empty_clause_is_unsatisfiable(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "false.cnf"
    file.write_text("p cnf 2 2\n1 2 0\n0\n")
    assert [run(capsys, file, "--solver", solver)[0] for solver in ("cadical195", "dpll")] == [20, 20]


def test_a_file_comes_from_standard_input_or_a_pipe_of_the_shell(cnf: Path) -> None:
    tool = f"{TOOL} sat"
    for command in (f"cat {cnf} | {tool} -", f"{tool} - < {cnf}", f"{tool} <(cat {cnf})", f"{tool} /dev/stdin < {cnf}"):
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (10, ""), command
        assert "s SATISFIABLE" in done.stdout


def test_a_puzzles_name_is_a_puzzle_even_where_a_file_is_called_so(
    capsys: pytest.CaptureFixture[str], cnf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(cnf.parent)
    cnf.rename("nqueens")
    assert run(capsys, QUEENS, 4)[0] == 10
    assert "3 variables" in run(capsys, "./nqueens")[1]


def test_a_lenient_reader_warns(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "short.cnf"
    file.write_text("p cnf 2 5\n1 2 0\n")
    code, _, errors = run(capsys, file)
    assert (code, "short.cnf:1: the header says 5 clauses" in errors) == (2, True)
    code, output, _ = run(capsys, file, "--lenient")
    assert (code, "warning: " in comments(output)) == (10, True)


# All models


def test_all_models_of_four_queens_are_traced(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, _ = run(capsys, QUEENS, 4, "--all", "--trace")
    lines = output.splitlines()
    assert code == 10
    assert lines.count("s SATISFIABLE") == 1
    for said in (
        "c model 1: queen[1]=3, queen[2]=1, queen[3]=4, queen[4]=2",
        "c   . . Q .",
        "c blocking clause: -3 -5 -12 -14 0",
        "c model 2: queen[1]=2, queen[2]=4, queen[3]=1, queen[4]=3",
        "c blocking clause: -2 -8 -9 -15 0",
    ):
        assert said in lines
    assert "unsatisfiable now: 2 models over the decision variables" in comments(output)
    assert lines.index("c blocking clause: -3 -5 -12 -14 0") < lines.index(
        "c model 2: queen[1]=2, queen[2]=4, queen[3]=1, queen[4]=3"
    )


def test_all_models_of_a_file_are_over_all_its_variables(capsys: pytest.CaptureFixture[str], cnf: Path) -> None:
    for solver in ("cadical195", "kissat404", "dpll"):
        code, output, _ = run(capsys, cnf, "--all", "--solver", solver)
        models = [line for line in output.splitlines() if line.startswith("v")]
        assert (code, len(models), len(set(models))) == (10, 4, 4)
        assert "4 models over all variables" in comments(output)


def test_all_models_are_over_the_variables_that_the_file_says_to_count_over(
    capsys: pytest.CaptureFixture[str], cnf: Path
) -> None:
    cnf.write_text("c p show 1 2 0\n" + cnf.read_text())
    assert "2 models over the 2 variables of 'c p show'" in comments(run(capsys, cnf, "--all")[1])
    names = "c START DICTIONARY\nc x[1]=1\nc x[2]=3\nc END DICTIONARY\n"
    cnf.write_text(names + "p cnf 3 2\n1 2 0\n-1 -2 0\n")
    output = run(capsys, cnf, "--all", "--trace")[1]
    assert "4 models over the 2 variables of the dictionary" in comments(output)
    assert "model 1: " in output


def test_models_that_contain_each_other_are_all_found(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Blocking the true literals only would lose those that contain another."""
    file = tmp_path / "or.cnf"
    file.write_text("p cnf 3 1\n1 2 3 0\n")
    assert "7 models" in comments(run(capsys, file, "--all")[1])


def test_a_trace_of_a_file_blocks_the_true_variables_where_that_is_sound(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "queens.cnf"
    assert cli.run(["exercise", "000", "4", "--version", "encoder", "--cnf"], "threefold") == 0
    file.write_text(capsys.readouterr().out)
    lines = run(capsys, file, "--all", "--trace")[1].splitlines()
    assert {"c blocking clause: -3 -5 -12 -14 0", "c blocking clause: -2 -8 -9 -15 0"} <= set(lines)
    assert "c model 1: Q[1,3], Q[2,1], Q[3,4], Q[4,2]" in lines
    assert sum("only the true variables, as on sheet 001" in line for line in lines) == 1
    assert not any("both polarities" in line for line in lines)


def test_a_trace_says_where_both_polarities_must_be_blocked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "or.cnf"
    file.write_text("p cnf 3 1\n1 2 3 0\n")
    output = run(capsys, file, "--all", "--trace")[1]
    assert "both polarities: another model has these true variables and more" in comments(output)
    assert "7 models over all variables" in comments(output)


@pytest.mark.parametrize("seed", range(20))
def test_a_trace_finds_as_many_models_as_a_count_without_it(
    seed: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    chance, file = random.Random(seed), tmp_path / "random.cnf"
    clauses = [[chance.choice((n, -n)) for n in chance.sample(range(1, 6), chance.randint(1, 3))] for _ in range(6)]
    shown = "c p show 1 2 3 0\n" if seed % 2 else ""
    text = "".join(" ".join(map(str, (*clause, 0))) + "\n" for clause in clauses)
    file.write_text(f"{shown}p cnf 5 6\n{text}")
    width = 3 if shown else 5
    quick, traced = (
        [line.split()[1 : 1 + width] for line in run(capsys, file, "--all", *words)[1].splitlines() if line[0] == "v"]
        for words in ((), ("--trace",))
    )
    assert sorted(quick) == sorted(traced)


def test_a_limit_of_models_does_not_look_like_a_count(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, _ = run(capsys, QUEENS, 6, "--all", "--limit", 3)
    assert (code, "stopped after 3 models (--limit): there may be more" in comments(output)) == (10, True)
    assert "unsatisfiable now" not in output
    assert "4 models" in comments(run(capsys, QUEENS, 6, "--all", "--limit", 5)[1])


# Limits


def test_a_time_limit_is_unknown_with_exit_code_3(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, _ = run(capsys, QUEENS, 60, "--solver", "dpll", "--timeout", "0.7")
    assert (code, output.splitlines()[-2:]) == (3, ["c time limit of 0.7 s", "s UNKNOWN"])


def test_a_model_and_its_count_are_passed_on_at_once_so_that_no_limit_comes_between() -> None:
    printed: list[SatLines] = []
    job = SatJob(Instance(QUEENS, {"n": 6}), parse("sat", {}), (), None, True, None)
    decide(lambda value: printed.append(value) if isinstance(value, SatLines) else None, job)
    models = [each for each in printed if "c model " in each.text]
    assert [each.models for each in models] == [1, 2, 3, 4]
    assert all(each.text.endswith(" 0\n") for each in models)


def test_a_time_limit_amid_all_models_leaves_a_lower_bound(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, _ = run(capsys, QUEENS, 12, "--all", "--timeout", "0.8")
    assert code == 3
    assert "time limit of 0.8 s: at least " in comments(output)
    assert output.count("s SATISFIABLE") == 1
    assert "s UNKNOWN" not in output


def test_a_formula_that_does_not_fit_the_memory_is_unknown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "wide.cnf"
    file.write_text("p cnf 500000000 1\n1 500000000 0\n")
    code, output, _ = run(capsys, file, "--solver", "dpll", "--memory", "100M")
    assert (code, output.splitlines()[-1]) == (3, "s UNKNOWN")


# Bad input


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "a file or a puzzle is missing"),
        (("x.cnf", "--ints", "order"), "--ints is for puzzles"),
        (("nqueens", "4", "--amo", "native"), "amo=native needs a solver that has at-most constraints of its own"),
        (("nqueens", "4", "--amo", "native", "--solver-command", "cat"), "amo=native needs a solver"),
        (("nqueen", "8"), "there is no file and no puzzle 'nqueen'; did you mean 'nqueens'? ("),
        (("none.cnf",), "none.cnf: cannot be read: No such file"),
        (("/",), "/: cannot be read: it is a directory"),
        (("/dev/null",), "/dev/null:1: the file is empty"),
        (("nqueens", "8", "--solver", "minisat23"), "no solver 'minisat23'"),
        (("nqueens", "8", "--solver", "dpll", "--solver-command", "cat"), "contradict each other"),
        (("nqueens", "8", "--solver-command", "no-such-solver {cnf}"), "no program 'no-such-solver'"),
        (("nqueens", "8", "--solver-command", "a 'b"), "No closing quotation"),
        (("nqueens", "8", "--solver-command", ""), "--solver-command is empty"),
        (("nqueens", "8", "--limit", "0"), "--limit must be at least 1"),
        (("nqueens", "8", "--al"), "no option '--al' of sat; did you mean '--all'?"),
        (("nqueens", "-8"), "n must be at least 1 (got -8)"),
        (("cards", "4"), "k is missing"),
        (("x.cnf", "8"), "a file takes no parameters (got '8')"),
        (("x.cnf", "--given", "queen[1]=1"), "--given is for puzzles"),
        (("nqueens", "8", "--given", "king[1]=1"), "no family 'king'"),
    ],
)
def test_bad_input_is_one_line_with_exit_code_2(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str
) -> None:
    code, output, errors = run(capsys, *words)
    assert (code, output) == (2, "")
    assert message in errors
    assert (errors.startswith("threefold: "), errors.count("\n")) == (True, 1)


def test_a_missing_pycryptosat_is_reported_with_the_command_that_installs_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pycryptosat", None)
    code, _, errors = run(capsys, QUEENS, 4, "--solver", "cms")
    assert (code, "cms needs pycryptosat, which is not installed: pip install 'threefold[cms]'" in errors) == (2, True)


def test_own_solvers_compare(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", QUEENS, "6", "--backends", "backtracking,sat:dpll", "--quiet"]
    assert cli.run(words, "threefold") == 0
    assert capsys.readouterr().out.startswith("agree: two backends found the same 4 solutions; 4 is the known number")
