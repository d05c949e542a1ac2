"""Scales, and one chart as SVG: axes, curves with spread, a limit line, a legend.

Written by hand: a chart library would be the heaviest dependency, and its output changes with its version; here the same values
give the same bytes. Colours are Okabe and Ito's, which people with any colour vision can distinguish; curves differ in marker and
dash as well. Text and lines follow the reader's theme, light or dark.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from math import ceil, floor, log10

from threefold.format import visible

WIDTH, HEIGHT = 760, 420
LEFT, TOP, BOTTOM = 78, 36, 56
LEGEND = 190  # width of the legend at the right
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a8a8a", "#b8a800")
DASHES = ("", "6 3", "2 3", "8 3 2 3")
MARKERS = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M-3.5-3.5h7v7h-7z", "M0-4.6l4.4 7.6h-8.8z", "M0-5l5 5-5 5-5-5z",
    "M0 4.6l4.4-7.6h-8.8z", "M-4-1.3h2.7v-2.7h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7z",
)  # fmt: skip
STYLE = """
svg{font:12px system-ui,sans-serif}.paper{fill:#fff}text{fill:#222}.title{font-size:14px;font-weight:600}
.grid{stroke:#ddd}.axis{stroke:#222}.limit{stroke:#c00;stroke-dasharray:3 3}.diagonal{stroke:#222;stroke-dasharray:4 4}
.curve{fill:none;stroke-width:2}.open{fill:#fff;stroke-width:1.6}
@media(prefers-color-scheme:dark){.paper,.open{fill:#161616}text{fill:#ddd}.grid{stroke:#444}.axis,.diagonal{stroke:#ddd}}
""".strip()  # without var() and dominant-baseline: Inkscape and librsvg do not know them
Label = Callable[[float], str]
WIDE = 12.0  # an axis whose ends differ by more than this factor is logarithmic


@dataclass(frozen=True)
class Scale:
    low: float
    high: float
    ticks: Mapping[float, str]  # their labels
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
    return Scale(low, high, {value: label(value) for value in inside[:: ceil(len(inside) / 9)]}, True)


def linear(values: Sequence[float]) -> Scale:
    """Ticks at round numbers; half a step of room at both ends."""
    low, high = min(values), max(values)
    step = _step((high - low) or 1)
    ticks = {place * step: number(place * step) for place in range(ceil(low / step), floor(high / step) + 1)}
    room = (high - low) * 0.04 or 0.5
    return Scale(low - room, high + room, ticks, False)


def _step(span: float) -> float:
    """1, 2 or 5 times a power of ten, for at most nine ticks; whole, because what is counted is whole."""
    power = 10.0 ** floor(log10(span / 8))
    return max(1.0, next(power * factor for factor in (1, 2, 5, 10) if power * factor * 8 >= span))


def named(names: Sequence[str]) -> Scale:
    return Scale(0.5, len(names) + 0.5, {float(place): name for place, name in enumerate(names, 1)}, False)


@dataclass(frozen=True)
class Point:
    x: float
    y: float
    low: float | None = None  # the spread
    high: float | None = None
    reached: bool = True  # False: stopped by a limit, drawn hollow
    name: str = ""  # the tooltip


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
    def x(self) -> Scale:
        values = [point.x for point in self.points] or [1]
        wide = min(values) > 0 and max(values) / min(values) > WIDE
        return self.horizontal or (logarithmic(values) if wide else linear(values))

    @cached_property
    def y(self) -> Scale:
        return self.vertical or logarithmic([point.y for point in self.points] or [1], self.unit)

    def svg(self) -> str:
        return stacked([self])

    def body(self) -> Iterator[str]:
        drawn = [each for each in self.series if each.points]
        yield from self._frame()
        yield from self._lines()
        yield from (line for each in drawn for line in self._series(each))
        yield from self._legend(drawn)

    def _at(self, x: float, y: float) -> tuple[str, str]:
        wide, high = WIDTH - LEFT - LEGEND, HEIGHT - TOP - BOTTOM
        return f"{LEFT + wide * self.x.share(x):.1f}", f"{HEIGHT - BOTTOM - high * self.y.share(y):.1f}"

    def _frame(self) -> Iterator[str]:
        right, bottom, middle = WIDTH - LEGEND, HEIGHT - BOTTOM, (TOP + HEIGHT - BOTTOM) // 2
        yield f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>'
        yield _text(LEFT, 20, self.title, 'class="title"')
        for value, label in self.y.ticks.items():
            _, y = self._at(self.x.low, value)
            yield f'<path class="grid" d="M{LEFT} {y}H{right}"/>'
            yield _text(LEFT - 6, y, label, 'text-anchor="end" dy=".35em"')
        slanted = sum(map(len, self.x.ticks.values())) > 70
        for value, label in self.x.ticks.items():
            x, _ = self._at(value, self.y.low)
            turn = f'transform="rotate(-24 {x} {bottom + 16})" text-anchor="end"'
            yield f'<path class="axis" d="M{x} {bottom}v4"/>'
            yield _text(x, bottom + 16, label, turn if slanted else 'text-anchor="middle"')
        yield f'<path class="axis" fill="none" d="M{LEFT} {TOP}V{bottom}H{right}"/>'
        if not slanted:
            yield _text((LEFT + right) // 2, HEIGHT - 14, self.x_label, 'text-anchor="middle"')
        yield _text(14, middle, self.y_label, f'text-anchor="middle" transform="rotate(-90 14 {middle})"')

    def _lines(self) -> Iterator[str]:
        right = WIDTH - LEGEND
        if self.limit is not None and not all(point.reached for point in self.points):
            _, y = self._at(self.x.low, self.limit)
            yield f'<path class="limit" d="M{LEFT} {y}H{right}"/>'
            yield _text(right - 4, f"{float(y) - 5:.1f}", "limit", 'text-anchor="end"')
        if self.diagonal:
            (x1, y1), (x2, y2) = self._at(self.x.low, self.y.low), self._at(self.x.high, self.y.high)
            yield f'<path class="diagonal" d="M{x1} {y1}L{x2} {y2}"/>'

    def _series(self, series: Series) -> Iterator[str]:
        colour = COLOURS[series.style % len(COLOURS)]
        if series.joined and len(series.points) > 1:
            path = "L".join(" ".join(self._at(point.x, point.y)) for point in series.points)
            dash = DASHES[series.style // len(COLOURS) % len(DASHES)]
            dashed = f' stroke-dasharray="{dash}"' if dash else ""
            yield f'<path class="curve" stroke="{colour}"{dashed} d="M{path}"/>'
        for point in series.points:
            x, y = self._at(point.x, point.y)
            if point.low is not None and point.high is not None and point.high > point.low:
                (_, low), (_, high) = self._at(point.x, point.low), self._at(point.x, point.high)
                yield f'<path stroke="{colour}" d="M{x} {low}V{high}"/>'
            yield _marker(series.style, x, y, point.reached, point.name)

    def _legend(self, drawn: Sequence[Series]) -> Iterator[str]:
        for place, series in enumerate(drawn):
            y = TOP + 8 + 20 * place
            yield _marker(series.style, f"{WIDTH - LEGEND + 20}", f"{y}", True, "")
            label = series.label if len(series.label) < 26 else series.label[:24] + "…"
            yield _text(WIDTH - LEGEND + 32, y, label, 'dy=".35em"')


def stacked(charts: Sequence[Chart]) -> str:
    """Charts in one picture, one below the other."""
    first, *others = charts
    body = list(first.body())
    for place, chart in enumerate(others, 1):
        body += [f'<g transform="translate(0 {HEIGHT * place})">', *chart.body(), "</g>"]
    named = f'role="img" aria-label="{escape(visible("; ".join(chart.title for chart in charts)))}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT * len(charts)}" {named}>'
    return "\n".join([head, f"<style>{STYLE}</style>", *body, "</svg>", ""])


def _text(x: float | str, y: float | str, text: str, attributes: str) -> str:
    return f'<text x="{x}" y="{y}" {attributes}>{escape(visible(text))}</text>'


def _marker(style: int, x: str, y: str, full: bool, name: str) -> str:
    colour, shape = COLOURS[style % len(COLOURS)], MARKERS[style % len(MARKERS)]
    paint = f'fill="{colour}"' if full else f'class="open" stroke="{colour}"'
    tooltip = f"<title>{escape(visible(name))}</title>" if name else ""
    return f'<path {paint} transform="translate({x} {y})" d="{shape}">{tooltip}</path>'
