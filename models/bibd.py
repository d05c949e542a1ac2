"""Balanced incomplete block designs: choose blocks of k out of v points so that every two points are together in λ blocks.

`times[block]` is how often the block is chosen, 0 to λ. A block is named by its points, as 1-2-4. So the blocks have no order,
and designs that differ only by the names of the points are counted separately.

Example: for v = 7, k = 3, λ = 1 there are 30 designs: the Fano plane with its points named in all ways, 7!/168.
Reference: C. Colbourn, J. Dinitz, Handbook of Combinatorial Designs, 2007.
"""

from itertools import combinations
from math import comb

from threefold.language import BadInput, KnownCounts, Parameter, Puzzle, Solution, Spec, total
from threefold.language.pictures import grid

MOST_BLOCKS = 20_000


def build(v: int, k: int, lam: int) -> Spec:
    if k > v:
        raise BadInput(f"bibd: a block of {k} points needs as many points (got v = {v})")
    if comb(v, k) > MOST_BLOCKS:
        raise BadInput(f"bibd: there are {comb(v, k):,} blocks of {k} out of {v} points: too many")
    spec = Spec("bibd", v=v, k=k, lam=lam)
    blocks = {"-".join(map(str, points)): points for points in combinations(range(1, v + 1), k)}
    times = spec.integers("times", blocks, domain=range(lam + 1), meaning="every block at most lambda times")
    together = spec.group("every two points together in lambda blocks")
    for pair in combinations(range(1, v + 1), 2):
        together.add(total(times[name] for name, points in blocks.items() if set(pair) <= set(points)) == lam)
    return spec


def chosen(solution: Solution) -> list[str]:
    return [block for block in solution.spec.families["times"] for _ in range(solution["times", block])]


def picture(solution: Solution) -> str:
    """The incidence matrix: one row per point, one column per block."""
    blocks = [set(map(int, name.split("-"))) for name in chosen(solution)]
    points = range(1, solution.parameters["v"] + 1)
    colours = [[0 if point in block else None for block in blocks] for point in points]
    return grid([[""] * len(blocks) for _ in points], colours=colours)


COUNTS = {(3, 2, 1): 1, (3, 3, 1): 1, (7, 3, 1): 30, (6, 3, 2): 12, (9, 3, 1): 840}
LARGE = {(13, 4, 1): 1108800, (13, 3, 1): 1197504000}

PUZZLE = Puzzle(
    name="bibd",
    summary="blocks of k out of v points, every two points together in lambda of them",
    description=__doc__,
    parameters=(
        Parameter("v", "points", 2, 40),
        Parameter("k", "points of a block", 2, 40),
        Parameter("lam", "lambda: blocks that two points share", 1, 20),
    ),
    build=build,
    draw=lambda solution: " ".join(chosen(solution)) or "no blocks",
    picture=picture,
    known=(
        KnownCounts("v! over the order of the design's group", COUNTS | LARGE),
        KnownCounts("blocks, or blocks per point, would not be an integer", {(v, 3, 1): 0 for v in (6, 8, 5, 4, 10)}),
    ),
    example=(7, 3, 1),
)
