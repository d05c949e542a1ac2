"""Peaceable armies of queens: k white and k black queens on an n×n board, so that no two of different colours attack
each other.

`white[r, c]` and `black[r, c]` say where they are. (R. Bosch, Peaceably coexisting armies of queens, 1999; CSPLib
110.)
"""

from itertools import product

from threefold.language import Clause, Exactly, Parameter, Puzzle, Spec


def build(n: int, k: int) -> Spec:
    spec = Spec("peaceable_queens", n=n, k=k)
    white = spec.booleans("white", range(n), range(n))
    black = spec.booleans("black", range(n), range(n))
    spec.group("armies").add(Exactly(k, white), Exactly(k, black))
    for (r, c), (y, x) in product(white, repeat=2):
        if r == y or c == x or abs(r - y) == abs(c - x):
            spec.group("peace").add(Clause([~white[r, c], ~black[y, x]]))
    return spec


PUZZLE = Puzzle(
    name="peaceable_queens",
    summary="two armies of queens that do not attack each other",
    description=__doc__,
    parameters=(Parameter("n", "rows and columns", 1, 15), Parameter("k", "queens of each army", 0, 40)),
    build=build,
    example=(7, 8),
)
