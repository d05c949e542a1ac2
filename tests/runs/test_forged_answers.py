"""A puzzle file that writes into the answers of its runs costs its own rows, and never the command."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import threefold as tf
from tests.guard.forging import FORGING

PUZZLE = """
from threefold import Puzzle, Spec

def build():
    spec = Spec("mine")
    x = spec.boolean("x")
    send({data})
    return spec

PUZZLE = Puzzle("mine", "forges", (), build, str)
"""
RECORD = 'frame(b"r", b\'{"@":"Record","count":"92"}\')'
REPORT = 'frame(b"p", b\'{"@":"Found"}\')'
UNREADABLE = "its answer cannot be read: "


def file(folder: Path, data: str) -> str:
    path = folder / "mine.py"
    path.write_text(FORGING + PUZZLE.replace("{data}", data))
    return str(path)


@pytest.mark.parametrize("data", ['b"abc"', RECORD, REPORT, 'frame(b"r", b"", 1 << 63)'])
@pytest.mark.parametrize("jobs", [1, 2])
def test_each_of_its_rows_is_an_error(data: str, jobs: int, tmp_path: Path) -> None:
    result = tf.compare(file(tmp_path, data), backends="sat,backtracking", jobs=jobs)
    assert (result.verdict, result.exit_code) == ("error", 4)
    for row in ("sat", "backtracking"):
        assert result[row].status == "error"
        assert str(result[row].reason).startswith(UNREADABLE)


@pytest.mark.parametrize("ask", [tf.solutions, tf.prove, tf.explain, tf.sheet, tf.deadends])
@pytest.mark.parametrize("data", [RECORD, REPORT])
def test_other_questions_end_with_the_reason(ask: Callable[[str], object], data: str, tmp_path: Path) -> None:
    with pytest.raises(tf.ThreefoldError, match=UNREADABLE):
        repr(list(answer) if isinstance(answer := ask(file(tmp_path, data)), Iterator) else answer)
