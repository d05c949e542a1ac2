"""Quasigroup with holes: complete a partly filled n×n square so that each of 1 to n occurs once in every row and column.

`cell[r, c]` is the number in row r and column c. The completions of the square are counted.
The square is a file: one line per row, numbers separated by spaces, a hole is `.` (a line that begins with # is a comment);
or a name: five, ten, twenty, open5, evans4 or evans8.

Example: for 1 . . / . 2 . / . . . there is one: 1 3 2 / 3 2 1 / 2 1 3. five, ten and twenty have one completion each. Up to n - 1
numbers, no two the same in a row or column, can always be completed (Smetaniuk, 1981). n numbers can be too many: evansN has 1 to
N - 1 in the first row, and N below its hole; evans4 and evans8 have no completion.
Reference: D. Achlioptas, C. Gomes, H. Kautz, B. Selman, Generating satisfiable problem instances, AAAI 2000; T. Evans, Embedding
incomplete Latin squares, American Mathematical Monthly 67 (1960).
"""

from threefold.language import KnownCounts, Puzzle, Spec, Text
from threefold.language.files import Lines, Place, read_instance, shipped, words
from threefold.language.givens import given_indices
from threefold.language.pictures import grid
from threefold.models import latin

LARGEST = 60


def evans(n: int) -> str:
    rows = [[*map(str, range(1, n)), "."], ["."] * (n - 1) + [str(n)], *(["."] * n for _ in range(n - 2))]
    return "\n".join(" ".join(row) for row in rows)


# Ten and twenty: random squares from which numbers were removed as long as one completion remained.
SHIPPED = shipped(__file__) | {"evans4": evans(4), "evans8": evans(8)}


def build(square: str) -> Spec:
    size, given = read(read_instance("quasigroup", square, SHIPPED))
    spec = Spec("quasigroup", square=square)
    cell = latin.latin_square(spec, size)
    for place, number in given.items():
        spec.group("given").add(cell[place] == number)
    return spec


def read(lines: Lines) -> tuple[int, dict[Place, int]]:
    """The size, and the given numbers by row and column."""
    rows = [words(number, text) for number, text in lines.numbered()]
    size, given = len(rows[0]), {}
    if size > LARGEST:
        lines.fail(rows[0][0][0][0], 1, f"{size} cells in the first row: at most {LARGEST} expected")
    for r, row in enumerate(rows, 1):
        for c, (place, word) in enumerate(row, 1):
            if word != ".":
                what = "hole (.) or a number" if word.isdigit() else "hole (.) or, between spaces, a number"
                given[r, c] = lines.integer(place, word, 1, size, what)
    return lines.check_square([[place for place, _ in row] for row in rows]), given


COUNTS = {("five",): 1, ("open5",): 336, ("ten",): 1, ("twenty",): 1, ("evans4",): 0}

PUZZLE = Puzzle(
    name="quasigroup",
    summary="complete a square with every number once in each row and column",
    description=__doc__,
    parameters=(Text("square", "the square with its holes", f"a file, or one of {', '.join(SHIPPED)}"),),
    build=build,
    draw=latin.PUZZLE.draw,
    picture=lambda solution: grid(latin.board(solution), shaded=given_indices(solution.spec)),
    known=(KnownCounts("exact cover (Knuth's algorithm X)", COUNTS), KnownCounts("Evans, 1960", {("evans8",): 0})),
    example=("five",),
)
