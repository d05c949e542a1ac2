"""`list`: the puzzles with their parameters, the backends with their solvers and whether they can be used here."""

import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import fill

from threefold import backends, models
from threefold.backends.backend import Backend
from threefold.language import Puzzle

WIDTH = 100
MARGIN = 16  # before what is said of a backend
UNBROKEN = "\N{NO-BREAK SPACE}"  # between the words of a default instance while lines are filled
LEAST = 36  # columns for a summary beside its puzzle; with fewer it stands below

PUZZLES = "A puzzle takes the default in brackets where no parameters are given; compare PUZZLE --help has its rules."
ROWS = (
    "A row is written BACKEND[:SOLVER][+OPTION=VALUE…], like sat:minisat22+amo=ladder; the first solver is the default."
)


def list_all() -> int:
    """List the puzzles and the backends."""
    width = min(WIDTH, get_terminal_size((WIDTH, 24)).columns)
    print("Puzzles\n")
    puzzles, unusable = models.survey()
    print("\n".join(_puzzles(puzzles, width)))
    print(f"\n{fill(PUZZLES, width)}\n\nBackends\n")
    usable, more = backends.survey()
    for backend in usable:
        print(_backend(backend, width))
    print(f"\n{fill(ROWS, width, break_on_hyphens=False)}")
    for line in [*unusable, *more]:
        print(f"note: {line}", file=sys.stderr)
    return 0


def _puzzles(puzzles: Sequence[Puzzle], width: int) -> list[str]:
    """Name and parameters, then the summary with the default instance, in a column of its own where that is wide enough."""
    calls = [" ".join([puzzle.name, *(parameter.name for parameter in puzzle.parameters)]) for puzzle in puzzles]
    column = 2 + max(map(len, calls)) + 2
    beside = width - column >= LEAST
    margin = " " * (column if beside else 6)
    lines = []
    for puzzle, call in zip(puzzles, calls, strict=True):
        default = f" ({UNBROKEN.join(map(str, puzzle.example))})" if puzzle.example else ""
        origin = "" if puzzle.name in models.names() else f" [from {models.origin(puzzle.name)}]"
        told = fill(puzzle.summary + default + origin, width, initial_indent=margin, subsequent_indent=margin)
        told = told.replace(UNBROKEN, " ")
        lines.append(f"  {call:<{column - 2}}{told[column:]}" if beside else f"  {call}\n{told}")
    return lines


def _backend(backend: Backend, width: int) -> str:
    answers = [_usable(backend, solver) for solver in backend.solvers]
    lines = [answers[0], *(answer for answer in answers[1:] if answer.startswith("not usable"))]
    if backend.name not in backends.names():
        lines.insert(0, f"from {backends.origin(backend.name)}")
    if len(backend.solvers) > 1:
        lines.append(f"solvers: {', '.join(backend.solvers)}")
    lines += [f"+{o.name}=…  {o.help}: {', '.join(o.choices)} (default {o.default})" for o in backend.options]
    margin = " " * (MARGIN if width - MARGIN >= LEAST else 6)
    head = fill(f"  {backend.name:<{MARGIN - 2}}{backend.summary}", width, subsequent_indent=margin)
    return "\n".join([head, *(_indented(line, margin, width) for line in lines)])


def _indented(line: str, margin: str, width: int) -> str:
    return fill(line, width, initial_indent=margin, subsequent_indent=margin + "  ", break_on_hyphens=False)


def _usable(backend: Backend, solver: str) -> str:
    if missing := backend.missing(solver):
        return f"not usable here: {missing}"
    try:
        return f"{backend.version(solver)}, usable here"
    except (ImportError, OSError) as error:
        return f"not usable here: {solver}: {error}"
