"""Boards as pictures: SVG, one or several side by side, each with a line of text under it."""

from collections.abc import Sequence
from html import escape

LIGHT, DARK, QUEEN, INK = "#F0D9B5", "#B58863", "#1A1A1A", "#333333"
CELL, GAP, FOOT = 24, 24, 30


def boards(title: str, columns_by_name: Sequence[tuple[str, Sequence[int]]]) -> str:
    """`columns_by_name`: a caption, and the column of each row's queen, counted from 1."""
    n = max(len(columns) for _, columns in columns_by_name)
    side = max(CELL * n, 150)  # a caption must fit under a small board
    width, height = GAP + (side + GAP) * len(columns_by_name), GAP + CELL * n + FOOT
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
            f' font-family="Helvetica, Arial, sans-serif" font-size="12" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="white"/>',
            _queen_symbol(),
            *(
                _board(caption, columns, GAP + (side + GAP) * position)
                for position, (caption, columns) in enumerate(columns_by_name)
            ),
            "</svg>\n",
        ]
    )


def _queen_symbol() -> str:
    """A crown in a unit of 24: drawn, because not every font has the queen."""
    crown = "M4 18L3 8l4 5l2 -8l3 7l3 -7l2 8l4 -5l-1 10z"
    return f'<defs><path id="queen" d="{crown}" fill="{QUEEN}" stroke="white" stroke-width="0.7"/></defs>'


def _board(caption: str, columns: Sequence[int], left: int) -> str:
    n = len(columns)
    parts = [
        f'<g transform="translate({left}, {GAP})">',
        f'<rect width="{n * CELL}" height="{n * CELL}" fill="{LIGHT}"/>',
    ]
    dark = "".join(
        f"M{column * CELL} {row * CELL}h{CELL}v{CELL}h-{CELL}z"
        for row in range(n)
        for column in range(n)
        if (row + column) % 2
    )
    parts.append(f'<path d="{dark}" fill="{DARK}"/>')
    parts += [f'<use href="#queen" x="{(column - 1) * CELL}" y="{row * CELL}"/>' for row, column in enumerate(columns)]
    parts.append(f'<text x="0" y="{n * CELL + 18}">{escape(caption)}</text></g>')
    return "\n".join(parts)
