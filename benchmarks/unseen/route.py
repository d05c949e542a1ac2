"""A vehicle's route: a round trip from place 0 through n places of at most `most` kilometres.

`after[i]` is the place after place i, `way[i]` the kilometres between them. The places are drawn on a map of 30 by
30.
"""

from random import Random

from threefold.language import Circuit, Element, Parameter, Puzzle, Spec, total


def build(n: int, most: int, seed: int) -> Spec:
    spec, random = Spec("route", n=n, most=most, seed=seed), Random(seed)
    place = [(random.randrange(30), random.randrange(30)) for _ in range(n)]
    far = [[abs(a - c) + abs(b - d) for c, d in place] for a, b in place]
    after = spec.integers("after", range(n), domain=lambda i: [j for j in range(n) if j != i])
    way = spec.integers("way", range(n), domain=range(61), derived=True)
    spec.group("a round trip").add(Circuit(after))
    spec.group("kilometres").add(*(Element(after[i], far[i], way[i]) for i in range(n)))
    spec.group("at most").add(total(way) <= most)
    return spec


PUZZLE = Puzzle(
    name="route",
    summary="round trips of at most so many kilometres",
    description=__doc__,
    parameters=(
        Parameter("n", "places", 2, 30),
        Parameter("most", "kilometres", 1, 2000),
        Parameter("seed", "of the map", 0, 1000),
    ),
    build=build,
    example=(11, 140, 1),
)
