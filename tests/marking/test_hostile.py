"""Submissions that harm: they change files, are links, or kill the command. The marks of the others stay as they are."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from examples import class_of_60 as example
from threefold.backends.configuration import parse
from threefold.backends.sat.lowering import lower
from threefold.cnf.files import File
from threefold.commands import main as cli
from threefold.files import started
from threefold.guard import Limits
from threefold.marking.marks import Mark, Marks
from threefold.marking.run import Marking
from threefold.runs.instance import Instance

LIMITS = Limits(60, 1 << 30)
FOUR = Instance("nqueens", {"n": 4})
RIGHT = example.dimacs(example.queens(4), 4)
WEAK = example.dimacs(example.queens(4, without="rising"), 4)
ENCODER = example.ENCODER.format(diagonals=" or abs(i - k) == abs(j - m)")

# Ends its guard and the command that started it, as far as they are processes of this test.
KILLER = """
import os, signal

def parent(pid):
    with open(f"/proc/{pid}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[1])

def encode(n):
    guard = os.getppid()
    command = parent(guard)
    os.kill(command, signal.SIGKILL)
    os.kill(guard, signal.SIGKILL)
"""


def folder_of(place: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    return place


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


THREEFOLD = [sys.executable, "-c", "from threefold.commands.start import main; main()"]


def command(subs: Path, *more: str) -> list[str]:
    return [*THREEFOLD, "mark", "nqueens", "4", str(subs), "--jobs", "1", *more]


def marked(subs: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command(subs, *more), capture_output=True, text=True, timeout=300)


def marks_in(results: Path) -> dict[str, dict[str, object]]:
    entries = map(json.loads, results.read_text().splitlines())
    return {entry["mark"]["student"]: entry["mark"] for entry in entries if "mark" in entry}


def test_a_submission_that_kills_the_command_costs_no_mark_and_is_named_by_the_next_one(tmp_path: Path) -> None:
    subs = folder_of(tmp_path / "subs", {"anna.cnf": RIGHT, "bob.py": ENCODER, "carl.py": KILLER, "dora.cnf": WEAK})
    results = tmp_path / "subs.marks.jsonl"
    assert marked(subs).returncode == -signal.SIGKILL
    second = marked(subs)
    assert second.returncode == 0, second.stderr
    found = marks_in(results)
    assert {name: mark["verdict"] for name, mark in found.items()} == {
        "anna": "equal", "bob": "equal", "carl": "unreadable", "dora": "too weak",
    }  # fmt: skip
    assert "cannot be judged: marking ended while this file was running" in str(found["carl"]["sentence"])
    assert f"these marks are kept in {results}" in second.stdout
    third = marked(subs, "-o", "-", "--results", str(results))
    assert (third.returncode, "carl" in third.stdout) == (0, True)
    (subs / "carl.py").write_text(f"{ENCODER}# handed in again\n")
    assert marked(subs).returncode == 0
    assert marks_in(results)["carl"]["verdict"] == found["bob"]["verdict"]


def test_marks_that_were_made_before_the_command_was_killed_are_kept(tmp_path: Path) -> None:
    """The first command marks; the second one gets one file more, and dies of it."""
    subs = folder_of(tmp_path / "subs", {"anna.cnf": RIGHT, "bob.py": ENCODER})
    results = tmp_path / "marks.jsonl"
    assert marked(subs, "-o", str(tmp_path / "marks.csv")).returncode == 0
    before = marks_in(results)
    (subs / "carl.py").write_text(KILLER)
    assert marked(subs, "-o", str(tmp_path / "marks.csv")).returncode == -signal.SIGKILL
    assert marked(subs, "-o", str(tmp_path / "marks.csv")).returncode == 0
    assert {name: mark for name, mark in marks_in(results).items() if name != "carl"} == before


def test_of_several_that_were_running_the_killer_is_found(tmp_path: Path) -> None:
    """It waits until its neighbour runs too; the neighbour goes on for a while."""
    running = tmp_path / "running"
    slow = f"import pathlib, time\npathlib.Path({str(running)!r}).touch()\ntime.sleep(3)\n{ENCODER}"
    waits = f"import os, time\nwhile not os.path.exists({str(running)!r}):\n    time.sleep(0.01)\n{KILLER}"
    subs = folder_of(tmp_path / "subs", {"anna.py": slow, "bob.py": waits, "carl.cnf": RIGHT})
    codes = [marked(subs, "--jobs", "2").returncode for _ in range(3)]
    assert codes == [-signal.SIGKILL, -signal.SIGKILL, 0]
    found = marks_in(tmp_path / "subs.marks.jsonl")
    assert "marking ended while this file was running" in str(found["bob"]["sentence"])
    assert (found["anna"]["verdict"], found["carl"]["verdict"]) == ("equal", "equal")


def test_a_submission_that_kills_its_neighbours_guards_changes_no_mark(tmp_path: Path) -> None:
    running = tmp_path / "running"
    slow = f"import pathlib, time\npathlib.Path({str(running)!r}).touch()\ntime.sleep(2)\n{ENCODER}"
    harm = f"""
import os, signal, time
while not os.path.exists({str(running)!r}):
    time.sleep(0.01)

def parent(pid):
    with open(f"/proc/{{pid}}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[1])

def encode(n):
    guard = os.getppid()
    with open(f"/proc/{{parent(guard)}}/task/{{parent(guard)}}/children") as file:
        children = [int(pid) for pid in file.read().split()]
    for pid in [*(pid for pid in children if pid != guard), guard]:
        os.kill(pid, signal.SIGKILL)
"""
    subs = folder_of(tmp_path / "subs", {"anna.py": slow, "bob.py": harm, "carl.cnf": RIGHT})
    done = marked(subs, "--jobs", "2")
    assert done.returncode == 0, done.stderr
    found = marks_in(tmp_path / "subs.marks.jsonl")
    assert {name: mark["verdict"] for name, mark in found.items()} == {
        "anna": "equal", "bob": "unreadable", "carl": "equal",
    }  # fmt: skip


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_who_was_running_when_a_person_ended_the_command_is_not_accused(ending: int, tmp_path: Path) -> None:
    running = tmp_path / "running"
    slow = f"import os, time\nfirst = not os.path.exists({str(running)!r})\nopen({str(running)!r}, 'w').close()\n"
    subs = folder_of(
        tmp_path / "subs", {"anna.py": f"{slow}if first:\n    time.sleep(50)\n{ENCODER}", "bob.cnf": RIGHT}
    )
    with subprocess.Popen(command(subs), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not running.exists():
            time.sleep(0.02)
        busy = marked(subs)
        process.send_signal(ending)
        _, error = process.communicate(timeout=60)
    assert (busy.returncode, "another command is writing it" in busy.stderr) == (4, True)
    assert process.returncode == 128 + ending
    assert f"in {tmp_path / 'subs.marks.jsonl'}; the same command goes on" in error
    assert not started(process.pid)
    again = marked(subs)
    assert again.returncode == 0
    assert marks_in(tmp_path / "subs.marks.jsonl")["anna"]["verdict"] == "equal"


def test_results_are_on_the_disk_before_the_next_submission_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synchronised: list[int] = []
    fsync = os.fsync

    def noted(handle: int) -> None:
        fsync(handle)
        synchronised.append((tmp_path / "results").stat().st_size)

    monkeypatch.setattr(os, "fsync", noted)
    folder_of(tmp_path / "subs", {"anna.py": ENCODER, "bob.cnf": RIGHT})
    Marking(FOUR, tmp_path / "subs", LIMITS, results=tmp_path / "results").marks()
    lines = (tmp_path / "results").read_text().splitlines(keepends=True)
    assert synchronised == [sum(map(len, lines[:n])) for n in range(1, len(lines) + 1)]
    assert [next(iter(set(json.loads(line)) - {"key"})) for line in lines] == [
        "mark", "command", "running", "running", "mark",
    ]  # fmt: skip


def rows_of(table: Path) -> dict[str, list[str]]:
    """Of each student, without the time."""
    with table.open() as file:
        return {
            row["student"]: [text for name, text in row.items() if name != "seconds"] for row in csv.DictReader(file)
        }


@pytest.mark.slow
def test_in_a_class_of_sixty_the_others_marks_stay_the_same_byte_for_byte(tmp_path: Path) -> None:
    """A killer, a link, a pipe, and one who rewrites all files of the others."""
    honest, hostile = tmp_path / "honest", tmp_path / "hostile"
    for folder in (honest, hostile):
        assert example.write(folder, 8) == 60
    names = [each.name for each in hostile.iterdir() if not each.name.startswith(".")]
    (hostile / "killer.py").write_text(KILLER)
    (hostile / "link.cnf").symlink_to("student_01.cnf")
    os.mkfifo(hostile / "pipe.lp")
    others = [str(hostile / name) for name in names]
    forge = f"from pathlib import Path\nfor other in {others!r}:\n    Path(other).write_text({WEAK!r})\n{ENCODER}"
    (hostile / "zoe.py").write_text(forge)

    def table(folder: Path, calls: int) -> dict[str, list[str]]:
        asked = ["mark", "nqueens", "8", str(folder), "--jobs", "1", "-o", f"{folder}.csv"]
        codes = [
            subprocess.run([*THREEFOLD, *asked], capture_output=True, timeout=600).returncode for _ in range(calls)
        ]
        assert codes == [-signal.SIGKILL] * (calls - 1) + [0]
        return rows_of(Path(f"{folder}.csv"))

    found = table(hostile, 2)
    assert "marking ended while this file was running" in found.pop("killer")[5]
    assert found.pop("zoe")[2] == "right"
    assert found == table(honest, 1)
    assert (hostile / names[0]).read_text() == WEAK
