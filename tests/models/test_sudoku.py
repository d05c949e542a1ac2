"""Sudoku: grids as texts, names and files; counts by a separate search."""

from pathlib import Path

import pytest

from tests.lowering import lowered_solutions
from threefold import models
from threefold.language import BadInput, Solution
from threefold.models.sudoku import SHIPPED

SUDOKU = models.find("sudoku")
OPEN = "12....1221....21"


def completions(text: str) -> int:
    """Of a 4×4 grid, cell by cell, from the rules."""

    def fits(cells: list[int], place: int, number: int) -> bool:
        row, column = divmod(place, 4)
        others = (divmod(other, 4) for other in range(16) if cells[other] == number and other != place)
        return not any(r == row or c == column or (r // 2, c // 2) == (row // 2, column // 2) for r, c in others)

    def search(cells: list[int], place: int) -> int:
        if place == 16:
            return 1
        numbers = [cells[place]] if cells[place] else [1, 2, 3, 4]
        ways = [n for n in numbers if fits(cells, place, n)]
        return sum(search([*cells[:place], n, *cells[place + 1 :]], place + 1) for n in ways)

    return search([int(sign.replace(".", "0")) for sign in text], 0)


@pytest.mark.parametrize("backend", ["sat", "cp", "ilp", "backtracking"])
@pytest.mark.parametrize(
    ("grid", "count"),
    [("." * 16, 288), (SHIPPED["four"], 1), ("1" + "0" * 15, 72), (OPEN, 4), ("11" + "." * 14, 0)],
)
def test_the_grids_of_four_have_as_many_completions_as_the_rules_say(grid: str, count: int, backend: str) -> None:
    assert completions(grid) == count
    assert len(lowered_solutions(SUDOKU.build(grid), backend)) == count


@pytest.mark.parametrize("backend", ["sat", "cp", "ilp"])
@pytest.mark.parametrize("name", ["easy", "royle", "impossible"])
def test_the_grids_of_nine_have_the_published_number_of_solutions(name: str, backend: str) -> None:
    known = SUDOKU.known_count({"grid": name})
    assert known is not None
    assert len(lowered_solutions(SUDOKU.build(name), backend)) == known[0]


@pytest.mark.parametrize("backend", ["sat", "cp"])
@pytest.mark.parametrize("name", ["hardest", "giant"])
def test_the_hardest_and_the_largest_grid_have_one_solution(name: str, backend: str) -> None:
    assert len(lowered_solutions(SUDOKU.build(name), backend)) == 1


def test_numbers_exchanged_and_rows_turned_to_columns_leave_the_count() -> None:
    easy = SHIPPED["easy"]
    exchanged = easy.translate(str.maketrans("19", "91"))
    turned = "".join(easy[9 * row + column] for column in range(9) for row in range(9))
    assert [len(lowered_solutions(SUDOKU.build(grid), "sat")) for grid in (exchanged, turned)] == [1, 1]


def test_letters_may_be_small() -> None:
    said = [
        [str(posted) for posted in SUDOKU.build(grid).posted] for grid in (SHIPPED["giant"], SHIPPED["giant"].lower())
    ]
    assert said[0] == said[1]


def test_a_solution_is_drawn_with_its_boxes() -> None:
    spec = SUDOKU.build("four")
    [cells] = lowered_solutions(spec, "sat")
    solution = Solution(spec, cells)
    assert SUDOKU.draw(solution) == "4 2 | 1 3\n1 3 | 2 4\n----+----\n3 1 | 4 2\n2 4 | 3 1"
    assert SUDOKU.picture is not None
    assert SUDOKU.picture(solution).count("<rect") == 16


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ("1" * 15, "sudoku: grid must be a file, one of four, "),
        ("easi", "(got 4 characters, and no such file); did you mean 'easy'?"),
        (
            "." * 9 + "x" + "." * 6,
            "sudoku: no such file, so read as 16 cells:1:10: 'x' is not a number (1 to 9, A to G) or a blank",
        ),
        ("..5" + "." * 13, "sudoku: no such file, so read as 16 cells:1:3: '5' is larger than 4, the largest in 4×4"),
    ],
)
def test_what_is_no_grid_is_refused(grid: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        SUDOKU.build(grid)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("12..\n....\n...\n....\n", ":3:3: 3 cells in row 3: 4 expected, as in the first"),
        ("12..\n....\n....\n", ":3:1: 3 rows of 4 cells: 4 rows expected"),
        ("1 2 3\n", ":1:5: 3 cells in the first row: 4, 9 or 16 expected"),
        ("# mine\n12..\n..ß.\n", ":3:3: 'ß' is not a number"),
        ("---+---\n", ":1:1: no cells"),
        ("# nothing else\n", ":1:1: nothing but empty lines and comments"),
        ((SHIPPED["easy"] + "\n") * 2, ":1:81: 81 cells in the first row: 4, 9 or 16 expected"),
    ],
)
def test_a_bad_file_is_refused_with_line_and_column(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "grid.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        SUDOKU.build(str(path))
    assert str(caught.value).startswith(f"{path}{problem}")
