"""Futoshiki: the signs, and counts by trying all latin squares."""

from itertools import permutations, product
from pathlib import Path

import pytest

from tests.lowering import lowered_solutions
from threefold import models
from threefold.language import BadInput, Solution, Spec

FUTOSHIKI = models.find("futoshiki")
SQUARES = {
    n: [
        rows
        for rows in product(permutations(range(1, n + 1)), repeat=n)
        if all(len(set(column)) == n for column in zip(*rows, strict=True))
    ]
    for n in (2, 3)
}


def build(text: str, tmp_path: Path) -> Spec:
    path = tmp_path / "square.txt"
    path.write_text(text)
    return FUTOSHIKI.build(str(path))


def solutions(text: str, tmp_path: Path, backend: str = "sat") -> set[tuple[int, ...]]:
    found = lowered_solutions(build(text, tmp_path), backend)
    assert len(found) == len(set(found))
    return set(found)


@pytest.mark.parametrize(
    ("text", "smaller", "larger"),
    [
        (". < . .\n. . .\n. . .", (0, 0), (0, 1)),
        (". . > .\n. . .\n. . .", (0, 2), (0, 1)),
        (". . .\n  ^\n. . .\n. . .", (0, 1), (1, 1)),
        (". . .\n. . .\n\n    v\n. . .", (2, 2), (1, 2)),
        (".   .   .\n\n.   .   .\n^\n.   .   .", (1, 0), (2, 0)),
    ],
)
def test_a_sign_points_to_the_smaller_number(
    text: str, smaller: tuple[int, int], larger: tuple[int, int], tmp_path: Path
) -> None:
    expected = {sum(s, ()) for s in SQUARES[3] if s[smaller[0]][smaller[1]] < s[larger[0]][larger[1]]}
    assert 0 < len(expected) < 12
    assert solutions(text, tmp_path) == expected


@pytest.mark.parametrize("backend", ["sat", "cp", "ilp", "backtracking"])
@pytest.mark.parametrize("name", ["four", "five", "open4", "circle"])
def test_the_squares_that_are_shipped_have_the_known_number_of_solutions(name: str, backend: str) -> None:
    known = FUTOSHIKI.known_count({"square": name})
    assert known is not None
    assert len(lowered_solutions(FUTOSHIKI.build(name), backend)) == known[0]


@pytest.mark.parametrize("backend", ["sat", "cp"])
def test_the_square_of_seven_has_one_solution(backend: str) -> None:
    assert len(lowered_solutions(FUTOSHIKI.build("seven"), backend)) == 1


@pytest.mark.parametrize(
    ("text", "count"),
    [(". .\n. .", 2), ("1 < .\n. .", 1), ("1 > .\n. .", 0), (". < . < .\n    ^\n. . .\n. . .", 1), ("1 1\n. .", 0)],
)
@pytest.mark.parametrize("backend", ["sat", "cp", "ilp", "backtracking"])
def test_small_squares_are_counted(text: str, count: int, backend: str, tmp_path: Path) -> None:
    assert len(solutions(text, tmp_path, backend)) == count


def test_a_mirrored_square_with_its_signs_turned_has_as_many_solutions(tmp_path: Path) -> None:
    assert (
        len(solutions(". . < 3\n^\n. . .\n. . .", tmp_path))
        == len(solutions("3 > . .\n    ^\n. . .\n. . .", tmp_path))
        > 1
    )


@pytest.mark.parametrize("name", ["four", "five", "seven"])
def test_a_drawing_can_be_read_again_and_has_itself_as_its_only_solution(name: str, tmp_path: Path) -> None:
    spec = FUTOSHIKI.build(name)
    [cells] = lowered_solutions(spec, "sat")
    drawing = FUTOSHIKI.draw(Solution(spec, cells))
    assert solutions(drawing, tmp_path) == {cells}
    assert FUTOSHIKI.picture is not None
    signs = sum(map(drawing.count, "<>^v"))
    assert FUTOSHIKI.picture(Solution(spec, cells)).count("<text") == len(cells) + signs


def test_the_square_of_four_is_drawn_with_its_signs() -> None:
    spec = FUTOSHIKI.build("four")
    [cells] = lowered_solutions(spec, "sat")
    rows = ["1   3 < 4   2", "", "3 > 1 < 2   4", "            v", "2   4   1   3", "", "4 > 2 < 3   1"]
    assert FUTOSHIKI.draw(Solution(spec, cells)) == "\n".join(rows)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1 ? 2\n. .", ":1:3: '?' is not a number from 1 to 9, a blank (.), < or >"),
        ("1 3\n. .", ":1:3: '3' is not a number from 1 to 2"),
        ("< 1 .\n. .", ":1:1: '<' must be between two cells"),
        (". < < .\n. .", ":1:5: '<' must be between two cells"),
        (". . >\n. .", ":1:5: '>' must be between two cells"),
        (". .\n ^\n. .", ":2:2: '^' must be between two rows, exactly below a cell"),
        ("v\n. .\n. .", ":1:1: 'v' must be between two rows, exactly below a cell"),
        (". .\n. .\n  v", ":3:3: a row is missing below these signs"),
        (". .\n. . .", ":2:5: 3 cells in row 2: 2 expected, as in the first"),
        (". .\n. .\n. .", ":3:1: 3 rows of 2 cells: 2 rows expected"),
        (". .\n.\t.", ":2:2: '\\t' is not a number"),
        (". " * 10, ":1:19: 10 cells in row 1: at most 9 expected"),
    ],
)
def test_a_bad_square_is_refused_with_line_and_column(text: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        build(text, tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / 'square.txt'}{problem}")
