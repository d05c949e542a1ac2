"""Killer sudoku, 4×4: a sudoku without given digits. The digits of a cage differ, and add up to the number of the cage.

`cell[r, c]` is the digit in row r and column c, counted from 0. Cells with the same letter are a cage.
"""

from itertools import product

from threefold.language import AllDifferent, KnownCounts, Puzzle, Solution, Spec, total
from threefold.language.pictures import plain

CAGES = ["aabb", "cdde", "cfge", "ffgg"]
SUMS = {"a": 3, "b": 7, "c": 5, "d": 5, "e": 5, "f": 8, "g": 7}
SIZE = range(4)


def build() -> Spec:
    spec = Spec("killer_sudoku")
    cell = spec.integers("cell", SIZE, SIZE, domain=range(1, 5))
    for i in SIZE:
        spec.group("every digit once in a row").add(AllDifferent(cell[i, c] for c in SIZE))
        spec.group("every digit once in a column").add(AllDifferent(cell[r, i] for r in SIZE))
    for top, left in product((0, 2), repeat=2):
        box = product((top, top + 1), (left, left + 1))
        spec.group("every digit once in a box").add(AllDifferent(cell[place] for place in box))
    for letter, number in SUMS.items():
        cage = [cell[r, c] for r, c in cell if CAGES[r][c] == letter]
        spec.group("no digit twice in a cage").add(AllDifferent(cage))
        spec.group("the sum of a cage").add(total(cage) == number)
    return spec


def draw(solution: Solution) -> str:
    return plain([[str(solution["cell", r, c]) for c in SIZE] for r in SIZE])


PUZZLE = Puzzle(
    name="killer_sudoku",
    summary="a 4×4 sudoku with the sums of cages instead of given digits",
    description=__doc__,
    parameters=(),
    build=build,
    draw=draw,
    known=(KnownCounts("all 4×4 sudokus in plain Python", {(): 1}),),
)
