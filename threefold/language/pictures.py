"""Small pictures as SVG: grids, graphs, walks. What a puzzle's `picture` is made of.

Colours are Okabe and Ito's, then four of Paul Tol's light ones; lines and letters follow the page's theme, light or dark.
"""

from collections.abc import Collection, Mapping, Sequence
from html import escape
from math import cos, pi, sin

COLOURS = (
    "#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#0072b2", "#bbbbbb",
    "#99ddff", "#eedd88", "#ffaabb", "#bbcc33",
)  # fmt: skip
STYLE = (  # without var(): Inkscape and librsvg do not know it, and paint black instead
    "svg{background:#fff}text,.dark{fill:#222}.on{fill:#111}.pale{fill:#fff}.line{stroke:#222;fill:none}"
    ".cell{fill:#fff;stroke:#222;stroke-width:.5}.shade{fill:#e8e8e8}"
    "text{font-family:system-ui,sans-serif;text-anchor:middle}"
    "@media(prefers-color-scheme:dark){svg{background:#161616}text,.dark{fill:#ddd}.line{stroke:#ddd}"
    ".cell{fill:#161616;stroke:#ddd}.shade{fill:#333}}"
)
CELL = 32


def svg(width: float, height: float, body: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4:g} {height + 4:g}" width="{width + 4:g}">'
    )
    return "\n".join([head, f"<style>{STYLE}</style>", *body, "</svg>", ""])


def cell(
    row: int, column: int, text: str = "", colour: int | None = None, *, shade: bool = False, wide: int = CELL
) -> str:
    """A square with a text in it, or a wider one; `colour` is a number of the palette."""
    fill = "" if colour is None else f' style="fill:{COLOURS[colour % len(COLOURS)]}"'
    kind = "cell shade" if shade else "cell"
    x, y = column * wide, row * CELL
    square = f'<rect class="{kind}"{fill} x="{x}" y="{y}" width="{wide}" height="{CELL}"/>'
    size = 18 if len(text) < 3 and wide == CELL else 12
    return square + (label(x + wide / 2, y + CELL / 2, text, size, colour) if text else "")


def label(x: float, y: float, text: str, size: int, colour: int | None = None, *, turned: bool = False) -> str:
    """A text whose middle is there, on a colour of the palette or on the paper, perhaps turned by a right angle."""
    on = "" if colour is None else f' class="{_letters(colour)}"'
    turn = f' transform="rotate(90 {x:.5g} {y:.5g})"' if turned else ""
    # By dy: few programs but browsers know dominant-baseline.
    return f'<text{on} x="{x:.5g}" y="{y:.5g}" dy=".35em" font-size="{size}"{turn}>{escape(text)}</text>'


def _letters(colour: int) -> str:
    """Dark ones but on the darkest colour, where white ones are read better."""
    return "pale" if COLOURS[colour % len(COLOURS)] == "#0072b2" else "on"


def line(x1: float, y1: float, x2: float, y2: float, width: float = 2) -> str:
    return f'<path class="line" stroke-width="{width:g}" d="M{x1:g} {y1:g}L{x2:g} {y2:g}"/>'


def grid(
    rows: Sequence[Sequence[str]],
    *,
    boxes: tuple[int, int] | None = None,
    chequered: bool = False,
    shaded: Collection[tuple[int, int]] = (),
    regions: bool = False,
    colours: Sequence[Sequence[int | None]] | None = None,
    wide: int = CELL,
) -> str:
    """A board of texts; `boxes` draws thick lines around blocks of so many rows and columns, `regions` around equal texts."""
    height, width = len(rows), max(map(len, rows))
    body = [
        cell(
            r,
            c,
            text,
            colours[r][c] if colours else None,
            shade=(r, c) in shaded or (chequered and (r + c) % 2 == 1),
            wide=wide,
        )
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
    ]
    if regions:
        body += _borders(rows, wide)
    if boxes:
        body += [line(0, r * CELL, width * wide, r * CELL) for r in range(0, height + 1, boxes[0])]
        body += [line(c * wide, 0, c * wide, height * CELL) for c in range(0, width + 1, boxes[1])]
    return svg(width * wide, height * CELL, body)


def _borders(rows: Sequence[Sequence[str]], wide: int) -> list[str]:
    """Thick lines where two neighbours differ, and around all."""
    text = {(r, c): text for r, row in enumerate(rows) for c, text in enumerate(row)}
    lines = []
    for r in range(len(rows) + 1):
        for c in range(max(map(len, rows)) + 1):
            here, left, above = text.get((r, c)), text.get((r, c - 1)), text.get((r - 1, c))
            if here != left:
                lines.append(line(c * wide, r * CELL, c * wide, (r + 1) * CELL, 2.5))
            if here != above:
                lines.append(line(c * wide, r * CELL, (c + 1) * wide, r * CELL, 2.5))
    return lines


def graph(names: Sequence[str], edges: Mapping[tuple[int, int], int | None], colours: Sequence[int | None]) -> str:
    """Nodes on a circle, in order; an edge or a node may have a colour of the palette."""
    radius = max(60.0, 11.0 * len(names))
    middle = radius + 16
    at = [
        (middle + radius * sin(2 * pi * i / len(names)), middle - radius * cos(2 * pi * i / len(names)))
        for i in range(len(names))
    ]
    body = []
    for (a, b), colour in edges.items():
        stroke = "" if colour is None else f' style="stroke:{COLOURS[colour % len(COLOURS)]}"'
        body.append(
            f'<path class="line" stroke-width="2"{stroke} d="M{at[a][0]:.1f} {at[a][1]:.1f}L{at[b][0]:.1f} {at[b][1]:.1f}"/>'
        )
    for (x, y), name, colour in zip(at, names, colours, strict=True):
        fill = "" if colour is None else f' style="fill:{COLOURS[colour % len(COLOURS)]}"'
        body.append(f'<circle class="cell"{fill} cx="{x:.1f}" cy="{y:.1f}" r="13"/>')
        body.append(label(x, y, name, 12, colour))
    return svg(2 * middle, 2 * middle, body)
