"""Nonograms: all boards of 3×3 cells and their clues; the same lines by a regular expression."""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from tests.lowering import lowered_solutions
from threefold import models
from threefold.checker import brute_force
from threefold.language import BadInput, Solution, Spec
from threefold.models.nonogram import SHIPPED

NONOGRAM = models.find("nonogram")
Board = tuple[int, ...]


def clue(cells: Sequence[int]) -> str:
    """The definition, in the words of regular expressions."""
    return " ".join(str(len(run)) for run in re.findall("1+", "".join(map(str, cells)))) or "0"


def clues(board: Board, width: int) -> str:
    rows = [board[start : start + width] for start in range(0, len(board), width)]
    return "\n".join(["rows", *map(clue, rows), "columns", *map(clue, zip(*rows, strict=True))])


def build(text: str, tmp_path: Path) -> Spec:
    path = tmp_path / "clues.txt"
    path.write_text(text)
    return NONOGRAM.build(str(path))


def boards_by_clues(height: int, width: int) -> dict[str, set[Board]]:
    found = defaultdict(set)
    for board in product((0, 1), repeat=height * width):
        found[clues(board, width)].add(board)
    return found


@pytest.mark.parametrize(
    ("height", "width"), [(1, 1), (2, 2), (1, 5), (2, 3), pytest.param(3, 3, marks=pytest.mark.slow)]
)
def test_every_board_is_found_from_its_clues_and_no_other_one(height: int, width: int, tmp_path: Path) -> None:
    for text, boards in boards_by_clues(height, width).items():
        found = lowered_solutions(build(text, tmp_path), "sat")
        assert len(found) == len(boards)
        assert set(found) == boards


@pytest.mark.parametrize("backend", ["cp", "ilp", "backtracking"])
def test_boards_that_share_their_clues_are_found_by_every_backend(backend: str, tmp_path: Path) -> None:
    shared = {text: boards for text, boards in boards_by_clues(3, 3).items() if len(boards) > 1}
    assert max(map(len, shared.values())) == 6  # the places of three rooks
    for text, boards in list(shared.items())[::3]:
        assert set(lowered_solutions(build(text, tmp_path), backend)) == boards


def test_how_far_a_line_has_come_follows_from_its_cells(tmp_path: Path) -> None:
    spec = build("rows\n1 1\ncolumns\n1\n0\n1\n0", tmp_path)
    assert len(brute_force.solutions(spec)) == len(brute_force.projected(spec)) == 1


@pytest.mark.parametrize("backend", ["sat", "cp", "ilp", "backtracking"])
@pytest.mark.parametrize("name", ["heart", "rooks", "impossible"])
def test_the_clues_that_are_shipped_have_the_known_number_of_boards(name: str, backend: str) -> None:
    known = NONOGRAM.known_count({"clues": name})
    assert known is not None
    assert len(lowered_solutions(NONOGRAM.build(name), backend)) == known[0]


@pytest.mark.parametrize("backend", ["sat", "cp", "ilp"])
def test_the_duck_is_the_only_board_of_its_clues(backend: str) -> None:
    [duck] = lowered_solutions(NONOGRAM.build("duck"), backend)
    assert clues(duck, 10) == SHIPPED["duck"]


@pytest.mark.parametrize("backend", ["sat", "cp", "ilp", "backtracking"])
@pytest.mark.parametrize("text", ["rows\n2 1\ncolumns\n1\n1\n1", "rows\n3\ncolumns\n1\n1", "rows\n1\ncolumns\n0"])
def test_clues_that_contradict_each_other_or_do_not_fit_have_no_board(text: str, backend: str, tmp_path: Path) -> None:
    assert lowered_solutions(build(text, tmp_path), backend) == []


def test_a_mirrored_nonogram_has_the_mirrored_boards(tmp_path: Path) -> None:
    rows, columns = ["1", "2", "1 1"], ["2", "1", "1", "1"]
    found = lowered_solutions(build("\n".join(["rows", *rows, "columns", *columns]), tmp_path), "sat")
    upside_down = lowered_solutions(build("\n".join(["rows", *rows[::-1], "columns", *columns]), tmp_path), "sat")
    assert len(found) > 1
    assert {board[8:] + board[4:8] + board[:4] for board in upside_down} == set(found)


def test_clues_may_have_commas_and_capitals(tmp_path: Path) -> None:
    said = [str(p) for p in build("Rows\n1, 1\n0\nCOLUMNS\n1\n0\n1", tmp_path).posted]
    assert said == [str(p) for p in build("rows\n1 1\n0\ncolumns\n1\n0\n1", tmp_path).posted]


def test_a_board_is_drawn_and_pictured_with_its_clues() -> None:
    spec = NONOGRAM.build("heart")
    [cells] = lowered_solutions(spec, "sat")
    solution = Solution(spec, cells)  # the cells come first: what is derived is not drawn
    assert NONOGRAM.draw(solution) == ". # . # .\n# # # # #\n# # # # #\n. # # # .\n. . # . ."
    assert NONOGRAM.picture is not None
    drawn = NONOGRAM.picture(solution)
    assert (drawn.count('class="dark"'), drawn.count("<text")) == (16, 6 + 5)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1 1\n", ":1:1: the word 'rows' expected (got '1 1')"),
        ("columns\n1\n", ":1:1: the word 'rows' expected (got 'columns')"),
        ("rows\n1 x\ncolumns\n1", ":2:3: 'x' is not a length of a run from 1 to 50"),
        ("rows\n1 0\ncolumns\n1", ":2:3: '0' is not a length of a run from 1 to 50"),
        ("rows\n-1\ncolumns\n1", ":2:1: '-1' is not a length of a run from 0 to 50"),
        ("rows\n51\ncolumns\n1", ":2:1: '51' is not a length of a run from 0 to 50"),
        ("rows\n,\ncolumns\n1", ":2:1: a clue has 1 to 50 numbers, 0 for an empty line (got 0)"),
        (f"rows\n{'1 ' * 51}\ncolumns\n1", ":2:1: a clue has 1 to 50 numbers, 0 for an empty line (got 51)"),
        ("rows\n1\nrows\n1", ":3:1: 'rows' is not a length of a run"),
        ("rows\n1\n", ":2:1: a clue is missing"),
        ("rows\n1\ncolumns\n", ":3:1: a clue is missing"),
        ("rows\ncolumns\n1\n", ":3:1: a clue is missing"),
        ("rows\n" + "1\n" * 51 + "columns\n1", ":54:1: 51 rows: at most 50 expected"),
    ],
)
def test_bad_clues_are_refused_with_line_and_column(text: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        build(text, tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / 'clues.txt'}{problem}")
