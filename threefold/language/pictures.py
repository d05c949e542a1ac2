"""Boards as text and as SVG: grids, graphs, lines. A puzzle's `draw` and `picture` are made of these."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin

from threefold.errors import SpecError

COLOURS = (  # Okabe and Ito's, then four of Paul Tol's light ones
    "#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#0072b2", "#bbbbbb",
    "#99ddff", "#eedd88", "#ffaabb", "#bbcc33",
)  # fmt: skip
STYLE = (  # without var(): Inkscape and librsvg do not support it and paint black instead
    "svg{background:#fff}text,.dark{fill:#222}.on{fill:#111}.pale{fill:#fff}.line{stroke:#222;fill:none}"
    ".cell{fill:#fff;stroke:#222;stroke-width:.5}.shade{fill:#e8e8e8}"
    "text{font-family:system-ui,sans-serif;text-anchor:middle}"
    "@media(prefers-color-scheme:dark){svg{background:#161616}text,.dark{fill:#ddd}.line{stroke:#ddd}"
    ".cell{fill:#161616;stroke:#ddd}.shade{fill:#333}}"
)
CELL = 32


def plain(rows: Sequence[Sequence[str]]) -> str:
    """A board for the terminal: columns of equal width, a point for an empty cell."""
    width = max((len(text) for row in rows for text in row), default=1)
    return "\n".join(" ".join((text or ".").rjust(width) for text in row) for row in rows)


def svg(width: float, height: float, body: Sequence[str]) -> str:
    box = f'viewBox="-2 -2 {width + 4:g} {height + 4:g}" width="{width + 4:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>'
    return "\n".join([head, f"<style>{STYLE}</style>", *body, "</svg>", ""])


@lru_cache(1 << 14)  # the lab draws a board once for every value
def cell(
    row: int, column: int, text: str = "", colour: int | None = None, *, shade: bool = False, wide: int = CELL
) -> str:
    """A rectangle with a text in it; `colour` is a number of the palette."""
    return bar(column * wide, row * CELL, wide, text, colour, shade=shade)


def bar(x: int, y: int, wide: int, text: str = "", colour: int | None = None, *, shade: bool = False) -> str:
    """A cell that begins anywhere, as a task in a schedule does."""
    kind = "cell shade" if shade else "cell"
    square = f'<rect class="{kind}"{_painted("fill", colour)} x="{x}" y="{y}" width="{wide}" height="{CELL}"/>'
    size = 18 if len(text) < 3 and wide == CELL else 12
    return square + (label(x + wide / 2, y + CELL / 2, text, size, colour) if text else "")


def label(x: float, y: float, text: str, size: int, colour: int | None = None, *, turned: bool = False) -> str:
    """A text with this centre, on a colour of the palette or on the paper; `turned` by a right angle."""
    from html import escape  # late: most runs draw nothing, and it is slow to import

    letters = "" if not isinstance(colour, int) else ' class="pale"' if _colour(colour) == "#0072b2" else ' class="on"'
    turn = f' transform="rotate(90 {x:.5g} {y:.5g})"' if turned else ""
    # dy, because few programs but browsers support dominant-baseline
    return f'<text{letters} x="{x:.5g}" y="{y:.5g}" dy=".35em" font-size="{size}"{turn}>{escape(text)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, width: float = 2, colour: int | None = None) -> str:
    place = f"M{x1:.5g} {y1:.5g}L{x2:.5g} {y2:.5g}"
    return f'<path class="line" stroke-width="{width:g}"{_painted("stroke", colour)} d="{place}"/>'


def _painted(what: str, colour: int | None) -> str:
    """A value that is open (partial.py) has no colour."""
    return f' style="{what}:{_colour(colour)}"' if isinstance(colour, int) else ""


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def grid(
    rows: Sequence[Sequence[str]],
    *,
    boxes: tuple[int, int] | None = None,
    chequered: bool = False,
    shaded: Collection[tuple[int | str, ...]] = (),
    regions: bool = False,
    colours: Sequence[Sequence[int | None]] | None = None,
    wide: int = CELL,
) -> str:
    """A board of texts; `boxes` draws thick lines around blocks of so many rows and columns, `regions` around equal texts.

    `shaded` has the cells (row, column) that are grey; both count from 1.
    """
    height, width = len(rows), max(map(len, rows))
    cells = {(r, c) for r, row in enumerate(rows, start=1) for c in range(1, len(row) + 1)}
    if outside := next((place for place in shaded if place not in cells), None):
        board = f"rows 1 to {height} and columns 1 to {width}"
        raise SpecError(f"grid: shaded has {outside}: the board has {board}")
    body = []
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            shade = (r + 1, c + 1) in shaded or (chequered and (r + c) % 2 == 1)
            body.append(cell(r, c, text, colours[r][c] if colours else None, shade=shade, wide=wide))
    if regions:
        body += _borders(rows, wide)
    if boxes:
        body += [line(0, r * CELL, width * wide, r * CELL) for r in range(0, height + 1, boxes[0])]
        body += [line(c * wide, 0, c * wide, height * CELL) for c in range(0, width + 1, boxes[1])]
    return svg(width * wide, height * CELL, body)


def _borders(rows: Sequence[Sequence[str]], wide: int) -> list[str]:
    """Thick lines between neighbours that differ, and around the board."""
    text = {(r, c): text for r, row in enumerate(rows) for c, text in enumerate(row)}
    lines = []
    for r in range(len(rows) + 1):
        for c in range(max(map(len, rows)) + 1):
            x, y, here = c * wide, r * CELL, text.get((r, c))
            if here != text.get((r, c - 1)):
                lines.append(line(x, y, x, y + CELL, 2.5))
            if here != text.get((r - 1, c)):
                lines.append(line(x, y, x + wide, y, 2.5))
    return lines


def graph(names: Sequence[str], edges: Mapping[tuple[int, int], int | None], colours: Sequence[int | None]) -> str:
    """Nodes on a circle, in order; an edge or a node may have a colour of the palette."""
    radius = max(60.0, 11.0 * len(names))
    middle = radius + 16
    angles = [2 * pi * i / len(names) for i in range(len(names))]
    at = [(middle + radius * sin(angle), middle - radius * cos(angle)) for angle in angles]
    body = [line(*at[a], *at[b], colour=colour) for (a, b), colour in edges.items()]
    for (x, y), name, colour in zip(at, names, colours, strict=True):
        body.append(f'<circle class="cell"{_painted("fill", colour)} cx="{x:.5g}" cy="{y:.5g}" r="13"/>')
        body.append(label(x, y, name, 12, colour))
    return svg(2 * middle, 2 * middle, body)
