"""Look inside: the groups of the specification, and what each became in a program."""

from threefold.backends.backend import Refused
from threefold.guard import Report
from threefold.lab.asked import Asked
from threefold.lab.folder import BadField
from threefold.lab.mentions import row_asked, shown
from threefold.runs.inside import Page, groups_of, page_of

FORMULAS = 20  # of a group
ITEMS = 20  # of a page


def groups(report: Report[object], asked: Asked) -> dict[str, object]:
    """The groups of the specification, each with its first constraints as formulas."""
    found = groups_of(asked.instance(), FORMULAS)
    return {"groups": [{"name": each.name, "count": each.count, "formulas": each.formulas} for each in found]}


def page(report: Report[object], asked: Asked) -> dict[str, object]:
    """The sizes of all groups in the program of a row, and some items of one of them."""
    row, group = row_asked(asked, "sat"), asked.text("group") or None
    start = asked.number("start", 0, 1 << 40, 0)
    try:
        return _form(page_of(asked.instance(), row, group, start, ITEMS))
    except Refused as refusal:
        raise BadField(str(refusal), "row") from None


def _form(page: Page) -> dict[str, object]:
    size = page.size
    return {
        "size": {"variables": size.variables, "auxiliary": size.auxiliary, "constraints": size.constraints},
        "nouns": page.nouns,
        "parts": [vars(part) for part in page.parts],
        "start": page.start,
        "count": page.count,
        "items": [
            {"text": item.text, "mentions": shown(item.mentions), "label": item.source and f"part of {item.source}: "}
            for item in page.items
        ],
    }
