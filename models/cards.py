"""Cards: lay k copies of each of the cards 1..n in a row so that exactly v cards lie between neighbouring copies of v.

`position[v, c]` is the place, 1 to n·k, of copy c of card v. This is Langford's problem, with mirror images counted separately.

Example: for n = 4 and k = 2 there are two solutions: 4 1 3 1 2 4 3 2 and its mirror image 2 3 4 2 1 3 1 4.
Reference: D. Knuth, The Art of Computer Programming 4A, section 7 (Langford pairs); J. E. Miller, Langford's Problem.
"""

from math import factorial

from threefold.language import AllDifferent, KnownCounts, Parameter, Puzzle, Solution, Spec, Symmetry
from threefold.language.pictures import grid, plain


def build(n: int, k: int) -> Spec:
    spec = Spec("cards", n=n, k=k)
    values, copies, places = range(1, n + 1), range(1, k + 1), range(1, n * k + 1)
    position = spec.integers("position", values, copies, domain=places, meaning="one position per card")
    spec.group("one card per position").add(AllDifferent(position))
    distance = spec.group("v cards between copies of v")
    for v in values:
        for c in copies[:-1]:
            distance.add(position[v, c + 1] == position[v, c] + v + 1)
    return spec


def row(solution: Solution) -> list[int]:
    """The cards from left to right; 0 for an empty place."""
    n, k = solution.parameters["n"], solution.parameters["k"]
    card_at = {solution["position", v, c]: v for v in range(1, n + 1) for c in range(1, k + 1)}
    return [card_at.get(place, 0) for place in range(1, n * k + 1)]


def picture(solution: Solution) -> str:
    cards = row(solution)
    return grid([[str(card or "") for card in cards]], colours=[[card - 1 if card else None for card in cards]])


def symmetries(n: int, k: int) -> tuple[Symmetry, ...]:
    """The row read from the other end: the first copy of a card becomes its last."""
    mirror = n * k + 1  # the sum of a place and its mirror image
    return (Symmetry("mirror image", lambda name, index, at: (name, (index[0], k + 1 - int(index[1])), mirror - at)),)


PAIRS = (0, 0, 1, 1, 0, 0, 26, 150, 0, 0, 17792, 108144, 0, 0, 39809640, 326721800)
TRIPLES = (0, 0, 0, 0, 0, 0, 0, 0, 3, 5)

PUZZLE = Puzzle(
    name="cards",
    summary="k copies of the cards 1..n in a row, v cards between neighbouring copies of v",
    description=__doc__,
    parameters=(Parameter("n", "values of the cards", 1, 500), Parameter("k", "copies of each card", 1, 50)),
    build=build,
    draw=lambda solution: plain([[str(card or "") for card in row(solution)]]),
    picture=picture,
    known=(
        KnownCounts("n!", {(n, 1): factorial(n) for n in range(1, 13)}),
        KnownCounts("twice OEIS A014552", {(n, 2): 2 * count for n, count in enumerate(PAIRS, start=1)}),
        KnownCounts("twice OEIS A059107", {(n, 3): 2 * count for n, count in enumerate(TRIPLES, start=1)}),
    ),
    symmetries=symmetries,
    example=(7, 2),
)
