"""Boxes of 6, 9 and 20: which amounts of 1 to n can be bought?

`amount` is the amount, and `boxes[size]` how many boxes of this size. The boxes are *hidden*: 18 is counted once, although it is
3·6 as well as 2·9. The largest amount that cannot be bought is 43.
"""

from threefold.language import KnownCounts, Parameter, Puzzle, Solution, Spec, total

SIZES = (6, 9, 20)


def build(n: int) -> Spec:
    spec = Spec("boxes", n=n)
    amount = spec.integer("amount", range(1, n + 1))
    boxes = spec.integers("boxes", SIZES, domain=lambda size: range(n // size + 1), hidden=True)
    spec.group("all in full boxes").add(total(size * boxes[size] for size in SIZES) == amount)
    return spec


def draw(solution: Solution) -> str:
    return f"{solution['amount']} = " + " + ".join(f"{solution['boxes', size]}·{size}" for size in SIZES)


PUZZLE = Puzzle(
    name="boxes",
    summary="the amounts of 1 to n that boxes of 6, 9 and 20 can hold",
    description=__doc__,
    parameters=(Parameter("n", "the largest amount", minimum=1, maximum=1000),),
    build=build,
    draw=draw,
    known=(KnownCounts("all numbers of boxes in plain Python", {(20,): 6, (50,): 28}),),
    example=(50,),
)
