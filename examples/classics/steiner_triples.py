"""Steiner triple systems: triples of the numbers 1 to n, so that each pair of numbers is in exactly one of them.

`chosen[a, b, c]` says whether the triple a < b < c is chosen. There are such systems if n modulo 6 is 1 or 3.
For n = 7 there are 30, all of them the Fano plane with other names of its points.
"""

from itertools import combinations

from threefold.language import KnownCounts, Parameter, Puzzle, Solution, Spec


def build(n: int) -> Spec:
    spec = Spec("steiner_triples", n=n)
    numbers = range(1, n + 1)
    chosen = spec.booleans("chosen", numbers, numbers, numbers, only=list(combinations(numbers, 3)))
    for pair in combinations(numbers, 2):
        triples = [chosen[triple] for triple in chosen if {*pair} <= {*triple}]
        spec.group("each pair in one triple").add(sum(triples) == 1)
    return spec


def draw(solution: Solution) -> str:
    triples = combinations(range(1, solution.parameters["n"] + 1), 3)
    return "  ".join(" ".join(map(str, triple)) for triple in triples if solution["chosen", *triple])


PUZZLE = Puzzle(
    name="steiner_triples",
    summary="triples of 1 to n with each pair in exactly one",
    description=__doc__,
    parameters=(Parameter("n", "numbers", minimum=3, maximum=31),),
    build=build,
    draw=draw,
    known=(KnownCounts("exact cover in plain Python", {(3,): 1, (5,): 0, (7,): 30, (9,): 840}),),
    example=(7,),
)
