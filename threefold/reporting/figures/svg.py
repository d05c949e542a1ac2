"""The elements of a figure: colours, markers, texts, and the SVG around them.

Written by hand: a chart library would be the heaviest dependency, and its output changes with its version; here the same values
give the same bytes. The colours of rows are near Okabe and Ito's, which people with any colour vision can distinguish, in one set
for white and one for black paper, each with enough contrast. Rows differ in marker and dash as well.
"""

from collections.abc import Iterable
from html import escape
from textwrap import wrap

from threefold.format import visible

TITLE_MOST = 54  # characters in a line
CHARACTER = 7.0  # the width of a character of 12 px, in the mean, in a wide font
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b8508a", "#5b3a00", "#3a98cf", "#8a8a8a", "#1c2b5a")
IN_THE_DARK = ("#3f9fd6", "#f07820", "#20b48a", "#e08cbc", "#ffe08a", "#b9e2ff", "#8e8e8e", "#a27a2c")
# Phases of a run, from build to verify, and the rest: they differ in lightness from their neighbours.
PHASES = ("#fde725", "#5ec962", "#21918c", "#3b528b", "#c9c9c9", "#3b528b", "#c9c9c9", "#888;fill-opacity:.12")
# How many times the best: the best itself, below 2, 5, 10 and 100 times, more, stopped. Blue to orange, for any colour vision.
HEAT = ("#0072b2", "#a9d3ee", "#e3eef5", "#fbe6d3", "#f4b183", "#b85a0e", "#dcdcdc")
HEAT_IN_THE_DARK = ("#4fa8e0", "#1f4f70", "#22313a", "#463528", "#7d4a22", "#d98040", "#3c3c3c")
LIGHT_INK = (0, 5)  # their numbers have the other ink
DASHES = ("", "6 3", "2 3", "8 3 2 3")
MARKERS = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M-3.5-3.5h7v7h-7z", "M0-4.6l4.4 7.6h-8.8z", "M0-5l5 5-5 5-5-5z",
    "M0 4.6l4.4-7.6h-8.8z", "M-4-1.3h2.7v-2.7h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7z",
)  # fmt: skip
NEUTRAL = -1  # the style of marks that belong to no row


def _palette(colours: Iterable[str]) -> str:
    return "".join(f".f{place}{{fill:{each}}}.s{place}{{stroke:{each}}}" for place, each in enumerate(colours))


def _heat(colours: Iterable[str], light_ink: Iterable[int], ink: str, other: str) -> str:
    fills = "".join(f".h{place}{{fill:{each}}}" for place, each in enumerate(colours))
    return f"{fills}.heat{{fill:{ink}}}" + "".join(f".i{place}{{fill:{other}}}" for place in light_ink)


STYLE = f"""
svg{{font:12px system-ui,sans-serif}}.paper,.open{{fill:#fff}}text,.ink{{fill:#222}}.title{{font-size:14px;font-weight:600}}
.note{{font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:3px}}.bold{{font-weight:700}}.pale{{fill:#666}}
.grid{{stroke:#ddd}}.axis{{stroke:#222}}.limit{{stroke:#c00;stroke-dasharray:3 3}}.diagonal{{stroke:#666;stroke-dasharray:4 4}}
.curve{{fill:none;stroke-width:2}}.open{{stroke-width:1.6}}.dots{{fill:none;stroke-width:4;stroke-linecap:round}}
{_palette(COLOURS)}.neutral{{stroke:#222}}
{_heat(HEAT, LIGHT_INK, "#222", "#fff")}
.bar{{stroke:#888;stroke-width:.5}}{"".join(f".p{place}{{fill:{each}}}" for place, each in enumerate(PHASES))}
@media(prefers-color-scheme:dark){{.paper,.open{{fill:#161616}}text,.ink{{fill:#ddd}}.pale{{fill:#aaa}}.note{{stroke:#161616}}.grid{{stroke:#444}}
.axis,.neutral{{stroke:#ddd}}.diagonal{{stroke:#aaa}}.limit{{stroke:#ff8a80}}{_palette(IN_THE_DARK)}
{_heat(HEAT_IN_THE_DARK, LIGHT_INK, "#ddd", "#111")}}}
""".strip()  # without var() and dominant-baseline: Inkscape and librsvg do not know them


def width_of(label: str) -> float:
    return CHARACTER * len(label)


def clipped(label: str, most: int) -> str:
    """Shortened in the middle: the beginning and the end tell names apart."""
    if len(label) <= most:
        return label
    end = (most - 1) // 2
    return f"{label[: most - 1 - end]}…{label[len(label) - end :]}"


def text(x: float | str, y: float | str, label: str, attributes: str = "", *, most: int = 10_000) -> str:
    """With the full label as a tooltip, if it is shortened."""
    shown = clipped(visible(label), most)
    tooltip = "" if shown == visible(label) else titled(label)
    return (
        f'<text x="{_short(x)}" y="{_short(y)}"{" " if attributes else ""}{attributes}>{tooltip}{escape(shown)}</text>'
    )


def heading(label: str) -> str:
    """The title of a figure, in two lines where it is long; still longer ones end at a word."""
    shown = wrap(visible(label), TITLE_MOST, max_lines=2, placeholder=" …")
    if len(shown) < 2:
        return text(12, 20, label, 'class="title"')
    tooltip = titled(label) if shown[1].endswith(" …") else ""
    parts = "".join(f'<tspan x="12" y="{y}">{escape(line)}</tspan>' for y, line in zip((13, 29), shown, strict=True))
    return f'<text class="title">{tooltip}{parts}</text>'


def _short(place: float | str) -> str:
    return place if isinstance(place, str) else f"{place:.1f}".removesuffix(".0")


def marker(style: int, x: float | str, y: float | str, *, full: bool = True, name: str = "") -> str:
    shape, stroke = MARKERS[style % len(MARKERS)], paint(style, "s")
    looks = paint(style, "f") if full else f"open {stroke}"
    return f'<path class="{looks}" transform="translate({_short(x)} {_short(y)})" d="{shape}">{titled(name)}</path>'


def titled(name: str) -> str:
    """A tooltip."""
    return f"<title>{escape(visible(name))}</title>" if name else ""


def paint(style: int, of: str) -> str:
    """The class of a row's colour: of `s`, its strokes, or of `f`, its fills."""
    if style == NEUTRAL:
        return "neutral" if of == "s" else "ink"
    return f"{of}{style % len(COLOURS)}"


def dashes(style: int) -> str:
    dash = DASHES[style // len(COLOURS) % len(DASHES)] if style != NEUTRAL else ""
    return f' stroke-dasharray="{dash}"' if dash else ""


def picture(width: float, height: float, title: str, body: Iterable[str]) -> str:
    """An SVG file. It has a size of its own, because some code hosts would draw it as wide as the page."""
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(visible(title))}">'
    return "\n".join([head, f"<style>{STYLE}</style>", paper(width, height), *body, "</svg>", ""])


def paper(width: float, height: float) -> str:
    return f'<rect class="paper" width="{width:g}" height="{height:g}"/>'


def shifted(x: float, y: float, body: Iterable[str]) -> list[str]:
    return [f'<g transform="translate({x:g} {y:g})">', *body, "</g>"]
