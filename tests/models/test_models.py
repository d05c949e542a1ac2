"""Every puzzle: its worked example, its published counts, its drawing, its parameters."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from threefold import models
from threefold.checker import brute_force
from threefold.language import BadInput, Puzzle, Solution

PUZZLES = [models.find(name) for name in models.names()]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_a_puzzle_is_named_like_its_file_and_can_be_built(puzzle: Puzzle) -> None:
    assert models.find(puzzle.name) is puzzle
    names = [parameter.name for parameter in puzzle.parameters]
    spec = puzzle.build(**dict(zip(names, puzzle.example, strict=True)))
    assert spec.name == puzzle.name
    assert list(spec.parameters) == names
    assert puzzle.summary
    assert puzzle.description


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_an_assignment_that_violates_the_spec_can_be_drawn_too(puzzle: Puzzle) -> None:
    """A witness may be one."""
    spec, random = puzzle.build(**puzzle.parse([])), Random(1)
    picks: list[Callable[[Sequence[int]], int]] = [min, max, *[random.choice] * 10]
    for pick in picks:
        solution = Solution(spec, [pick(x.domain) for x in spec.variables])
        assert puzzle.draw(solution)
        assert puzzle.picture is None or puzzle.picture(solution).startswith("<svg")


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("nqueens", (n,)) for n in range(1, 7)]
    + [("cards", (n, 1)) for n in range(1, 6)]
    + [("cards", (n, 2)) for n in (1, 2, 3)],
)
def test_brute_force_finds_the_published_count(name: str, parameters: tuple[int, ...]) -> None:
    puzzle = models.find(name)
    known = puzzle.known_count(dict(zip([p.name for p in puzzle.parameters], parameters, strict=True)))
    assert known is not None
    assert len(brute_force.solutions(puzzle.build(*parameters))) == known[0]


def test_a_sum_of_words_is_known_however_it_is_typed() -> None:
    puzzle = models.find("cryptarithm")
    for typed in ("send+more=money", "Send + More = Money"):
        assert puzzle.known_count(puzzle.parse([typed])) == (1, "all assignments tried")


def test_the_queens_of_the_docstring_are_the_two_solutions() -> None:
    assert brute_force.solutions(models.find("nqueens").build(4)) == [(2, 4, 1, 3), (3, 1, 4, 2)]


def test_a_board_is_drawn_with_a_row_a_line() -> None:
    puzzle = models.find("nqueens")
    assert puzzle.draw(Solution(puzzle.build(4), (2, 4, 1, 3))) == ". Q . .\n. . . Q\nQ . . .\n. . Q ."


def test_cards_are_drawn_in_a_row() -> None:
    puzzle = models.find("cards")
    positions = (2, 4, 5, 8, 3, 7, 1, 6)  # 4 1 3 1 2 4 3 2, by card and copy
    spec = puzzle.build(4, 2)
    assert spec.violated(positions) is None
    assert puzzle.draw(Solution(spec, positions)) == "4 1 3 1 2 4 3 2"


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["0"], "nqueens: n must be at least 1 (got 0)"),
        (["-1"], "nqueens: n must be at least 1 (got -1)"),
        (["8.5"], "nqueens: n must be an integer (got '8.5')"),
        (["eight"], "nqueens: n must be an integer (got 'eight')"),
        (["1000000000"], "nqueens: n must be at most 10000 (got 1000000000)"),
        (["8", "2"], "nqueens: '2' is one parameter too many; expected: nqueens n"),
    ],
)
def test_a_wrong_parameter_is_refused_by_name(texts: list[str], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        models.find("nqueens").parse(texts)
    assert str(caught.value) == message


def test_nothing_typed_is_the_default_instance() -> None:
    assert models.find("nqueens").parse([]) == {"n": 8}
    assert models.find("zebra").parse([]) == {"missing": 0}


def test_an_unknown_puzzle_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(
        BadInput, match=r"no puzzle 'nquens'; did you mean 'nqueens'\? \(threefold list shows all puzzles\)"
    ):
        models.find("nquens")
