"""What the page offers: puzzles with their parameters, and rows with their options."""

from threefold import backends, models
from threefold.backends.backend import Backend
from threefold.guard import Report
from threefold.lab.asked import Asked, with_field
from threefold.language import Puzzle


def start(report: Report[object], asked: Asked) -> dict[str, object]:
    """The names of the puzzles, all rows, and what the page begins with."""
    usable, _ = backends.survey()
    begin = {"parameters": asked.folder.words[1:], "givens": asked.folder.givens}
    return {**asked.folder.puzzles(), **begin, "backends": [_offered(backend) for backend in usable]}


def _offered(backend: Backend) -> dict[str, object]:
    return {
        "name": backend.name,
        "summary": backend.summary,
        "solvers": [solver for solver in backend.solvers if not backend.missing(solver)],
        "options": [
            {"name": option.name, "help": option.help, "choices": list(option.choices), "default": option.default}
            for option in backend.options
        ],
    }


def puzzle(report: Report[object], asked: Asked) -> dict[str, object]:
    """The rules and the parameters of one puzzle."""
    found: Puzzle = with_field("puzzle", lambda: models.find(asked.puzzle))
    return {
        "name": asked.puzzle,
        "summary": found.summary,
        "description": found.description,
        "parameters": [{"name": each.name, "help": each.help, "allowed": each.allowed} for each in found.parameters],
        "example": [str(value) for value in found.example],
    }
