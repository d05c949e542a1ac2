"""Pairs: the numbers 1 to 2n in n pairs, all with different sums."""

from threefold.language import AllDifferent, KnownCounts, Parameter, Puzzle, Solution, Spec


def build(n: int) -> Spec:
    spec = Spec("pairs", n=n)
    pairs = range(1, n + 1)
    low = spec.integers("low", pairs, domain=range(1, 2 * n + 1))
    high = spec.integers("high", pairs, domain=range(1, 2 * n + 1))
    total = spec.integers("total", pairs, domain=range(3, 4 * n), derived=True)
    spec.group("every number once").add(AllDifferent([*low.variables, *high.variables]))
    spec.group("the smaller first").add(*(low[i] <= high[i] - 1 for i in pairs))
    spec.group("what a sum is").add(*(total[i] == low[i] + high[i] for i in pairs))
    spec.group("pairs in order of their sums, all different").add(*(total[i] <= total[i + 1] - 1 for i in pairs[:-1]))
    return spec


def draw(solution: Solution) -> str:
    pairs = range(1, solution.parameters["n"] + 1)
    return "  ".join(f"{solution['low', i]}+{solution['high', i]}={solution['total', i]}" for i in pairs)


PUZZLE = Puzzle(
    name="pairs",
    summary="the numbers 1 to 2n in n pairs with different sums",
    description=__doc__,
    parameters=(Parameter("n", "pairs", minimum=1, maximum=50),),
    build=build,
    draw=draw,
    known=(KnownCounts("by hand", {(1,): 1, (2,): 2}),),
    example=(3,),
)
