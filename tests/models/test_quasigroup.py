"""Quasigroup with holes: completions of a partial latin square, counted by a separate search."""

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest

from tests.lowering import lowered_solutions
from threefold import models
from threefold.language import BadInput, Solution

QUASIGROUP = models.find("quasigroup")


def completions(text: str) -> int:
    """Row by row: every order of the numbers that fits the given numbers and the columns above."""
    given = [line.split() for line in text.strip().split("\n")]
    orders = list(permutations(range(1, len(given) + 1)))

    def search(above: Sequence[tuple[int, ...]]) -> int:
        if len(above) == len(given):
            return 1
        here = given[len(above)]
        fitting = (
            order
            for order in orders
            if all(sign in (".", str(number)) for sign, number in zip(here, order, strict=True))
            and not any(a == b for row in above for a, b in zip(row, order, strict=True))
        )
        return sum(search([*above, order]) for order in fitting)

    return search([])


@pytest.mark.parametrize("backend", ["sat", "cp", "ilp", "backtracking"])
@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1 . .\n. 2 .\n. . .", 1),
        (". . .\n. . .\n. . .", 12),
        ("1 2 3 .\n. . . 4\n. . . .\n. . . .", 0),
        ("1 1\n. .", 0),
        (".", 1),
        ("1 2 3 4\n. . . .\n. . . .\n. . . .", 24),
    ],
)
def test_a_square_has_as_many_completions_as_a_search_finds(
    text: str, count: int, backend: str, tmp_path: Path
) -> None:
    path = tmp_path / "square.txt"
    path.write_text(text)
    assert completions(text) == count
    assert len(lowered_solutions(QUASIGROUP.build(str(path)), backend)) == count


@pytest.mark.parametrize("backend", ["sat", "cp", "ilp"])
@pytest.mark.parametrize("name", ["five", "open5", "ten", "evans4", "evans8"])
def test_the_squares_that_are_shipped_have_the_known_number_of_completions(name: str, backend: str) -> None:
    known = QUASIGROUP.known_count({"square": name})
    assert known is not None
    assert len(lowered_solutions(QUASIGROUP.build(name), backend)) == known[0]


def test_the_square_of_twenty_has_one_completion() -> None:
    assert len(lowered_solutions(QUASIGROUP.build("twenty"), "sat")) == 1


def test_a_completion_is_drawn_as_a_square() -> None:
    spec = QUASIGROUP.build("five")
    [cells] = lowered_solutions(spec, "sat")
    assert QUASIGROUP.draw(Solution(spec, cells)) == "3 1 2 5 4\n1 4 3 2 5\n2 3 5 4 1\n4 5 1 3 2\n5 2 4 1 3"
    assert QUASIGROUP.picture is not None
    assert QUASIGROUP.picture(Solution(spec, cells)).count("<rect") == 25


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1 2\n. 3", ":2:3: '3' is not a hole (.) or a number from 1 to 2"),
        ("1 x\n. .", ":1:3: 'x' is not a hole (.) or"),
        ("1 -1\n. .", ":1:3: '-1' is not a hole (.) or"),
        (f"1 {'9' * 5000}\n. .", ":1:3: '99999999999999999999' is not a hole (.) or"),
        ("1 2\n. . .", ":2:5: 3 cells in row 2: 2 expected, as in the first"),
        ("1 2\n. .\n. .", ":3:1: 3 rows of 2 cells: 2 rows expected"),
        (". " * 61, ":1:1: 61 cells in the first row: at most 60 expected"),
    ],
)
def test_a_bad_square_is_refused_with_line_and_column(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "square.txt"
    path.write_text(text)
    with pytest.raises(BadInput) as caught:
        QUASIGROUP.build(str(path))
    assert str(caught.value).startswith(f"{path}{problem}")


def test_an_unknown_name_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(BadInput, match=r"quasigroup: no file 'fife', and none of five, .*; did you mean 'five'\?"):
        QUASIGROUP.build("fife")
