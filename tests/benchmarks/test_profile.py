"""The profile of one solution: its parts add up to the whole."""

import json
import subprocess
import sys

import pytest

from benchmarks.profile_solution import PARTS, ROOT


@pytest.mark.parametrize("row", ["sat", "cp"])
def test_the_parts_of_a_run_add_up(row: str) -> None:
    command = [sys.executable, "-m", "benchmarks.profile_solution", "--run", row, "nqueens", "7"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    assert answer["count"] == 40
    assert set(answer["parts"]) <= set(PARTS)
    assert sum(answer["parts"].values()) == pytest.approx(answer["total"])
