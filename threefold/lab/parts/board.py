"""The board: a puzzle's picture with cells to click, or a table of variables and values; the commands that ask the same."""

from shlex import join

from threefold.guard import Report
from threefold.lab.asked import Asked, with_field
from threefold.lab.cells import NoCells, cells_of, painted, painter
from threefold.lab.parts.run import instance, options
from threefold.language import Puzzle, Spec
from threefold.language.givens import given_values

MOST_IN_TABLE = 5_000  # literals
MOST_LISTED = 100_000


def describe(report: Report[object], asked: Asked) -> dict[str, object]:
    """The variables, the cells of the picture with their literals, and the picture without the page's givens."""
    puzzle, spec = asked.instance(givens=False).load()
    answer = _facts(puzzle, spec)
    try:
        paint = painter(puzzle, spec)
        view, cells = cells_of(spec, paint)
        places = [[*box, literals] for box, literals in cells.items()]
        return answer | {
            "kind": "picture",
            "view": view,
            "cells": places,
            "picture": painted(paint, given_values(spec)),
        }
    except NoCells as reason:
        kind = "table" if _literals(spec) <= MOST_IN_TABLE else "none"
        return answer | {"kind": kind, "reason": str(reason)}


def _literals(spec: Spec) -> int:
    return sum(len(x.domain) for x in spec.variables if not x.derived)


def _facts(puzzle: Puzzle, spec: Spec) -> dict[str, object]:
    shown = spec.variables if _literals(spec) <= MOST_LISTED else []
    return {
        "title": spec.title,
        "variables": [
            {"name": str(x), "values": list(x.domain), "derived": x.derived, "boolean": x.boolean} for x in shown
        ],
        "fixed": {str(spec.variables[position]): value for position, value in given_values(spec).items()},
        "objective": spec.objective is not None or any(getattr(p, "optional", False) for p in puzzle.parameters),
        "symmetries": puzzle.symmetries is not None,
    }


def picture(report: Report[object], asked: Asked) -> dict[str, object]:
    """The picture of the partial board, and the same question for the command line and for Python.

    A given that is not accepted is an error beside its field.
    """
    loaded = asked.instance()
    puzzle, spec = with_field("givens", loaded.load)
    words = with_field("run", lambda: commands(asked))
    try:
        return {"picture": painter(puzzle, spec)(given_values(spec)), **words}
    except Exception:  # a picture that needs a complete solution, or none: the page shows a table
        return {"picture": None, **words}


def commands(asked: Asked) -> dict[str, str]:
    """`compare nqueens 8 --given 'queen[1]=3'`, and the same in Python."""
    chosen, values = options(asked), instance(asked).parameters.values()
    names = {"timeout": "--timeout", "backends": "--backends"}
    flags = [
        [names[key], str(value)] if key in names else [f"--{key.replace('_', '-')}"] for key, value in chosen.items()
    ]
    givens = [["--given", given] for given in asked.givens]
    words = ["compare", asked.puzzle, *map(str, values), *(word for part in (*flags, *givens) for word in part)]
    arguments = [repr(asked.puzzle), *map(repr, values), *(f"{key}={value!r}" for key, value in chosen.items())]
    arguments += [f"givens={list(asked.givens)!r}"] if asked.givens else []
    return {"shell": join(words), "python": f"import threefold as tf\n\nprint(tf.compare({', '.join(arguments)}))"}
