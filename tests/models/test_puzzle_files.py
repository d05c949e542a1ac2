"""Puzzles from files: all kinds of line ends are accepted, and mistakes are refused with line and column."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.lowering import lowered_solutions
from threefold import models
from threefold.language import BadInput, Spec

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "puzzles"
# Puzzle, its example file, the parameters after it, the number of solutions (by exact cover, search or the chromatic polynomial).
FILES = [
    ("sudoku", "sudoku.txt", (), 1),
    ("quasigroup", "quasigroup.txt", (), 4),
    ("futoshiki", "futoshiki.txt", (), 1),
    ("nonogram", "nonogram.txt", (), 1),
    ("colouring", "prism.col", (3,), 12),
]
for_every_file = pytest.mark.parametrize(("name", "file", "more", "count"), FILES, ids=[name for name, *_ in FILES])


def build(name: str, path: Path, more: tuple[int, ...]) -> Spec:
    return models.find(name).build(str(path), *more)


@for_every_file
@pytest.mark.parametrize("backend", ["sat", "cp", "ilp"])
def test_the_example_files_have_the_numbers_of_solutions_that_they_should(
    name: str, file: str, more: tuple[int, ...], count: int, backend: str
) -> None:
    assert len(lowered_solutions(build(name, EXAMPLES / file, more), backend)) == count


@for_every_file
def test_windows_line_ends_a_byte_order_mark_and_empty_lines_change_nothing(
    name: str, file: str, more: tuple[int, ...], count: int, tmp_path: Path
) -> None:
    text = (EXAMPLES / file).read_text()
    plain, foreign = tmp_path / "plain", tmp_path / "foreign"
    plain.write_text(text)
    foreign.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode() + b"\r\n\r\n")
    said = [[str(posted) for posted in build(name, path, more).posted] for path in (plain, foreign)]
    assert said[0] == said[1]


@for_every_file
@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"", ":1:1: the file is empty"),
        (b" \r\n\r\n", ":1:1: the file is empty"),
        (b"x" * 10_000_000, ":1:1: larger than 1 MiB"),
        (b"lorem ipsum dolor\n" * 2_000, ":1:1: "),
        (b"\x00" * 1000, ":1:1: "),
        (b"\xef\xbb\xbf\xc3\xa9\r\n\xc3\xa9 \xff", ":2:3: not a text in UTF-8"),
        ("１２３\n".encode(), ":1:1: "),  # digits, but none that we write
        (b"0" * 100_000, ":1:1"),
    ],
    ids=["nothing", "blank", "10 MB", "words", "zeros", "not UTF-8", "wide digits", "a long line"],
)
def test_junk_is_refused_with_line_and_column(
    name: str, file: str, more: tuple[int, ...], count: int, content: bytes, place: str, tmp_path: Path
) -> None:
    path = tmp_path / "junk"
    path.write_bytes(content)
    with pytest.raises(BadInput) as caught:
        build(name, path, more)
    assert str(caught.value).startswith(f"{path}{place}")
    assert len(str(caught.value)) < 400


@for_every_file
def test_a_file_that_is_not_there_or_a_folder_is_refused_in_plain_words(
    name: str, file: str, more: tuple[int, ...], count: int, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match=r"no such file|no file"):
        build(name, tmp_path / "nothing.txt", more)
    with pytest.raises(BadInput, match="cannot be read: Is a directory"):
        build(name, tmp_path, more)
    with pytest.raises(BadInput, match=r"no such file|no file"):
        build(name, Path("x" * 5000), more)


def test_a_bad_file_ends_a_command_with_exit_code_2_and_one_line(tmp_path: Path) -> None:
    path = tmp_path / "ragged.txt"
    path.write_text("1 2 .\n. .\n. . .\n")
    command = [sys.executable, str(ROOT / "cli.py"), "compare", "quasigroup", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.strip().endswith(f"{path}:2:3: 2 cells in row 2: 3 expected, as in the first")
    assert "Traceback" not in done.stderr + done.stdout
