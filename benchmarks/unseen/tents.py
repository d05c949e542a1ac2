"""Tents and trees: n×n cells, some with a tree. Each tree has a tent of its own beside it, and no two tents touch.

`tent[r, c]` says where the tents are, and `side[t]` on which side of tree t its tent is: 0 north, 1 east, 2 south, 3
west. The trees are drawn with the seed; rows and columns have no clues.
"""

from itertools import combinations
from random import Random

from threefold.language import Clause, Literal, Parameter, Puzzle, Spec, total

SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))


def build(n: int, trees: int, seed: int) -> Spec:
    spec = Spec("tents", n=n, trees=trees, seed=seed)
    cells = [(r, c) for r in range(n) for c in range(n)]
    drawn = sorted(Random(seed).sample(cells, min(trees, len(cells))))
    free = [cell for cell in cells if cell not in drawn]
    tent = spec.booleans("tent", range(n), range(n))
    side = spec.integers("side", range(len(drawn)), domain=range(4))
    owners: dict[tuple[int, int], list[Literal]] = {cell: [] for cell in free}
    for t, (r, c) in enumerate(drawn):
        spec.group("no tent on a tree").add(~tent[r, c])
        for number, (down, right) in enumerate(SIDES):
            if (r + down, c + right) in owners:
                owners[r + down, c + right].append(side[t] == number)
            else:
                spec.group("tents stand in free cells").add(side[t] != number)
    for r, c in free:
        spec.group("each tent has one tree").add(total(owners[r, c]) == tent[r, c] if owners[r, c] else ~tent[r, c])
    for (r, c), (y, x) in combinations(free, 2):
        if abs(r - y) <= 1 and abs(c - x) <= 1:
            spec.group("tents do not touch").add(Clause([~tent[r, c], ~tent[y, x]]))
    return spec


PUZZLE = Puzzle(
    name="tents",
    summary="a tent beside each tree, no two of them touch",
    description=__doc__,
    parameters=(
        Parameter("n", "rows and columns", 1, 30),
        Parameter("trees", "trees", 1, 200),
        Parameter("seed", "of the trees", 0, 1000),
    ),
    build=build,
    example=(11, 14, 3),
)
