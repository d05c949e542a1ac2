"""Which place of a puzzle's picture belongs to which literal `x == v`.

No puzzle says so. The picture of a partial solution in which only x has a value is compared with the picture in which no variable
has one: the smallest rectangles or circles around what differs are the cells of this literal.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from xml.etree import ElementTree

from threefold.language import Puzzle, Spec
from threefold.language.partial import partial_solution

LiteralKey = tuple[int, int]  # the position of a variable, and a value
Box = tuple[float, float, float, float]  # x, y, width, height
Drawn = tuple[str, tuple[tuple[str, str], ...], str]  # an element of a picture: tag, attributes, text
Paint = Callable[[Mapping[int, int]], str]  # the picture of a partial solution

MOST_LITERALS = 5_000


class NoCells(Exception):
    """The picture has no cells that can be clicked; the message says why."""


@dataclass(frozen=True)
class Picture:
    elements: tuple[Drawn, ...]
    view: Box

    @staticmethod
    def of(svg: str) -> "Picture":
        try:
            root = ElementTree.fromstring(svg)
            x, y, width, height = map(float, root.get("viewBox", "").split())
        except (ElementTree.ParseError, ValueError):
            raise NoCells("the puzzle's picture is not SVG with a viewBox") from None
        elements = ((e.tag.rpartition("}")[2], tuple(sorted(e.attrib.items())), e.text or "") for e in root.iter())
        return Picture(tuple(elements), (x, y, width, height))

    @cached_property
    def shapes(self) -> list[Box]:
        """Rectangles and circles, the smallest first."""
        return sorted(filter(None, map(_shape, self.elements)), key=lambda box: box[2] * box[3])

    def changes(self, other: "Picture") -> Iterator[Box]:
        """The shapes around the elements that only one of the two pictures has."""
        here, there = Counter(self.elements), Counter(other.elements)
        shapes = sorted({*self.shapes, *other.shapes}, key=lambda box: (box[2] * box[3], box))
        for element in (here - there) + (there - here):
            box = _shape(element)
            x, y = _middle(element, box)
            found = box or next((each for each in shapes if _holds(each, x, y)), None)
            if found:
                yield found


def _shape(element: Drawn) -> Box | None:
    tag, attributes = element[0], dict(element[1])
    try:
        if tag == "rect":
            x, y, width, height = (float(attributes.get(name, 0)) for name in ("x", "y", "width", "height"))
            return (x, y, width, height)
        if tag == "circle":
            x, y, r = (float(attributes.get(name, 0)) for name in ("cx", "cy", "r"))
            return (x - r, y - r, 2 * r, 2 * r)
    except ValueError:
        pass
    return None


def _middle(element: Drawn, box: Box | None) -> tuple[float, float]:
    if box:
        return box[0] + box[2] / 2, box[1] + box[3] / 2
    attributes = dict(element[1])
    try:
        return float(attributes["x"]), float(attributes["y"])
    except (KeyError, ValueError):
        return float("nan"), float("nan")


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


def painter(puzzle: Puzzle, spec: Spec) -> Paint:
    if puzzle.picture is None:
        raise NoCells("the puzzle has no picture")
    picture = puzzle.picture
    return lambda values: picture(partial_solution(spec, values))


def cells_of(spec: Spec, paint: Paint) -> tuple[Box, dict[Box, list[LiteralKey]]]:
    """The view of the picture, and the literals of each cell. NoCells if a literal has none, or no cell of its own."""
    literals = [(x.position, value) for x in spec.variables if not x.derived for value in x.domain]
    if len(literals) > MOST_LITERALS:
        raise NoCells(f"the board is large: it has {len(literals):,} literals")
    empty = Picture.of(_painted(paint, {}))
    found = {literal: Picture.of(_painted(paint, dict([literal]))) for literal in literals}
    places = {literal: list(dict.fromkeys(empty.changes(picture))) for literal, picture in found.items()}
    _complement(spec, places)
    return empty.view, _sorted_by_cell(places)


def _painted(paint: Paint, values: Mapping[int, int]) -> str:
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
    return dict(cells)
