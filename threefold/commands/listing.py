"""`list`: the puzzles with their parameters, the backends with their solvers. `new`: a starting file for a puzzle."""

import keyword
import sys
from pathlib import Path
from textwrap import fill
from typing import Annotated

import typer

from threefold import backends, models
from threefold.backends.backend import Backend
from threefold.commands.output import opened
from threefold.commands.terminal import width
from threefold.errors import BadInput
from threefold.format import described
from threefold.language import Puzzle

WIDTH = 100
UNBROKEN = "\N{NO-BREAK SPACE}"  # between the words of a default instance while lines are filled

PUZZLES = "Without parameters a puzzle takes the default in brackets; compare PUZZLE --help shows its rules."
ROWS = (
    "A row is written BACKEND[:SOLVER][+OPTION=VALUE…], like sat:minisat22+amo=ladder; the first solver is the default."
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the puzzle; the file is NAME.py.")]


def list_all() -> int:
    """List the puzzles and the backends."""
    columns = width(WIDTH) or WIDTH
    puzzles, unusable = models.survey()
    found, more = backends.survey()
    calls, rows = dict(map(_puzzle, puzzles)), {each.name: _backend(each) for each in found}
    for title, entries, note in (("Puzzles", calls, PUZZLES), ("\nBackends", rows, ROWS)):
        listed = described(entries.items(), 4 + max(map(len, entries)), columns).replace(UNBROKEN, " ")
        print(f"{title}\n\n{listed}\n\n{fill(note, columns, break_on_hyphens=False)}")
    for line in [*unusable, *more]:
        print(f"note: {line}", file=sys.stderr)
    return 0


def _puzzle(puzzle: Puzzle) -> tuple[str, list[str]]:
    default = f" ({UNBROKEN.join(map(str, puzzle.example))})" if puzzle.example else ""
    origin = "" if puzzle.name in models.names() else f" [from {models.origin(puzzle.name)}]"
    call = " ".join([puzzle.name, *(parameter.name for parameter in puzzle.parameters)])
    return call, [puzzle.summary + default + origin]


def _backend(backend: Backend) -> list[str]:
    """Its summary, whether the default solver is usable here, which others are not, and the options."""
    first, *others = (_usable(backend, solver) for solver in backend.solvers)
    lines = [backend.summary]
    if backend.name not in backends.names():
        lines.append(f"from {backends.origin(backend.name)}")
    lines += [first, *(answer for answer in others if answer.startswith("not usable"))]
    if others:
        lines.append(f"solvers: {', '.join(backend.solvers)}")
    return lines + [f"+{o.name}=…  {o.help}: {', '.join(o.choices)} (default {o.default})" for o in backend.options]


def _usable(backend: Backend, solver: str) -> str:
    if missing := backend.missing(solver):
        return f"not usable here: {missing}"
    try:
        return f"{backend.version(solver)}, usable here"
    except (ImportError, OSError) as error:
        return f"not usable here: {solver}: {error}"


def new(name: Name) -> int:
    """Write a starting file for a puzzle: it runs as it is, and its comments say what to change.

    Example: threefold new towers && compare ./towers.py 4
    """
    name = name.removesuffix(".py")
    if keyword.iskeyword(name):
        raise BadInput(f"'{name}' is a keyword of Python: a puzzle needs another name")
    if not name.isidentifier():
        raise BadInput(f"a puzzle's name has letters, digits and underscores only (got '{name}')")
    path = Path(f"{name}.py")
    if path.exists():
        raise BadInput(f"{path} exists already: nothing was written")
    template = Path(models.__file__).with_name("_template.py").read_text(encoding="utf-8")
    with opened(str(path)) as file:
        file.write(template.replace("NAME", name).encode())
    print(f"wrote {path}; try: compare ./{path} 4")
    return 0
