"""A photo: six people stand in a row. Each wish names two people who want to stand side by side; at least k wishes come true.

`place[person]` is the place of a person in the row, counted from 0, and `person_at[i]` the number of the person at place i.
A row and its mirror image are counted separately.
"""

from threefold.language import Inverse, KnownCounts, Parameter, Puzzle, Solution, Spec

PEOPLE = ("Ann", "Bob", "Cem", "Dora", "Emil", "Fay")
WISHES = [
    ("Ann", "Dora"),
    ("Bob", "Emil"),
    ("Cem", "Ann"),
    ("Dora", "Fay"),
    ("Emil", "Ann"),
    ("Fay", "Bob"),
    ("Bob", "Ann"),
]


def build(k: int) -> Spec:
    spec = Spec("photo", k=k)
    place = spec.integers("place", PEOPLE, domain=range(6))
    person_at = spec.integers("person_at", range(6), domain=range(6), derived=True)
    spec.group("one person at each place").add(Inverse(place, person_at))
    spec.group("wishes").add(sum(abs(place[a] - place[b]) == 1 for a, b in WISHES) >= k)
    return spec


def draw(solution: Solution) -> str:
    return " ".join(PEOPLE[solution["person_at", i]] for i in range(6))


PUZZLE = Puzzle(
    name="photo",
    summary="six people in a row, at least k wishes to stand side by side come true",
    description=__doc__,
    parameters=(Parameter("k", "wishes", minimum=0, maximum=len(WISHES)),),
    build=build,
    draw=draw,
    known=(KnownCounts("all orders of the people, in plain Python", {(4,): 72, (5,): 4, (6,): 0}),),
    example=(4,),
)
