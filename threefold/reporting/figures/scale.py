"""Scales: from values to places on an axis, and its ticks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

Label = Callable[[float], str]
WIDE = 12.0  # an axis whose ends differ by more than this factor is logarithmic


@dataclass(frozen=True)
class Tick:
    value: float
    label: str


@dataclass(frozen=True)
class Scale:
    low: float
    high: float
    ticks: tuple[Tick, ...]
    logarithmic: bool

    def share(self, value: float) -> float:
        """Where between the ends, from 0 to 1."""
        place = log10 if self.logarithmic else float
        low, high = place(self.low), place(self.high)
        return (place(min(max(value, self.low), self.high)) - low) / (high - low)


def number(value: float) -> str:
    """An integer with separators where it is one, else as short as it gets."""
    return f"{value:,.0f}" if value == round(value) else f"{value:g}"


def seconds(value: float) -> str:
    """`2 s`, `50 ms`, `10 µs`."""
    size, unit = next((case for case in ((1, "s"), (1e-3, "ms")) if value >= 0.999 * case[0]), (1e-6, "µs"))
    return f"{number(round(value / size, 6))} {unit}"


def logarithmic(values: Sequence[float], label: Label = number) -> Scale:
    """Around the values, all of which are above 0, from a round number to a round number: 1, 2 or 5 times a power of ten."""
    powers = range(floor(log10(min(values))) - 1, ceil(log10(max(values))) + 2)
    rounds = [float(f"{factor}e{power}") for power in powers for factor in (1, 2, 5)]
    low = max(value for value in rounds if value <= min(values))
    high = min(value for value in rounds if value >= max(values) and value > low)
    inside = [value for value in rounds if low <= value <= high]
    if len(inside) > 9:
        inside = [value for value in inside if f"{value:e}".startswith("1")]
    ticks = tuple(Tick(value, label(value)) for value in inside[:: ceil(len(inside) / 9)])
    return Scale(low, high, ticks, True)


def linear(values: Sequence[float], label: Label = number) -> Scale:
    """Ticks at round numbers; half a step of room at both ends."""
    low, high = min(values), max(values)
    step = _step((high - low) or 1)
    first, last = ceil(low / step), floor(high / step)
    ticks = [Tick(place * step, label(place * step)) for place in range(first, last + 1)]
    room = (high - low) * 0.04 or 0.5
    return Scale(low - room, high + room, tuple(ticks), False)


def by_span(values: Sequence[float]) -> Scale:
    """Logarithmic if the ends differ by a large factor, else linear."""
    wide = min(values) > 0 and max(values) / min(values) > WIDE
    return logarithmic(values) if wide else linear(values)


def _step(span: float) -> float:
    """1, 2 or 5 times a power of ten, for at most nine ticks; whole, because what is counted is whole."""
    power = 10.0 ** floor(log10(span / 8))
    return max(1.0, next(power * factor for factor in (1, 2, 5, 10) if power * factor * 8 >= span))


def named(names: Sequence[str]) -> Scale:
    """Places 1, 2, … with names."""
    ticks = [Tick(float(place), name) for place, name in enumerate(names, 1)]
    return Scale(0.5, len(names) + 0.5, tuple(ticks), False)
