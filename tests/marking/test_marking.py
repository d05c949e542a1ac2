"""A class is marked: verdicts against a known truth, groups of mistakes, copies, kept results, instances of one's own."""

import csv
from pathlib import Path

import pytest

from examples import class_of_60 as example
from threefold.commands import main as cli
from threefold.commands import mark as mark_command
from threefold.guard import Limits
from threefold.marking.alike import fingerprint, of_clauses
from threefold.marking.marks import Mark, Marks
from threefold.marking.own_instances import draw
from threefold.marking.report import text_of, to_csv, to_html
from threefold.marking.run import Marking
from threefold.runs.instance import Instance

LIMITS = Limits(60, 1 << 30)
TRUTH = {"equal": "right", "equivalent": "right"}
FOUR = Instance("nqueens", {"n": 4})


def clauses(without: str = "", **options: object) -> str:
    return example.dimacs(example.queens(4, without=without, **options), 4)  # type: ignore[arg-type]


def marked(folder: Path, files: dict[str, str], **options: object) -> Marks:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return Marking(FOUR, folder, LIMITS, **options).marks()  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_class_of_sixty_gets_the_true_verdicts_and_copies(tmp_path: Path) -> None:
    assert example.write(tmp_path, 8) == 60
    with (tmp_path / ".truth.csv").open() as file:
        truth = {row["student"]: row for row in csv.DictReader(file)}
    marks = Marking(Instance("nqueens", {"n": 8}), tmp_path, LIMITS, jobs=2).marks()
    given = {mark.student: TRUTH.get(mark.verdict, mark.verdict) for mark in marks}
    wrong = {student for student, row in truth.items() if row["verdict"] == "wrong"}
    assert {s: given[s] for s in truth.keys() - wrong} == {s: truth[s]["verdict"] for s in truth.keys() - wrong}
    assert all(given[student] in ("too weak", "too strong", "both") for student in wrong)
    together = [{truth[student]["copies"] for student in group.students} for group in marks.copies()]
    named = {row["copies"] for row in truth.values()} - {""}
    assert named <= {copies for group in together for copies in group}
    prescribed = [f"student_{number:02}" for number in range(1, 10)]
    assert not {student for group in marks.copies() for student in group.students} & set(prescribed)


def test_marks_are_printed_as_lines_and_an_unknown_student_is_named(tmp_path: Path) -> None:
    marks = marked(tmp_path, {"anna.cnf": clauses(), "bob.cnf": clauses("rising")})
    anna, bob, total = str(marks).splitlines()
    assert (anna, total) == ("anna: right", "2 submissions: 1 right, 1 too weak.")
    assert bob.startswith("bob: too weak: the group 'one queen per ascending diagonal' is missing")
    with pytest.raises(KeyError, match="no submission of 'zoe'; there are anna, bob"):
        marks["zoe"]


def test_verdicts_causes_and_witnesses_are_those_of_relate(tmp_path: Path) -> None:
    marks = marked(tmp_path, {"anna.cnf": clauses(), "bob.cnf": clauses("rising"), "carl.lp": "x <= 1"})
    assert [mark.verdict for mark in marks] == ["equal", "too weak", "unreadable"]
    assert "'one queen per ascending diagonal' is missing" in marks["bob"].mistake
    assert marks["bob"].wrong is not None
    assert marks["bob"].wrong.drawing.count("Q") == 4
    assert marks["bob"].wrong.picture.startswith("<svg")
    assert marks.exit_code == 0


def test_equal_mistakes_are_grouped_across_paradigms(tmp_path: Path) -> None:
    files = {
        "anna.cnf": clauses("rising"),
        "bob.lp": example.program(4, "lp", "rising"),
        "carl.cnf": clauses("falling"),
    }
    assert [len(group) for group in marked(tmp_path, files).mistakes().values()] == [2, 1]


def test_copies_are_noticed_but_never_the_reference(tmp_path: Path) -> None:
    own = [*example.queens(4, encoding="bitwise"), [1, 2, 3, 4, 5]]
    other = example.renumbered(own, {x: 200 - x for x in range(17, 100)})
    files = {name: clauses() for name in ("a.cnf", "b.cnf")}
    files |= {"c.cnf": example.dimacs(own, 4), "d.cnf": example.dimacs(example.shuffled(other, 1), 4)}
    [copies] = marked(tmp_path, files).copies()
    assert copies.students == ["c", "d"]
    assert copies.how == "the same formula with other numbers of auxiliaries"


def test_a_change_of_one_literal_is_no_copy() -> None:
    meaning = {1: 1, 2: 2}
    one = fingerprint(of_clauses([[1, 3], [-3, 2]]), meaning)
    assert one.renamed == fingerprint(of_clauses([[2, -7], [7, 1]]), meaning).renamed
    assert one.renamed != fingerprint(of_clauses([[1, 3], [3, 2]]), meaning).renamed


def test_results_are_kept_and_only_what_changed_is_marked_again(tmp_path: Path) -> None:
    again: list[Mark] = []
    results = tmp_path / "marks.jsonl"
    files = {"anna.cnf": clauses(), "bob.cnf": clauses("rising")}
    first = marked(tmp_path / "s", files, results=results)
    files["bob.cnf"] = clauses("falling")
    second = marked(tmp_path / "s", files, results=results, on_mark=again.append)
    assert [mark.student for mark in again] == ["bob"]
    assert second["anna"] == first["anna"]
    assert "descending" in second["bob"].mistake


def test_a_folder_in_the_folder_is_a_students(tmp_path: Path) -> None:
    marks = marked(tmp_path, {"anna/one.cnf": clauses(), "anna/two.lp": "x", "notes.txt": "", "bob.cnf": clauses()})
    assert [mark.student for mark in marks] == ["anna (one.cnf)", "anna (two.lp)", "bob"]
    assert marks.ignored == ("notes.txt",)


def test_code_that_never_ends_leaves_the_others_marked(tmp_path: Path) -> None:
    files = {"anna.py": "while True: pass\n", "bob.cnf": clauses()}
    folder = tmp_path / "s"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    marks = Marking(FOUR, folder, Limits(3, 1 << 30)).marks()
    assert [mark.verdict for mark in marks] == ["unknown", "equal"]
    assert marks.exit_code == 3


def test_the_page_the_table_and_the_texts_have_what_was_found(tmp_path: Path) -> None:
    marks = marked(tmp_path, {"anna.cnf": clauses("rising"), "<b>.cnf": clauses("rising"), "=x.cnf": clauses()})
    page, table = to_html(marks), list(csv.DictReader(to_csv(marks).splitlines()))
    assert "&lt;b&gt;" in page
    assert "<b>.cnf" not in page
    assert "data:image/svg+xml" in page
    assert {row["student"]: row["mark"] for row in table} == {"<b>": "too weak", "'=x": "right", "anna": "too weak"}
    assert next(row for row in table if row["student"] == "anna")["same formula as"] == "<b>"
    text = text_of(marks["anna"], marks.puzzle)
    assert "likely cause" in text
    assert "<b>" not in text


def test_each_student_has_givens_with_one_solution_of_their_own() -> None:
    import threefold as tf

    students = [f"student {number}" for number in range(8)]
    drawn = draw(lambda _: None, Instance("nqueens", {"n": 5}), students, [], 7)
    assert len({each.solution for each in drawn}) == 8
    assert drawn == draw(lambda _: None, Instance("nqueens", {"n": 5}), students, [], 7)
    result = tf.count("nqueens", 5, givens=drawn[0].givens)
    assert result.count == 1


def test_the_command_marks_each_student_with_their_own_instance(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "students").write_text("anna\nbob\n")
    table = tmp_path / "instances.csv"
    words = ["mark", "nqueens", "4", "--per-student", "3", "--instances", str(table)]
    assert cli.run([*words, str(tmp_path / "students"), "--texts", str(tmp_path / "texts")], "threefold") == 0
    with table.open() as file:
        [anna, bob] = list(csv.DictReader(file))
    assert anna["solution"] != bob["solution"]
    assert "solution" not in (tmp_path / "texts/anna.txt").read_text()
    folder = tmp_path / "s"
    folder.mkdir()
    row, column = map(int, anna["givens"].removeprefix("queen[").split("]="))
    given = [[4 * (row - 1) + column]]
    for name in ("anna", "bob"):
        (folder / f"{name}.cnf").write_text(example.dimacs(example.queens(4) + given, 4))
    assert cli.run([*words, str(folder), "-o", str(tmp_path / "marks.csv")], "threefold") == 0
    with (tmp_path / "marks.csv").open() as file:
        assert next(row["mark"] for row in csv.DictReader(file)) == "right"
    assert "bob" in capsys.readouterr().out


def test_python_marks_a_folder_too(tmp_path: Path) -> None:
    import threefold as tf

    (tmp_path / "anna.cnf").write_text(clauses("rising"))
    marks = tf.mark("nqueens", 4, tmp_path)
    assert [mark.verdict for mark in marks] == ["too weak"]
    assert list(marks.mistakes()) == [marks["anna"].mistake]


def test_a_narrow_terminal_shows_the_beginning_of_a_cause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rossi.cnf").write_text(clauses(without="rising"))
    monkeypatch.setattr(mark_command, "width", lambda: 70)
    assert cli.run(["mark", "nqueens", "4", str(tmp_path)], "threefold") == 0
    [head, line, *_] = capsys.readouterr().out.splitlines()
    assert head == "  student   mark       likely cause"
    assert line.startswith("  rossi     too weak   the group 'one queen per ascending")
    assert line.endswith("…")
    assert len(line) == 70
