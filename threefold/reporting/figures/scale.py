"""The scales of an axis, and the labels of its ticks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil, floor, log10

Label = Callable[[float], str]
MOST_TICKS = 9


@dataclass(frozen=True)
class Scale:
    low: float
    high: float
    ticks: Mapping[float, str]  # their labels
    logarithmic: bool
    named: bool = False  # the labels are names: none is left out, and they are turned where they do not fit
    groups: Mapping[tuple[float, float], str] = field(default_factory=dict)  # by the first and the last tick of each

    def share(self, value: float) -> float:
        """Where between the ends, from 0 to 1."""
        low, high = self._ends
        inside = min(max(value, self.low), self.high)
        return ((log10(inside) if self.logarithmic else inside) - low) / (high - low)

    @cached_property
    def _ends(self) -> tuple[float, float]:
        return (log10(self.low), log10(self.high)) if self.logarithmic else (self.low, self.high)


def number(value: float) -> str:
    """An integer with separators where it is one, else as short as it gets."""
    return f"{value:,.0f}" if value == round(value) else f"{value:g}"


def seconds(value: float) -> str:
    """`2 s`, `50 ms`, `10 µs`."""
    size, unit = next((case for case in ((1, "s"), (1e-3, "ms")) if value >= 0.999 * case[0]), (1e-6, "µs"))
    return f"{number(round(value / size, 6))} {unit}"


def megabytes(value: float) -> str:
    return f"{number(value)} MB"


def logarithmic(values: Sequence[float], label: Label = number) -> Scale:
    """Around the values, all of which are above 0, from a round number to a round number: 1, 2 or 5 times a power of ten."""
    least, most = min(values), max(values)
    powers = range(floor(log10(least)) - 1, ceil(log10(most)) + 2)
    rounds = [float(f"{factor}e{power}") for power in powers for factor in (1, 2, 5)]
    low = max(value for value in rounds if value <= least)
    high = min(value for value in rounds if value >= most and value > low)
    inside = [value for value in rounds if low <= value <= high]
    if len(inside) > MOST_TICKS:
        inside = [value for value in inside if f"{value:e}".startswith("1")]
    return Scale(low, high, {value: label(value) for value in inside[:: ceil(len(inside) / MOST_TICKS)]}, True)


def linear(values: Sequence[float]) -> Scale:
    """Ticks at round numbers; half a step of room at both ends."""
    low, high = min(values), max(values)
    step = _step((high - low) or 1)
    ticks = {place * step: number(place * step) for place in range(ceil(low / step), floor(high / step) + 1)}
    room = (high - low) * 0.04 or 0.5
    return Scale(low - room, high + room, ticks, False)


def _step(span: float) -> float:
    """1, 2 or 5 times a power of ten, for at most nine ticks; whole, because what is counted is whole."""
    power = 10.0 ** floor(log10(span / (MOST_TICKS - 1)))
    return max(1.0, next(power * factor for factor in (1, 2, 5, 10) if power * factor * (MOST_TICKS - 1) >= span))


def named(names: Sequence[str], groups: Mapping[tuple[float, float], str] | None = None) -> Scale:
    """The first at 1, the second at 2, …"""
    ticks = {float(place): name for place, name in enumerate(names, 1)}
    return Scale(0.5, len(names) + 0.5, ticks, False, True, groups or {})
