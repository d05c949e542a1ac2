"""The zebra puzzle: five houses in a row, each with a colour, an inhabitant, a pet, a drink and a brand. Who has the zebra?

Every thing is a variable, its value the house (1 to 5, from the left) that it belongs to. There is one solution: the Japanese
has the zebra, and the Norwegian drinks water.
Reference: Life International, 17 December 1962; the groups of constraints are its clues 2 to 15, in order.
"""

from language import AllDifferent, Clause, KnownCounts, Linear, Puzzle, Solution, Spec, Table, Variable
from language.pictures import grid

KINDS = {
    "colour": ("red", "green", "ivory", "yellow", "blue"),
    "nation": ("Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"),
    "pet": ("dog", "snails", "fox", "horse", "zebra"),
    "drink": ("coffee", "tea", "milk", "juice", "water"),
    "brand": ("OldGold", "Kools", "Chesterfield", "LuckyStrike", "Parliament"),
}
HOUSES = range(1, 6)
NEIGHBOURS = [(a, b) for a in HOUSES for b in HOUSES if abs(a - b) == 1]


def build() -> Spec:
    spec = Spec("zebra")
    house: dict[str, Variable] = {}
    for kind, things in KINDS.items():
        family = spec.integers(kind, things, domain=HOUSES)
        house |= {thing: family[thing] for thing in things}
        spec.group("one of each kind in every house").add(AllDifferent(family))
    _clues(spec, house)
    return spec


def _clues(spec: Spec, house: dict[str, Variable]) -> None:
    def together(one: str, other: str) -> Linear:
        return house[one] == house[other]

    def side_by_side(one: str, other: str) -> Table:
        return Table([house[one], house[other]], NEIGHBOURS)

    spec.group("the Englishman lives in the red house").add(together("Englishman", "red"))
    spec.group("the Spaniard owns the dog").add(together("Spaniard", "dog"))
    spec.group("coffee is drunk in the green house").add(together("coffee", "green"))
    spec.group("the Ukrainian drinks tea").add(together("Ukrainian", "tea"))
    spec.group("the green house is just right of the ivory house").add(house["green"] == house["ivory"] + 1)
    spec.group("the Old Gold smoker owns snails").add(together("OldGold", "snails"))
    spec.group("Kools are smoked in the yellow house").add(together("Kools", "yellow"))
    spec.group("milk is drunk in the middle house").add(Clause([house["milk"] == 3]))
    spec.group("the Norwegian lives in the first house").add(Clause([house["Norwegian"] == 1]))
    spec.group("the Chesterfield smoker lives next to the fox").add(side_by_side("Chesterfield", "fox"))
    spec.group("Kools are smoked next to the horse").add(side_by_side("Kools", "horse"))
    spec.group("the Lucky Strike smoker drinks juice").add(together("LuckyStrike", "juice"))
    spec.group("the Japanese smokes Parliaments").add(together("Japanese", "Parliament"))
    spec.group("the Norwegian lives next to the blue house").add(side_by_side("Norwegian", "blue"))


def rows(solution: Solution) -> list[list[str]]:
    at = {(kind, solution[kind, thing]): thing for kind, things in KINDS.items() for thing in things}
    return [["house", *map(str, HOUSES)], *([kind, *(at[kind, place] for place in HOUSES)] for kind in KINDS)]


def draw(solution: Solution) -> str:
    width = max(len(thing) for things in KINDS.values() for thing in things)
    return "\n".join(" ".join(text.ljust(width) for text in row).rstrip() for row in rows(solution))


def picture(solution: Solution) -> str:
    return grid(rows(solution), wide=96)


PUZZLE = Puzzle(
    name="zebra",
    summary="five houses, fourteen clues: who has the zebra?",
    description=__doc__,
    parameters=(),
    build=build,
    draw=draw,
    picture=picture,
    known=(KnownCounts("Life International, 1962", {(): 1}),),
    example=(),
)
