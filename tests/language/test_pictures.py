"""Pictures of boards: which cells are shaded."""

import pytest

from threefold.errors import SpecError
from threefold.language.pictures import grid

BOARD = [["a", "b", "c"], ["d", "e", "f"]]


def test_rows_and_columns_of_shaded_cells_count_from_1() -> None:
    first, *others = (part for part in grid(BOARD, shaded=[(1, 1), (2, 3)]).split("<rect ")[1:])
    assert 'class="cell shade"' in first
    assert [("cell shade" in part) for part in others] == [False, False, False, False, True]


@pytest.mark.parametrize("place", [(0, 0), (2, 4), (3, 1), (1,), (1, "b")])
def test_a_shaded_cell_outside_of_the_board_is_an_error(place: tuple[int | str, ...]) -> None:
    with pytest.raises(SpecError) as caught:
        grid(BOARD, shaded=[(1, 1), place])
    assert str(caught.value) == f"grid: shaded has {place}: the board has rows 1 to 2 and columns 1 to 3"


def test_a_row_that_is_shorter_has_no_cell_to_shade() -> None:
    with pytest.raises(SpecError, match=r"shaded has \(2, 2\)"):
        grid([["a", "b"], ["c"]], shaded=[(2, 2)])
