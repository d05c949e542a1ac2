"""`threefold sheet` and `tf.sheet`: what a handout has, in every format and language."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import threefold as tf
from threefold.commands.main import run
from threefold.handouts import Sheet, pdf_program
from threefold.texts import LANGUAGES, Language, catalogue


@pytest.fixture(scope="module")
def queens() -> Sheet:
    return tf.sheet("nqueens", 4)


def test_a_sheet_has_all_its_parts(queens: Sheet) -> None:
    headings = re.findall("^## (.*)", queens.markdown, re.MULTILINE)
    assert headings == ["The problem", "Variables", "Constraints", "Numbering", "Sizes", "A solution", "Exercises"]
    assert "**Clauses (28)**" in queens.markdown
    assert "inferred from n = 4; n = 5 and verified on n = 6" in queens.markdown
    assert "| 4 | 16 | 80 | 4 | 3 | 16 | 18 | 2 |" in queens.markdown


def test_blanks_leave_the_formulas_out_and_the_solutions_have_them(queens: Sheet) -> None:
    student, teacher = (text.decode() for text in queens.files("sheet.md", blanks=True).values())
    assert list(queens.files("sheet.md", blanks=True)) == ["sheet.md", "sheet-solutions.md"]
    assert r"\bigvee" not in student
    assert r"\bigvee" in teacher
    assert "## Answers" not in student
    assert "## Answers" in teacher
    assert "one queen per row: 28" in teacher


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_a_sheet_in_another_language_has_no_english_headings(code: str, queens: Sheet) -> None:
    own = Sheet(queens.content, queens.solved, Language(code))
    headings = re.findall("^## (.*)", own.markdown, re.MULTILINE)
    assert headings == [catalogue()[0][each][code] for each in re.findall("^## (.*)", queens.markdown, re.MULTILINE)]


def test_html_has_formulas_as_mathml_and_the_board_as_an_image(queens: Sheet) -> None:
    assert "<math" in queens.html
    assert "data:image/svg+xml" in queens.html
    assert queens.html.count("<math") == queens.html.count("</math>")


def test_latex_has_the_board_as_a_picture_and_balanced_braces(queens: Sheet) -> None:
    text = queens.latex
    assert r"\begin{picture}" in text
    unescaped = re.sub(r"\\[{}]", "", text)
    assert unescaped.count("{") == unescaped.count("}")


def test_a_line_of_latex_may_end_between_two_terms(queens: Sheet) -> None:
    assert r"\mathit{queen} [ 1 ] ,\allowbreak\, \mathit{queen} [ 2 ]" in queens.latex


def test_texts_of_a_puzzle_are_escaped() -> None:
    spec = tf.Spec("mine")
    x = spec.booleans("x_y", ["a&b", "<i>"])
    spec.group("at most <b>50%</b> & $1_0$").add(tf.AtMost(1, x))
    sheet = tf.sheet(spec)
    assert "<b>" not in sheet.html
    assert "<i>" not in sheet.html
    assert r"50\%" in sheet.latex
    assert r"\&" in sheet.latex
    assert r"\$1\_0\$" in sheet.latex


def test_a_family_without_variables_is_not_shown() -> None:
    """A sum of one column carries nothing."""
    assert "carry" not in tf.sheet("cryptarithm", "A+B=C").markdown.partition("## Variables")[2]


def test_a_puzzle_without_solutions_says_so() -> None:
    assert "There is none." in tf.sheet("nqueens", 3).markdown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nqueens", "4"], "-o FILE is missing"),
        (["nqueens", "4", "-o", "sheet.doc"], "a sheet ends in .md, .tex, .html, .pdf"),
        (["nqueens", "4", "-o", "sheet.md", "--lang", "de"], "lang must be one of"),
    ],
)
def test_bad_input_is_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sheet", *words], "threefold") == 2
    assert message in capsys.readouterr().err


def test_the_command_writes_both_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "q.html")
    assert run(["sheet", "nqueens", "4", "-o", place, "--blanks", "--lang", "it"], "threefold") == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["q-solutions.html", "q.html"]
    assert '<html lang="it">' in Path(place).read_text()


def test_without_a_program_for_pdf_the_message_names_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(tf.BadInput, match="a PDF needs one of xelatex"):
        pdf_program("en")


@pytest.mark.slow
@pytest.mark.parametrize("program", ["pdflatex", "xelatex"])
@pytest.mark.parametrize(
    "words", [("nqueens", 4), ("cards", 4, 2), ("sudoku", "easy"), ("zebra", 0), ("colouring", "petersen", 3)]
)
def test_latex_compiles(program: str, words: tuple[str, int], tmp_path: Path) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    made = tf.sheet(*words)
    codes = LANGUAGES if program == "xelatex" and words[0] == "nqueens" else ("en",)
    for code in codes:
        text = Sheet(made.content, made.solved, Language(code)).text("tex", answers=True)
        (tmp_path / "sheet.tex").write_text(text, encoding="utf-8")
        command = [program, "-interaction=nonstopmode", "-halt-on-error", "sheet.tex"]
        ended = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert ended.returncode == 0, ended.stdout.decode(errors="replace")[-2000:]
