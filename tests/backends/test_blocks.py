"""Solutions in blocks: the first alone, none late, none lost and none that is not wanted."""

from collections.abc import Generator
from itertools import chain

import numpy as np
import pytest

from threefold.backends import blocks
from threefold.backends.blocks import BLOCK_SECONDS, MOST_SOLUTIONS, MOST_VALUES, cut, rows_of
from threefold.language import Assignment

Stream = Generator[Assignment, None, None]


def stream(number: int, variables: int = 1) -> Stream:
    yield from ((value,) * variables for value in range(number))


@pytest.mark.parametrize("number", [0, 1, 2, 3, 100, 10_000])
def test_blocks_have_all_solutions_in_their_order(number: int) -> None:
    assert list(chain.from_iterable(cut(stream(number)))) == list(stream(number))


def test_the_first_solution_is_a_block_of_its_own() -> None:
    assert next(cut(stream(100))) == [(0,)]


def test_a_block_has_a_bounded_number_of_values() -> None:
    variables = MOST_VALUES // 8
    assert max(map(len, cut(stream(100, variables)))) == 9
    assert max(map(len, cut(stream(3 * MOST_SOLUTIONS)))) == MOST_SOLUTIONS


def test_a_solution_that_comes_late_ends_its_block(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(blocks, "perf_counter", lambda: clock[0])

    def slow() -> Stream:
        for number in range(100):
            clock[0] += 0.6 * BLOCK_SECONDS
            yield (number,)

    assert max(map(len, cut(slow()))) == 2


def test_no_solution_is_searched_for_that_is_not_wanted() -> None:
    asked: list[int] = []

    def counted() -> Stream:
        for number in range(100):
            asked.append(number)
            yield (number,)

    assert list(chain.from_iterable(cut(counted(), 5))) == [(number,) for number in range(5)]
    assert asked == [0, 1, 2, 3, 4]


def test_a_stream_that_fails_gives_first_what_it_found() -> None:
    def failing() -> Stream:
        yield from stream(6)
        raise ValueError("broken")

    found: list[Assignment] = []
    with pytest.raises(ValueError, match="broken"):
        found.extend(chain.from_iterable(cut(failing())))
    assert found == list(stream(6))


def test_closing_the_blocks_closes_the_stream() -> None:
    closed: list[bool] = []

    def endless() -> Stream:
        try:
            yield from stream(1000)
        finally:
            closed.append(True)

    several = cut(endless())
    next(several)
    several.close()
    assert closed


@pytest.mark.parametrize("rows", [[(0, 255), (3, 4)], [(0, 256), (3, 4)], [(-1, 0)], [(2**53, 0)], [(), ()]])
def test_the_rows_of_an_array_are_assignments(rows: list[tuple[int, ...]]) -> None:
    array = np.array(rows, dtype=np.int64).reshape(len(rows), len(rows[0]))
    assert [tuple(row) for row in rows_of(array)] == rows
    assert {type(value) for row in rows_of(array) for value in row} <= {int}


def test_the_rows_of_an_array_in_another_order_of_memory_are_assignments() -> None:
    columns = np.array([[1, 2, 3], [4, 5, 6]], dtype=np.int64)
    assert [tuple(row) for row in rows_of(columns.T)] == [(1, 4), (2, 5), (3, 6)]
