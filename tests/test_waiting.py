"""A test that waits for ever does not stop the others."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = """
import time
import pytest

def test_that_waits():
    time.sleep(600)

@pytest.mark.slow
def test_that_takes_its_time():
    time.sleep(6)

@pytest.mark.parametrize("number", range(9))
def test_that_passes(number):
    pass
"""


def outcome(folder: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    """Of the tests above with the settings of this project, but four seconds for a test."""
    (folder / "test_some.py").write_text(TESTS)
    settings = ["-c", str(ROOT / "pyproject.toml"), "-p", "tests.conftest", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *settings, "-o", "faulthandler_timeout=4", *options]
    return subprocess.run([*command, str(folder)], cwd=ROOT, capture_output=True, text=True, timeout=100)


def test_a_test_that_waits_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    ended = outcome(tmp_path, "-n", "2")
    assert ended.returncode == 1
    assert "FAILED" in ended.stdout
    assert "crashed while running" in ended.stdout
    assert "test_that_waits" in ended.stdout
    assert "1 failed, 9 passed" in ended.stdout


def test_a_test_that_waits_ends_a_run_in_one_process_and_is_named(tmp_path: Path) -> None:
    ended = outcome(tmp_path, "-n", "0")
    assert ended.returncode == 1
    assert 'test_some.py", line 6 in test_that_waits' in ended.stderr


@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_slow_test_has_more_time(processes: str, tmp_path: Path) -> None:
    ended = outcome(tmp_path, "-n", processes, "-m", "slow")
    assert ended.returncode == 0
    assert "1 passed" in ended.stdout
