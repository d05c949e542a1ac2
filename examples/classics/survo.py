"""Survo: the numbers 1 to rows·columns in a grid, each once. The sums of the rows and of the columns are given.

`cell[r, c]` is the number in row r and column c, counted from 1. The instance is a file: one line per row, with its numbers (a
point for an unknown one) and its sum at the end; the last line has the sums of the columns. Or it is one of: small, open.
"""

from threefold.language import AllDifferent, KnownCounts, Puzzle, Solution, Spec, Text, total
from threefold.language.files import read_instance, words
from threefold.language.pictures import plain

SHIPPED = {
    "small": ". 6 . . 30\n8 . . . 18\n. . 3 . 30\n27 16 10 25",
    "open": ". . . 10\n. . . 11\n7 7 7",
}


def build(instance: str) -> Spec:
    lines = read_instance("survo", instance, SHIPPED)
    *rows, last = [words(number, text) for number, text in lines.numbered()]
    height, width = len(rows), len(last)
    spec = Spec("survo", instance=instance, rows=height, columns=width)
    cell = spec.integers("cell", range(1, height + 1), range(1, width + 1), domain=range(1, height * width + 1))
    spec.group("every number once").add(AllDifferent(cell))
    for r, row in enumerate(rows, start=1):
        if len(row) != width + 1:
            lines.fail(*row[-1][0], f"{len(row)} words in row {r}: {width} numbers and a sum expected")
        for c, (place, word) in enumerate(row[:-1], start=1):
            if word != ".":
                spec.group("given").add(cell[r, c] == lines.integer(place, word, 1, height * width))
        result = lines.integer(*row[-1], 0, 10_000, "sum")
        spec.group("sums of the rows").add(total(cell[r, c] for c in range(1, width + 1)) == result)
    for c, (place, word) in enumerate(last, start=1):
        result = lines.integer(place, word, 0, 10_000, "sum")
        spec.group("sums of the columns").add(total(cell[r, c] for r in range(1, height + 1)) == result)
    return spec


def draw(solution: Solution) -> str:
    rows, columns = solution.parameters["rows"], solution.parameters["columns"]
    return plain([[str(solution["cell", r, c]) for c in range(1, columns + 1)] for r in range(1, rows + 1)])


PUZZLE = Puzzle(
    name="survo",
    summary="the numbers 1 to rows·columns with given sums of rows and columns",
    description=__doc__,
    parameters=(Text("instance", "the sums and given numbers", f"a file, or one of {', '.join(SHIPPED)}"),),
    build=build,
    draw=draw,
    known=(KnownCounts("all orders of the numbers, in plain Python", {("small",): 1, ("open",): 6}),),
    example=("small",),
)
