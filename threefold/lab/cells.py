"""Which place of a puzzle's picture belongs to which literal `x == v`.

No puzzle says so. The picture of a partial solution in which only x has a value is compared with the picture in which no variable
has one: the smallest rectangles or circles around what differs are the cells of this literal.
"""

import math
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from threefold.language import Puzzle, Spec
from threefold.language.partial import partial_solution

LiteralKey = tuple[int, int]  # the position of a variable, and a value
Box = tuple[float, float, float, float]  # x, y, width, height
Paint = Callable[[Mapping[int, int]], str]  # the picture of a partial solution

MOST_LITERALS = 5_000
MOST_DRAWN = 30_000_000  # characters of all pictures that are compared
_ELEMENT = re.compile(r"<[a-zA-Z][^>]*>(?:[^<]+</\w+>)?")  # with its text


class NoCells(Exception):
    """The picture has no cells that can be clicked; the message says why."""


@dataclass(frozen=True)
class Picture:
    """The picture without values, with which the others are compared as texts: parsing each of them would take long."""

    svg: str

    @cached_property
    def view(self) -> Box:
        found = re.search(r'viewBox="([^"]*)"', self.svg[:1000])
        try:
            x, y, width, height = map(float, found[1].split() if found else ())
        except ValueError:
            width = height = 0.0
        if not (width > 0 and height > 0 and all(map(math.isfinite, (x, y, width, height)))):
            raise NoCells("the puzzle's picture is not SVG with a viewBox")
        return (x, y, width, height)

    @cached_property
    def shapes(self) -> list[Box]:
        """Rectangles and circles, the smallest first."""
        return _sorted(filter(None, map(_shape, _elements(self.svg))))

    def changes(self, other: str) -> list[Box]:
        """The shapes around the elements that only one of the two pictures has."""
        start, end = _common(self.svg, other)
        here, there = (Counter(_elements(text[start : len(text) - end])) for text in (self.svg, other))
        found = dict[Box, None]()
        for element in ((here - there) + (there - here)).elements():
            box = _shape(element) or next((each for each in self.shapes if _holds(each, element)), None)
            if box:
                found[box] = None
        return list(found)


def _common(one: str, other: str) -> tuple[int, int]:
    """The lengths of the equal beginnings and ends, cut at elements."""
    most = min(len(one), len(other))
    start = bisect_left(range(1, most + 1), True, key=lambda n: one[:n] != other[:n])
    start = max(0, one.rfind("<", 0, start + 1))
    while one.startswith("</", start):
        start = one.rfind("<", 0, start)
    end = bisect_left(range(1, most - start + 1), True, key=lambda n: one[-n:] != other[-n:])
    cut = one.find(">", len(one) - end - 1)
    return start, 0 if cut < 0 else len(one) - cut - 1


def _elements(svg: str) -> list[str]:
    return _ELEMENT.findall(svg)


def _number(element: str, name: str) -> float:
    found = re.search(rf'\s{name}="([^"]*)"', element)
    try:
        return float(found[1]) if found else math.nan
    except ValueError:
        return math.nan


def _shape(element: str) -> Box | None:
    if element.startswith("<rect"):
        box = tuple(_number(element, name) for name in ("x", "y", "width", "height"))
    elif element.startswith("<circle"):
        x, y, r = (_number(element, name) for name in ("cx", "cy", "r"))
        box = (x - r, y - r, 2 * r, 2 * r)
    else:
        return None
    return (box[0], box[1], box[2], box[3]) if all(map(math.isfinite, box)) else None


def _sorted(boxes: Iterable[Box | None]) -> list[Box]:
    return sorted({box for box in boxes if box}, key=lambda box: (box[2] * box[3], box))


def _holds(box: Box, element: str) -> bool:
    """The text of this element is in the box."""
    x, y = _number(element, "x"), _number(element, "y")
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


def painter(puzzle: Puzzle, spec: Spec) -> Paint:
    if puzzle.picture is None:
        raise NoCells("the puzzle has no picture")
    picture = puzzle.picture
    return lambda values: picture(partial_solution(spec, values))


def cells_of(spec: Spec, paint: Paint) -> tuple[Box, dict[Box, list[LiteralKey]]]:
    """The view of the picture, and the literals of each cell. NoCells if a literal has none, or no cell of its own."""
    size = sum(len(x.domain) for x in spec.variables if not x.derived)
    if size > MOST_LITERALS:
        raise NoCells(f"the board is large: it has {size:,} literals")
    literals = [(x.position, value) for x in spec.variables if not x.derived for value in x.domain]
    empty = Picture(painted(paint, {}))
    if len(literals) * len(empty.svg) > MOST_DRAWN:
        raise NoCells(f"the picture is large, and has {len(literals):,} literals")
    places = {literal: empty.changes(painted(paint, dict([literal]))) for literal in literals}
    _complement(spec, places)
    return empty.view, _sorted_by_cell(places)


def painted(paint: Paint, values: Mapping[int, int]) -> str:
    try:
        return paint(values)
    except Exception as error:
        raise NoCells(f"the puzzle's picture needs a complete solution ({type(error).__name__})") from None


def _complement(spec: Spec, places: dict[LiteralKey, list[Box]]) -> None:
    """The literal of a 0/1 variable that changes nothing in the picture has the cell of the other one."""
    for x in spec.variables:
        if len(x.domain) == 2 and not x.derived:
            one, other = ((x.position, value) for value in x.domain)
            places[one], places[other] = places[one] or places[other], places[other] or places[one]


def _sorted_by_cell(places: Mapping[LiteralKey, Iterable[Box]]) -> dict[Box, list[LiteralKey]]:
    cells = defaultdict[Box, list[LiteralKey]](list)
    for literal, boxes in places.items():
        for box in boxes:
            cells[box].append(literal)
    if any(not boxes for boxes in places.values()):
        raise NoCells("the picture does not show every value")
    everywhere = [box for box, literals in cells.items() if len(literals) == len(places)]  # a total, not a cell
    return {box: literals for box, literals in cells.items() if box not in everywhere or len(cells) == len(everywhere)}
