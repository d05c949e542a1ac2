"""Nonogram: fill cells of a board so that the lengths of the filled runs of every row and column, in order, are its clue.

`filled[r, c]` is true if a cell is filled. The clue 2 1 is the word `##.#`; a line spells it with more empty cells before,
between and after. The derived variables `row_progress[r, i]` and `column_progress[c, i]` are the number of signs of its word that
a line has spelt after i cells. The boards are counted.
The clues are a file: the word `rows`, then one line per clue from the top; the word `columns`, then one line per clue from the
left. A clue is a list of numbers separated by spaces or commas, 0 for an empty line; a line that begins with # is a comment. Or
it is a name: heart, duck, rooks (one filled cell in each of 4 rows and columns), rooks7, impossible.

Example: for the rows 2, 1 and the columns 1, 2 there is one, as a proper nonogram has: `##` above `.#`.
Reference: N. Ueda, T. Nagao, NP-completeness results for nonogram via parsimonious reductions, 1996; a line as a word of a
regular language: G. Pesant, A regular language membership constraint for finite sequences of variables, CP 2004.
"""

from collections.abc import Sequence
from itertools import groupby

from threefold.language import KnownCounts, Puzzle, Solution, Spec, Table, Text, Variable, pictures
from threefold.language.files import Lines, read_instance, words
from threefold.language.pictures import CELL, plain

LARGEST = 50  # lines of 50 cells with half of them filled: about 1 million literals
Clue = tuple[int, ...]


def rooks(n: int) -> str:
    return "\n".join(["rows", *["1"] * n, "columns", *["1"] * n])


SHIPPED = {
    "heart": "rows\n1 1\n5\n5\n3\n1\ncolumns\n2\n4\n4\n4\n2",
    "duck": "rows\n3\n5\n2 3\n7\n4 1\n5 1\n8\n8\n6\n1 1\ncolumns\n1\n2\n3 2\n2 6\n10\n9\n9\n4\n3\n4",
    "rooks": rooks(4),
    "rooks7": rooks(7),
    "impossible": "rows\n3\n0\n3\ncolumns\n2\n2\n2",
}


def build(clues: str) -> Spec:
    rows, columns = read(read_instance("nonogram", clues, SHIPPED))
    spec = Spec("nonogram", clues=clues)
    height, width = range(1, len(rows) + 1), range(1, len(columns) + 1)
    filled = spec.booleans("filled", height, width)
    _spell(spec, "row", rows, [[filled[r, c] for c in width] for r in height])
    _spell(spec, "column", columns, [[filled[r, c] for r in height] for c in width])
    return spec


def _spell(spec: Spec, kind: str, clues: Sequence[Clue], lines: Sequence[Sequence[Variable]]) -> None:
    spelt, length = [".".join("#" * run for run in clue) for clue in clues], len(lines[0])

    def within_reach(line: int, step: int) -> Sequence[int]:
        """The rest of the word must fit into the rest of the line. If the word is too long, a value that no move reaches."""
        signs = len(spelt[line - 1])
        return range(max(0, signs - (length - step)), min(step, signs) + 1) or [signs + 1]

    numbers = range(1, len(lines) + 1)
    progress = spec.integers(f"{kind}_progress", numbers, range(length + 1), domain=within_reach, derived=True)
    for line, word, cells in zip(numbers, spelt, lines, strict=True):
        walk = moves(word)
        for step, cell in enumerate(cells):
            before, after = progress[line, step], progress[line, step + 1]
            possible = [move for move in walk if move[0] in before.domain and move[2] in after.domain]
            spec.group(f"a {kind} spells its clue").add(Table([before, cell, after], possible))


def moves(word: str) -> list[tuple[int, int, int]]:
    """Triples: number of signs before, an empty or filled cell (0, 1), number of signs after. A cell may also widen a gap."""
    onward = [(done, int(sign == "#"), done + 1) for done, sign in enumerate(word)]
    gaps = [done for done in range(len(word) + 1) if done in (0, len(word)) or word[done - 1] == "."]
    return onward + [(done, 0, done) for done in gaps]


def read(lines: Lines) -> tuple[list[Clue], list[Clue]]:
    clues: dict[str, list[Clue]] = {}
    for number, text in lines.numbered():
        word = text.strip().lower()
        if word == ("columns" if clues else "rows") and word not in clues:
            current = clues[word] = []
        elif not clues:
            lines.fail(number, 1, f"the word 'rows' expected (got {text.strip()[:20]!r})")
        else:
            current.append(_clue(lines, number, text))
    if not clues.get("rows") or not clues.get("columns"):
        lines.fail(number, 1, "a clue is missing: 'rows' and their clues, then 'columns' and theirs expected")
    for kind, found in clues.items():
        if len(found) > LARGEST:
            lines.fail(number, 1, f"{len(found)} {kind}: at most {LARGEST} expected")
    return clues["rows"], clues["columns"]


def _clue(lines: Lines, line: int, text: str) -> Clue:
    runs = words(line, text, r"[^\s,]+")
    if not 1 <= len(runs) <= LARGEST:
        lines.fail(line, 1, f"a clue has 1 to {LARGEST} numbers, 0 for an empty line (got {len(runs)})")
    least = 0 if len(runs) == 1 else 1
    lengths = (lines.integer(place, word, least, LARGEST, "length of a run") for place, word in runs)
    return tuple(length for length in lengths if length)


def board(solution: Solution) -> list[list[int]]:
    height, width = solution.spec.families["filled"].variables[-1].index
    return [[solution["filled", r, c] for c in range(1, int(width) + 1)] for r in range(1, int(height) + 1)]


def picture(solution: Solution) -> str:
    """With the clues to the left and above: the runs of the solution itself."""
    rows = board(solution)
    across, down = [_runs(row) for row in rows], [_runs(column) for column in zip(*rows, strict=True)]
    left, top = max(map(len, across)), max(map(len, down))
    body = [
        pictures.cell(top + r, left + c) if not filled else _dark(top + r, left + c)
        for r, row in enumerate(rows)
        for c, filled in enumerate(row)
    ]
    body += [_text(top + r, left - i, run) for r, clue in enumerate(across) for i, run in enumerate(clue[::-1], 1)]
    body += [_text(top - i, left + c, run) for c, clue in enumerate(down) for i, run in enumerate(clue[::-1], 1)]
    return pictures.svg((left + len(down)) * CELL, (top + len(across)) * CELL, body)


def _runs(cells: Sequence[int]) -> Clue:
    return tuple(len(list(run)) for filled, run in groupby(cells) if filled) or (0,)


def _dark(row: int, column: int) -> str:
    return f'<rect class="dark" x="{column * CELL}" y="{row * CELL}" width="{CELL}" height="{CELL}"/>'


def _text(row: int, column: int, run: int) -> str:
    return pictures.label((column + 0.5) * CELL, (row + 0.5) * CELL, str(run), 16)


PUZZLE = Puzzle(
    name="nonogram",
    summary="fill cells so that the runs of every row and column are its clue",
    description=__doc__,
    parameters=(Text("clues", "the clues of the rows and columns", f"a file, or one of {', '.join(SHIPPED)}"),),
    build=build,
    draw=lambda solution: plain([["#" if filled else "" for filled in row] for row in board(solution)]),
    picture=picture,
    known=(
        KnownCounts("a proper nonogram has one", {("heart",): 1, ("duck",): 1}),
        KnownCounts("n!", {("rooks",): 24, ("rooks7",): 5040}),
        KnownCounts("the empty row cuts every column", {("impossible",): 0}),
    ),
    example=("duck",),
)
