"""`--jobs` and `--resume` with real processes: a count that is killed continues where it was, and no process or file is left."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.commands.terminal import ROOT, assert_nothing_is_left, in_terminal, threefold, wait_until


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, ROOT / "cli.py", "count", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(folder), "THREEFOLD_TEST": str(folder)},
    )


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines(keepends=True) if path.exists() else []


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGKILL, -9), pytest.param(signal.SIGINT, 130, marks=pytest.mark.slow)]
)
def test_a_count_that_was_killed_goes_on_from_its_finished_cubes(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    ledger, scratch = tmp_path / "ledger", tmp_path / "scratch"
    scratch.mkdir()
    words = ("nqueens", "11", "--resume", str(ledger))
    process = start(scratch, *words, "--jobs", "2")
    wait_until(lambda: len(lines(ledger)) > 5)
    process.send_signal(number)
    process.communicate(timeout=10)
    assert process.returncode == code
    assert_nothing_is_left(scratch)
    before = [line for line in lines(ledger) if line.endswith("\n")]

    done = threefold("count", *words, "--json")
    [row] = json.loads(done.stdout)["results"]
    assert (done.returncode, row["count"], row["count_is"], row["verified"]) == (0, 2680, "exact", 2680)
    assert row["method"].endswith(f"in {row['statistics']['cubes']} parts by 1 job, {len(before) - 1} of them before")
    after = lines(ledger)
    assert after[: len(before)] == before  # nothing was written over, and no cube was counted again
    assert sorted(json.loads(line)["cube"] for line in after[1:]) == list(range(row["statistics"]["cubes"]))

    again = threefold("count", *words, "--jobs", "2", "--json")  # complete: nothing is left to count
    assert json.loads(again.stdout)["results"][0]["fingerprint"] == row["fingerprint"]
    assert "solve" not in json.loads(again.stdout)["results"][0]["seconds"]
    assert lines(ledger) == after


@pytest.mark.slow
def test_a_count_goes_on_after_its_time_limit(tmp_path: Path) -> None:
    words = ("count", "nqueens", "11", "--backend", "cp", "--quiet", "--resume", str(tmp_path / "ledger"))
    seconds = 0.5
    while (done := threefold(*words, "--timeout", str(seconds), "--jobs", "2")).returncode == 3:
        assert done.stdout[0] in "≥?"
        seconds *= 1.5
    assert (done.returncode, done.stdout) == (0, "2,680\n")


def test_a_full_disk_ends_the_count_and_says_so(tmp_path: Path) -> None:
    def confine() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    ledger = tmp_path / "ledger"
    done = subprocess.run(
        [sys.executable, ROOT / "cli.py", "count", "nqueens", "9", "--resume", ledger],
        preexec_fn=confine,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr == f"threefold: --resume {ledger}: cannot be written: File too large\n"
    assert threefold("count", "nqueens", "9", "--quiet", "--resume", str(ledger)).stdout == "352\n"


@pytest.mark.slow
def test_progress_in_a_terminal_shows_the_cubes() -> None:
    output = in_terminal(100, "count", "nqueens", "18", "--jobs", "2", "--timeout", "2")
    assert re.search(r"solutions so far, \d+ of \d+ cubes, \d of 2 s", output)


@pytest.mark.parametrize(("backend", "number"), [("sat", signal.SIGKILL), ("ilp", signal.SIGINT)])
def test_whatever_ends_a_parallel_count_leaves_no_process_and_no_temp_file(
    tmp_path: Path, backend: str, number: signal.Signals
) -> None:
    process = start(tmp_path, "nqueens", "14", "--backend", backend, "--jobs", "2")
    wait_until(lambda: len(list(tmp_path.iterdir())) >= 3)  # a folder of each server
    time.sleep(0.4)
    process.send_signal(number)
    process.communicate(timeout=10)
    assert_nothing_is_left(tmp_path)
