"""Stable marriages: four men and four women, each with an order of preference. No man and woman both prefer each other.

`wife[m]` is the wife of man m and `husband[w]` the husband of woman w, counted from 0. A rank of 0 is the best.
This example has ten solutions, the largest possible number for four.
Reference: OEIS A351413, with this example; D. Knuth, Mariages stables, 1976.
"""

from threefold.language import Inverse, KnownCounts, Puzzle, Solution, Spec, value_at

MEN = [(0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0)]  # whom each prefers, the best first
WOMEN = [(3, 2, 1, 0), (2, 3, 0, 1), (1, 0, 3, 2), (0, 1, 2, 3)]
FOUR = range(4)


def ranks(order: tuple[int, ...]) -> list[int]:
    return [order.index(person) for person in FOUR]


def build() -> Spec:
    spec = Spec("stable_marriage")
    wife = spec.integers("wife", FOUR, domain=FOUR)
    husband = spec.integers("husband", FOUR, domain=FOUR, derived=True)
    spec.group("marriages").add(Inverse(wife, husband))
    for m in FOUR:
        for w in FOUR:
            he_is_content = value_at(ranks(MEN[m]), wife[m]) <= MEN[m].index(w)
            she_is_content = value_at(ranks(WOMEN[w]), husband[w]) <= WOMEN[w].index(m)
            spec.group("no two prefer each other").add(he_is_content | she_is_content)
    return spec


def draw(solution: Solution) -> str:
    return "  ".join(f"{m}+{solution['wife', m]}" for m in FOUR)


PUZZLE = Puzzle(
    name="stable_marriage",
    summary="four men, four women, and no two who prefer each other",
    description=__doc__,
    parameters=(),
    build=build,
    draw=draw,
    known=(KnownCounts("OEIS A351413", {(): 10}),),
)
