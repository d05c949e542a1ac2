"""`list`: the puzzles and the backends. `new`: a starting file for a puzzle. The help of one puzzle: `compare nqueens --help`."""

import keyword
import sys
from collections.abc import Mapping
from os.path import exists
from pathlib import Path
from shlex import quote
from textwrap import fill
from typing import Annotated

import typer

from threefold import backends, models
from threefold.backends.backend import Backend
from threefold.commands.options import argument
from threefold.commands.output import opened, width, wrapped
from threefold.errors import BadInput
from threefold.format import described, shortened
from threefold.language import Puzzle, Value

WIDTH = 100
WIDEST_HELP = 132
TO_LOAD = 10.0  # seconds for a puzzle file whose help is asked for
UNBROKEN = "\N{NO-BREAK SPACE}"  # between the words of a default instance while lines are filled

PUZZLES = "Without parameters a puzzle takes the default in brackets; compare PUZZLE --help shows its rules."
ROWS = (
    "A row is written BACKEND[:SOLVER][+OPTION=VALUE…], like sat:minisat22+amo=ladder; the first solver is the default."
)
FILES = {"relate": " mine.cnf", "decode": " answer.txt"}  # what these commands take after the parameters
EXAMPLES = (
    "{command} {instance}{file}",
    "compare {instance} --backends sat,cp,ilp",
    "compare {instance} --backends sat:cadical195,sat:minisat22,cp,cp+view=bool",
    "compare {instance} --first --show 1",
    "threefold count {instance} --backend cp",
)


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
    """Its summary, whether the default solver is usable here, which others are not installed, the options and the plain row."""
    default, *others = backend.solvers
    missing = [
        problem for problem in map(backend.missing, others) if problem
    ]  # looked up, not imported: some take long
    lines = [backend.summary]
    if backend.name not in backends.names():
        lines.append(f"from {backends.origin(backend.name)}")
    lines += [_usable(backend, default), *(f"not usable here: {problem}" for problem in missing)]
    if others:
        lines.append(f"solvers: {', '.join(backend.solvers)}")
    lines += [f"+{o.name}=…  {o.help}: {', '.join(o.choices)} (default {o.default})" for o in backend.options]
    plain = "".join(f"+{name}={value}" for name, value in backend.plain.items())
    return lines + ([f"+plain  the engine as it comes: {plain}"] if plain else [])


def _usable(backend: Backend, solver: str) -> str:
    if missing := backend.missing(solver):
        return f"not usable here: {missing}"
    try:
        return f"{backend.version(solver)}, usable here"
    except (ImportError, OSError) as error:
        return f"not usable here: {solver}: {error}"


def new(name: Annotated[str, argument("Name of the puzzle; the file is NAME.py.", "NAME")]) -> int:
    """Write a starting file for a puzzle: it runs as it is, and its comments say what to change.

    Example: threefold new towers && compare ./towers.py 4
    """
    name = name.removesuffix(".py")
    if keyword.iskeyword(name):
        raise BadInput(f"'{name}' is a keyword of Python: a puzzle needs another name")
    if name[:1].isdigit():
        raise BadInput(f"a puzzle's name must not begin with a digit (got '{name}')")
    if not name.isidentifier():
        raise BadInput(f"a puzzle's name has letters, digits and underscores only (got '{name}')")
    path = Path(f"{name}.py")
    if exists(path):
        raise BadInput(f"{path} exists already: nothing was written")
    template = Path(models.__file__).with_name("_template.py").read_text(encoding="utf-8")
    with opened(str(path)) as file:
        file.write(template.replace("NAME", name).encode())
    print(f"wrote {path}; try: compare ./{path} 4")
    return 0


def puzzle_help(typed: str, context: typer.Context) -> str:
    """`typed` is a name, or the path of a puzzle file."""
    from threefold.guard import Limits  # no other help needs them
    from threefold.runs.instance import find_puzzle

    puzzle, command, name = find_puzzle(typed, Limits(TO_LOAD)), context.command_path, quote(typed)
    file = FILES.get(context.info_name or "", "")
    instance = " ".join([name, *map(str, puzzle.example)])
    usage = " ".join([command, name, *(parameter.name for parameter in puzzle.parameters), "[OPTIONS]"])
    examples = dict.fromkeys(line.format(command=command, instance=instance, file=file) for line in EXAMPLES)
    lines = [f"Usage: {usage}", "", *(f"  {line}".rstrip() for line in _description(puzzle)), ""]
    if puzzle.parameters:
        lines += ["Parameters:", *(f"  {p.name:<8} {p.help} ({p.allowed})" for p in puzzle.parameters)]
        lines += [f"  Without any: {' '.join(map(str, puzzle.example))}", ""]
    if known := [f"  {known.source}: {_instances(known.counts)}" for known in puzzle.known if known.counts]:
        lines += ["Known numbers of solutions:", *known, ""]
    lines += ["Examples:", *(f"  {example}" for example in examples), ""]
    return "\n".join([*lines, f"Options: see {command} --help"])


def _description(puzzle: Puzzle) -> list[str]:
    """As it was written; in a narrower terminal every paragraph that is not indented is filled again."""
    text = puzzle.description.strip()
    columns = (width(WIDEST_HELP) or WIDEST_HELP) - 2
    if max(map(len, text.splitlines()), default=0) <= columns:
        return text.splitlines()
    paragraphs = [part if "\n " in part else wrapped(part, columns) for part in text.split("\n\n")]
    return "\n\n".join(paragraphs).splitlines()


def _instances(counts: Mapping[tuple[Value, ...], int]) -> str:
    """`1 has 1, 2 has 0, …, 20 has 39,029,188,884`; the number alone where there are no parameters."""
    return shortened(
        f"{' '.join(map(str, key))} has {count:,}" if key else f"{count:,}" for key, count in counts.items()
    )
