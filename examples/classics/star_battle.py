"""Star battle: one star in each row, each column and each region. Stars do not touch, not even at a corner.

`star[r, c]` says whether there is a star in row r and column c, counted from 0. Cells with the same letter are a region.
"""

from itertools import product

from threefold.language import KnownCounts, Puzzle, Solution, Spec
from threefold.language.pictures import plain

REGIONS = ["aabbbb", "acccbd", "aceebd", "aeefdd", "affffd", "ffffff"]
SIZE = range(6)


def build() -> Spec:
    spec = Spec("star_battle")
    star = spec.booleans("star", SIZE, SIZE)
    for i in SIZE:
        spec.group("one star in a row").add(sum(star[i, c] for c in SIZE) == 1)
        spec.group("one star in a column").add(sum(star[r, i] for r in SIZE) == 1)
    for letter in "abcdef":
        region = [star[r, c] for r, c in star if REGIONS[r][c] == letter]
        spec.group("one star in a region").add(sum(region) == 1)
    for r, c in product(range(5), repeat=2):
        square = [star[place] for place in product((r, r + 1), (c, c + 1))]
        spec.group("stars do not touch").add(sum(square) <= 1)
    return spec


def draw(solution: Solution) -> str:
    return plain([["*" if solution["star", r, c] else "" for c in SIZE] for r in SIZE])


PUZZLE = Puzzle(
    name="star_battle",
    summary="one star in each row, column and region, no two that touch",
    description=__doc__,
    parameters=(),
    build=build,
    draw=draw,
    known=(KnownCounts("all permutations in plain Python", {(): 5}),),
)
