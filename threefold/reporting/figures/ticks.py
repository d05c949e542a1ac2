"""The labels below a horizontal axis, so that none covers another: names are turned, numbers are left out."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import radians, sin

from threefold.reporting.figures.scale import Scale
from threefold.reporting.figures.svg import CHARACTER, clipped, text, width_of

MOST = 16  # characters of a name
MOST_NAMES = 40  # more names would be a black band: every second, third … is shown
ANGLE = 35
LINE = 18


@dataclass(frozen=True)
class Ticks:
    scale: Scale
    width: float  # of the axis

    @cached_property
    def labels(self) -> Mapping[float, str]:
        return self._named() if self.scale.named else self._apart()

    def _named(self) -> Mapping[float, str]:
        step = -(-len(self.scale.ticks) // MOST_NAMES)
        return dict(islice(self.scale.ticks.items(), 0, None, step))

    def _apart(self) -> Mapping[float, str]:
        """Without those that would touch the one before."""
        kept, end = dict[float, str](), float("-inf")
        for value, label in self.scale.ticks.items():
            middle, half = self.width * self.scale.share(value), width_of(label) / 2
            if middle - half > end + CHARACTER / 2:
                kept[value], end = label, middle + half
        return kept

    @cached_property
    def longest(self) -> float:
        return max((width_of(clipped(label, MOST)) for label in self.labels.values()), default=0)

    @cached_property
    def turned(self) -> bool:
        return self.scale.named and self.longest + CHARACTER > self.width / max(1, len(self.labels))

    @property
    def height(self) -> int:
        names = int(self.longest * sin(radians(ANGLE))) + 16 if self.turned else LINE
        return names + (LINE if self.scale.groups else 0)

    def body(self, place: Callable[[float], float], bottom: float) -> Iterator[str]:
        """`place` is where a value stands on the paper."""
        for value, label in self.labels.items():
            x, y = place(value), bottom + (12 if self.turned else 16)
            turn = f'transform="rotate(-{ANGLE} {x:.1f} {y:.1f})" text-anchor="end" dy=".35em"'
            yield f'<path class="axis" d="M{x:.1f} {bottom:g}v4"/>'
            yield text(x, y, label, turn if self.turned else 'text-anchor="middle"', most=MOST)
        yield from self._groups(place, bottom + self.height - LINE + 2)

    def _groups(self, place: Callable[[float], float], y: float) -> Iterator[str]:
        """A bracket around the ticks of each group, with its label."""
        for (first, last), label in self.scale.groups.items():
            begin, end = place(first - 0.4), place(last + 0.4)
            yield f'<path class="axis" fill="none" d="M{begin:.1f} {y:.1f}v4H{end:.1f}v-4"/>'
            most = max(4, int((end - begin) / CHARACTER))
            yield text((begin + end) / 2, y + 16, label, 'text-anchor="middle"', most=most)
