"""A puzzle file of the user runs like any other puzzle, and its mistakes are reported with the lines of the file."""

from pathlib import Path

import pytest

from threefold.commands import main as cli

LINES = Path(__file__).parents[2].joinpath("models", "_template.py").read_text().splitlines()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def line_of(text: str) -> int:
    return 1 + next(number for number, line in enumerate(LINES) if text in line)


def test_the_starting_file_runs_as_it_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["new", "towers"], "threefold") == 0
    assert capsys.readouterr().out == "wrote towers.py; try: compare ./towers.py 4\n"
    assert cli.run(["compare", "./towers.py", "4", "--backends", "sat,cp,backtracking"], "threefold") == 0
    answer = capsys.readouterr().out
    assert answer.startswith("./towers.py n=4    4 variables · 1 constraint in 1 group")
    assert "agree: three backends found the same 24 solutions; 24 is the known number (n!)" in answer


def test_its_default_instance_and_its_help_work_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.run(["new", "towers.py"], "threefold")
    assert cli.run(["count", "towers.py", "--quiet"], "threefold") == 0
    assert capsys.readouterr().out.endswith("24\n")
    assert cli.run(["compare", "towers.py", "--help"], "threefold") == 0
    assert "towers: place n rooks" in capsys.readouterr().out


def test_every_example_of_its_help_names_it_as_it_was_typed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.run(["new", "towers"], "threefold")
    cli.run(["compare", "./towers.py", "--help"], "threefold")
    expected = capsys.readouterr().out
    examples = expected.partition("Examples:\n")[2].partition("\n\n")[0].splitlines()
    assert len(examples) == 5
    assert all(" ./towers.py 4" in example for example in examples)
    assert "Usage: threefold compare ./towers.py n [OPTIONS]" in expected


def test_the_known_numbers_may_be_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "towers.py").write_text("\n".join(line for line in LINES if not line.startswith("    known=")))
    assert cli.run(["count", "./towers.py", "--quiet"], "threefold") == 0
    assert capsys.readouterr().out == "24\n"


def test_an_existing_file_is_not_overwritten(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "towers.py").write_text("mine")
    assert cli.run(["new", "towers"], "threefold") == 2
    assert capsys.readouterr().err == "threefold: towers.py exists already: nothing was written\n"
    assert (folder / "towers.py").read_text() == "mine"


def test_a_name_that_is_not_an_identifier_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["new", "../towers"], "threefold") == 2
    assert "letters, digits and underscores only (got '../towers')" in capsys.readouterr().err
    assert cli.run(["new", "class"], "threefold") == 2
    assert "'class' is a keyword of Python" in capsys.readouterr().err


POST = "AllDifferent(rook))"
IMPORT = "from threefold.language import AllDifferent"
MISTAKES = {
    "a text that is no Python": ("def build(n: int) -> Spec:", "def build(n: int) - Spec:", "expected ':'"),
    "a name that is not there": (POST, "AllDiferent(rook))", "NameError: name 'AllDiferent' is not defined"),
    "a constraint that is none": (POST, "rook[1])", "NAME: group 'one rook per column': a constraint was expected"),
    "an index that is not there": (POST, "rook[0] == 1)", "NAME: family 'rook' has no variable rook[0]"),
    "an import that fails": (
        IMPORT,
        "from threefold.language import AllDiff, AllDifferent",
        "ImportError: cannot import",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_with_the_file_s_own_line(
    folder: Path, capsys: pytest.CaptureFixture[str], mistake: str
) -> None:
    wrong, right, expected = MISTAKES[mistake]
    (folder / "towers.py").write_text("\n".join(LINES).replace(wrong, right))
    assert cli.run(["compare", "./towers.py", "4", "--backends", "sat"], "threefold") == 2
    error = capsys.readouterr().err
    assert error.startswith(f"threefold: ./towers.py:{line_of(wrong)}: {expected}"), error
    assert error.count("\n") == 1


BUILD, PARAMETERS = "def build(n: int) -> Spec:", LINES[line_of("parameters=") - 1]
# The right text, the wrong text in its place, the line that is reported, and the message.
FORGOTTEN = {
    "the spec's return": ("    return spec", "", BUILD, "build must return a Spec (got None)"),
    "a parameter's name": (BUILD, "def build() -> Spec:", BUILD, "TypeError: build() got an unexpected keyword"),
    "the example's comma": ("example=(4,)", "example=(4)", "example=(4,)", "example must be a tuple like (4,)"),
    "the known's comma": (
        "5,): 120}),)",
        "5,): 120}))",
        "known=(Known",
        "known must be a tuple like (KnownCounts(…),)",
    ),
    "a key's comma": ("(3,): 6", "(3): 6", "known=(Known", "known has counts by tuples of all parameters"),
    "the parameter's comma": (PARAMETERS, PARAMETERS.replace(",),", "),"), PARAMETERS, "parameters must be a tuple"),
    "a call too many": ("draw=draw", "draw=draw()", "draw=draw", "TypeError: draw() missing 1 required"),
    "a function's name": ("draw=draw", "draw=4", "draw=draw", "draw must be a function (got 4)"),
    "the example's range": (
        "example=(4,)",
        "example=(0,)",
        "example=(4,)",
        "example is not an instance: NAME: n must be",
    ),
    "that a file goes on": (IMPORT, "raise SystemExit(3)  # ", IMPORT, "SystemExit: 3"),
}


@pytest.mark.parametrize("what", FORGOTTEN)
def test_an_omission_is_reported_in_one_line_and_not_as_a_traceback(
    folder: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    wrong, instead, line, expected = FORGOTTEN[what]
    (folder / "towers.py").write_text("\n".join(LINES).replace(wrong, instead))
    assert cli.run(["count", "./towers.py", "4"], "threefold") == 2
    error = capsys.readouterr().err
    assert error.startswith(f"threefold: ./towers.py:{line_of(line)}: {expected}"), error
    assert error.count("\n") == 1


def test_the_output_of_the_file_is_not_part_of_the_answer(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "towers.py").write_text("\n".join([*LINES, "print('hello')"]))
    assert cli.run(["count", "./towers.py", "4", "--quiet"], "threefold") == 0
    output, error = capsys.readouterr()
    assert (output, "hello" in error) == ("24\n", True)


def test_a_mistake_in_the_drawing_is_reported_with_its_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "towers.py").write_text("\n".join(LINES).replace('solution["rook", row]', 'solution["tower", row]'))
    assert cli.run(["solve", "./towers.py", "4"], "threefold") == 0
    assert f"(draw failed: ./towers.py:{line_of('solution[')}: NAME has no family 'tower'" in capsys.readouterr().out


def test_a_file_without_a_puzzle_or_no_file_at_all_says_what_is_missing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "empty.py").write_text("")
    assert cli.run(["compare", "./empty.py"], "threefold") == 2
    assert "./empty.py: the file must end in PUZZLE = Puzzle(…)" in capsys.readouterr().err
    assert cli.run(["compare", "./nothing.py"], "threefold") == 2
    assert "./nothing.py: there is no such file; `threefold new NAME` writes one" in capsys.readouterr().err


def test_the_sat_command_takes_it_for_a_puzzle_and_not_for_a_formula(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cli.run(["new", "towers"], "threefold")
    assert cli.run(["sat", "./towers.py", "3"], "threefold") == 10
    assert "s SATISFIABLE" in capsys.readouterr().out


def test_a_mistake_in_draw_costs_the_drawing_and_not_the_answer(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cli.run(["new", "towers"], "threefold")
    lines = (folder / "towers.py").read_text().splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("def draw")) + 1
    lines.insert(place, "    raise ValueError('no pencil')")
    (folder / "towers.py").write_text("\n".join(lines))
    capsys.readouterr()
    assert cli.run(["compare", "./towers.py", "3", "--backends", "sat,cp", "--show", "1"], "threefold") == 0
    output = capsys.readouterr().out
    assert "agree: two backends found the same 6 solutions" in output
    assert f"(draw failed: ./towers.py:{place + 1}: ValueError: no pencil)" in output
    assert cli.run(["sat", "./towers.py", "2", "--all", "--trace"], "threefold") == 10
    output = capsys.readouterr().out
    assert output.count(f"c   (draw failed: ./towers.py:{place + 1}: ValueError: no pencil)") == 2
    assert "2 models over the decision variables" in output


@pytest.mark.parametrize("words", ["sweep .", "compare ./endless.py --help"])
def test_a_file_that_never_ends_loading_hits_a_limit(
    words: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("threefold.sweeps.plan.LEAST", 0.5)
    monkeypatch.setattr("threefold.commands.listing.TO_LOAD", 0.5)
    (folder / "endless.py").write_text("while True:\n    pass\n")
    (folder / "sweep.toml").write_text('[limits]\nseconds = 0.5\n[[runs]]\npuzzle = "./endless.py"\n')
    assert cli.run(words.split(), "threefold") == 3
    assert capsys.readouterr().err == "threefold: ./endless.py: the file cannot be loaded: time limit of 0.5 s\n"
