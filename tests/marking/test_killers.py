"""Submissions that kill the command: marks that were made are kept, and the next command goes on."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from examples import class_of_60 as example
from tests.marking.folders import ENCODER, FOUR, LIMITS, RIGHT, WEAK, folder_of
from threefold.files import started
from threefold.marking.run import Marking

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


def test_files_that_were_changed_before_the_command_was_killed_are_named_until_one_finishes(tmp_path: Path) -> None:
    """The second command cannot know who wrote them: it says so, also where it is the second one that was killed."""
    subs = folder_of(
        tmp_path / "subs", {"bob.cnf": RIGHT, "carl.py": KILLER, "dora.cnf": WEAK, "emil.py": f"{KILLER}#"}
    )
    (subs / "anna.py").write_text(f"open({str(subs / 'bob.cnf')!r}, 'w').write({WEAK!r})\n{ENCODER}")
    done = [marked(subs) for _ in range(4)]
    assert [each.returncode for each in done] == [-signal.SIGKILL, -signal.SIGKILL, 0, 0]
    named = [line for line in done[2].stdout.splitlines() if line.startswith("changed since")]
    assert named == [
        "changed since they were read by a command that did not finish: bob.cnf; handed in again, or written by another's code"
    ]
    assert "changed since" not in done[3].stdout


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
    assert [next(name for name in json.loads(line) if name != "key") for line in lines] == [
        "mark", "command", "running", "running", "mark", "finished",
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
