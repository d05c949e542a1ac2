"""The numbers of solutions of sudokus, futoshikis and the zebra, counted by plain programs that share no code with the specs."""

from itertools import permutations

import pytest

from threefold import models
from threefold.models import futoshiki as futoshikis
from threefold.models.sudoku import SHIPPED

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


def futoshiki(name: str) -> int:
    """By candidates: a number is removed from its row and column, a sign bounds its cells; then the smallest set is split."""
    lines = futoshikis.SHIPPED[name].strip("\n").split("\n")
    rows = [line for line in lines if "." in line]
    n, above = len(rows), -1
    signs: list[tuple[Cell, Cell]] = []  # the smaller side first
    start: dict[Cell, set[int]] = {}
    for line in lines:
        above += line in rows
        for place, sign in enumerate(line):
            here, right, below = (above, place // 4), (above, place // 4 + 1), (above + 1, place // 4)
            if sign == "." or sign.isdigit():
                start[here] = set(range(1, n + 1)) if sign == "." else {int(sign)}
            elif sign in "<>^v":
                sides = (here, below if sign in "^v" else right)
                signs.append(sides if sign in "<^" else (sides[1], sides[0]))
    assert len(start) == n * n

    def narrow(cells: dict[Cell, set[int]]) -> None:
        before = 0
        while before != (before := sum(map(len, cells.values()))) and all(cells.values()):
            for cell in [cell for cell in cells if len(cells[cell]) == 1]:
                for other in cells:
                    if other != cell and (other[0] == cell[0] or other[1] == cell[1]):
                        cells[other] = cells[other] - cells[cell]
            for low, high in signs:
                cells[low] = {number for number in cells[low] if number < max(cells[high], default=0)}
                cells[high] = {number for number in cells[high] if number > min(cells[low], default=n)}

    def count(cells: dict[Cell, set[int]]) -> int:
        narrow(cells)
        if not all(cells.values()):
            return 0
        best = min(cells, key=lambda cell: (len(cells[cell]) == 1, len(cells[cell])))
        return sum(count({**cells, best: {number}}) for number in cells[best]) if len(cells[best]) > 1 else 1

    return count(start)


def zebra(missing: int) -> int:
    """All orders, one kind after another; the clues are numbered as in the magazine, from 2."""
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


@pytest.mark.slow
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


@pytest.mark.parametrize(
    "name", ["four", "five", "seven", *(pytest.param(name, marks=pytest.mark.slow) for name in ("signs7", "open5"))]
)
def test_a_plain_program_counts_the_known_futoshikis(name: str) -> None:
    known = models.find("futoshiki").known_count({"square": name})
    assert known is not None
    assert futoshiki(name) == known[0]
