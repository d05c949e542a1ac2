"""The zebra puzzle: five houses in a row, each with a colour, an inhabitant, a pet, a drink and a brand. Who has the zebra?

Every thing is a variable, as `pet[zebra]`; its value is the number of its house (1 to 5, from the left).
`missing` is the number of clues to leave out, the last ones first.

Example: with all clues there is one solution: the Japanese has the zebra, and the Norwegian drinks water. Without the last clue
there are 32 solutions.
Reference: Life International, 17 December 1962; the groups of constraints are its clues 2 to 15, in order.
"""

from threefold.language import AllDifferent, Clause, Constraint, KnownCounts, Parameter, Puzzle, Solution, Spec, Table
from threefold.language.pictures import grid
from threefold.language.terms import Variable

KINDS = {
    "colour": ("red", "green", "ivory", "yellow", "blue"),
    "nation": ("Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"),
    "pet": ("dog", "snails", "fox", "horse", "zebra"),
    "drink": ("coffee", "tea", "milk", "juice", "water"),
    "brand": ("OldGold", "Kools", "Chesterfield", "LuckyStrike", "Parliament"),
}
HOUSES, CLUES = range(1, 6), 14
NEIGHBOURS = [(a, b) for a in HOUSES for b in HOUSES if abs(a - b) == 1]


def build(missing: int) -> Spec:
    spec = Spec("zebra", missing=missing)
    house: dict[str, Variable] = {}
    for kind, things in KINDS.items():
        family = spec.integers(kind, things, domain=HOUSES, meaning="one house per thing")
        house |= {thing: family[thing] for thing in things}
        spec.group("one of each kind in every house").add(AllDifferent(family))
    for words, clue in clues(house)[: CLUES - missing]:
        spec.group(words).add(clue)
    return spec


def clues(house: dict[str, Variable]) -> list[tuple[str, Constraint]]:
    def together(one: str, other: str) -> Constraint:
        return house[one] == house[other]

    def side_by_side(one: str, other: str) -> Constraint:
        return Table([house[one], house[other]], NEIGHBOURS)

    return [
        ("the Englishman lives in the red house", together("Englishman", "red")),
        ("the Spaniard owns the dog", together("Spaniard", "dog")),
        ("coffee is drunk in the green house", together("coffee", "green")),
        ("the Ukrainian drinks tea", together("Ukrainian", "tea")),
        ("the green house is just right of the ivory house", house["green"] == house["ivory"] + 1),
        ("the Old Gold smoker owns snails", together("OldGold", "snails")),
        ("Kools are smoked in the yellow house", together("Kools", "yellow")),
        ("milk is drunk in the middle house", Clause([house["milk"] == 3])),
        ("the Norwegian lives in the first house", Clause([house["Norwegian"] == 1])),
        ("the Chesterfield smoker lives next to the fox", side_by_side("Chesterfield", "fox")),
        ("Kools are smoked next to the horse", side_by_side("Kools", "horse")),
        ("the Lucky Strike smoker drinks juice", together("LuckyStrike", "juice")),
        ("the Japanese smokes Parliaments", together("Japanese", "Parliament")),
        ("the Norwegian lives next to the blue house", side_by_side("Norwegian", "blue")),
    ]


def rows(solution: Solution) -> list[list[str]]:
    at = {(kind, solution[kind, thing]): thing for kind, things in KINDS.items() for thing in things}
    kinds = [[kind, *(at.get((kind, place), ".") for place in HOUSES)] for kind in KINDS]
    return [["house", *map(str, HOUSES)], *kinds]


def draw(solution: Solution) -> str:
    widths = [max(map(len, column)) for column in zip(*rows(solution), strict=True)]
    return "\n".join(" ".join(map(str.ljust, row, widths)).rstrip() for row in rows(solution))


PUZZLE = Puzzle(
    name="zebra",
    summary="five houses, fourteen clues: who has the zebra?",
    description=__doc__,
    parameters=(Parameter("missing", "clues left out, the last ones first", 0, CLUES),),
    build=build,
    draw=draw,
    picture=lambda solution: grid(rows(solution), wide=96),
    known=(
        KnownCounts("Life International, 1962", {(0,): 1}),
        KnownCounts("a direct count", {(1,): 32, (2,): 145, (3,): 804, (4,): 2400, (5,): 8208}),
    ),
    example=(0,),
)
