"""Dominosa: a grid of numbers is covered with the dominoes 0-0, 0-1, … 3-3, each once.

`across[r, c]` says whether a domino covers the cells (r, c) and (r, c+1), `down[r, c]` whether one covers (r, c) and (r+1, c).
"""

from itertools import combinations_with_replacement

from threefold.language import KnownCounts, Puzzle, Solution, Spec

NUMBERS = ["01132", "20313", "12203", "30021"]
ROWS, COLUMNS = range(4), range(5)


def build() -> Spec:
    spec = Spec("dominosa")
    across = spec.booleans("across", ROWS, range(4))
    down = spec.booleans("down", range(3), COLUMNS)
    cells = {across[r, c]: ((r, c), (r, c + 1)) for r, c in across} | {
        down[r, c]: ((r, c), (r + 1, c)) for r, c in down
    }
    for r in ROWS:
        for c in COLUMNS:
            spec.group("each cell once").add(sum(domino for domino in cells if (r, c) in cells[domino]) == 1)
    for pair in combinations_with_replacement("0123", 2):
        here = [domino for domino, two in cells.items() if sorted(NUMBERS[r][c] for r, c in two) == [*pair]]
        spec.group("each domino once").add(sum(here) == 1)
    return spec


def draw(solution: Solution) -> str:
    lines = []
    for r in ROWS:
        sides = ["-" if c < 4 and solution["across", r, c] else " " for c in COLUMNS]
        lines.append("".join(number + side for number, side in zip(NUMBERS[r], sides, strict=True)))
        lines.append("".join("| " if r < 3 and solution["down", r, c] else "  " for c in COLUMNS))
    return "\n".join(line.rstrip() for line in lines[:-1])


PUZZLE = Puzzle(
    name="dominosa",
    summary="a grid of numbers covered with all dominoes, each once",
    description=__doc__,
    parameters=(),
    build=build,
    draw=draw,
    known=(KnownCounts("cell by cell in plain Python", {(): 1}),),
)
