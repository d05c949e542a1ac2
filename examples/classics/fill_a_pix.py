"""Fill-a-pix: paint cells of a grid black. A clue says how many of the nine cells around it are black, its own cell included.

`black[r, c]` says whether the cell in row r and column c is black, counted from 1. The grid is a file with one line per row (a
digit is a clue, a point no clue), or one of: heart, loose (many solutions).
"""

from threefold.language import KnownCounts, Puzzle, Solution, Spec, Text
from threefold.language.files import read_instance
from threefold.language.pictures import plain

SHIPPED = {
    "heart": "34..43\n..77..\n3.8.6.\n1...3.",
    "loose": "2...\n..5.\n.4..\n...1",
}


def clues(grid: str) -> tuple[int, int, dict[tuple[int, int], int]]:
    """Height, width, and the clues by row and column."""
    lines = read_instance("fill_a_pix", grid, SHIPPED)
    rows, found = lines.numbered(), {}
    for r, (number, text) in enumerate(rows, start=1):
        if len(text) != len(rows[0][1]):
            lines.fail(number, 1, f"{len(text)} cells: {len(rows[0][1])} expected, as in the first row")
        for c, sign in enumerate(text, start=1):
            if sign != ".":
                found[r, c] = lines.integer((number, c), sign, 0, 9, "clue")
    return len(rows), len(rows[0][1]), found


def build(grid: str) -> Spec:
    height, width, found = clues(grid)
    spec = Spec("fill_a_pix", grid=grid)
    black = spec.booleans("black", range(1, height + 1), range(1, width + 1))
    for (r, c), clue in found.items():
        around = [black[y, x] for y, x in black if abs(y - r) <= 1 and abs(x - c) <= 1]
        spec.group("clues").add(sum(around) == clue)
    return spec


def draw(solution: Solution) -> str:
    height, width, _ = clues(solution.parameters["grid"])
    return plain([["#" * solution["black", r, c] for c in range(1, width + 1)] for r in range(1, height + 1)])


PUZZLE = Puzzle(
    name="fill_a_pix",
    summary="black cells; a clue counts those in the nine cells around it",
    description=__doc__,
    parameters=(Text("grid", "the clues", f"a file, or one of {', '.join(SHIPPED)}"),),
    build=build,
    draw=draw,
    known=(KnownCounts("search by rows in plain Python", {("heart",): 1, ("loose",): 397}),),
    example=("heart",),
)
