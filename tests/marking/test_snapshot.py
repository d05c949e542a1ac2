"""Submissions that change files, or are links: the marks of the others stay as they are."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.marking.folders import ENCODER, FOUR, LIMITS, RIGHT, WEAK, folder_of
from threefold.backends.configuration import parse
from threefold.backends.sat.lowering import lower
from threefold.cnf.files import File
from threefold.commands import main as cli
from threefold.marking.marks import Mark, Marks
from threefold.marking.run import Marking
from threefold.runs.instance import Instance


def lasting(marks: Marks) -> dict[str, Mark]:
    """What a mark says, without the time that it took."""
    return {mark.student: replace(mark, seconds=0.0) for mark in marks}


def rewrites(place: Path, text: str) -> str:
    return f"from pathlib import Path\nPath({str(place)!r}).write_text({text!r})\n{ENCODER}"


def test_a_submission_that_overwrites_its_neighbours_changes_no_mark_and_no_kept_result(tmp_path: Path) -> None:
    honest = {
        "bob.cnf": RIGHT,
        "carl.py": ENCODER,
        "dora/main.py": "from helper import encode\n",
        "dora/helper.py": ENCODER,
    }
    without = lasting(Marking(FOUR, folder_of(tmp_path / "honest", honest), LIMITS).marks())
    subs, results = folder_of(tmp_path / "subs", honest), tmp_path / "results"
    forged = [(subs / "bob.cnf", WEAK), (subs / "carl.py", "1"), (subs / "dora/helper.py", "1")]
    (subs / "anna.py").write_text("".join(rewrites(place, text) for place, text in forged))
    first = Marking(FOUR, subs, LIMITS, results=results).marks()
    assert {name: mark for name, mark in lasting(first).items() if name != "anna"} == without
    [changed] = [note for note in first.notes if note.startswith("changed while the submissions ran: ")]
    assert all(str(place) in changed for place, _ in forged)
    folder_of(subs, honest)
    marked: list[Mark] = []
    second = Marking(FOUR, subs, LIMITS, results=results, on_mark=marked.append).marks()
    assert (lasting(second), marked) == (lasting(first), [])


@pytest.mark.parametrize("names", ["right", "wrong"])
def test_a_submission_that_overwrites_the_map_of_names_changes_no_mark(names: str, tmp_path: Path) -> None:
    """Also where the map is wrong: it is not read from elsewhere."""
    cells = [(r, c) for r in range(1, 5) for c in range(1, 5)]
    if names == "wrong":
        cells = [cells[1], cells[0], *cells[2:]]
    lines = "".join(f"{number} queen[{r}, {c}]\n" for number, (r, c) in enumerate(cells, 1))
    place = folder_of(tmp_path, {"names": lines}) / "names"
    subs = folder_of(tmp_path / "subs", {"anna.py": rewrites(place, "nothing\n"), "bob.cnf": RIGHT})
    marks = Marking(FOUR, subs, LIMITS, File(str(place), "names")).marks()
    assert marks["bob"].right == (names == "right")
    assert marks["bob"].verdict != "unreadable"


PUZZLE = """
from threefold import Parameter, Puzzle, Spec
from helper import different, grid

def build(n):
    spec, rows = Spec("mine", n=n), range(1, n + 1)
    queen = spec.integers("queen", rows, domain=rows)
    different(spec.group("columns"), [queen[r] for r in rows])
    different(spec.group("falling"), [queen[r] - r for r in rows])
    different(spec.group("rising"), [queen[r] + r for r in rows])
    return spec

PUZZLE = Puzzle("mine", "queens", (Parameter("n", "size", 1, 99),), build, example=(4,))
"""
HELPER = """
from threefold import AllDifferent

grid = 4

def different(group, terms):
    group.add(AllDifferent(terms))
"""
WEAK_HELPER = "grid = 4\n\ndef different(group, terms):\n    pass\n"


@pytest.mark.parametrize("harm", ["overwritten", "removed", "shadowed"])
def test_a_submission_that_changes_the_teachers_puzzle_changes_no_mark(harm: str, tmp_path: Path) -> None:
    puzzle = folder_of(tmp_path / "teacher", {"mine.py": PUZZLE, "helper.py": HELPER}) / "mine.py"
    helper = puzzle.with_name("helper.py")
    code = {
        "overwritten": rewrites(helper, WEAK_HELPER),
        "removed": f"import os\nos.remove({str(helper)!r})\nos.remove({str(puzzle)!r})\n{ENCODER}",
        "shadowed": f"import os\nos.mkdir({str(puzzle.with_name('helper'))!r})\n"
        + rewrites(puzzle.with_name("helper") / "__init__.py", WEAK_HELPER),
    }[harm]
    subs = folder_of(tmp_path / "subs", {"anna.py": code, "bob.cnf": RIGHT, "carl.cnf": WEAK})
    marks = Marking(Instance(str(puzzle), {"n": 4}), subs, LIMITS).marks()
    assert {mark.student: mark.verdict for mark in marks} == {"anna": "equal", "bob": "equal", "carl": "too weak"}
    assert any("helper.py" in note for note in marks.notes) == (harm != "shadowed")


def test_a_submission_that_changes_the_grid_changes_no_mark(tmp_path: Path) -> None:
    grid = folder_of(tmp_path, {"grid.txt": "1 2 3 4\n3 4 . .\n. . 4 3\n. . 2 1\n"}) / "grid.txt"
    instance = Instance("sudoku", {"grid": str(grid)})
    own = lower(instance.load()[1], parse("sat+amo=pairwise+ints=direct", {})).export("dimacs")
    harm = f"from pathlib import Path\nPath({str(grid)!r}).write_text('.' * 16)\ndef encode(grid):\n    return [[1]]\n"
    zoe = f"def encode(grid):\n    return {own!r}\n"
    subs = folder_of(tmp_path / "subs", {"anna.py": harm, "bob.cnf": own, "zoe.py": zoe})
    marks = Marking(instance, subs, LIMITS).marks()
    assert (marks["bob"].right, marks["zoe"].right, grid.read_text()) == (True, True, "." * 16)


def test_a_file_that_the_puzzle_opens_by_itself_is_missed_and_no_mark_is_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = tmp_path / "teacher" / "rows"
    code = PUZZLE.replace("from helper import different, grid", "from threefold import AllDifferent")
    code = code.replace("def build(n):", f"def different(group, terms):\n    if open({str(rows)!r}).read() == 'all':\n"
                        "        group.add(AllDifferent(terms))\n\ndef build(n):")  # fmt: skip
    folder_of(tmp_path / "teacher", {"mine.py": code, "rows": "all"})
    subs = folder_of(tmp_path / "subs", {"anna.py": rewrites(rows, "none"), "bob.cnf": RIGHT})
    assert cli.run(["mark", str(tmp_path / "teacher/mine.py"), "4", str(subs)], "threefold") == 4
    assert "a submission has changed a file that the puzzle reads" in capsys.readouterr().err


def test_links_and_pipes_are_listed_and_never_opened(tmp_path: Path) -> None:
    elsewhere = folder_of(tmp_path / "elsewhere", {"secret.cnf": RIGHT, "rossi/rossi.cnf": RIGHT})
    subs = folder_of(tmp_path / "subs", {"bob.cnf": RIGHT, "carl/a.cnf": RIGHT, "carl/note.txt": "x"})
    (subs / "link.cnf").symlink_to(elsewhere / "secret.cnf")
    (subs / "copy.cnf").symlink_to("bob.cnf")
    (subs / "folder").symlink_to(elsewhere / "rossi")
    (subs / "carl" / "b.cnf").symlink_to(elsewhere / "secret.cnf")
    os.mkfifo(subs / "pipe.cnf")
    marks = Marking(FOUR, subs, LIMITS).marks()
    assert [mark.file for mark in marks] == ["bob.cnf", "carl/a.cnf"]
    links = ("carl/b.cnf (a link)", "carl/note.txt", "copy.cnf (a link)", "folder (a link)", "link.cnf (a link)")
    assert marks.ignored == (*links, "pipe.cnf (not a regular file)")


def test_the_folder_of_submissions_may_be_a_link_of_the_teachers(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder_of(tmp_path / "subs", {"bob.cnf": RIGHT}))
    assert Marking(FOUR, tmp_path / "link", LIMITS).marks()["bob"].right


def test_a_file_that_is_too_large_is_its_own_students_mark(tmp_path: Path) -> None:
    subs = folder_of(tmp_path, {"anna.cnf": "", "bob.cnf": RIGHT})
    os.truncate(subs / "anna.cnf", 1 << 40)  # no byte of it is on the disk
    marks = Marking(FOUR, subs, LIMITS).marks()
    assert [mark.verdict for mark in marks] == ["unreadable", "equal"]
    assert marks["anna"].sentence == "anna.cnf: cannot be read: larger than 256 MiB"
