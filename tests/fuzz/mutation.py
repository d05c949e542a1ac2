"""Inputs for a reader: valid samples that were changed a little, and garbage. The same seed gives the same inputs."""

import json
from collections.abc import Callable, Sequence
from random import Random
from re import sub
from typing import Any

NUMBERS = (
    "0", "-0", "-1", "1", "2147483646", "2147483647", "-2147483648", "9223372036854775808", "1e999", "1e308", "-1e-999", "1.5",
    "NaN", "Infinity", "0x10", "1_0", "+1", "\uff14", "\u0663", "\xb2", "9" * 20, "9" * 400, "9" * 5000, "00000000001",
)  # fmt: skip
TEXTS = (
    "", " ", "\t", "\n", "\r\n", "\r", "\0", "\x1b[31m", "\x85", "\u2028", "\ufeff", "\\ud800", "\\u0000", "\xe9", "\U0001d4b3",
    "..", "4..9", "0..999999999", "4..6..0", "=", "==", "[", "]", "{", "}", '"', "'", "\\", ",", ":", "+", "-", "|", "#", "%",
    "c", "p", "v", "s", "c p show", "p cnf 1 1", "c START DICTIONARY", "c END DICTIONARY", "null", "true", "false", "inf", "nan",
    "[" * 5000, '{"a":' * 3000, "x" * 70_000, "1 " * 40_000, "/", "../", "/dev/zero", "~", "$(x)", "`", "<b>",
)  # fmt: skip
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**70), 10**400, 0.5, -0.0, 1e308, float("nan"), float("inf"),
    "", "a", "\ud800", "\x1b", "9" * 300, "2" * 20, [], {}, [[]], [None], {"": None}, [1, "a"], {"n": 4},
)  # fmt: skip
Mutation = Callable[[Random, bytes], bytes]


def _place(random: Random, data: bytes) -> int:
    return random.randint(0, len(data))


def _slice(random: Random, data: bytes) -> tuple[int, int]:
    start = _place(random, data)
    return start, min(len(data), start + int(random.expovariate(1 / 12)) + 1)


def _flip(random: Random, data: bytes) -> bytes:
    place = _place(random, data)
    return data[:place] + bytes([random.randrange(256)]) + data[place + 1 :]


def _delete(random: Random, data: bytes) -> bytes:
    start, end = _slice(random, data)
    return data[:start] + data[end:]


def _repeat(random: Random, data: bytes) -> bytes:
    start, end = _slice(random, data)
    return data[:end] + data[start:end] * random.choice((1, 2, 50)) + data[end:]


def _insert(random: Random, data: bytes) -> bytes:
    place = _place(random, data)
    return data[:place] + random.choice(TEXTS + NUMBERS).encode() + data[place:]


def _number(random: Random, data: bytes) -> bytes:
    """Another number in the place of one."""
    text, other = data.decode(errors="surrogateescape"), random.choice(NUMBERS)
    wanted = random.randrange(1 + text.count("1") + text.count("2"))
    seen = iter(range(10**9))
    return sub(r"-?[0-9]+", lambda found: other if next(seen) == wanted else found[0], text).encode(
        errors="surrogateescape"
    )


def _lines(random: Random, data: bytes) -> bytes:
    """Lines in another order, twice, or fewer."""
    lines = data.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(3):
        case 0:
            lines[one], lines[other] = lines[other], lines[one]
        case 1:
            lines.insert(one, lines[other])
        case _:
            del lines[one]
    return b"\n".join(lines)


def _truncate(random: Random, data: bytes) -> bytes:
    return data[: _place(random, data)]


def _json(random: Random, data: bytes) -> bytes:
    """One value somewhere in a line of JSON becomes another one; a line that is not JSON stays."""
    lines = data.split(b"\n")
    place = random.randrange(len(lines))
    try:
        value = json.loads(lines[place])
    except (ValueError, RecursionError):
        return _number(random, data)
    lines[place] = json.dumps(_with_odd_value(random, value)).encode()
    return b"\n".join(lines)


def _with_odd_value(random: Random, value: Any) -> Any:
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(list(value))
        if random.random() < 0.1:
            return {name: each for name, each in value.items() if name != key}
        return value | {key: _with_odd_value(random, value[key])}
    if isinstance(value, list) and value and random.random() < 0.7:
        place = random.randrange(len(value))
        return [*value[:place], _with_odd_value(random, value[place]), *value[place + 1 :]]
    return random.choice(ODD)


MUTATIONS: tuple[Mutation, ...] = (_flip, _delete, _repeat, _insert, _number, _lines, _truncate, _json, _json)


def garbage(random: Random) -> bytes:
    match random.randrange(3):
        case 0:
            return random.randbytes(random.choice((0, 1, 10, 1000)))
        case 1:
            return b"".join(random.choice(TEXTS + NUMBERS).encode() + b" " for _ in range(random.randrange(20)))
        case _:
            return (random.choice(TEXTS) * random.choice((1, 100, 3000))).encode()[:400_000]


def made(random: Random, samples: Sequence[bytes]) -> bytes:
    if random.random() < 0.1:
        return garbage(random)
    data = random.choice(samples)
    for _ in range(1 + int(random.expovariate(1))):
        data = random.choice(MUTATIONS)(random, data)
    return data
