"""Random clauses of three literals over n Booleans, m of them, drawn with the seed.

`b[i]` is the Boolean i. About 4.26·n clauses are as often satisfiable as not. (Mitchell, Selman, Levesque, Hard and
easy distributions of SAT problems, 1992.)
"""

from random import Random

from threefold.language import Clause, Parameter, Puzzle, Spec


def build(n: int, m: int, seed: int) -> Spec:
    spec, random = Spec("random_clauses", n=n, m=m, seed=seed), Random(seed)
    b = spec.booleans("b", range(n))
    for _ in range(m):
        three = [b[i] for i in random.sample(range(n), 3)]
        spec.group("clauses").add(Clause([each == random.randrange(2) for each in three]))
    return spec


PUZZLE = Puzzle(
    name="random_clauses",
    summary="random clauses of three literals",
    description=__doc__,
    parameters=(
        Parameter("n", "Booleans", 3, 500),
        Parameter("m", "clauses", 0, 5000),
        Parameter("seed", "of the clauses", 0, 1000),
    ),
    build=build,
    example=(200, 900, 3),
)
