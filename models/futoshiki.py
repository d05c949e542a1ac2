"""Futoshiki: fill an n×n square with 1 to n, each once in every row and column, so that every sign between neighbours is true.

`cell[r, c]` is the number in row r and column c. The ways to fill the square are counted.
The square, n up to 9, is a file: one line per row with numbers or `.` for blanks, and `<` or `>` between two of them. A line
between two rows may have `^` (the upper cell is smaller) or `v` (the lower cell is smaller) exactly below the upper cell. Other
spaces are free, a line that begins with # is a comment. Or it is a name: four, five, seven, signs7 (with
only two givens), open4, open5, circle.

Example: a proper futoshiki has one solution, as four, five, seven and signs7 do; circle has none.

    . < . < .
        ^         has one solution: 1 2 3 / 2 3 1 / 3 1 2
    .   .   .
    .   .   .

Reference: K. Haraguchi, The number of inequality signs in the design of Futoshiki puzzle, Journal of Information Processing 21
(2013).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isqrt

from threefold.language import KnownCounts, Puzzle, Solution, Spec, Text, pictures
from threefold.language.files import Lines, Place, read_instance, shipped, words
from threefold.language.givens import given_indices
from threefold.language.pictures import CELL
from threefold.models.latin import latin_square

NUMBERS = "123456789"

SHIPPED = shipped(__file__)


def build(square: str) -> Spec:
    read_square = read(read_instance("futoshiki", square, SHIPPED))
    spec = Spec("futoshiki", square=square)
    cell = latin_square(spec, len(read_square.rows))
    spec.group("signs").add(*(cell[smaller] < cell[larger] for smaller, larger in read_square.less))
    for place, number in read_square.given.items():
        spec.group("given").add(cell[place] == number)
    return spec


@dataclass
class Square:
    """The content of a text, as far as it has been read."""

    lines: Lines
    rows: list[list[Place]] = field(default_factory=list)  # line and column of each cell
    given: dict[Place, int] = field(default_factory=dict)
    less: list[tuple[Place, Place]] = field(default_factory=list)  # the smaller one first

    def row(self, marks: Sequence[tuple[Place, str]]) -> None:
        self.rows.append([place for place, mark in marks if mark not in "<>"])
        r, c = len(self.rows), 0
        for i, (place, mark) in enumerate(marks):
            if mark in "<>":
                if c == 0 or marks[i - 1][1] in "<>" or i + 1 == len(marks):
                    self.lines.fail(*place, f"{mark!r} must be between two cells")
                self._compare((r, c), mark, (r, c + 1))
            elif mark == "." or mark in NUMBERS:
                c += 1
                if mark != ".":
                    self.given[r, c] = int(mark)
            else:
                self.lines.fail(*place, f"{mark!r} is not a number from 1 to 9, a blank (.), < or >")
        if c > len(NUMBERS):
            self.lines.fail(*self.rows[-1][-1], f"{c} cells in row {r}: at most 9 expected")

    def signs(self, marks: Sequence[tuple[Place, str]]) -> None:
        """Below the row that was read last."""
        columns = [column for _, column in self.rows[-1]] if self.rows else []
        for (line, column), mark in marks:
            if column not in columns:
                self.lines.fail(line, column, f"{mark!r} must be between two rows, exactly below a cell")
            r, c = len(self.rows), columns.index(column) + 1
            self._compare((r, c), mark, (r + 1, c))

    def _compare(self, one: Place, sign: str, other: Place) -> None:
        self.less.append((one, other) if sign in "<^" else (other, one))


def read(lines: Lines) -> Square:
    square = Square(lines)
    for line, text in lines.numbered():
        marks = words(line, text, "[^ ]")
        between_rows = all(mark in "^v" for _, mark in marks)
        (square.signs if between_rows else square.row)(marks)
    if between_rows:
        lines.fail(*marks[0][0], "a row is missing below these signs")
    size = lines.check_square(square.rows)
    for (r, c), number in square.given.items():
        lines.integer(square.rows[r - 1][c - 1], str(number), 1, size)
    return square


def _signs(solution: Solution) -> dict[tuple[Place, Place], str]:
    """Between neighbours, the left or upper one first."""
    found = {}
    for constraint in solution.spec.groups["signs"].constraints:
        smaller, larger = ((int(x.index[0]), int(x.index[1])) for x in constraint.variables())
        kinds = "<>" if smaller[0] == larger[0] else "^v"
        found[min(smaller, larger), max(smaller, larger)] = kinds[smaller > larger]
    return found


def draw(solution: Solution) -> str:
    """In the format of a file: a drawing can be read again."""
    cells, signs = range(1, isqrt(len(solution.spec.families["cell"])) + 1), _signs(solution)
    drawn = []
    for r in cells:
        beside = [f"{solution['cell', r, c]} {signs.get(((r, c), (r, c + 1)), ' ')} " for c in cells]
        below = [f"{signs.get(((r, c), (r + 1, c)), ' ')}   " for c in cells]
        drawn += ["".join(beside).rstrip(), "".join(below).rstrip()]
    return "\n".join(drawn[:-1])


def picture(solution: Solution) -> str:
    """Cells with a gap between them for the signs."""
    cells = range(1, isqrt(len(solution.spec.families["cell"])) + 1)
    given = given_indices(solution.spec)
    places = solution.spec.families["cell"]
    body = [pictures.cell(2 * r - 2, 2 * c - 2, str(solution["cell", r, c]), shade=(r, c) in given) for r, c in places]
    for ((top, left), (bottom, right)), sign in _signs(solution).items():
        x, y = (left + right - 1.5) * CELL, (top + bottom - 1.5) * CELL
        body.append(pictures.label(x, y, {"^": "<", "v": ">"}.get(sign, sign), 20, turned=sign in "^v"))
    return pictures.svg((2 * len(cells) - 1) * CELL, (2 * len(cells) - 1) * CELL, body)


PUZZLE = Puzzle(
    name="futoshiki",
    summary="every number once in each row and column, and the signs between neighbours true",
    description=__doc__,
    parameters=(Text("square", "the square with its signs", f"a file, or one of {', '.join(SHIPPED)}"),),
    build=build,
    draw=draw,
    picture=picture,
    known=(
        KnownCounts("a proper futoshiki has one", dict.fromkeys([("four",), ("five",), ("seven",), ("signs7",)], 1)),
        KnownCounts("half of the 576 latin squares", {("open4",): 288}),
        KnownCounts("a 24th of the 161,280 latin squares", {("open5",): 6720}),
        KnownCounts("signs in a circle", {("circle",): 0}),
    ),
    example=("five",),
)
