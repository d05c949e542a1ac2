"""Kakuro: digits 1 to 9 in the white cells. The digits of a run add up to its clue, and no digit occurs twice in a run.

`digit[r, c]` is the digit in row r and column c, counted from 0. A run is a row or a column of white cells without a gap; its
clue is written at its first cell.
"""

from threefold.language import AllDifferent, KnownCounts, Puzzle, Solution, Spec, total
from threefold.language.pictures import plain

WHITE = ["#..#", "....", "....", "#..#"]
ACROSS = {(0, 1): 10, (1, 0): 14, (2, 0): 26, (3, 1): 10}
DOWN = {(1, 0): 12, (0, 1): 16, (0, 2): 24, (1, 3): 8}
CELLS = [(r, c) for r, row in enumerate(WHITE) for c, sign in enumerate(row) if sign == "."]


def run(row: int, column: int, down: int) -> list[tuple[int, int]]:
    """The cells of the run that starts here."""
    cells = []
    while (row, column) in CELLS:
        cells.append((row, column))
        row, column = row + down, column + 1 - down
    return cells


def build() -> Spec:
    spec = Spec("kakuro")
    digit = spec.integers("digit", range(4), range(4), domain=range(1, 10), only=CELLS)
    for clues, down in ((ACROSS, 0), (DOWN, 1)):
        for start, clue in clues.items():
            cells = run(*start, down)
            spec.group("no digit twice in a run").add(AllDifferent(digit[cell] for cell in cells))
            spec.group("the clue is the sum").add(total(digit[cell] for cell in cells) == clue)
    return spec


def draw(solution: Solution) -> str:
    return plain([[str(solution["digit", r, c]) if (r, c) in CELLS else "#" for c in range(4)] for r in range(4)])


PUZZLE = Puzzle(
    name="kakuro",
    summary="digits in runs with given sums, none twice in a run",
    description=__doc__,
    parameters=(),
    build=build,
    draw=draw,
    known=(KnownCounts("backtracking in plain Python", {(): 132}),),
)
