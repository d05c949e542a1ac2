"""Random constraints after model RB: n variables with d values, and m pairs of them with the same number of forbidden
pairs of values.

`x[i]` is the variable i. `percent` of the pairs of values are forbidden. (K. Xu, W. Li, Exact phase transitions in
random constraint satisfaction problems, JAIR 2000.)
"""

from itertools import product
from random import Random

from threefold.language import Parameter, Puzzle, Spec, Table


def build(n: int, d: int, m: int, percent: int, seed: int) -> Spec:
    spec, random = Spec("model_rb", n=n, d=d, m=m, percent=percent, seed=seed), Random(seed)
    x = spec.integers("x", range(n), domain=range(d))
    pairs = list(product(range(d), repeat=2))
    for _ in range(m):
        i, j = random.sample(range(n), 2)
        allowed = random.sample(pairs, len(pairs) - len(pairs) * percent // 100)
        spec.group("pairs").add(Table([x[i], x[j]], allowed))
    return spec


PUZZLE = Puzzle(
    name="model_rb",
    summary="random tables of two variables",
    description=__doc__,
    parameters=(
        Parameter("n", "variables", 2, 100),
        Parameter("d", "values", 1, 50),
        Parameter("m", "tables", 0, 1000),
        Parameter("percent", "of the pairs are forbidden", 0, 100),
        Parameter("seed", "of the tables", 0, 1000),
    ),
    build=build,
    example=(24, 9, 165, 25, 1),
)
