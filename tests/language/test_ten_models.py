"""Ten small models as a newcomer writes them with nothing but docs/language.md. Plain Python counts the same solutions."""

from collections.abc import Callable, Iterator
from itertools import permutations, product

import numpy as np
import pytest

from tests.lowering import lowered_solutions
from threefold.language import (
    AllDifferent,
    AtLeast,
    AtMost,
    Cumulative,
    Exactly,
    Iff,
    Lexicographic,
    Spec,
    Table,
    maximum,
    number_of_values,
    occurrences,
    total,
    value_at,
)

Model = tuple[Spec, int]


def change() -> Model:
    """How to pay 25 with coins of 1, 5 and 10, at most 9 of each."""
    spec = Spec("change")
    coins = spec.integers("coins", [1, 5, 10], domain=range(10))
    spec.group("25").add(sum(value * coins[value] for value in coins) == 25)
    return spec, sum(a + 5 * b + 10 * c == 25 for a, b, c in product(range(10), repeat=3))


def round_table() -> Model:
    """Ann sits on chair 0 of 5; Bob beside Cid; if Dee is beside Ann, Eve is not."""
    spec = Spec("round table")
    seat = spec.integers("seat", ["ann", "bob", "cid", "dee", "eve"], domain=range(5))
    beside_ann = {name: (seat[name] == 1) | (seat[name] == 4) for name in ("dee", "eve")}
    rules = spec.group("rules")
    rules.add(AllDifferent(seat), seat["ann"] == 0, Table([abs(seat["bob"] - seat["cid"])], [[1], [4]]))
    rules.add(beside_ann["dee"].implies(~beside_ann["eve"]))

    def good(bob: int, cid: int, dee: int, eve: int) -> bool:
        return abs(bob - cid) in (1, 4) and not (dee in (1, 4) and eve in (1, 4))

    return spec, sum(good(*chairs) for chairs in permutations(range(1, 5)))


def warehouses() -> Model:
    """Each shop is served by one of two warehouses, for at most 12."""
    cost = np.array([[3, 5, 9], [2, 8, 1]])
    spec = Spec("warehouses")
    serves = spec.booleans("serves", range(2), range(3))
    for shop in range(3):
        spec.group("one").add(Exactly(1, [serves[w, shop] for w in range(2)]))
    spec.group("cost").add(sum(cost[w, shop] * serves[w, shop] for w in range(2) for shop in range(3)) <= 12)
    return spec, sum(
        sum(cost[w, shop] for shop, w in enumerate(chosen)) <= 12 for chosen in product(range(2), repeat=3)
    )


def timetable() -> Model:
    """Four lessons on days 1 to 4: an order, a pause after gym, at most two on a day."""
    spec = Spec("timetable")
    day = spec.integers("day", ["art", "bio", "gym", "law"], domain=range(1, 5))
    spec.group("order").add((day["art"] < day["bio"]) & (day["bio"] <= day["law"]))
    spec.group("pause").add(*(day[other] != day["gym"] + 1 for other in day if other != "gym"))
    spec.group("room").add(*(occurrences(day, d) <= 2 for d in range(1, 5)))

    def good(*days: int) -> bool:
        art, bio, gym, law = days
        return art < bio <= law and gym + 1 not in days and all(days.count(d) <= 2 for d in days)

    return spec, sum(good(*days) for days in product(range(1, 5), repeat=4))


def lights() -> Model:
    """Switches on a row of five lamps; a switch turns its lamp and both neighbours, and all lamps must shine."""
    spec = Spec("lights")
    pressed = spec.booleans("pressed", range(5))
    for lamp in range(5):
        spec.group("shine").add(sum(pressed[i] for i in range(5) if abs(i - lamp) <= 1) % 2 == 1)

    def shines(pressed: tuple[int, ...]) -> bool:
        return all(sum(pressed[max(0, lamp - 1) : lamp + 2]) % 2 for lamp in range(5))

    return spec, sum(shines(each) for each in product(range(2), repeat=5))


def rectangle() -> Model:
    """Rectangles whose area is their perimeter, or twice their longer side."""
    spec = Spec("rectangle")
    width, height = spec.integer("width", range(1, 9)), spec.integer("height", range(1, 9))
    area = width * height
    spec.group("area").add((area == 2 * (width + height)) | (area == 2 * maximum([width, height])))
    pairs = product(range(1, 9), repeat=2)
    return spec, sum(a * b in (2 * (a + b), 2 * max(a, b)) for a, b in pairs)


def knaves() -> Model:
    """Knights tell the truth, knaves lie. A: we are all knaves. B: exactly one of us is a knight."""
    spec = Spec("knaves")
    knight = spec.booleans("knight", "ABC")
    spec.group("A").add(Iff(knight["A"], AtMost(0, knight)))
    spec.group("B").add(knight["B"] == Exactly(1, knight))
    rows = product((False, True), repeat=3)
    return spec, sum(row[0] == (not any(row)) and row[1] == (sum(row) == 1) for row in rows)


def menu() -> Model:
    """Dishes for three days from a list of prices: not the same twice in a row, two kinds at least, at most 20."""
    prices = [4, 7, 9, 12]
    spec = Spec("menu")
    dish = spec.integers("dish", range(3), domain=range(4))
    spec.group("price").add(total([value_at(prices, dish[d]) for d in dish]) <= 20)
    spec.group("change").add(*(dish[d] != dish[d + 1] for d in range(2)), number_of_values(dish) >= 2)
    days = product(range(4), repeat=3)
    return spec, sum(sum(prices[d] for d in each) <= 20 and each[0] != each[1] != each[2] for each in days)


def kitchen() -> Model:
    """Three tasks, two cooks, done at 5; the first is finished before the last starts, or the second starts at 0."""
    spec = Spec("kitchen")
    start, duration, cooks = spec.integers("start", range(3), domain=range(5)), [2, 3, 1], [1, 1, 2]
    spec.group("cooks").add(Cumulative(start, duration, cooks, 2))
    spec.group("end").add(maximum([start[i] + duration[i] for i in start]) <= 5)
    spec.group("order").add(AtLeast(1, [start[0] + 2 <= start[2], start[1] == 0]))

    def good(*starts: int) -> bool:
        tasks = list(zip(starts, duration, cooks, strict=True))
        busy = all(sum(need for s, d, need in tasks if s <= hour < s + d) <= 2 for hour in range(9))
        return busy and max(s + d for s, d, _ in tasks) <= 5 and (starts[0] + 2 <= starts[2] or starts[1] == 0)

    return spec, sum(good(*starts) for starts in product(range(5), repeat=3))


def teams() -> Model:
    """Two teams of two from skills 1 to 4, as rows in lexicographic order, with sums that differ by 1 at most."""
    spec = Spec("teams")
    player = spec.integers("player", range(2), range(2), domain=range(1, 5))
    first, second = ([player[team, place] for place in range(2)] for team in range(2))
    spec.group("teams").add(AllDifferent(player), Lexicographic(first, second), abs(total(first) - total(second)) <= 1)
    spec.group("order").add(*(player[team, 0] < player[team, 1] for team in range(2)))

    def rows() -> Iterator[bool]:
        for a, b, c, d in permutations(range(1, 5)):
            yield a < b and c < d and (a, b) <= (c, d) and abs(a + b - c - d) <= 1

    return spec, sum(rows())


@pytest.mark.parametrize(
    "model", [change, round_table, warehouses, timetable, lights, rectangle, knaves, menu, kitchen, teams]
)
def test_a_model_has_as_many_solutions_as_plain_python_counts(model: Callable[[], Model]) -> None:
    spec, count = model()
    assert count > 0
    for backend in ("sat", "cp", "ilp"):
        assert len(set(lowered_solutions(spec, backend))) == count
