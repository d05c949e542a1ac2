"""Sudoku: fill the grid so that every number occurs once in each row, each column and each box. Some numbers are given.

`cell[r, c]` is the number in row r and column c. The completions of the grid are counted.
The grid is 4×4, 9×9 or 16×16; its numbers are written 1 to 9 and A to G, a blank is `.` or `0`. It is a file with one line per
row (spaces and | - + may draw the boxes, a line that begins with # is a comment), or a text of 16, 81 or 256 cells, or a name:
four, empty4, easy, open9, royle (17 givens, the smallest possible number), hardest (by A. Inkala, 2012), giant
(16×16), impossible.

Example: for .2.3 / 1... / .14. / .... there is one, as a proper sudoku has: 4213 / 1324 / 3142 / 2431. open9 has many.
Reference: OEIS A107739 (288 grids of 4×4); G. McGuire, B. Tugemann, G. Civario, There is no 16-clue Sudoku, 2012.
"""

from itertools import chain, product
from math import isqrt

from threefold.errors import did_you_mean
from threefold.language import AllDifferent, BadInput, KnownCounts, Puzzle, Solution, Spec, Text, pictures
from threefold.language.files import Lines, Place, exists, read_instance, words
from threefold.language.givens import given_indices
from threefold.models import latin

NUMBERS = "123456789ABCDEFG"
VALUES = {".": 0, "0": 0} | {sign: n for n, large in enumerate(NUMBERS, 1) for sign in (large, large.lower())}
AREAS = {size * size: size for size in (4, 9, 16)}

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SHIPPED = {
    "four": ".2.31....14.....",
    "empty4": "................",
    "easy": EASY,
    "open9": "." * 19 + EASY[19:],  # without its first seven givens
    "royle": ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "hardest": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "impossible": "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..",
    "giant": "..B8.G....E....DE1F3D6.5.....AC..A.G.3E..576.94...D....9...G...F"
    "...A.1.GE3..9..7D......6482A..F..GC.E5D...B9..2...7.4.2..G..53DE"
    "...4..1..F..7.9..D678.A.G..CE.....3..7.D..A4C.1G12GC...F..97...."
    ".E.D9...A4G.F...87.....41...D..5G.....3..E...78.3C1...6E.78B..G.",
}


def build(grid: str) -> Spec:
    size, given = read(lines_of(grid))
    spec = Spec("sudoku", grid=grid)
    cell, box = latin.latin_square(spec, size), isqrt(size)
    for top, left in product(range(1, size + 1, box), repeat=2):
        places = product(range(top, top + box), range(left, left + box))
        spec.group("every number once in a box").add(AllDifferent(cell[place] for place in places))
    for place, number in given.items():
        spec.group("given").add(cell[place] == number)
    return spec


def lines_of(grid: str) -> Lines:
    if grid in SHIPPED or exists(grid):
        return read_instance("sudoku", grid, SHIPPED)
    if len(grid) in AREAS:
        return Lines(f"sudoku: no such file, so read as {len(grid)} cells", (grid,))
    wanted = f"a file, one of {', '.join(SHIPPED)}, or 16, 81 or 256 cells"
    got = f"{len(grid)} characters, and no such file"
    raise BadInput(f"sudoku: grid must be {wanted} (got {got}){did_you_mean(grid[:80], SHIPPED)}")


def read(lines: Lines) -> tuple[int, dict[Place, int]]:
    """The size, and the given numbers by row and column."""
    rows = [row for row in (words(number, text, "[^ \t|+-]") for number, text in lines.numbered()) if row]
    for place, sign in chain(*rows):
        if sign not in VALUES:
            lines.fail(*place, f"{sign!r} is not a number (1 to 9, A to G) or a blank (. or 0)")
    if not rows:
        lines.fail(1, 1, "no cells")
    if len(rows) == 1 and len(rows[0]) in AREAS:  # all cells in one line
        [signs], size = rows, AREAS[len(rows[0])]
        rows = [signs[start : start + size] for start in range(0, size * size, size)]
    if len(rows[0]) not in AREAS.values():
        lines.fail(*rows[0][-1][0], f"{len(rows[0])} cells in the first row: 4, 9 or 16 expected")
    size = lines.check_square([[place for place, _ in row] for row in rows])
    given = {}
    for r, row in enumerate(rows, 1):
        for c, (place, sign) in enumerate(row, 1):
            if VALUES[sign] > size:
                lines.fail(*place, f"{sign!r} is larger than {NUMBERS[size - 1]}, the largest in {size}×{size}")
            if VALUES[sign]:
                given[r, c] = VALUES[sign]
    return size, given


def board(solution: Solution) -> list[list[str]]:
    return [[NUMBERS[int(number) - 1] if number else "" for number in row] for row in latin.board(solution)]


def draw(solution: Solution) -> str:
    rows = board(solution)
    box = isqrt(len(rows))
    starts = range(0, len(rows), box)
    drawn = [" | ".join(" ".join(row[start : start + box]) for start in starts) for row in rows]
    rule = "-+-".join("-" * (2 * box - 1) for _ in starts)
    return f"\n{rule}\n".join("\n".join(drawn[start : start + box]) for start in starts)


def picture(solution: Solution) -> str:
    rows = board(solution)
    return pictures.grid(rows, boxes=(isqrt(len(rows)), isqrt(len(rows))), shaded=given_indices(solution.spec))


PUZZLE = Puzzle(
    name="sudoku",
    summary="every number once in each row, column and box of a grid with givens",
    description=__doc__,
    parameters=(Text("grid", "the grid", f"a file, 16, 81 or 256 cells, or one of {', '.join(SHIPPED)}"),),
    build=build,
    draw=draw,
    picture=picture,
    known=(
        KnownCounts("OEIS A107739", {("empty4",): 288, (SHIPPED["empty4"],): 288, ("0" * 16,): 288}),
        KnownCounts("a proper sudoku has one", {(name,): 1 for name in ("four", "easy", "royle", "hardest", "giant")}),
        KnownCounts("a direct count", {("impossible",): 0, ("open9",): 2484}),
    ),
    example=("easy",),
)
