"""Literals and variables as the page gets them: what it can light up on the board."""

from collections.abc import Sequence

from threefold.backends.backend import Configuration
from threefold.backends.listing import Mention
from threefold.lab.asked import Asked
from threefold.lab.folder import BadField
from threefold.language import BadInput

MOST = 400  # mentions of one clause, constraint or row, and values of one mention


def shown(mentions: Sequence[Mention]) -> list[list[object]]:
    """Each as [text, variable or null, values or null, positive]; null values: all of the variable, or too many."""
    return [[str(each), each.variable, _values(each.values), each.positive] for each in mentions[:MOST]]


def _values(values: Sequence[int] | None) -> list[int] | None:
    return None if values is None or len(values) > MOST else list(values)


def row_asked(asked: Asked, default: str) -> Configuration:
    """The configuration in the field `row`."""
    from threefold.api.arguments import row_of

    try:
        return row_of(asked.text("row", default).strip() or default, {})
    except BadInput as error:
        raise BadField(str(error), "row") from None
