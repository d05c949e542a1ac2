"""Pentominoes: fill a rectangle with pentominoes, each used once, rotated or reflected: all twelve, or some of them.

`lies[piece, i]` is true if the piece lies in position i of all its positions in the rectangle: an exact cover of squares and
pieces. All fillings are counted, also rotated and reflected ones: four times as many as books list.

The board is written 3x20 (rows, columns; 60 squares for all twelve pieces FILNPTUVWXYZ), or 3x5:PUV for these three pieces.

Example: 3x5:PUV has 4 fillings. The rectangle 3×20 has 8, two up to symmetry.
Reference: S. Golomb, Polyominoes: Puzzles, Patterns, Problems, and Packings, 1994.
"""

import re
from functools import cache

from threefold.language import BadInput, Exactly, Index, KnownCounts, Puzzle, Solution, Spec, Symmetry, Text, Variable
from threefold.language.pictures import grid, plain

Squares = tuple[tuple[int, int], ...]
SHAPES = {
    "F": ".XX XX. .X.", "I": "XXXXX", "L": "X. X. X. XX", "N": ".X .X XX X.", "P": "XX XX X.", "T": "XXX .X. .X.",
    "U": "X.X XXX", "V": "X.. X.. XXX", "W": "X.. XX. .XX", "X": ".X. XXX .X.", "Y": ".X XX .X .X", "Z": "XX. .X. .XX",
}  # fmt: skip


def orientations(piece: str) -> list[Squares]:
    rows = SHAPES[piece].split()
    shape = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X"]
    found: dict[Squares, None] = {}
    for _ in range(2):
        for _ in range(4):
            shape = [(c, -r) for r, c in shape]
            top, left = min(r for r, _ in shape), min(c for _, c in shape)
            found[tuple(sorted((r - top, c - left) for r, c in shape))] = None
        shape = [(r, -c) for r, c in shape]
    return list(found)


@cache
def positions(piece: str, r: int, c: int) -> tuple[Squares, ...]:
    return tuple(
        tuple((row + a, column + b) for a, b in shape)
        for shape in orientations(piece)
        for row in range(r - max(a for a, _ in shape))
        for column in range(c - max(b for _, b in shape))
    )


def parse(board: str) -> tuple[int, int, str]:
    """Rows, columns and pieces."""
    found = re.fullmatch(r"([0-9]{1,2})[x×]([0-9]{1,2})(?::([A-Z]+))?", board.strip())
    if not found:
        raise BadInput(f"pentominoes: expected a board like 6x10, or 3x5:PUV for some of the pieces (got {board!r})")
    r, c, pieces = int(found[1]), int(found[2]), found[3] or "".join(SHAPES)
    for piece in pieces:
        if piece not in SHAPES or pieces.count(piece) > 1:
            problem = "twice" if piece in SHAPES else f"unknown; the pieces are {''.join(SHAPES)}"
            raise BadInput(f"pentominoes: piece {piece} is {problem}")
    if r * c != 5 * len(pieces):
        raise BadInput(f"pentominoes: {len(pieces)} pieces fill {5 * len(pieces)} squares, {r}×{c} has {r * c}")
    return r, c, pieces


def build(board: str) -> Spec:
    r, c, pieces = parse(board)
    spec = Spec("pentominoes", board=board)
    places = {(piece, i): place for piece in pieces for i, place in enumerate(positions(piece, r, c))}
    most = 1 + max((i for _, i in places), default=0)
    lies = spec.booleans("lies", pieces, range(most), only=places.keys())
    over: dict[tuple[int, int], list[Variable]] = {(row, column): [] for row in range(r) for column in range(c)}
    for key, place in places.items():
        for square in place:
            over[square].append(lies[key])
    spec.group("every piece once").add(*(Exactly(1, [lies[key] for key in lies if key[0] == p]) for p in pieces))
    spec.group("every square once").add(*(Exactly(1, literals) for literals in over.values()))
    return spec


def rows(solution: Solution) -> list[list[str]]:
    """The piece on each square."""
    r, c, _ = parse(solution.parameters["board"])
    chosen = [key for key in solution.spec.families["lies"] if solution["lies", *key]]
    at = {square: piece for piece, i in chosen for square in positions(piece, r, c)[i]}
    return [[at.get((row, column), "") for column in range(c)] for row in range(r)]


def picture(solution: Solution) -> str:
    drawn, colour = rows(solution), {piece: number for number, piece in enumerate(SHAPES)}
    return grid(drawn, regions=True, colours=[[colour.get(piece) for piece in row] for row in drawn])


def symmetries(board: str) -> tuple[Symmetry, ...]:
    r, c, _ = parse(board)
    numbers = {(piece, place): i for piece in SHAPES for i, place in enumerate(positions(piece, r, c))}

    def moved(name: str, down: bool) -> Symmetry:
        def image(family: str, index: Index, value: int) -> tuple[str, Index, int]:
            piece, i = str(index[0]), int(index[1])
            place = positions(piece, r, c)[i]
            turned = tuple(sorted((r - 1 - a, b) if down else (a, c - 1 - b) for a, b in place))
            return family, (piece, numbers[piece, turned]), value

        return Symmetry(name, image)

    return moved("upside down", True), moved("left and right exchanged", False)


ALL_TWELVE = {"3x20": 8, "4x15": 1472, "5x12": 4040, "6x10": 9356}
SOME = {"3x5:PUV": 4, "5x5:LNPVY": 24, "5x6:ILNPVY": 56, "4x5:LPTY": 4, "2x5:PU": 0}

PUZZLE = Puzzle(
    name="pentominoes",
    summary="pentominoes that fill a rectangle: all twelve, or some",
    description=__doc__,
    parameters=(Text("board", "rows x columns, and which pieces", "3x20, 4x15, 5x12, 6x10, or like 3x5:PUV"),),
    build=build,
    draw=lambda solution: plain(rows(solution)),
    picture=picture,
    symmetries=symmetries,
    known=(
        KnownCounts("four times 2, 368, 1010, 2339 up to symmetry", {(board,): n for board, n in ALL_TWELVE.items()}),
        KnownCounts("all ways tried", {(board,): n for board, n in SOME.items()}),
    ),
    example=("3x5:PUV",),
)
