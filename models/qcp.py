"""Quasigroup completion: random partial latin squares, with and without a completion, over the phase transition.

`cell[r, c]` is the number in row r and column c. Cells are filled in random order with numbers that do not occur in their row or
column, until `holes` percent of the cells are left. Nothing else is looked at: such a square need not have a completion.
Few holes leave squares that mostly have none, many holes squares that mostly have one; near 42 % of holes, for n = 30, about half
of the squares have one, and to decide it takes longest. Each seed gives another square; the same three numbers give the same one
everywhere.

Example: `qcp 5 42 1` has 15 of 25 numbers and one completion, `qcp 4 50 1` has 8 of 16 numbers and none.
Reference: C. Gomes, B. Selman, Problem structure in the presence of perturbations, AAAI 1997.
"""

from itertools import product
from random import Random

from threefold.language import KnownCounts, Parameter, Puzzle, Spec
from threefold.language.files import Place
from threefold.language.givens import given_indices
from threefold.language.pictures import grid
from threefold.models import latin

FEWEST = 20  # percent of holes: with less, the random order finds no place for the last numbers


def build(n: int, holes: int, seed: int) -> Spec:
    spec = Spec("qcp", n=n, holes=holes, seed=seed)
    cell = latin.latin_square(spec, n)
    for place, number in partial_square(n, holes, seed).items():
        spec.group("given").add(cell[place] == number)
    return spec


def partial_square(n: int, holes: int, seed: int) -> dict[Place, int]:
    """The numbers by row and column. Where no number fits any more, a new order is tried."""
    random, numbers = Random(f"qcp {n} {holes} {seed}"), range(1, n + 1)
    choices, wanted = list(product(numbers, repeat=3)), n * n - round(n * n * holes / 100)
    given: dict[Place, int] = {}
    while len(given) < wanted:
        random.shuffle(choices)
        given, in_row, in_column = {}, set[Place](), set[Place]()
        for row, column, number in choices:
            free = (row, column) not in given and (row, number) not in in_row and (column, number) not in in_column
            if free and len(given) < wanted:
                given[row, column] = number
                in_row.add((row, number))
                in_column.add((column, number))
    return given


COUNTS = {(5, 42, 1): 1, (4, 50, 1): 0, (5, 70, 2): 20, (4, 100, 0): 576}

PUZZLE = Puzzle(
    name="qcp",
    summary="complete a random partial latin square, near its phase transition",
    description=__doc__,
    parameters=(
        Parameter("n", "rows, columns and numbers", 1, 60),
        Parameter("holes", "percent of the cells that are empty", FEWEST, 100),
        Parameter("seed", "of the random square", 0, 2**31 - 1),
    ),
    build=build,
    draw=latin.PUZZLE.draw,
    picture=lambda solution: grid(latin.board(solution), shaded=given_indices(solution.spec)),
    known=(KnownCounts("exact cover (Knuth's algorithm X)", COUNTS),),
    example=(5, 42, 1),
)
