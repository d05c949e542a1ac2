"""Matrices of zeros and ones with two ones in each row and each column, counted without regard to the order of the rows.

`one[r, c]` says whether there is a one in row r and column c. The rows are in the order of a dictionary, so that of all
orders of the rows one is counted. For n = 3 there is one: 011 / 101 / 110.
"""

from itertools import pairwise

from threefold.language import KnownCounts, Lexicographic, Parameter, Puzzle, Solution, Spec
from threefold.language.pictures import plain


def build(n: int) -> Spec:
    spec = Spec("incidence", n=n)
    numbers = range(n)
    one = spec.booleans("one", numbers, numbers)
    rows = [[one[r, c] for c in numbers] for r in numbers]
    spec.group("two ones in a row").add(*(sum(row) == 2 for row in rows))
    spec.group("two ones in a column").add(*(sum(column) == 2 for column in zip(*rows, strict=True)))
    spec.group("rows in order").add(*(Lexicographic(row, next) for row, next in pairwise(rows)))
    return spec


def draw(solution: Solution) -> str:
    numbers = range(solution.parameters["n"])
    return plain([[str(solution["one", r, c]) for c in numbers] for r in numbers])


PUZZLE = Puzzle(
    name="incidence",
    summary="matrices with two ones in each row and column, the rows in order",
    description=__doc__,
    parameters=(Parameter("n", "rows and columns", minimum=2, maximum=12),),
    build=build,
    draw=draw,
    known=(KnownCounts("all choices of rows in plain Python", {(3,): 1, (4,): 6, (5,): 22}),),
    example=(5,),
)
