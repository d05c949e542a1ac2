"""NAME: place n rooks on an n×n board so that none attacks another.

Say here what the puzzle is and what its variables mean; `compare ./NAME.py --help` prints this text.
`rook[r]` is the column of row r's rook. For n = 3 there are six solutions.
"""

# What a puzzle may say is in `language`: AllDifferent, Clause, AtMost, AtLeast, Exactly, Table, Element, Circuit, Implies,
# and comparisons of sums like x + 2*y <= z. It never says how it is solved.
from threefold.language import AllDifferent, KnownCounts, Parameter, Puzzle, Solution, Spec
from threefold.language.pictures import grid


def build(n: int) -> Spec:
    """The puzzle itself: variables with their domains, then constraints in named groups."""
    spec = Spec("NAME", n=n)
    rook = spec.integers("rook", range(1, n + 1), domain=range(1, n + 1), meaning="one rook per row")
    spec.group("one rook per column").add(AllDifferent(rook))
    # A group's name is what the checker names when a solution breaks it. Another group might say, for a start:
    # spec.group("no rook on the main diagonal").add(*(rook[r] != r for r in rook))
    return spec


def board(solution: Solution) -> list[list[str]]:
    cells = range(1, solution.parameters["n"] + 1)
    return [["R" if solution["rook", row] == column else "" for column in cells] for row in cells]


def draw(solution: Solution) -> str:
    """One solution for the terminal."""
    return "\n".join(" ".join(cell or "." for cell in row) for row in board(solution))


def picture(solution: Solution) -> str:
    """One solution as SVG: `threefold solve ./NAME.py 4 --svg NAME.svg`. May be left out."""
    return grid(board(solution), chequered=True)


PUZZLE = Puzzle(
    name="NAME",
    summary="n rooks on an n×n board, none attacking another",
    description=__doc__,
    parameters=(Parameter("n", "rows, columns and rooks", minimum=1, maximum=100),),
    build=build,
    draw=draw,
    picture=picture,
    # Numbers that you know from elsewhere are votes: a backend that counts something else is wrong. May be left out.
    known=(KnownCounts("n!", {(1,): 1, (2,): 2, (3,): 6, (4,): 24, (5,): 120}),),
    example=(4,),
)
