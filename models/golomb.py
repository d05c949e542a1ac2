"""Golomb rulers: m marks on a ruler of length L, the first at 0 and the last at L, so that all distances differ.

`mark[i]` is the place of mark i, counted from the left; `distance[i, j]` is derived. A ruler and its mirror image are counted
separately.

Example: for m = 4 the shortest length is 6, and there are two rulers: 0 1 4 6 and 0 2 5 6.
Reference: OEIS A003022 (1, 3, 6, 11, 17, 25, 34, 44, 55 for 2 to 10 marks); A. Dimitromanolakis, Analysis of the Golomb ruler
and the Sidon set problems, 2002.
"""

from itertools import combinations

from threefold.language import AllDifferent, BadInput, Index, KnownCounts, Parameter, Puzzle, Solution, Spec, Symmetry
from threefold.language.pictures import label, line, svg


def build(m: int, L: int | None = None) -> Spec:  # noqa: N803  (the length's usual name)
    """Without a length: the shortest ruler."""
    if L is not None and m - 1 > L:
        raise BadInput(f"golomb: {m} marks need a length of at least {m - 1} (got {L})")
    spec = Spec("golomb", m=m, **({} if L is None else {"L": L}))
    longest = long_enough(m) if L is None else L
    marks, pairs = range(1, m + 1), list(combinations(range(1, m + 1), 2))
    room = {1: [0], m: range(m - 1, longest + 1) if L is None else [L]}
    room |= {i: range(i - 1, longest - (m - i) + 1) for i in marks[1:-1]}  # for the other marks too
    mark = spec.integers("mark", marks, domain=room.__getitem__, meaning="one place per mark")
    distance = spec.integers("distance", marks, marks, domain=range(longest + 1), derived=True, only=pairs)
    spec.group("from left to right").add(*(mark[i] <= mark[i + 1] - 1 for i in marks[:-1]))
    spec.group("what a distance is").add(*(distance[i, j] == mark[j] - mark[i] for i, j in pairs))
    spec.group("all distances differ").add(AllDifferent(distance))
    if L is None:
        spec.minimize(mark[m])
    return spec


def long_enough(m: int) -> int:
    """The length of the ruler that takes the next place at which all distances still differ (Mian and Chowla, 1944)."""
    marked, distances, place = [0], set[int](), 0
    while len(marked) < m:
        place += 1
        new = {place - each for each in marked}
        if distances.isdisjoint(new):
            marked.append(place)
            distances |= new
    return place


def places(solution: Solution) -> list[int]:
    return [solution["mark", i] for i in range(1, solution.parameters["m"] + 1)]


def draw(solution: Solution) -> str:
    marked = places(solution)
    ruler = "".join("|" if place in marked else "-" for place in range(marked[-1] + 1))
    return f"{ruler}\n{' '.join(map(str, marked))}"


def picture(solution: Solution) -> str:
    marked = places(solution)
    step, margin = max(8, 480 // max(1, marked[-1])), 12
    end = margin + marked[-1] * step
    body = [line(margin, 20, end, 20, 1)]
    for place in marked:
        x = margin + place * step
        body.append(line(x, 8, x, 32))
        body.append(label(x, 44, str(place), 12))
    return svg(end + margin, 52, body)


def symmetries(m: int, L: int) -> tuple[Symmetry, ...]:  # noqa: N803
    def mirror(family: str, index: Index, value: int) -> tuple[str, Index, int]:
        turned = tuple(m + 1 - int(i) for i in reversed(index))
        return family, turned, L - value if family == "mark" else value

    return (Symmetry("mirror image", mirror),)


# For m = 2, 3, …: the least length, and the number of rulers. OEIS A036501 has 1, 1, 2, 4, 5, 1, 1, 1 up to mirror images.
LEAST = (1, 3, 6, 11, 17, 25, 34, 44, 55)
RULERS = (1, 2, 2, 4, 8, 10, 2, 2, 2)
OPTIMAL = {(m, length): count for m, (length, count) in enumerate(zip(LEAST, RULERS, strict=True), start=2)}
TOO_SHORT = {(m, length - 1): 0 for m, length in OPTIMAL if length >= m}

PUZZLE = Puzzle(
    name="golomb",
    summary="m marks on a ruler of length L, all distances different",
    description=__doc__,
    parameters=(Parameter("m", "marks", 2, 30), Parameter("L", "length", 1, 1000, optional=True)),
    build=build,
    draw=draw,
    picture=picture,
    symmetries=symmetries,
    known=(
        KnownCounts("OEIS A036501, mirrored ones too", OPTIMAL),
        KnownCounts("shorter than the optimum, OEIS A003022", TOO_SHORT),
    ),
    optima=(KnownCounts("OEIS A003022", {(m,): length for m, length in enumerate(LEAST, start=2)}),),
    example=(5, 11),
)
