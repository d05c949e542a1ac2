"""`decode`: answers of solvers, checked and drawn."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lowering import lowered_solutions
from threefold.backends import find
from threefold.backends.configuration import parse
from threefold.backends.sat.solver_output import value_lines
from threefold.commands import main as cli
from threefold.language import Spec
from threefold.models import cards, nqueens

ROOT = Path(__file__).parents[2]
BOARD = ". Q . .\n. . . Q\nQ . . .\n. . Q ."
TRUE = {2, 8, 9, 15}  # the literals of that board in the default numbering
ANSWER = "s SATISFIABLE\n" + "\n".join(value_lines(n if n in TRUE else -n for n in range(1, 17))) + "\n"


@pytest.fixture
def answer(tmp_path: Path) -> Path:
    file = tmp_path / "answer"
    file.write_text(ANSWER)
    return file


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = cli.run(["decode", *map(str, words)], "threefold")
    output = capsys.readouterr()
    return code, output.out, output.err


def test_a_board_is_drawn_by_the_default_numbering(capsys: pytest.CaptureFixture[str], answer: Path) -> None:
    assert run(capsys, "nqueens", 4, answer) == (0, f"{BOARD}\n\na solution: every constraint holds.\n", "")


def test_without_parameters_the_answer_is_to_the_default_instance(
    capsys: pytest.CaptureFixture[str], answer: Path
) -> None:
    true = {8 * row + column for row, column in enumerate((1, 5, 8, 6, 3, 7, 2, 4))}
    answer.write_text("\n".join(["s SATISFIABLE", *value_lines(n if n in true else -n for n in range(1, 65)), ""]))
    code, output, _ = run(capsys, "nqueens", answer)
    assert (code, output.startswith("Q . . . . . . .\n. . . . Q . . .\n")) == (0, True)


def test_minisats_result_file_is_drawn_too(capsys: pytest.CaptureFixture[str], answer: Path) -> None:
    answer.write_text("SAT\n" + " ".join(str(n if n in TRUE else -n) for n in range(1, 17)) + " 0\n")
    assert run(capsys, "nqueens", 4, answer)[:2] == (0, f"{BOARD}\n\na solution: every constraint holds.\n")


def test_an_answer_comes_from_standard_input() -> None:
    command = [sys.executable, str(ROOT / "cli.py"), "decode", "nqueens", "4", "-"]
    done = subprocess.run(command, input=ANSWER, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.startswith(BOARD), done.stderr) == (0, True, "")


def shuffled_formula(spec: Spec, seed: int) -> tuple[str, dict[int, int]]:
    """The formula of the spec with its numbers permuted, and a dictionary of them."""
    program = find("sat").lower(spec, parse("sat+amo=pairwise", {}))
    clauses = [clause for _, clause in program.clauses()]  # type: ignore[attr-defined]
    own = program.size.variables
    numbers = dict(zip(range(1, own + 1), random.Random(seed).sample(range(1, own + 4), own), strict=True))
    cases = [(x, value) for x in spec.variables for value in x.domain]
    names = [f"c {x.family}[{', '.join(map(str, (*x.index, value)))}]" for x, value in cases]
    dictionary = [f"{name}={numbers[number]}" for number, name in enumerate(names, start=1)]
    dealt = {**numbers, **{-number: -new for number, new in numbers.items()}, 0: 0}
    body = [" ".join(str(dealt[literal]) for literal in (*clause, 0)) for clause in clauses]
    lines = ["c START DICTIONARY", *dictionary, "c END DICTIONARY", f"p cnf {own + 3} {len(clauses)}", *body]
    return "\n".join(lines) + "\n", numbers


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("spec", [nqueens.build(5), cards.build(3, 2)], ids=["nqueens 5", "cards 3 2"])
def test_names_come_from_the_formulas_dictionary(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, spec: Spec, seed: int
) -> None:
    text, numbers = shuffled_formula(spec, seed)
    solution = lowered_solutions(spec, "sat")[0]
    cases = [(x.position, value) for x in spec.variables for value in x.domain]
    true = [numbers[n] for n, (position, value) in enumerate(cases, start=1) if solution[position] == value]
    (tmp_path / "dealt.cnf").write_text(text)
    (tmp_path / "answer").write_text("s SATISFIABLE\n" + "\n".join(value_lines(true)) + "\n")
    words = [spec.name, *spec.parameters.values(), tmp_path / "answer"]
    code, output, _ = run(capsys, *words, "--cnf", tmp_path / "dealt.cnf")
    assert (code, "a solution: every constraint holds" in output) == (0, True)
    assert "without a value were taken as false" in output


@pytest.mark.parametrize("encoding", ["direct", "order", "binary"])
def test_a_formula_of_any_encoding_of_integers_is_decoded_by_its_dictionary(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, encoding: str
) -> None:
    formula, answer = tmp_path / "queens.cnf", tmp_path / "answer"
    program = find("sat").lower(nqueens.build(6), parse(f"sat+ints={encoding}", {}))
    formula.write_text(program.export("dimacs"))
    assert cli.run(["sat", str(formula)], "threefold") == 10
    answer.write_text(capsys.readouterr().out)
    code, output, _ = run(capsys, "nqueens", 6, answer, "--cnf", formula)
    assert (code, output.count("Q"), "a solution" in output) == (0, 6, True)


def test_a_board_that_is_not_a_solution_is_drawn_with_the_violated_constraint(
    capsys: pytest.CaptureFixture[str], answer: Path
) -> None:
    answer.write_text("s SATISFIABLE\nv 1 6 11 16 0\n")
    code, output, _ = run(capsys, "nqueens", 4, answer)
    assert code == 1
    assert output.startswith("Q . . .\n. Q . .\n")
    assert "not a solution: it violates 'one queen per descending diagonal'" in output


def test_two_queens_in_a_row_are_not_a_solution(capsys: pytest.CaptureFixture[str], answer: Path) -> None:
    answer.write_text(ANSWER.replace("v -1 ", "v 1 "))
    code, output, _ = run(capsys, "nqueens", 4, answer)
    assert (code, "not a solution: queen[1] has 2 values: 1 and 2" in output) == (1, True)


@pytest.mark.parametrize("encoding", ["order", "binary"])
def test_without_the_formula_numbers_of_another_encoding_get_a_hint(
    capsys: pytest.CaptureFixture[str], answer: Path, encoding: str
) -> None:
    assert cli.run(["sat", "nqueens", "4", "--ints", encoding], "threefold") == 10
    answer.write_text(capsys.readouterr().out)
    code, output, _ = run(capsys, "nqueens", 4, answer)
    assert (code, "in order or binary encoding), give it with --cnf FILE." in output) == (1, True)


def test_with_the_formula_it_says_whether_the_solver_or_the_formula_is_wrong(
    capsys: pytest.CaptureFixture[str], answer: Path, tmp_path: Path
) -> None:
    answer.write_text("s SATISFIABLE\nv 1 6 11 16 0\n")
    weak, strong = tmp_path / "weak.cnf", tmp_path / "strong.cnf"
    weak.write_text("p cnf 16 1\n1 2 3 4 0\n")
    strong.write_text("p cnf 16 1\n-1 -6 0\n")
    assert "satisfies every clause of" in run(capsys, "nqueens", 4, answer, "--cnf", weak)[1]
    assert "whose clause -1 -6 is false" in run(capsys, "nqueens", 4, answer, "--cnf", strong)[1]


@pytest.mark.parametrize(
    ("text", "instance", "code", "sentence"),
    [
        ("s UNSATISFIABLE\n", ("nqueens", 3), 0, "UNSATISFIABLE: there is no solution to draw. That is known"),
        ("s UNSATISFIABLE\n", ("nqueens", 8), 1, "UNSATISFIABLE, but there are 92 solutions (OEIS A000170)"),
        ("s UNSATISFIABLE\n", ("nqueens", 40), 0, "UNSATISFIABLE: there is no solution to draw."),
        ("UNSAT\n", ("nqueens", 2), 0, "UNSATISFIABLE"),
        ("s UNKNOWN\n", ("nqueens", 8), 3, "UNKNOWN: the solver gave up"),
    ],
)
def test_an_answer_without_values_is_reported_in_a_sentence(
    capsys: pytest.CaptureFixture[str], answer: Path, text: str, instance: tuple[object, ...], code: int, sentence: str
) -> None:
    answer.write_text(text)
    got, output, _ = run(capsys, *instance, answer)
    assert (got, sentence in output) == (code, True)


def test_auxiliary_literals_are_left_out_without_a_formula_and_checked_with_one(
    capsys: pytest.CaptureFixture[str], answer: Path, tmp_path: Path
) -> None:
    answer.write_text(ANSWER.replace(" 0\n", " 17 -18 0\n"))
    code, output, _ = run(capsys, "nqueens", 4, answer)
    assert (code, "2 literals above 16 were taken for auxiliary ones" in output) == (0, True)
    formula = tmp_path / "small.cnf"
    formula.write_text("p cnf 16 0\n")
    code, _, errors = run(capsys, "nqueens", 4, answer, "--cnf", formula)
    assert (code, "literal 17 is beyond the variables, 1 to 16" in errors) == (2, True)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", ":1: the answer is empty"),
        ("v 1 0\n", ":1: there is no answer up to here"),
        ("s SATISFIABLE\nv 2 8 9\n", ":2: the values do not end in 0"),
        ("s SATISFIABLE\nv 2 8 -2 0\n", ":2: variable 2 gets two values"),
        ("c\n\x00\x01junk\n", ":2: '??junk' is not a line of an answer"),
    ],
)
def test_a_bad_answer_is_refused_with_its_line(
    capsys: pytest.CaptureFixture[str], answer: Path, text: str, reason: str
) -> None:
    answer.write_text(text)
    code, output, errors = run(capsys, "nqueens", 4, answer)
    assert (code, output, f"threefold: {answer}{reason}" in errors) == (2, "", True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "a puzzle and the answer's file are missing"),
        (("nqueens",), "the answer's file is missing; expected: decode nqueens PARAMETERS… ANSWER"),
        (("nqueens", "4"), "the answer's file is missing"),
        (("cards", "4", "nowhere"), "cards: k is missing"),
        (("nqueens", "nowhere"), "nowhere: cannot be read: No such file"),
        (("nqueens", "4", "nowhere"), "nowhere: cannot be read: No such file"),
        (("nqueens", "4", "5", "nowhere"), "'5' is one parameter too many"),
        (("queens", "4", "nowhere"), "no puzzle 'queens'"),
        (("nqueens", "4", "-", "--cnf", "-"), "cannot both be the standard input"),
        (("nqueens", "4", "nowhere", "--cn"), "no option '--cn' of decode; did you mean '--cnf'?"),
    ],
)
def test_bad_input_is_one_line_with_exit_code_2(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str
) -> None:
    code, output, errors = run(capsys, *words)
    assert (code, output, errors.count("\n")) == (2, "", 1)
    assert message in errors
