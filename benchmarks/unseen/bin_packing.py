"""Bin packing: n items into bins of the same capacity.

`bin[i]` is the bin of item i. Sizes are drawn with the seed, from 20 to 50. A bin has the number of its first item
among bins: the first item of bin b comes before that of bin b + 1, so that bins are not exchanged.
"""

from random import Random

from threefold.language import Clause, Parameter, Puzzle, Spec, total


def build(n: int, bins: int, capacity: int, seed: int) -> Spec:
    spec, random = Spec("bin_packing", n=n, bins=bins, capacity=capacity, seed=seed), Random(seed)
    size = [random.randint(20, 50) for _ in range(n)]
    chosen = spec.integers("bin", range(n), domain=lambda i: range(min(i + 1, bins)))
    for b in range(bins):
        load = [size[i] * (chosen[i] == b) for i in range(b, n)]
        spec.group("capacity").add(total(load) <= capacity)
    for i in range(1, n):
        for b in range(1, min(i, bins - 1) + 1):
            spec.group("bins in order").add(Clause([chosen[i] != b, *(chosen[j] == b - 1 for j in range(b - 1, i))]))
    return spec


PUZZLE = Puzzle(
    name="bin_packing",
    summary="items into bins of the same capacity",
    description=__doc__,
    parameters=(
        Parameter("n", "items", 1, 40),
        Parameter("bins", "bins", 1, 20),
        Parameter("capacity", "of a bin", 1, 1000),
        Parameter("seed", "of the sizes", 0, 1000),
    ),
    build=build,
    example=(13, 5, 100, 1),
)
