"""Skyscrapers, 4×4: houses of the heights 1 to 4, each once in a row and in a column. A clue says how many houses one sees.

`height[r, c]` is the height of the house in row r and column c, counted from 0. From the side one sees a house if it is higher
than all houses in front of it. A clue of 0 says nothing.
"""

from collections.abc import Sequence

from threefold.language import AllDifferent, KnownCounts, Puzzle, Solution, Spec, Sum, Variable, maximum, total
from threefold.language.pictures import plain

TOP, BOTTOM, LEFT, RIGHT = (3, 2, 0, 0), (0, 0, 3, 0), (0, 2, 0, 0), (2, 0, 0, 0)
SIZE = range(4)


def seen(line: Sequence[Variable]) -> Sum:
    """How many houses of a line one sees from its first house."""
    return total(line[i] > maximum(line[:i]) for i in range(1, len(line))) + 1


def build() -> Spec:
    spec = Spec("skyscrapers")
    height = spec.integers("height", SIZE, SIZE, domain=range(1, 5))
    for i in SIZE:
        row, column = [height[i, c] for c in SIZE], [height[r, i] for r in SIZE]
        spec.group("every height once in a line").add(AllDifferent(row), AllDifferent(column))
        sides = [(LEFT, row), (RIGHT, row[::-1]), (TOP, column), (BOTTOM, column[::-1])]
        spec.group("clues").add(*(seen(line) == clues[i] for clues, line in sides if clues[i]))
    return spec


def draw(solution: Solution) -> str:
    return plain([[str(solution["height", r, c]) for c in SIZE] for r in SIZE])


PUZZLE = Puzzle(
    name="skyscrapers",
    summary="a Latin square of houses; clues say how many one sees from the side",
    description=__doc__,
    parameters=(),
    build=build,
    draw=draw,
    known=(KnownCounts("all Latin squares in plain Python", {(): 20}),),
)
