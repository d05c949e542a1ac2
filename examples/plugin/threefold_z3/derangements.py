"""derangements: permutations of 1..n that leave no number in its place. `at[i]` is the number in place i."""

from threefold.language import AllDifferent, KnownCounts, Parameter, Puzzle, Spec


def build(n: int) -> Spec:
    spec = Spec("derangements", n=n)
    at = spec.integers("at", range(1, n + 1), domain=range(1, n + 1))
    spec.group("a permutation").add(AllDifferent(at))
    spec.group("none in its place").add(*(at[i] != i for i in at))
    return spec


PUZZLE = Puzzle(
    name="derangements",
    summary="permutations of 1..n that leave no number in its place",
    description=__doc__,
    parameters=(Parameter("n", "numbers", minimum=1, maximum=100),),
    build=build,
    draw=lambda solution: " ".join(map(str, solution.assignment)),
    known=(KnownCounts("OEIS A000166", {(1,): 0, (2,): 1, (3,): 2, (4,): 9, (5,): 44, (6,): 265}),),
    example=(5,),
)
