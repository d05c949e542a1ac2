"""Characters that cannot be written, or that a terminal obeys, in what a student hands in."""

from pathlib import Path

import pytest

from tests.marking.folders import ENCODER, FOUR, LIMITS, RIGHT, folder_of
from threefold.marking.run import Marking


@pytest.mark.parametrize(("line", "verdict"), [("c \\udcff", "both"), ("\\ud800", "unreadable")])
def test_half_of_a_surrogate_pair_in_a_formula_costs_no_other_mark(line: str, verdict: str, tmp_path: Path) -> None:
    code = f"def encode(n):\n    return '{line}\\np cnf 16 1\\n1 0\\n'\n"
    folder_of(tmp_path / "subs", {"anna.cnf": RIGHT, "bob.py": code, "carl.py": ENCODER})
    found = {mark.student: mark.verdict for mark in Marking(FOUR, tmp_path / "subs", LIMITS).marks()}
    assert found == {"anna": "equal", "bob": verdict, "carl": "equal"}
