"""How numbers and words are written, the same everywhere: counts with their noun, seconds, lists. Imports nothing of ours."""

from collections.abc import Iterable, Sequence
from math import log10

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
LONG = 6  # lists up to this length are written in full


def many(count: int, noun: str, nouns: str | None = None) -> str:
    """`1 solution`, `14,200 solutions`; `nouns` is an irregular plural."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"


def large(number: int) -> str:
    """`92`, `12,345` or `4.1e31`."""
    if number < 10**6:
        return f"{number:,}"
    exponent = int(log10(number))
    tenths = round(10 ** (log10(number) - exponent + 1))
    if tenths == 100:
        exponent, tenths = exponent + 1, 10
    return f"{tenths // 10}.{tenths % 10}e{exponent}"


def in_words(count: int) -> str:
    """`three`; numbers above ten in digits."""
    return _WORDS[count] if count < len(_WORDS) else f"{count:,}"


def listed(names: Sequence[str], joint: str = "and") -> str:
    """`sat, cp and ilp`."""
    *others, last = names
    return f"{', '.join(others)} {joint} {last}" if others else last


def shortened(things: Iterable[object], separator: str = ", ", gap: str = "…") -> str:
    """`1, 2, 3, 4, …, 9`: a long list without its middle."""
    listed = [str(thing) for thing in things]
    return separator.join([*listed[: LONG - 2], gap, listed[-1]] if len(listed) > LONG else listed)


def seconds(value: float | None) -> str:
    """A measured time: `0.5 ms`, `138 ms`, `4.47 s`; a dash where there is none."""
    if value is None:
        return "–"
    return f"{value * 1000:.1f} ms" if value < 0.1 else f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s"


def duration(value: float) -> str:
    """An expected time: `40 s`, `3 min`, `2 h 5 min`."""
    minutes = round(value / 60)
    if value < 90:
        return f"{value:.0f} s"
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def indented(text: str, by: int = 2) -> str:
    return "\n".join(" " * by + line for line in text.splitlines())
