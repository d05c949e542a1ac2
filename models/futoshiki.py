"""Futoshiki: fill an n×n square with 1 to n, each once in every row and column, so that every sign between neighbours is true.

`cell[r, c]` is the number in row r and column c. What is counted is the ways to fill the square: a proper futoshiki has one.
The square, n up to 9, is a file: a row a line, numbers or `.` for blanks, `<` or `>` between two of them; between the rows, if
need be, a line with `^` (the upper cell is the smaller) or `v` (the lower is) just under the cell that is meant. Other spaces
are free, a line that begins with # is a comment. Or it is a name: four, five, seven, signs7 (one solution each, the last with two
givens only), open4, open5, circle (none).

    . < . < .
        ^         has one solution: 1 2 3 / 2 3 1 / 3 1 2
    .   .   .
    .   .   .

Reference: K. Haraguchi, The number of inequality signs in the design of Futoshiki puzzle, Journal of Information Processing 21
(2013).
"""

from dataclasses import dataclass, field
from math import isqrt

from threefold.language import AllDifferent, KnownCounts, Puzzle, Solution, Spec, Text, pictures
from threefold.language.files import Lines, read_instance
from threefold.language.givens import given_indices
from threefold.language.pictures import CELL

NUMBERS = "123456789"
Place = tuple[int, int]

SHIPPED = {
    "four": """
.   . < .   .

. > . < .   .
            v
.   .   .   .

. > . < .   .
""",
    "five": """
.   .   .   . > .
^       ^
.   .   .   1   .

.   . > .   .   .
^
.   .   4 < .   2
        v
.   .   .   .   .
""",
    "seven": """
3   5   . > . > .   .   .

.   .   .   .   .   .   5
            ^   ^   v
.   .   .   . < .   .   6
        v
.   .   .   1   .   .   .
^
.   .   .   .   . < .   7
^
.   .   2   .   .   .   .
            v
5   4   .   .   1   .   .
""",
    "signs7": """
.   .   4 < .   .   . < .

7   .   .   .   .   .   .
    ^   ^
.   .   .   . > . > . < .
                        ^
.   .   .   . > .   .   .
^
. > . > . > .   . < .   .
                        ^
.   .   .   . < .   4   .
v           v
.   . < . < .   .   . > .
""",
    "open4": """
. < . . .
. . . .
. . . .
. . . .
""",
    "open5": """
. < . < . < .   .

.   .   .   .   .

.   .   .   .   .

.   .   .   .   .

.   .   .   .   .
""",
    "circle": """
. < . . .
v   ^
. > . . .
. . . .
. . . .
""",
}


def build(square: str) -> Spec:
    said = read(read_instance("futoshiki", square, SHIPPED))
    spec = Spec("futoshiki", square=square)
    cells = range(1, said.size + 1)
    cell = spec.integers("cell", cells, cells, domain=cells, meaning="one number per cell")
    spec.group("every number once in a row").add(*(AllDifferent(cell[r, c] for c in cells) for r in cells))
    spec.group("every number once in a column").add(*(AllDifferent(cell[r, c] for r in cells) for c in cells))
    spec.group("signs").add(*(cell[smaller] < cell[larger] for smaller, larger in said.less))
    for place, number in said.given.items():
        spec.group("given").add(cell[place] == number)
    return spec


@dataclass
class Square:
    """What a text says, as far as it is read."""

    lines: Lines
    columns: list[dict[int, int]] = field(default_factory=list)  # of a row: where in the line a cell stands -> column
    given: dict[Place, int] = field(default_factory=dict)
    less: list[tuple[Place, Place]] = field(default_factory=list)  # the smaller one first

    @property
    def size(self) -> int:
        return len(self.columns[0])

    def row(self, line: int, text: str) -> None:
        columns, sign = dict[int, int](), ""
        self.columns.append(columns)
        for at, mark in enumerate(text, 1):
            if mark in "<>":
                if sign or not columns:
                    self.lines.fail(line, at, f"{mark!r} must stand between two cells")
                sign = mark
            elif mark == "." or mark in NUMBERS:
                columns[at] = len(columns) + 1
                place = (len(self.columns), len(columns))
                self._compare((place[0], place[1] - 1), sign, place)
                if mark != ".":
                    self.given[place] = int(mark)
                sign = ""
            elif mark != " ":
                self.lines.fail(line, at, f"{mark!r} is no number from 1 to 9, no blank (.) and no < or >")
        self._fits(line, text, sign)

    def signs(self, line: int, text: str) -> None:
        """Below the row that was read last."""
        row = len(self.columns)
        for at, mark in enumerate(text, 1):
            if mark != " ":
                if not row or at not in self.columns[-1]:
                    self.lines.fail(line, at, f"{mark!r} must stand between two rows, just under a cell")
                column = self.columns[-1][at]
                self._compare((row, column), mark, (row + 1, column))

    def _compare(self, one: Place, sign: str, other: Place) -> None:
        if sign:
            self.less.append((one, other) if sign in "<^" else (other, one))

    def _fits(self, line: int, text: str, sign: str) -> None:
        cells = len(self.columns[-1])
        if sign:
            self.lines.fail(line, text.rindex(sign) + 1, f"{sign!r} must stand between two cells")
        if cells != self.size or cells > len(NUMBERS):
            wanted = f"{self.size} expected, as in the first" if cells != self.size else "at most 9 expected"
            self.lines.fail(line, len(text.rstrip()), f"{cells} cells in row {len(self.columns)}: {wanted}")
        for at in self.columns[-1]:
            if text[at - 1] != "." and int(text[at - 1]) > self.size:
                self.lines.fail(line, at, f"{text[at - 1]!r} is no number from 1 to {self.size}")


def read(lines: Lines) -> Square:
    square, said = Square(lines), lines.numbered()
    for line, text in said:
        if set(text) <= set(" ^v"):
            square.signs(line, text)
        else:
            square.row(line, text)
    if set(text) <= set(" ^v"):
        lines.fail(line, text.index(text.strip()[0]) + 1, "a row is missing below these signs")
    if len(square.columns) != square.size:
        lines.fail(line, 1, f"{len(square.columns)} rows of {square.size} cells: {square.size} rows expected")
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
    """As a file has it, so that a drawing can be read again."""
    cells, signs = range(1, isqrt(len(solution.spec.families["cell"])) + 1), _signs(solution)
    drawn = []
    for r in cells:
        beside = [f"{solution['cell', r, c]} {signs.get(((r, c), (r, c + 1)), ' ')} " for c in cells]
        below = [f"{signs.get(((r, c), (r + 1, c)), ' ')}   " for c in cells]
        drawn += ["".join(beside).rstrip(), "".join(below).rstrip()]
    return "\n".join(drawn[:-1])


def picture(solution: Solution) -> str:
    """Cells with a gap of a cell between them, where the signs stand."""
    cells = range(1, isqrt(len(solution.spec.families["cell"])) + 1)
    given = given_indices(solution.spec)
    body = [
        pictures.cell(2 * (r - 1), 2 * (c - 1), str(solution["cell", r, c]), shade=(r, c) in given)
        for r in cells
        for c in cells
    ]
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
