"""NAME: place n rooks on an n×n board so that none attacks another.

Describe the puzzle and its variables here; `compare ./NAME.py --help` prints this text.
`rook[r]` is the column of the rook in row r.

Example: for n = 3 there are six solutions. What stands from here on is left out of `threefold sheet --blanks`.
"""

# `threefold.language` has AllDifferent, Clause, AtMost, AtLeast, Exactly, Table, Element, Circuit, Implies, and comparisons of
# sums like x + 2*y <= z. A puzzle describes its solutions, not how they are found.
from threefold.language import AllDifferent, KnownCounts, Parameter, Puzzle, Solution, Spec
from threefold.language.pictures import grid, plain


def build(n: int) -> Spec:
    """The specification: variables with their domains, then constraints in named groups."""
    spec = Spec("NAME", n=n)
    rook = spec.integers("rook", range(1, n + 1), domain=range(1, n + 1), meaning="one rook per row")
    spec.group("one rook per column").add(AllDifferent(rook))
    # The checker names the group that an assignment violates. Another group could be:
    # spec.group("no rook on the main diagonal").add(*(rook[r] != r for r in rook))
    return spec


def board(solution: Solution) -> list[list[str]]:
    cells = range(1, solution.parameters["n"] + 1)
    return [["R" if solution["rook", row] == column else "" for column in cells] for row in cells]


def draw(solution: Solution) -> str:
    """One solution for the terminal."""
    return plain(board(solution))


def picture(solution: Solution) -> str:
    """One solution as SVG: `threefold solve ./NAME.py 4 --svg NAME.svg`. Optional."""
    return grid(board(solution), chequered=True)


PUZZLE = Puzzle(
    name="NAME",
    summary="n rooks on an n×n board, none attacking another",
    description=__doc__,
    parameters=(Parameter("n", "rows, columns and rooks", minimum=1, maximum=100),),
    build=build,
    draw=draw,
    picture=picture,
    # Published counts: a backend that counts something else is wrong. Optional.
    known=(KnownCounts("n!", {(1,): 1, (2,): 2, (3,): 6, (4,): 24, (5,): 120}),),
    example=(4,),
)
