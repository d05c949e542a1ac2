"""`threefold sweep` in real processes: it can be stopped at any time, and continues where it was."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from shlex import quote

import pytest

from tests.commands.terminal import TOOL, here

ROOT = Path(__file__).parents[2]
TWO_HUNDRED = """\
[limits]
seconds = 20
[[runs]]
puzzle = "nqueens"
parameters = {{ n = "4..5" }}
configurations = ["backtracking", "sat"]
seeds = {seeds}
"""


def sweep_here(folder: Path) -> subprocess.CompletedProcess[str]:
    """Without a process of its own, for tests of the answers."""
    return here("sweep", str(folder))


def sweep(folder: Path, *options: str, **settings: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "cli.py", "sweep", str(folder), *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, **settings)  # type: ignore[call-overload, no-any-return]


def written(folder: Path, text: str) -> Path:
    (folder / "sweep.toml").write_text(text)
    return folder


def keys(folder: Path) -> list[str]:
    return [json.loads(text)["key"] for text in (folder / "records.jsonl").read_text().splitlines()]


def processes_with(mark: str) -> list[str]:
    """Of all processes of the machine, those that inherited this environment."""
    found = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in environment.read_bytes():
                found.append(environment.parent.name)
        except OSError:
            pass
    return [pid for pid in found if int(pid) != os.getpid()]


@pytest.mark.slow
def test_a_sweep_that_was_killed_goes_on_and_repeats_nothing(tmp_path: Path) -> None:
    folder, scratch = written(tmp_path, TWO_HUNDRED.format(seeds=list(range(50)))), tmp_path / "scratch"
    scratch.mkdir()
    environment = {**os.environ, "TMPDIR": str(scratch)}
    command = [sys.executable, "cli.py", "sweep", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True) as running:
        deadline = time.monotonic() + 60
        while _finished(folder) < 40 and time.monotonic() < deadline:
            time.sleep(0.02)
        os.kill(running.pid, signal.SIGKILL)
    before = _finished(folder)
    assert 40 <= before < 200
    again = sweep(folder, env=environment)
    assert (again.returncode, len(keys(folder)), len(set(keys(folder)))) == (0, 200, 200), again.stderr
    assert "200 of 200 runs have a record" in again.stdout
    deadline = time.monotonic() + 10
    while (left := processes_with(str(scratch))) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left == []
    assert list(scratch.iterdir()) == []


def _finished(folder: Path) -> int:
    import sqlite3

    if not (folder / "store.sqlite").exists():
        return 0
    connection = sqlite3.connect(folder / "store.sqlite", timeout=10)
    try:
        return int(connection.execute("SELECT count(*) FROM records").fetchone()[0])
    except sqlite3.OperationalError:  # not made yet
        return 0
    finally:
        connection.close()


def test_control_c_keeps_what_is_finished(tmp_path: Path) -> None:
    folder = written(tmp_path, TWO_HUNDRED.format(seeds=list(range(50))))
    with subprocess.Popen([sys.executable, "cli.py", "sweep", str(folder)], cwd=ROOT) as running:
        deadline = time.monotonic() + 60
        while _finished(folder) < 5 and time.monotonic() < deadline:
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
    assert running.returncode == 130
    assert 5 <= len(keys(folder)) == _finished(folder) < 200


@pytest.mark.slow
def test_two_sweeps_at_once_do_every_run_once(tmp_path: Path) -> None:
    folder = written(tmp_path, TWO_HUNDRED.format(seeds=list(range(10))))
    both = [subprocess.Popen([sys.executable, "cli.py", "sweep", str(folder), "-q"], cwd=ROOT) for _ in range(2)]
    assert [each.wait() for each in both] == [0, 0]
    assert sweep(folder).stdout.startswith(f"{folder.name}: 40 of 40 runs have a record")
    assert len(keys(folder)) == 40


def test_a_smoke_sweep_leaves_the_records_alone(tmp_path: Path) -> None:
    folder = written(tmp_path, TWO_HUNDRED.format(seeds=[1]))
    assert sweep(folder, "--smoke").returncode == 0
    assert not (folder / "records.jsonl").exists()
    assert len(keys(folder / ".smoke")) == 4


def test_a_million_runs_by_mistake_are_asked_about(tmp_path: Path) -> None:
    folder = written(tmp_path, TWO_HUNDRED.format(seeds=[1]) + "repetitions = 100000\n")
    asked = sweep(folder, stdin=subprocess.DEVNULL)
    assert asked.returncode == 2
    assert asked.stderr == f"threefold: {folder.name}: 400,000 runs, up to 20 s each: give --yes if that is meant\n"
    assert not (folder / "store.sqlite").exists()


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_reported_in_one_line(tmp_path: Path) -> None:
    folder = written(tmp_path, TWO_HUNDRED.format(seeds=[1]))
    folder.chmod(0o555)
    answer = sweep(folder)
    assert answer.returncode == 4
    assert answer.stderr.count("\n") == 1


def test_a_full_disk_is_reported_in_one_line(tmp_path: Path) -> None:
    """A maximal file size: the kernel refuses the rest, as a full disk does."""
    folder = written(tmp_path, TWO_HUNDRED.format(seeds=list(range(50))))
    limited = f"ulimit -f 64; exec {TOOL} sweep {quote(str(folder))} -q"
    answer = subprocess.run(["bash", "-c", limited], cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 4
    assert answer.stderr.count("\n") == 1
    assert "store.sqlite" in answer.stderr


def counts(folder: Path) -> list[int]:
    return [json.loads(text)["record"]["count"] for text in (folder / "records.jsonl").read_text().splitlines()]


def test_an_instance_file_that_was_edited_is_run_again(tmp_path: Path) -> None:
    puzzle = tmp_path / "square.txt"
    puzzle.write_text("1 2\n2 1\n")
    text = (
        f'[[runs]]\npuzzle = "quasigroup"\nparameters = {{ square = "{puzzle}" }}\nconfigurations = ["backtracking"]\n'
    )
    folder = written(tmp_path, text)
    assert (sweep_here(folder).returncode, counts(folder)) == (0, [1])
    puzzle.write_text(". .\n. .\n")
    again = sweep_here(folder)
    assert (again.returncode, counts(folder)) == (0, [2])
    assert "note: 1 older record of other runs in " in again.stderr


def test_the_records_are_of_the_runs_that_the_file_asks_for_now(tmp_path: Path) -> None:
    folder = written(tmp_path, TWO_HUNDRED.format(seeds=[1, 2]))
    assert sweep_here(folder).returncode == 0
    before = keys(folder)
    written(folder, TWO_HUNDRED.format(seeds=[1]).replace("4..5", "4..4").replace('"backtracking", ', ""))
    shrunk = sweep_here(folder)
    assert shrunk.stdout.startswith(f"{folder.name}: 1 of 1 runs have a record (1 sat)")
    assert len(keys(folder)) == 1
    assert "note: 7 older records of other runs in " in shrunk.stderr
    written(folder, TWO_HUNDRED.format(seeds=[1, 2]))
    assert "older" not in sweep_here(folder).stderr
    assert keys(folder) == before
