"""Knapsack: put items, each with a weight and a value, into a sack so that they are not too heavy and worth the most.

`taken[i]` says whether item i is in the sack. The weights of the items in it add up to at most the capacity. Without a goal
the value is maximised; with a goal, the sets that fit and are worth at least so much are counted.
The items are a file: the capacity in the first line, then a line `WEIGHT VALUE` for each item; a line that begins with # is a
comment. Or they are a name: three, p02, p01, p07 (3, 5, 10 and 15 items).

Example: for the capacity 8 and the items 3 4, 4 5 and 5 7 (the instance three) items 1 and 3 weigh 8 and are worth 11, which is
the most: all three together weigh 12, and the other pairs weigh 7 (worth 9) and 9. There are two sets that are worth at least 9.
Reference: S. Martello, P. Toth, Knapsack Problems: Algorithms and Computer Implementations, 1990. p01, p02 and p07 are
from J. Burkardt's collection KNAPSACK_01.
"""

from threefold.language import KnownCounts, Parameter, Puzzle, Solution, Spec, Text, total
from threefold.language.files import Lines, read_instance, shipped, words
from threefold.language.pictures import CELL, bar, label, svg

MOST_ITEMS, HEAVIEST, MOST_CAPACITY, MOST_VALUE = 100, 1000, 100_000, 1000
WIDTH = 480  # of a picture
Item = tuple[int, int]  # weight and value

SHIPPED = shipped(__file__)


def build(items: str, goal: int | None = None) -> Spec:
    """Without a goal: the most valuable sets."""
    capacity, given = instance(items)
    spec = Spec("knapsack", items=items, **({} if goal is None else {"goal": goal}))
    taken = spec.booleans("taken", range(1, len(given) + 1))
    worth = total(value * taken[i] for i, (_, value) in enumerate(given, 1))
    spec.group("not too heavy").add(total(weight * taken[i] for i, (weight, _) in enumerate(given, 1)) <= capacity)
    if goal is None:
        spec.maximize(worth)
    else:
        spec.group("worth enough").add(worth >= goal)
    return spec


def instance(items: str) -> tuple[int, list[Item]]:
    return read(read_instance("knapsack", items, SHIPPED))


def read(lines: Lines) -> tuple[int, list[Item]]:
    """The capacity and the items."""
    (first, text), *others = lines.numbered()
    match words(first, text):
        case [one]:
            capacity = lines.integer(*one, 0, MOST_CAPACITY, "capacity")
        case _:
            lines.fail(first, 1, f"the capacity expected (got {text.strip()[:30]!r})")
    items = []
    for line, text in others:
        match words(line, text):
            case [one, two]:
                items.append((lines.integer(*one, 1, HEAVIEST, "weight"), lines.integer(*two, 1, MOST_VALUE, "value")))
            case _:
                lines.fail(line, 1, f"'WEIGHT VALUE' expected (got {text.strip()[:30]!r})")
    if not 1 <= len(items) <= MOST_ITEMS:
        lines.fail(first, 1, f"1 to {MOST_ITEMS} items expected below the capacity (got {len(items)})")
    return capacity, items


def packed(solution: Solution) -> dict[int, Item]:
    """The items in the sack, by their numbers."""
    _, items = instance(solution.parameters["items"])
    return {i: item for i, item in enumerate(items, 1) if solution["taken", i]}


def draw(solution: Solution) -> str:
    capacity, _ = instance(solution.parameters["items"])
    sack = packed(solution)
    lines = [f"item {i}: weight {weight}, value {value}" for i, (weight, value) in sack.items()]
    weight, value = (sum(item[part] for item in sack.values()) for part in (0, 1))
    return "\n".join([*lines, f"weight {weight} of {capacity}, value {value}"])


def picture(solution: Solution) -> str:
    """The sack as a bar, as long as the items in it are heavy, and a label with its value."""
    capacity, _ = instance(solution.parameters["items"])
    sack = packed(solution)
    heavy = sum(weight for weight, _ in sack.values())
    scale = WIDTH / max(1, capacity, heavy)
    body, place = [bar(0, 0, round(capacity * scale))], 0
    for i, (weight, _) in sack.items():
        left, right = round(place * scale), round((place + weight) * scale)
        body.append(bar(left, 0, right - left, str(i), i - 1))
        place += weight
    worth = sum(value for _, value in sack.values())
    return svg(WIDTH, 2 * CELL, [*body, label(WIDTH / 2, 1.5 * CELL, f"weight {heavy}, value {worth}", 12)])


COUNTS = {
    ("three", 12): 0, ("three", 11): 1, ("three", 9): 2, ("three", 0): 6, ("p02", 40): 4, ("p02", 0): 18,
    ("p01", 310): 0, ("p01", 309): 1, ("p01", 280): 2, ("p07", 1450): 17, ("p07", 1440): 175,
}  # fmt: skip

PUZZLE = Puzzle(
    name="knapsack",
    summary="items that fit into a sack, worth the most or at least a goal",
    description=__doc__,
    parameters=(
        Text("items", "capacity and items", f"a file, or one of {', '.join(SHIPPED)}"),
        Parameter("goal", "least value", 0, MOST_ITEMS * MOST_VALUE, optional=True),
    ),
    build=build,
    draw=draw,
    picture=picture,
    known=(KnownCounts("all sets tried", COUNTS),),
    optima=(KnownCounts("all sets tried", {("three",): 11, ("p02",): 51, ("p01",): 309, ("p07",): 1458}),),
    example=("p01", 280),
)
