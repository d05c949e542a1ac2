"""Magic sequences: n numbers x[0] to x[n-1]; the number i occurs exactly x[i] times among them.

For n = 4 there are two: 1 2 1 0 and 2 0 2 0. From n = 7 on there is one: n-4, 2, 1, zeros, 1, and three zeros.
"""

from threefold.language import GlobalCardinality, KnownCounts, Parameter, Puzzle, Solution, Spec


def build(n: int) -> Spec:
    spec = Spec("magic_sequence", n=n)
    x = spec.integers("x", range(n), domain=range(n))
    spec.group("i occurs x[i] times").add(GlobalCardinality(x, {i: x[i] for i in x}))
    return spec


def draw(solution: Solution) -> str:
    return " ".join(str(solution["x", i]) for i in range(solution.parameters["n"]))


PUZZLE = Puzzle(
    name="magic_sequence",
    summary="n numbers; the number i occurs x[i] times",
    description=__doc__,
    parameters=(Parameter("n", "numbers", minimum=1, maximum=50),),
    build=build,
    draw=draw,
    known=(
        KnownCounts("all sequences with the sum n, in plain Python", {(4,): 2, (5,): 1, (6,): 0, (7,): 1, (8,): 1}),
    ),
    example=(7,),
)
