"""Random kills on a small scale; `python -m tests.faults` is the large one. THREEFOLD_KILLS is the number per kind of work."""

import os
import random
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.faults.harness import disturb
from tests.faults.works import WORKS

KILLS = int(os.environ.get("THREEFOLD_KILLS", "4"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", WORKS)
def test_random_kills_leave_nothing_behind_and_lose_repeat_or_change_no_result(kind: str, tmp_path: Path) -> None:
    if "cluster" in kind and find_spec("distributed") is None:
        pytest.skip("distributed is not installed")
    tally = disturb(WORKS[kind], tmp_path, KILLS, random.Random())
    assert tally.faults == [], str(tally)
