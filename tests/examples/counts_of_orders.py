"""The numbers of solutions of the other classics, each counted from the rule in plain Python. The instance is the puzzle's."""

from collections.abc import Callable, Mapping
from itertools import combinations, pairwise, permutations, product
from types import ModuleType

from tests.examples.search_in_plain_python import count, exact_covers


def all_interval(puzzle: ModuleType, n: int) -> int:
    return sum(len({(b - a) % n for a, b in pairwise(row)}) == n - 1 for row in permutations(range(n)))


def magic_sequence(puzzle: ModuleType, n: int) -> int:
    """The numbers of a magic sequence add up to n: together they say how often each number occurs."""
    return sum(all(x.count(i) == x[i] for i in range(n)) for x in _with_sum(n, n))


def _with_sum(length: int, rest: int) -> list[tuple[int, ...]]:
    if length == 1:
        return [(rest,)]
    return [(first, *more) for first in range(rest + 1) for more in _with_sum(length - 1, rest - first)]


def steiner_triples(puzzle: ModuleType, n: int) -> int:
    sets = [frozenset(combinations(triple, 2)) for triple in combinations(range(n), 3)]
    return exact_covers(list(combinations(range(n), 2)), sets)


def nurse_roster(puzzle: ModuleType, days: int) -> int:
    """A day is an order of free, day and night for the three nurses."""
    orders = list(permutations(".DN"))

    def possible(chosen: list[int]) -> bool:
        shifts = ["".join(orders[day][nurse] for day in chosen) for nurse in range(3)]
        too_long = any("." not in each[i : i + 4] for each in shifts for i in range(len(each) - 3))
        return not too_long and not any("ND" in each for each in shifts)

    return count([range(6)] * days, possible)


def photo(puzzle: ModuleType, k: int) -> int:
    def fulfilled(row: tuple[str, ...]) -> int:
        beside = [{*pair} for pair in pairwise(row)]
        return sum({*wish} in beside for wish in puzzle.WISHES)

    return sum(fulfilled(row) >= k for row in permutations(puzzle.PEOPLE))


def knights_and_knaves(puzzle: ModuleType) -> int:
    return sum(
        (ann, bob, cem, dora) == (bob == cem, [ann, bob, cem, dora].count(True) == 3, bob or dora, not bob or not dora)
        for ann, bob, cem, dora in product((False, True), repeat=4)
    )


def multiplication(puzzle: ModuleType) -> int:
    """All AB, C and FG: the other two numbers follow."""
    texts = (
        f"{ab}{c}{ab * c}{fg}{ab * c + fg}" for ab in range(10, 100) for c in range(1, 10) for fg in range(10, 100)
    )
    return sum(sorted(text) == list("123456789") for text in texts if len(text) == 9)


def boxes(puzzle: ModuleType, n: int) -> int:
    return len({6 * a + 9 * b + 20 * c for a, b, c in product(range(n), repeat=3)} & {*range(1, n + 1)})


def job_shop(puzzle: ModuleType, deadline: int) -> int:
    """By the times at which a machine, or a job, is at work: no time twice."""
    tasks = [(job, *task) for job, both in puzzle.JOBS.items() for task in both]

    def possible(starts: list[int]) -> bool:
        used = [
            (who, time)
            for (job, machine, duration), start in zip(tasks, starts, strict=False)
            for time in range(start, start + duration)
            for who in (job, machine)
        ]
        in_order = all(starts[i] < starts[i + 1] for i in range(0, len(starts) - 1, 2))
        return in_order and len({*used}) == len(used)

    return count([range(deadline - duration + 1) for _, _, duration in tasks], possible)


def furniture(puzzle: ModuleType, deadline: int) -> int:
    things = list(puzzle.DURATION)

    def possible(starts: list[int]) -> bool:
        need = [0] * deadline
        for thing, start in zip(things, starts, strict=False):
            for time in range(start, start + puzzle.DURATION[thing]):
                need[time] += puzzle.PEOPLE[thing]
        return max(need) <= 4

    return count([range(deadline - puzzle.DURATION[thing] + 1) for thing in things], possible)


def stable_marriage(puzzle: ModuleType) -> int:
    men, women = puzzle.MEN, puzzle.WOMEN

    def stable(wife: tuple[int, ...]) -> bool:
        return not any(
            men[m].index(w) < men[m].index(wife[m]) and women[w].index(m) < women[w].index(wife.index(w))
            for m, w in product(range(4), repeat=2)
        )

    return sum(map(stable, permutations(range(4))))


COUNTS: Mapping[str, Callable[..., int]] = {
    each.__name__: each
    for each in (
        all_interval, magic_sequence, steiner_triples, nurse_roster, photo, knights_and_knaves, multiplication, boxes,
        job_shop, furniture, stable_marriage,
    )
}  # fmt: skip
