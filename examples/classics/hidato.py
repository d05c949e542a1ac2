"""Hidato: the numbers 1 to 16 on a 4×4 board, so that each number touches the next one, at a side or at a corner.

`place[k]` is the cell of the number k; cells are counted from 0, row by row. So `place[k] // 4` is a row and `place[k] % 4` a
column. Some numbers are given.
"""

from threefold.language import AllDifferent, KnownCounts, Puzzle, Solution, Spec
from threefold.language.pictures import plain

GIVEN = {1: 5, 4: 3, 9: 8, 16: 12}  # the number: its cell


def build() -> Spec:
    spec = Spec("hidato")
    place = spec.integers("place", range(1, 17), domain=range(16))
    spec.group("one number in a cell").add(AllDifferent(place))
    for k in range(1, 16):
        rows, columns = place[k] // 4 - place[k + 1] // 4, place[k] % 4 - place[k + 1] % 4
        spec.group("neighbours").add(abs(rows) <= 1, abs(columns) <= 1)
    spec.group("given").add(*(place[k] == cell for k, cell in GIVEN.items()))
    return spec


def draw(solution: Solution) -> str:
    number = {solution["place", k]: str(k) for k in range(1, 17)}
    return plain([[number[4 * r + c] for c in range(4)] for r in range(4)])


PUZZLE = Puzzle(
    name="hidato",
    summary="the numbers 1 to 16, each beside the next one",
    description=__doc__,
    parameters=(),
    build=build,
    draw=draw,
    known=(KnownCounts("depth-first search in plain Python", {(): 18}),),
)
