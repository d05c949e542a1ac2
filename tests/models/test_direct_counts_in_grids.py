"""The numbers of solutions of sudokus and of the zebra, counted by plain programs that share nothing with the specs."""

from itertools import permutations

import pytest

import models
from models.sudoku import SHIPPED

Cell = tuple[int, int]


def sudoku(name: str) -> int:
    """The empty cell with the fewest candidates is filled in every way."""
    given = {divmod(place, 9): int(sign) for place, sign in enumerate(SHIPPED[name]) if sign != "."}
    cells = [divmod(place, 9) for place in range(81)]

    def area(cell: Cell) -> tuple[Cell, Cell, Cell]:
        return (cell[0], 9), (9, cell[1]), (9 + cell[0] // 3, 9 + cell[1] // 3)

    free = {place: set(range(1, 10)) for cell in cells for place in area(cell)}
    for cell, number in given.items():
        for place in area(cell):
            if number not in free[place]:
                return 0
            free[place].discard(number)

    def fill(empty: frozenset[Cell]) -> int:
        if not empty:
            return 1
        best, candidates = min(
            ((cell, set.intersection(*(free[place] for place in area(cell)))) for cell in empty),
            key=lambda found: len(found[1]),
        )
        total = 0
        for number in candidates:
            for place in area(best):
                free[place].discard(number)
            total += fill(empty - {best})
            for place in area(best):
                free[place].add(number)
        return total

    return fill(frozenset(cells) - frozenset(given))


def zebra(missing: int) -> int:
    """Kind after kind in all orders; the clues are numbered as in the magazine, from 2."""
    last = 15 - missing
    orders, total = list(permutations(range(1, 6))), 0

    def beside(one: int, other: int) -> bool:
        return abs(one - other) == 1

    def holds(number: int, clue: bool) -> bool:
        return number > last or clue

    for red, green, ivory, yellow, blue in orders:
        for english, spanish, ukrainian, norwegian, japanese in orders if holds(6, green == ivory + 1) else ():
            if not (holds(2, english == red) and holds(10, norwegian == 1) and holds(15, beside(norwegian, blue))):
                continue
            for old_gold, kools, chesterfield, lucky_strike, parliament in orders:
                if not (holds(8, kools == yellow) and holds(14, japanese == parliament)):
                    continue
                pets = sum(
                    holds(3, spanish == dog)
                    and holds(7, old_gold == snails)
                    and holds(11, beside(chesterfield, fox))
                    and holds(12, beside(kools, horse))
                    for dog, snails, fox, horse, _ in orders
                )
                drinks = sum(
                    holds(4, coffee == green)
                    and holds(5, ukrainian == tea)
                    and holds(9, milk == 3)
                    and holds(13, lucky_strike == juice)
                    for coffee, tea, milk, juice, _ in orders
                )
                total += pets * drinks
    return total


@pytest.mark.parametrize("name", ["easy", "hardest", "impossible", "open9"])
def test_a_plain_program_counts_the_known_sudokus(name: str) -> None:
    known = models.find("sudoku").known_count({"grid": name})
    assert known
    assert sudoku(name) == known[0]


@pytest.mark.parametrize("missing", range(6))
def test_a_plain_program_counts_the_zebras(missing: int) -> None:
    known = models.find("zebra").known_count({"missing": missing})
    assert known
    assert zebra(missing) == known[0]
