"""Ctrl-C, kill and kill -9 in the middle of a comparison: nothing is left."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.commands.terminal import ROOT, assert_nothing_is_left, processes, wait_until


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("backend", ["sat", "cp", "ilp"])
def test_an_interrupt_leaves_no_process_and_no_temp_file(
    number: signal.Signals, code: int, backend: str, tmp_path: Path
) -> None:
    process = _start_long_count(backend, tmp_path)
    process.send_signal(number)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == code
    assert "Traceback" not in errors
    assert_nothing_is_left(tmp_path)


@pytest.mark.parametrize("backend", ["sat", "cp", "ilp"])
def test_kill_9_leaves_no_process_and_no_temp_file(backend: str, tmp_path: Path) -> None:
    process = _start_long_count(backend, tmp_path)
    process.kill()
    process.communicate(timeout=10)
    assert_nothing_is_left(tmp_path)


def _start_long_count(backend: str, folder: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, ROOT / "cli.py", "compare", "nqueens", "14", "--backends", backend],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(folder), "THREEFOLD_TEST": str(folder)},
    )
    wait_until(lambda: len(processes(folder)) >= 3)  # the command, the guard, the run
    time.sleep(0.4)  # well into the solving
    return process
