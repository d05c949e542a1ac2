"""Van der Waerden's problem: colour the numbers 1 to n with r colours so that no k of them in one colour are equally spaced.

`colour[i]` is the colour of number i. Solutions that differ only by the names of the colours are counted separately.

Example: for r = 2 and k = 3 the numbers 1 to 8 can be coloured (1 2 5 6 against 3 4 7 8), 1 to 9 cannot.
Reference: B. van der Waerden, Beweis einer Baudetschen Vermutung, 1927; OEIS A005346 (W(2, k) = 9, 35, 178 for k = 3, 4, 5) and
A135415 (W(r, 3) = 9, 27, 76 for r = 2, 3, 4).
"""

from threefold.language import Clause, KnownCounts, Parameter, Puzzle, Spec, Symmetry, neighbours_exchanged
from threefold.models.schur import draw, picture


def build(r: int, k: int, n: int) -> Spec:
    spec = Spec("vanderwaerden", r=r, k=k, n=n)
    colours = range(1, r + 1)
    colour = spec.integers("colour", range(1, n + 1), domain=colours, meaning="one colour per number")
    spaced = spec.group(f"no {k} equally spaced numbers in one colour")
    for first in range(1, n + 1):
        for step in range(1, (n - first) // (k - 1) + 1):
            numbers = range(first, first + k * step, step)
            spaced.add(*(Clause(colour[i] != c for i in numbers) for c in colours))
    return spec


def symmetries(r: int, k: int, n: int) -> tuple[Symmetry, ...]:
    mirror = Symmetry("counted from the other end", lambda family, index, c: (family, (n + 1 - int(index[0]),), c))
    return (mirror, *neighbours_exchanged("colours", r))


NUMBERS = {(2, 3): 9, (2, 4): 35, (3, 3): 27, (2, 5): 178}
NONE = {(r, k, n + more): 0 for (r, k), n in NUMBERS.items() for more in range(3)}
# Counted by a separate program (tests/models/test_direct_counts.py), for n = 3 to 8.
COUNTS = {(2, 3, n): count for n, count in enumerate((6, 10, 14, 20, 16, 6), start=3)}

PUZZLE = Puzzle(
    name="vanderwaerden",
    summary="the numbers 1 to n in r colours, no k equally spaced ones in one colour",
    description=__doc__,
    parameters=(
        Parameter("r", "colours", 1, 20),
        Parameter("k", "equally spaced numbers", 2, 20),
        Parameter("n", "numbers", 1, 500),
    ),
    build=build,
    draw=draw,
    picture=picture,
    symmetries=symmetries,
    known=(KnownCounts("a direct count", COUNTS), KnownCounts("from W(r, k) on, OEIS A005346 and A135415", NONE)),
    example=(2, 3, 8),
)
