"""The puzzle file that docs/language.md shows works as the page says."""

import re
from pathlib import Path

import pytest

import threefold as tf

PAGE = Path(__file__).parents[2] / "docs" / "language.md"


@pytest.fixture
def sums(tmp_path: Path) -> str:
    [code] = re.findall(r"```python\n([^`]*PUZZLE = Puzzle\([^`]*)```", PAGE.read_text(encoding="utf-8"))
    path = tmp_path / "sums.py"
    path.write_text(code, encoding="utf-8")
    return str(path)


def test_the_puzzle_of_the_page_has_its_known_counts(sums: str) -> None:
    result = tf.compare(sums, "two", backends="sat,cp", show=1)
    assert result.agree, result.sentence
    assert result.count == 4
    assert result.solution is not None
    assert len(result.solution.draw().split()) == 4
    assert tf.compare(sums, "none", backends="sat,cp").count == 0


def test_the_puzzle_of_the_page_reads_a_file_and_reports_mistakes_with_their_place(sums: str, tmp_path: Path) -> None:
    file = tmp_path / "sums.txt"
    file.write_text("3\n")
    assert tf.count(sums, str(file)).count == 2
    file.write_text("3 x\n")
    with pytest.raises(tf.BadInput, match=r"sums.txt:1:3: 'x' is not a sum from 0 to 99"):
        tf.count(sums, str(file))
    file.write_text("1 " * 10)
    with pytest.raises(tf.BadInput, match=r"sums: at most 9 rows \(got 10\)"):
        tf.count(sums, str(file))
