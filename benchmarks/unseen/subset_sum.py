"""Subset sum: which of n numbers have half of their sum (rounded down)?

`taken[i]` says whether number i is taken. The numbers are drawn from 1 to `largest`.
"""

from random import Random

from threefold.language import Parameter, Puzzle, Spec, total


def build(n: int, largest: int, seed: int) -> Spec:
    spec, random = Spec("subset_sum", n=n, largest=largest, seed=seed), Random(seed)
    number = [random.randint(1, largest) for _ in range(n)]
    taken = spec.booleans("taken", range(n))
    spec.group("half of the sum").add(total(number[i] * taken[i] for i in range(n)) == sum(number) // 2)
    return spec


PUZZLE = Puzzle(
    name="subset_sum",
    summary="numbers that have half of the sum",
    description=__doc__,
    parameters=(
        Parameter("n", "numbers", 1, 60),
        Parameter("largest", "possible number", 1, 1000),
        Parameter("seed", "of the numbers", 0, 1000),
    ),
    build=build,
    example=(18, 300, 1),
)
