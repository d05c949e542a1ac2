"""A picture of `language/pictures.py`, an SVG of rectangles, straight lines and texts, as a `picture` of LaTeX.

LaTeX has no SVG, and TikZ is a large package. A picture with anything else in it (a graph) is not translated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from xml.etree import ElementTree

SCALE = 0.62  # points for each unit of the SVG
WIDEST = 440  # points
GREY, BLACK, WHITE = (232, 232, 232), (34, 34, 34), (255, 255, 255)
_LINE = re.compile(r"M(\S+) (\S+)L(\S+) (\S+)")
_SVG = "{http://www.w3.org/2000/svg}"

Escape = Callable[[str], str]


class Untranslatable(Exception):
    """Something that a `picture` does not have."""


def to_picture(svg: str, escaped: Escape) -> str | None:
    """None where the SVG has more than rectangles, straight lines and texts."""
    try:
        root = ElementTree.fromstring(svg)
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        pieces = [piece for element in root for piece in _pieces(element, top + height, escaped)]
    except (ElementTree.ParseError, KeyError, ValueError, Untranslatable):
        return None
    unit = min(SCALE, WIDEST / width)
    size = f"({width:g},{height:g})({left:g},0)"
    begin = rf"{{\setlength{{\unitlength}}{{{unit:.3f}pt}}\sffamily\begin{{picture}}{size}"
    return "\n".join([begin, *pieces, r"\end{picture}}", ""])


def _pieces(element: ElementTree.Element, bottom: float, escaped: Escape) -> Iterator[str]:
    """The y axis of a `picture` points up."""
    at = {name: float(value) for name, value in element.attrib.items() if name in ("x", "y", "width", "height")}
    match element.tag.removeprefix(_SVG):
        case "style":
            return
        case "rect":
            yield from _rectangle(element, at["x"], bottom - at["y"] - at["height"], at["width"], at["height"])
        case "text" if "transform" not in element.attrib:
            size = float(element.attrib["font-size"])
            colour = _colour(WHITE if element.attrib.get("class") == "pale" else BLACK)
            font = f"\\fontsize{{{size * SCALE:.1f}}}{{{size * SCALE:.1f}}}\\selectfont"
            place = f"{at['x']:g},{bottom - at['y']:g}"
            yield f"\\put({place}){{\\makebox(0,0){{{colour}{font} {escaped(element.text or '')}}}}}"
        case "path":
            yield _line(element, bottom)
        case _:
            raise Untranslatable


def _rectangle(element: ElementTree.Element, x: float, y: float, width: float, height: float) -> Iterator[str]:
    painted = re.search(r"fill:#(\w{6})", element.attrib.get("style", ""))
    shade = "shade" in element.attrib.get("class", "")
    if painted or shade:
        colour = tuple(bytes.fromhex(painted[1])) if painted else GREY
        yield _box(x, y, width, height, colour)
    yield f"\\put({x:g},{y:g}){{\\framebox({width:g},{height:g}){{}}}}"


def _line(element: ElementTree.Element, bottom: float) -> str:
    ends = _LINE.fullmatch(element.attrib["d"])
    if ends is None:
        raise Untranslatable
    x1, y1, x2, y2 = map(float, ends.groups())
    if x1 != x2 and y1 != y2:
        raise Untranslatable
    wide = float(element.attrib.get("stroke-width", "1"))
    left, low = min(x1, x2) - wide / 2, bottom - max(y1, y2) - wide / 2
    return _box(left, low, abs(x2 - x1) + wide, abs(y2 - y1) + wide, BLACK)


def _box(x: float, y: float, width: float, height: float, colour: tuple[int, ...]) -> str:
    return f"\\put({x:g},{y:g}){{{_colour(colour)}\\rule{{{width:g}\\unitlength}}{{{height:g}\\unitlength}}}}"


def _colour(colour: tuple[int, ...]) -> str:
    return f"\\color[rgb]{{{','.join(f'{part / 255:.3g}' for part in colour)}}}"
