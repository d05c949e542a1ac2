"""A line plot as SVG, by hand: the sheets ask for two, and a plotting library costs more to import than they take to measure.

Logarithmic upwards, whole numbers to the right. Lines are told apart by colour (Okabe and Ito's, safe for colour-blind
readers), by the shape of their marks and by the name at their end. A hollow mark is a run that a limit cut off: the true
value lies higher.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
INK, GRID = "#333333", "#DDDDDD"
WIDTH, HEIGHT = 490, 350  # of a panel
LEFT, RIGHT, TOP, BOTTOM = 78, 120, 36, 50
HEAD, FOOT, LINE = 40, 30, 14

Point = tuple[float, float]


@dataclass(frozen=True)
class Series:
    label: str
    points: Sequence[Point]
    cut: Sequence[Point] = ()  # where a limit was hit
    colour: int = 0
    dashed: bool = False


@dataclass(frozen=True)
class Panel:
    title: str
    x_title: str
    y_text: Callable[[float], str]  # how a value of the vertical axis is written
    series: Sequence[Series]


def render(title: str, panels: Sequence[Panel], note: str = "") -> str:
    width, height = WIDTH * len(panels), HEAD + HEIGHT + FOOT
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
            f' font-family="Helvetica, Arial, sans-serif" font-size="12" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="white"/>',
            f'<text x="16" y="26" font-size="16" font-weight="bold">{escape(title)}</text>',
            *(_panel(panel, WIDTH * position) for position, panel in enumerate(panels)),
            f'<text x="16" y="{height - 12}" font-size="11">{escape(note)}</text>',
            "</svg>\n",
        ]
    )


def _panel(panel: Panel, x: int) -> str:
    drawn = [series for series in panel.series if series.points or series.cut]
    if not drawn:
        return ""
    frame = _Frame([point for series in drawn for point in (*series.points, *series.cut)])
    parts = [_axes(panel, frame), *(_line(series, frame) for series in drawn), _labels(drawn, frame)]
    return f'<g transform="translate({x}, {HEAD})">\n' + "\n".join(parts) + "\n</g>"


class _Frame:
    """From values to places in the panel."""

    def __init__(self, points: Sequence[Point]) -> None:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self.first, self.last = floor(min(xs)), ceil(max(xs))
        self.low = floor(log10(max(min(ys), 1e-6)))
        self.high = max(ceil(log10(max(*ys, 1e-6))), self.low + 1)

    def x(self, value: float) -> float:
        span = max(self.last - self.first, 1)
        return round(LEFT + (value - self.first) / span * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        share = (log10(max(value, 1e-6)) - self.low) / (self.high - self.low)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def _axes(panel: Panel, frame: _Frame) -> str:
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    parts = [f'<text x="{LEFT}" y="{TOP - 14}" font-weight="bold">{escape(panel.title)}</text>']
    for power in range(frame.low, frame.high + 1):
        y = frame.y(10.0**power)
        parts.append(f'<line x1="{LEFT}" y1="{y}" x2="{right}" y2="{y}" stroke="{GRID}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{escape(panel.y_text(10.0**power))}</text>')
    step = ceil((frame.last - frame.first + 1) / 12)
    for value in range(frame.first, frame.last + 1, step):
        x = frame.x(value)
        parts.append(f'<line x1="{x}" y1="{bottom}" x2="{x}" y2="{bottom + 5}" stroke="{INK}"/>')
        parts.append(f'<text x="{x}" y="{bottom + 19}" text-anchor="middle">{value}</text>')
    parts.append(f'<line x1="{LEFT}" y1="{bottom}" x2="{right}" y2="{bottom}" stroke="{INK}"/>')
    middle = (LEFT + right) / 2
    parts.append(f'<text x="{middle}" y="{bottom + 37}" text-anchor="middle">{escape(panel.x_title)}</text>')
    return "\n".join(parts)


def _line(series: Series, frame: _Frame) -> str:
    colour = COLOURS[series.colour % len(COLOURS)]
    places = [(frame.x(x), frame.y(y)) for x, y in series.points]
    cut = [(frame.x(x), frame.y(y)) for x, y in series.cut]
    path = " ".join(f"{x},{y}" for x, y in sorted(places + cut))
    dashes = ' stroke-dasharray="5 4"' if series.dashed else ""
    parts = [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>']
    parts += [_mark(x, y, series.colour, colour) for x, y in places]
    parts += [_mark(x, y, series.colour, "white") for x, y in cut]
    return "\n".join(parts)


def _mark(x: float, y: float, shape: int, fill: str) -> str:
    paint = f'fill="{fill}" stroke="{COLOURS[shape % len(COLOURS)]}" stroke-width="1.5"'
    match shape % 4:
        case 0:
            return f'<circle cx="{x}" cy="{y}" r="4" {paint}/>'
        case 1:
            return f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" {paint}/>'
        case 2:
            return f'<path d="M{x} {y - 4.8:.1f}l4.6 8h-9.2z" {paint}/>'
        case _:
            return f'<path d="M{x} {y - 5:.1f}l5 5l-5 5l-5 -5z" {paint}/>'


def _labels(drawn: Sequence[Series], frame: _Frame) -> str:
    """Each name at the end of its line, moved down where another stands already."""
    ends = [(frame.y(max((*series.points, *series.cut))[1]), series) for series in drawn]
    parts, lowest = [], float("-inf")
    for y, series in sorted(ends, key=lambda end: end[0]):
        lowest = max(y + 4, lowest + LINE)
        colour = COLOURS[series.colour % len(COLOURS)]
        parts.append(f'<text x="{WIDTH - RIGHT + 10}" y="{lowest:.1f}" fill="{colour}">{escape(series.label)}</text>')
    return "\n".join(parts)


def seconds(value: float) -> str:
    for size, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= size * 0.999:
            return f"{value / size:,.0f} {unit}"
    return "0 s"


def number(value: float) -> str:
    return f"{value:,.0f}"
