"""Knight's tours: a knight visits every square of an r×c board once and returns to its first square.

`next[s]` is the square after square s; squares are numbered 0, 1, … row by row. Tours are closed and directed: a tour in the
opposite direction is another tour.

Example: on 4×4 there is none; on 5×6 there are 16 and on 3×10 there are 32: the smallest boards with a tour.
Reference: OEIS A001230 (undirected tours on 2n×2n: 0, 0, 9862, 13267364410532), A175881 (6×n) and A169764 (3×n); B. McKay,
Knight's tours of an 8×8 chessboard, 1997.
"""

from collections.abc import Callable
from itertools import pairwise

from threefold.language import BadInput, Circuit, Index, KnownCounts, Parameter, Puzzle, Solution, Spec, Symmetry
from threefold.language.pictures import CELL, cell, line, plain, svg

JUMPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]


def moves(square: int, r: int, c: int) -> list[int]:
    row, column = divmod(square, c)
    return [(row + a) * c + column + b for a, b in JUMPS if 0 <= row + a < r and 0 <= column + b < c]


def build(r: int, c: int) -> Spec:
    spec = Spec("knights", r=r, c=c)
    squares = range(r * c)
    reached = [moves(square, r, c) for square in squares]
    stuck = [square for square in squares if not reached[square]]
    if stuck:
        raise BadInput(f"knights: on {r}×{c} a knight cannot leave square {stuck[0]}: take a larger board")
    following = spec.integers("next", squares, domain=reached.__getitem__, meaning="a knight's move from every square")
    spec.group("one round trip through all squares").add(Circuit(following))
    return spec


def order(solution: Solution) -> list[int]:
    """The squares in the order of the tour, until one is visited again."""
    tour = [0]
    while (square := solution["next", tour[-1]]) not in tour:
        tour.append(square)
    return tour


def draw(solution: Solution) -> str:
    """When the knight is on each square."""
    r, c = solution.parameters["r"], solution.parameters["c"]
    when = {square: str(step) for step, square in enumerate(order(solution), 1)}
    return plain([[when.get(row * c + column, "") for column in range(c)] for row in range(r)])


def picture(solution: Solution) -> str:
    r, c = solution.parameters["r"], solution.parameters["c"]
    body = [cell(row, column, shade=(row + column) % 2 == 1) for row in range(r) for column in range(c)]
    tour = order(solution)
    places = [(CELL * (square % c + 0.5), CELL * (square // c + 0.5)) for square in [*tour, tour[0]]]
    body += [line(*one, *other, 1.5) for one, other in pairwise(places)]
    for i, (x, y) in enumerate(places[:-1]):
        body.append(f'<circle class="dark" cx="{x:g}" cy="{y:g}" r="{3 + 3 * (i == 0)}"/>')
    return svg(c * CELL, r * CELL, body)


def symmetries(r: int, c: int) -> tuple[Symmetry, ...]:
    """Of the board. (The reversed tour is one too, but its literals would name the square before a square.)"""

    def moved(name: str, place: Callable[[int, int], int]) -> Symmetry:
        def image(family: str, index: Index, value: int) -> tuple[str, Index, int]:
            return family, (place(*divmod(int(index[0]), c)),), place(*divmod(value, c))

        return Symmetry(name, image)

    found = (
        moved("upside down", lambda row, column: (r - 1 - row) * c + column),
        moved("left and right exchanged", lambda row, column: row * c + c - 1 - column),
    )
    return (*found, moved("rows and columns exchanged", lambda row, column: column * c + row)) if r == c else found


PUZZLE = Puzzle(
    name="knights",
    summary="a knight's round trip through all squares of an r×c board",
    description=__doc__,
    parameters=(Parameter("r", "rows", 3, 40), Parameter("c", "columns", 3, 40)),
    build=build,
    draw=draw,
    picture=picture,
    symmetries=symmetries,
    known=(
        KnownCounts("twice OEIS A001230", {(4, 4): 0, (6, 6): 19724}),
        KnownCounts("twice OEIS A175881", {(3, 6): 0, (4, 6): 0, (5, 6): 16, (6, 5): 16}),
        KnownCounts("twice OEIS A169764", {(3, 4): 0, (3, 8): 0, (3, 10): 32, (3, 12): 352}),
        KnownCounts("an odd board has none", {(5, 5): 0, (3, 5): 0, (5, 7): 0}),
        KnownCounts("a direct search", {(4, 5): 0}),
    ),
    example=(5, 6),
)
