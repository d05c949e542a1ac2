"""One chart as SVG: axes, curves with spread, a limit line, a legend. The other modules say what is in it.

Written by hand, because a chart library would be the heaviest dependency of the house and its output changes with its version;
here the same records give the same bytes. Colours are Okabe and Ito's, which people with any colour vision tell apart; curves
differ in marker and dash as well. Text and lines take their colour from the page's theme, light or dark.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from threefold.reporting.figures.scale import Scale

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


@dataclass(frozen=True)
class Point:
    x: float
    y: float
    low: float | None = None  # the spread
    high: float | None = None
    reached: bool = True  # False: stopped by a limit, drawn hollow
    name: str = ""  # what a pointer over it tells


@dataclass(frozen=True)
class Series:
    label: str
    points: Sequence[Point]
    style: int  # which colour, marker and dash: the same for the same row in every figure
    joined: bool = True


@dataclass(frozen=True)
class Chart:
    title: str
    x_label: str
    y_label: str
    x: Scale
    y: Scale
    series: Sequence[Series]
    limit: float | None = None  # a line across, at this y
    diagonal: bool = False

    def svg(self) -> str:
        return stacked([self])

    def body(self) -> Iterator[str]:
        yield from self._frame()
        yield from self._limit()
        yield from (line for each in self.series for line in self._series(each))
        yield from self._legend()

    def _at(self, x: float, y: float) -> tuple[str, str]:
        wide, high = WIDTH - LEFT - LEGEND, HEIGHT - TOP - BOTTOM
        return f"{LEFT + wide * self.x.share(x):.1f}", f"{HEIGHT - BOTTOM - high * self.y.share(y):.1f}"

    def _frame(self) -> Iterator[str]:
        right, bottom = WIDTH - LEGEND, HEIGHT - BOTTOM
        yield f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>'
        yield f'<text class="title" x="{LEFT}" y="20">{escape(self.title)}</text>'
        for tick in self.y.ticks:
            _, y = self._at(self.x.low, tick.value)
            yield f'<path class="grid" d="M{LEFT} {y}H{right}"/>'
            yield f'<text x="{LEFT - 6}" y="{y}" text-anchor="end" dy=".35em">{escape(tick.label)}</text>'
        slanted = sum(len(tick.label) for tick in self.x.ticks) > 70
        for tick in self.x.ticks:
            x, _ = self._at(tick.value, self.y.low)
            turned = (
                f' transform="rotate(-24 {x} {bottom + 16})" text-anchor="end"' if slanted else ' text-anchor="middle"'
            )
            yield f'<path class="axis" d="M{x} {bottom}v4"/>'
            yield f'<text x="{x}" y="{bottom + 16}"{turned}>{escape(tick.label)}</text>'
        yield f'<path class="axis" fill="none" d="M{LEFT} {TOP}V{bottom}H{right}"/>'
        if not slanted:
            yield f'<text x="{(LEFT + right) // 2}" y="{HEIGHT - 14}" text-anchor="middle">{escape(self.x_label)}</text>'
        middle = (TOP + bottom) // 2
        yield f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">{escape(self.y_label)}</text>'

    def _limit(self) -> Iterator[str]:
        right = WIDTH - LEGEND
        if self.limit is not None:
            _, y = self._at(self.x.low, self.limit)
            yield f'<path class="limit" d="M{LEFT} {y}H{right}"/>'
            yield f'<text x="{right - 4}" y="{float(y) - 5:.1f}" text-anchor="end">limit</text>'
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
                _, low = self._at(point.x, point.low)
                _, high = self._at(point.x, point.high)
                yield f'<path stroke="{colour}" d="M{x} {low}V{high}"/>'
            yield _marker(series.style, x, y, point.reached, point.name)

    def _legend(self) -> Iterator[str]:
        for place, series in enumerate(self.series):
            y = TOP + 8 + 20 * place
            yield _marker(series.style, f"{WIDTH - LEGEND + 20}", f"{y}", True, "")
            label = series.label if len(series.label) < 26 else series.label[:24] + "…"
            yield f'<text x="{WIDTH - LEGEND + 32}" y="{y}" dy=".35em">{escape(label)}</text>'


def stacked(charts: Sequence[Chart]) -> str:
    """Charts in one picture, one below the other."""
    first, *others = charts
    body = list(first.body())
    for place, chart in enumerate(others, 1):
        body += [f'<g transform="translate(0 {HEIGHT * place})">', *chart.body(), "</g>"]
    named = f'role="img" aria-label="{escape("; ".join(chart.title for chart in charts))}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT * len(charts)}" {named}>'
    return "\n".join([head, f"<style>{STYLE}</style>", *body, "</svg>", ""])


def _marker(style: int, x: str, y: str, full: bool, name: str) -> str:
    colour, shape = COLOURS[style % len(COLOURS)], MARKERS[style % len(MARKERS)]
    paint = f'fill="{colour}"' if full else f'class="open" stroke="{colour}"'
    told = f"<title>{escape(name)}</title>" if name else ""
    return f'<path {paint} transform="translate({x} {y})" d="{shape}">{told}</path>'
