"""The board: a puzzle's picture with cells to click, or a table of variables and values; the commands that ask the same."""

from threefold.guard import Report
from threefold.lab.asked import Asked
from threefold.lab.cells import NoCells, cells_of, painter
from threefold.lab.folder import BadField
from threefold.language import BadInput, Puzzle, Spec
from threefold.language.givens import given_values

MOST_IN_TABLE = 4_000  # literals


def describe(report: Report, asked: Asked) -> dict[str, object]:
    """The variables, the cells of the picture with their literals, and the picture without the page's givens."""
    puzzle, spec = asked.instance(givens=False).load()
    answer = _facts(puzzle, spec)
    try:
        paint = painter(puzzle, spec)
        view, cells = cells_of(spec, paint)
        places = [[*box, literals] for box, literals in cells.items()]
        return answer | {"kind": "picture", "view": view, "cells": places, "picture": paint(given_values(spec))}
    except NoCells as reason:
        size = sum(len(x.domain) for x in spec.variables if not x.derived)
        return answer | {"kind": "table" if size <= MOST_IN_TABLE else "none", "reason": f"{reason}"}


def _facts(puzzle: Puzzle, spec: Spec) -> dict[str, object]:
    return {
        "title": spec.title,
        "summary": puzzle.summary,
        "variables": [{"name": str(x), "values": list(x.domain), "derived": x.derived} for x in spec.variables],
        "objective": spec.objective is not None,
        "symmetries": puzzle.symmetries is not None,
    }


def picture(report: Report, asked: Asked) -> dict[str, object]:
    """The picture of the partial board, with all givens. A given that is not accepted is an error beside its field."""
    try:
        puzzle, spec = asked.instance().load()
    except BadField:
        raise
    except BadInput as error:
        raise BadField(str(error), "givens") from None
    try:
        return {"picture": painter(puzzle, spec)(given_values(spec))}
    except NoCells:
        return {"picture": None}


def commands(report: Report, asked: Asked) -> dict[str, object]:
    """The same question for the command line and for Python."""
    return {}
