"""Schur's problem: colour the numbers 1 to n with k colours so that no x + y = z has all three in one colour.

`colour[i]` is the colour of number i; x and y may be the same number. Solutions that differ only by the names of the colours are
counted separately.

Example: for k = 1 already n = 2 has no solution (1 + 1 = 2). For k = 2 the numbers 1 to 4 can be coloured (1 and 4 against 2
and 3), the numbers 1 to 5 cannot.
Reference: OEIS A045652 (1, 4, 13, 44, 160); I. Schur, Über die Kongruenz x^m + y^m ≡ z^m (mod p), 1916.
"""

from threefold.language import Clause, KnownCounts, Parameter, Puzzle, Solution, Spec, neighbours_exchanged
from threefold.language.pictures import grid


def build(k: int, n: int) -> Spec:
    spec = Spec("schur", k=k, n=n)
    colours = range(1, k + 1)
    colour = spec.integers("colour", range(1, n + 1), domain=colours, meaning="one colour per number")
    one_colour = spec.group("no sum in one colour")
    for x in range(1, n + 1):
        for y in range(x, n - x + 1):
            numbers = dict.fromkeys((x, y, x + y))
            one_colour.add(*(Clause(colour[i] != c for i in numbers) for c in colours))
    return spec


def draw(solution: Solution) -> str:
    """The numbers of each colour."""
    colour = solution.spec.families["colour"]
    numbers = {c: [str(i) for i in colour if solution["colour", i] == c] for c in colour[1].domain}
    return "\n".join(f"{c}: {' '.join(of_colour)}".rstrip() for c, of_colour in numbers.items())


def picture(solution: Solution) -> str:
    numbers = list(solution.spec.families["colour"])
    return grid([[str(i) for i in numbers]], colours=[[solution["colour", i] - 1 for i in numbers]])


LAST = {1: 1, 2: 4, 3: 13, 4: 44}  # the largest n that can be coloured with k colours
# Counted by a separate program (tests/models/test_direct_counts.py); k = 3, n = 13 has 3 up to the names of the colours.
COUNTS = {(1, 1): 1, (2, 1): 2, (2, 2): 2, (2, 3): 4, (2, 4): 2, (3, 4): 30, (3, 13): 18}
NONE = {(k, last + more): 0 for k, last in LAST.items() for more in range(1, 4)}

PUZZLE = Puzzle(
    name="schur",
    summary="the numbers 1 to n in k colours, no x + y = z in one colour",
    description=__doc__,
    parameters=(Parameter("k", "colours", 1, 20), Parameter("n", "numbers", 1, 500)),
    build=build,
    draw=draw,
    picture=picture,
    symmetries=lambda k, n: neighbours_exchanged("colours", k),
    known=(KnownCounts("a direct count", COUNTS), KnownCounts("beyond OEIS A045652", NONE)),
    example=(3, 13),
)
