"""One chart as SVG: axes, curves or dots with intervals, a limit line, a legend below.

A curve joins only points of the same group, and only if there are enough of them: a line through two points says nothing about
what is between them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import ceil
from typing import NamedTuple

from threefold.reporting.figures.scale import Label, Scale, linear, logarithmic, number
from threefold.reporting.figures.svg import (
    CHARACTER,
    clipped,
    dashes,
    heading,
    marker,
    paint,
    picture,
    shifted,
    text,
    width_of,
)
from threefold.reporting.figures.ticks import Ticks

WIDTH, PLOT = 520, 280  # of a chart, and the height of its plot
LEFT, RIGHT, TOP, EDGE = 70, 24, 34, 22  # LEFT is the least: long labels need more
TITLE_ROOM = 26  # of the vertical axis, with the gaps beside its labels
LINE = 18  # the height of a line of the legend
LEGEND_MOST = 30  # characters
WIDE = 12.0  # an axis whose ends differ by more than this factor is logarithmic
CURVE = 4  # fewer points are not joined
MANY = 300  # points of a series: more are dots without a tooltip, so that the page stays small


class Point(NamedTuple):
    """A tuple, because a large report makes a hundred thousand of them."""

    x: float
    y: float
    low: float | None = None  # the interval
    high: float | None = None
    reached: bool = True  # False: stopped by a limit, drawn hollow
    name: str = ""  # the tooltip
    group: str = ""  # only points of the same group are joined
    note: str = ""  # written beside the mark

    @property
    def extent(self) -> Iterator[float]:
        """What the vertical axis must show of it."""
        return (value for value in (self.y, self.low, self.high) if value)


@dataclass(frozen=True)
class Series:
    label: str
    points: Sequence[Point]
    style: int  # which colour, marker and dash: the same for the same row in every figure
    joined: bool = True


@dataclass(frozen=True)
class Chart:
    """Series without points are left out, and so is the limit if no run was stopped by it."""

    title: str
    x_label: str
    y_label: str
    series: Sequence[Series]
    unit: Label = number  # how a value of the vertical axis is written
    limit: float | None = None  # a line across, at this y
    diagonal: bool = False
    horizontal: Scale | None = None  # unless given, both scales are chosen by the points; upwards it is logarithmic
    vertical: Scale | None = None

    @property
    def points(self) -> list[Point]:
        return [point for each in self.series for point in each.points]

    @cached_property
    def drawn(self) -> list[Series]:
        return [each for each in self.series if each.points]

    @cached_property
    def x(self) -> Scale:
        values = [point.x for point in self.points] or [1]
        wide = min(values) > 0 and max(values) / min(values) > WIDE
        return self.horizontal or (logarithmic(values) if wide else linear(values))

    @cached_property
    def y(self) -> Scale:
        levels = list[float]()
        if self.limit is not None and self._stopped:
            levels.append(1.2 * self.limit)  # so that its marks do not stand on the edge
        return self.vertical or logarithmic(
            [value for point in self.points for value in point.extent] + levels or [1], self.unit
        )

    @property
    def _stopped(self) -> bool:
        return not all(point.reached for point in self.points)

    @cached_property
    def left(self) -> int:
        """Where the plot begins: its labels stand between the title of the axis and the axis."""
        return max(LEFT, TITLE_ROOM + ceil(max(map(width_of, self.y.ticks.values()), default=0)))

    @property
    def width(self) -> int:
        """Of the plot."""
        return WIDTH - self.left - RIGHT

    @cached_property
    def ticks(self) -> Ticks:
        return Ticks(self.x, self.width)

    @cached_property
    def columns(self) -> int:
        """Of the legend."""
        longest = max((width_of(clipped(each.label, LEGEND_MOST)) for each in self.drawn), default=0)
        return max(1, min(len(self.drawn), int((WIDTH - EDGE) // (longest + 26))))

    @property
    def below(self) -> int:
        """Where the legend begins."""
        return TOP + PLOT + self.ticks.height + (LINE if self.x_label else 0) + 10

    @property
    def height(self) -> int:
        return self.below + LINE * -(-len(self.drawn) // self.columns) + 6

    def svg(self) -> str:
        return stacked([self])

    def body(self) -> Iterator[str]:
        yield from self._frame()
        yield from self._lines()
        for each in self.drawn:
            yield from self._many(each) if len(each.points) > MANY else self._series(each)
        yield from self._legend()

    def _x(self, value: float) -> float:
        return self.left + self.width * self.x.share(value)

    def _y(self, value: float) -> float:
        return TOP + PLOT - PLOT * self.y.share(value)

    def _frame(self) -> Iterator[str]:
        right, bottom, middle = WIDTH - RIGHT, TOP + PLOT, TOP + PLOT // 2
        yield heading(self.title)
        for value, label in self.y.ticks.items():
            yield f'<path class="grid" d="M{self.left} {self._y(value):.1f}H{right}"/>'
            yield text(self.left - 6, self._y(value), label, 'text-anchor="end" dy=".35em"')
        yield from self.ticks.body(self._x, bottom)
        yield f'<path class="axis" fill="none" d="M{self.left} {TOP}V{bottom}H{right}"/>'
        if self.x_label:
            yield text((self.left + right) / 2, self.below - 12, self.x_label, 'text-anchor="middle"', most=70)
        turned = f'text-anchor="middle" transform="rotate(-90 14 {middle})"'
        yield text(14, middle, self.y_label, turned, most=int(PLOT / CHARACTER))

    def _lines(self) -> Iterator[str]:
        right = WIDTH - RIGHT
        if self.limit is not None and self._stopped:
            yield f'<path class="limit" d="M{self.left} {self._y(self.limit):.1f}H{right}"/>'
            yield text(right - 4, self._y(self.limit) - 5, "limit", 'text-anchor="end"')
        if self.diagonal:
            low, high = max(self.x.low, self.y.low), min(self.x.high, self.y.high)
            start, end = (f"{self._x(value):.1f} {self._y(value):.1f}" for value in (low, high))
            yield f'<path class="diagonal" d="M{start}L{end}"/>'

    def _series(self, series: Series) -> Iterator[str]:
        stroke = paint(series.style, "s")
        yield from self._curves(series)
        for point in series.points:
            x, y = self._x(point.x), self._y(point.y)
            if point.low is not None and point.high is not None and point.high > point.low:
                yield f'<path class="{stroke}" d="M{x:.1f} {self._y(point.low):.1f}V{self._y(point.high):.1f}"/>'
            yield marker(series.style, x, y, full=point.reached, name=point.name)
            if point.note:
                yield from self._note(x, y, point.note)

    def _curves(self, series: Series) -> Iterator[str]:
        if not series.joined:
            return
        stroke, dashed = paint(series.style, "s"), dashes(series.style)
        for _, points in groupby(series.points, lambda point: point.group):
            places = [f"{self._x(point.x):.1f} {self._y(point.y):.1f}" for point in points]
            if len(places) >= CURVE:
                yield f'<path class="curve {stroke}"{dashed} d="M{"L".join(places)}"/>'

    def _note(self, x: float, y: float, note: str) -> Iterator[str]:
        """Below the mark and its line, or above it near the bottom."""
        down = y < TOP + PLOT - 50
        end = y + 26 if down else y - 22
        at_the_right = x > WIDTH - RIGHT - width_of(note) / 2
        anchor = 'class="note" text-anchor="end"' if at_the_right else 'class="note" text-anchor="middle"'
        yield f'<path class="axis" d="M{x:.1f} {y + 6 if down else y - 6:.1f}V{end - 10 if down else end + 2:.1f}"/>'
        yield text(x, end, note, anchor)

    def _many(self, series: Series) -> Iterator[str]:
        """A curve without marks, or a path of dots; the hollow ones are smaller."""
        if series.joined:
            yield from self._curves(series)
            return
        for reached in (True, False):
            dots = (point for point in series.points if point.reached == reached)
            path = "".join(f"M{self._x(point.x):.1f} {self._y(point.y):.1f}h0" for point in dots)
            if path:
                thin = "" if reached else ' style="stroke-width:2"'
                yield f'<path class="dots {paint(series.style, "s")}"{thin} d="{path}"/>'

    def _legend(self) -> Iterator[str]:
        step = (WIDTH - EDGE) / self.columns
        for place, series in enumerate(self.drawn):
            x, y = EDGE + step * (place % self.columns), self.below + LINE * (place // self.columns) + 8
            yield marker(series.style, x, y)
            yield text(x + 12, y, series.label, 'dy=".35em"', most=LEGEND_MOST)


def stacked(charts: Sequence[Chart], columns: int = 1) -> str:
    """Charts in one picture, side by side in so many columns."""
    body, y = list[str](), 0
    for start in range(0, len(charts), columns):
        row = charts[start : start + columns]
        for place, chart in enumerate(row):
            body += shifted(WIDTH * place, y, chart.body())
        y += max(chart.height for chart in row)
    return picture(WIDTH * min(columns, len(charts)), y, "; ".join(chart.title for chart in charts), body)
