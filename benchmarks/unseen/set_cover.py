"""Set cover: k of m sets together have all elements 1 to n.

`chosen[s]` says whether set s is chosen. A set has each element with probability 1/4, drawn with the seed.
"""

from random import Random

from threefold.language import Clause, Exactly, Parameter, Puzzle, Spec


def build(n: int, m: int, k: int, seed: int) -> Spec:
    spec, random = Spec("set_cover", n=n, m=m, k=k, seed=seed), Random(seed)
    sets = [{element for element in range(n) if random.random() < 0.25} for _ in range(m)]
    chosen = spec.booleans("chosen", range(m))
    for element in range(n):
        spec.group("all elements").add(Clause([chosen[s] for s in range(m) if element in sets[s]]))
    spec.group("so many sets").add(Exactly(k, chosen))
    return spec


PUZZLE = Puzzle(
    name="set_cover",
    summary="k sets that have all elements",
    description=__doc__,
    parameters=(
        Parameter("n", "elements", 1, 200),
        Parameter("m", "sets", 1, 200),
        Parameter("k", "sets that are chosen", 0, 200),
        Parameter("seed", "of the sets", 0, 1000),
    ),
    build=build,
    example=(40, 40, 6, 1),
)
