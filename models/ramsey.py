"""Ramsey's problem: colour the edges between n points red or blue so that no s points have all edges red and no t all blue.

`red[i, j]` is true if the edge between points i < j is red. All colourings are counted: the points have names.

Example: for s = t = 3 five points can be coloured in 12 ways (a pentagon red, its diagonals blue), six points cannot be coloured.
Reference: R. Greenwood, A. Gleason, Combinatorial relations and chromatic graphs, 1955; R(3, 3) = 6, R(3, 4) = 9, R(3, 5) = 14,
R(4, 4) = 18.
"""

from itertools import combinations
from math import comb

from threefold.language import BadInput, Clause, Index, KnownCounts, Parameter, Puzzle, Solution, Spec, Symmetry
from threefold.language.pictures import graph, plain

MOST_LITERALS = 2_000_000


def build(s: int, t: int, n: int) -> Spec:
    literals = sum(comb(n, size) * comb(size, 2) for size in (s, t))
    if literals > MOST_LITERALS:
        raise BadInput(f"ramsey: {s} {t} {n} needs {literals:,} literals: too many")
    spec = Spec("ramsey", s=s, t=t, n=n)
    points = range(1, n + 1)
    red = spec.booleans("red", points, points, only=set(combinations(points, 2)))
    spec.group(f"no {s} points all red").add(
        *(Clause(~red[edge] for edge in combinations(some, 2)) for some in combinations(points, s))
    )
    spec.group(f"no {t} points all blue").add(
        *(Clause(red[edge] for edge in combinations(some, 2)) for some in combinations(points, t))
    )
    return spec


def draw(solution: Solution) -> str:
    """The colour of each edge, as a matrix."""
    points = range(1, solution.parameters["n"] + 1)
    return plain([["·" if i == j else "br"[solution["red", min(i, j), max(i, j)]] for j in points] for i in points])


def picture(solution: Solution) -> str:
    points = range(1, solution.parameters["n"] + 1)
    edges = {(i - 1, j - 1): 5 if solution["red", i, j] else 6 for i, j in combinations(points, 2)}
    return graph([str(i) for i in points], edges, [None] * len(points))


def symmetries(s: int, t: int, n: int) -> tuple[Symmetry, ...]:
    """Permutations of the points; and the colours exchanged if s = t."""

    def points_exchanged(i: int) -> Symmetry:
        swap: dict[int | str, int] = {i: i + 1, i + 1: i}

        def image(family: str, index: Index, value: int) -> tuple[str, Index, int]:
            return family, tuple(sorted(int(swap.get(point, point)) for point in index)), value

        return Symmetry(f"points {i} and {i + 1} exchanged", image)

    colours = Symmetry("red and blue exchanged", lambda family, index, value: (family, index, 1 - value))
    return (*map(points_exchanged, range(1, n)), *([colours] if s == t else []))


COUNTS = {
    (3, 3, 2): 2, (3, 3, 3): 6, (3, 3, 4): 18, (3, 3, 5): 12, (3, 3, 6): 0, (3, 3, 7): 0, (3, 4, 8): 17640, (3, 4, 9): 0,
}  # fmt: skip

PUZZLE = Puzzle(
    name="ramsey",
    summary="the edges between n points in red and blue, no s points all red, no t all blue",
    description=__doc__,
    parameters=(
        Parameter("s", "points that are not all red", 2, 10),
        Parameter("t", "points that are not all blue", 2, 10),
        Parameter("n", "points", 1, 24),
    ),
    build=build,
    draw=draw,
    picture=picture,
    symmetries=symmetries,
    known=(KnownCounts("R(3, 3) = 6, R(3, 4) = 9 and a direct count", COUNTS),),
    example=(3, 3, 5),
)
