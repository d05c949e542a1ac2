"""Things that are said about x, y, one and two Booleans: how each is written, and what Python says about the values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from threefold import language as tf

Values = tuple[int, ...]
DOMAINS = {"x": range(3), "y": (-1, 0, 2), "one": range(1, 2)}  # and two Booleans
EVERYTHING = list(product(*DOMAINS.values(), range(2), range(2)))


@dataclass(frozen=True)
class Drawn:
    """A term, a literal or a constraint; `wrong`: it must be refused."""

    text: str
    write: Callable[[Sequence[tf.Variable]], Any]
    mean: Callable[[Values], Any]
    wrong: bool = False


def of(text: str, write: Callable[..., Any], mean: Callable[..., Any], *parts: Drawn | Sequence[Drawn]) -> Drawn:
    """Each part is a thing or a list of things; what is written gets a list of odd length as an iterator."""

    def each(read: Callable[[Drawn], Any]) -> list[Any]:
        return [read(part) if isinstance(part, Drawn) else [read(item) for item in part] for part in parts]

    def once(part: Any) -> Any:
        return iter(part) if isinstance(part, list) and len(part) % 2 else part

    flat = [item for part in parts for item in ([part] if isinstance(part, Drawn) else part)]
    return Drawn(
        f"{text}({', '.join(str([i.text for i in p]) if not isinstance(p, Drawn) else p.text for p in parts)})",
        lambda variables: write(*map(once, each(lambda item: item.write(variables)))),
        lambda values: mean(*each(lambda item: item.mean(values))),
        any(item.wrong for item in flat),
    )


def variable(name: str, place: int) -> Drawn:
    return Drawn(name, lambda v: v[place], lambda v: v[place])


X, Y, ONE, B, C = (variable(name, place) for place, name in enumerate(["x", "y", "one", "b", "c"]))
TERMS = [
    *(X, Y, ONE, B),
    Drawn("x + 1", lambda v: v[0] + 1, lambda v: v[0] + 1),
    Drawn("2x - y", lambda v: 2 * v[0] - v[1], lambda v: 2 * v[0] - v[1]),
    Drawn("1 - y", lambda v: 1 - v[1], lambda v: 1 - v[1]),
    Drawn("x - x", lambda v: v[0] - v[0], lambda v: 0),
    Drawn("total([])", lambda v: tf.total([]) + 1, lambda v: 1),
    Drawn("x == 1", lambda v: v[0] == 1, lambda v: v[0] == 1),
    Drawn("abs(x - x)", lambda v: abs(v[0] - v[0]), lambda v: 0),
    Drawn("abs(x - y)", lambda v: abs(v[0] - v[1]), lambda v: abs(v[0] - v[1])),
    Drawn("x * y", lambda v: v[0] * v[1], lambda v: v[0] * v[1]),
    Drawn("y // 2", lambda v: v[1] // 2, lambda v: v[1] // 2),
    Drawn("(x - x + 7) // 2", lambda v: (v[0] - v[0] + 7) // 2, lambda v: 3),
    Drawn("y % (x + 1)", lambda v: v[1] % (v[0] + 1), lambda v: v[1] % (v[0] + 1)),
    Drawn("maximum", lambda v: tf.maximum([v[0], v[1] - v[1], 1]), lambda v: max(v[0], 0, 1)),
    Drawn("value_at", lambda v: tf.value_at([v[1], 4, v[2]], v[0]), lambda v: [v[1], 4, v[2]][v[0]]),
    Drawn("value_at constants", lambda v: tf.value_at([3, 1], v[0] - v[0]), lambda v: 3),
    Drawn("occurrences", lambda v: tf.occurrences([v[0], v[1], 2], 2), lambda v: [v[0], v[1], 2].count(2)),
    Drawn("values", lambda v: tf.number_of_values([v[0], v[1] - v[1], v[0]]), lambda v: len({v[0], 0})),
]
LITERALS = [
    *(B, C),
    Drawn("~b", lambda v: ~v[3], lambda v: 1 - v[3]),
    Drawn("x == 1", lambda v: v[0] == 1, lambda v: v[0] == 1),
    Drawn("y <= 0", lambda v: v[1] <= 0, lambda v: v[1] <= 0),
    Drawn("x == 7", lambda v: v[0] == 7, lambda v: False),
    Drawn("one >= 1", lambda v: v[2] >= 1, lambda v: True),
]
NOTHING: list[tuple[str, object]] = [
    *(
        ("None", None),
        ("1.5", 1.5),
        ("nan", float("nan")),
        ("'a'", "a"),
        ("True", True),
        ("[]", []),
        ("object", object()),
    ),
]
NO_TERM = [Drawn(text, lambda v, thing=thing: thing, lambda v: 0, wrong=True) for text, thing in NOTHING]  # type: ignore[misc]
NO_LITERAL = [
    *NO_TERM,
    Drawn("x", lambda v: v[0], lambda v: 0, wrong=True),
    Drawn("x + 1", lambda v: v[0] + 1, lambda v: 0, wrong=True),
]


def lexicographic(strictly: bool, one: list[int], other: list[int]) -> bool:
    return one < other if strictly else one <= other


def cumulative(starts: list[int], durations: list[int], demands: list[int], capacity: int) -> bool:
    tasks = list(zip(starts, durations, demands, strict=True))
    return all(sum(n for s, d, n in tasks if s <= time < s + d) <= capacity for time in starts)


def no_overlap(starts: list[int], durations: list[int]) -> bool:
    tasks = list(zip(starts, durations, strict=True))
    return all(s + d <= t or t + e <= s for (s, d), (t, e) in combinations(tasks, 2))


def inverse(one: list[int], other: list[int]) -> bool:
    places = range(len(one))
    return all(j in places and other[j] == i for i, j in enumerate(one)) and all(j in places for j in other)


def round_trip(nodes: list[int]) -> bool:
    seen, node = [0], nodes[0]
    while node in range(len(nodes)) and node not in seen:
        seen.append(node)
        node = nodes[node]
    return node == 0 and len(seen) == len(nodes)


def word(steps: Mapping[tuple[int, int], int], word: Iterable[int]) -> bool:
    state = 0
    for value in word:
        if (state, value) not in steps:
            return False
        state = steps[state, value]
    return state == 1
