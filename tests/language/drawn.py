"""Things that are said about x, y, one and two Booleans: how each is written, and what Python says about the values.

Where Python raises ZeroDivisionError or IndexError the term is undefined, and the smallest constraint around it is false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from threefold import language as tf
from threefold.language.constraints.quotient import truncated_quotient, truncated_remainder

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

    def meant(values: Values) -> Any:
        """Every part is evaluated: an undefined one makes it false, whatever the others are."""
        try:
            return mean(*each(lambda item: item.mean(values)))
        except (ZeroDivisionError, IndexError):
            return False

    flat = [item for part in parts for item in ([part] if isinstance(part, Drawn) else part)]
    return Drawn(
        f"{text}({', '.join(str([i.text for i in p]) if not isinstance(p, Drawn) else p.text for p in parts)})",
        lambda variables: write(*map(once, each(lambda item: item.write(variables)))),
        meant,
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


def entry(array: Sequence[int], index: int) -> int:
    """Python counts an index below 0 from the end."""
    if index < 0:
        raise IndexError
    return array[index]


def truth(holds: Callable[[], bool]) -> bool:
    try:
        return holds()
    except (ZeroDivisionError, IndexError):
        return False


def truncated(dividend: int, divisor: int) -> int:
    """Rounded towards 0."""
    return dividend // divisor if dividend * divisor >= 0 else -(-dividend // divisor)


PARTIAL = [
    Drawn("x // y", lambda v: v[0] // v[1], lambda v: v[0] // v[1]),
    Drawn("5 // (x - 1)", lambda v: 5 // (v[0] - 1), lambda v: 5 // (v[0] - 1)),
    Drawn("y // (x - x)", lambda v: v[1] // (v[0] - v[0]), lambda v: v[1] // 0),
    Drawn("y % x", lambda v: v[1] % v[0], lambda v: v[1] % v[0]),
    Drawn("x % b", lambda v: v[0] % v[3], lambda v: v[0] % v[3]),
    Drawn("y div x", lambda v: truncated_quotient(v[1], v[0]), lambda v: truncated(v[1], v[0])),
    Drawn("x mod y", lambda v: truncated_remainder(v[0], v[1]), lambda v: v[0] - v[1] * truncated(v[0], v[1])),
    Drawn("[x, 1][y]", lambda v: tf.value_at([v[0], 1], v[1]), lambda v: entry([v[0], 1], v[1])),
    Drawn("[0][x - y]", lambda v: tf.value_at([0], v[0] - v[1]), lambda v: entry([0], v[0] - v[1])),
    Drawn("[][x]", lambda v: tf.value_at([], v[0]), lambda v: entry([], v[0])),
    Drawn("[x // y, 2][x]", lambda v: tf.value_at([v[0] // v[1], 2], v[0]), lambda v: entry([v[0] // v[1], 2], v[0])),
    Drawn("(x // y) % x", lambda v: (v[0] // v[1]) % v[0], lambda v: (v[0] // v[1]) % v[0]),
    Drawn("y // (x // y)", lambda v: v[1] // (v[0] // v[1]), lambda v: v[1] // (v[0] // v[1])),
    Drawn("x - 2·(x // y)", lambda v: v[0] - 2 * (v[0] // v[1]), lambda v: v[0] - 2 * (v[0] // v[1])),
    Drawn("(x // y)·x", lambda v: (v[0] // v[1]) * v[0], lambda v: (v[0] // v[1]) * v[0]),
    Drawn("(x % y)**2", lambda v: (v[0] % v[1]) ** 2, lambda v: (v[0] % v[1]) ** 2),
    Drawn("abs(y // x)", lambda v: abs(v[1] // v[0]), lambda v: abs(v[1] // v[0])),
    Drawn("max(y // x, 1)", lambda v: tf.maximum([v[1] // v[0], 1]), lambda v: max(v[1] // v[0], 1)),
    Drawn("min(y % x, y)", lambda v: tf.minimum([v[1] % v[0], v[1]]), lambda v: min(v[1] % v[0], v[1])),
    Drawn("occurrences(x // y)", lambda v: tf.occurrences([v[0] // v[1], 1], v[0]), lambda v: [v[0] // v[1], 1].count(v[0])),
    Drawn("values(x % y, 1)", lambda v: tf.number_of_values([v[0] % v[1], 1]), lambda v: len({v[0] % v[1], 1})),
    Drawn("x // y == 1", lambda v: v[0] // v[1] == 1, lambda v: truth(lambda: v[0] // v[1] == 1)),
    Drawn("x + not x % y == 0", lambda v: v[0] + ~(v[0] % v[1] == 0), lambda v: v[0] + (not truth(lambda: v[0] % v[1] == 0))),
    Drawn("5 // (x // y == 1)", lambda v: 5 // ((v[0] // v[1]) == 1), lambda v: 5 // truth(lambda: v[0] // v[1] == 1)),
]  # fmt: skip
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
