"""The help of one puzzle: `compare nqueens --help`."""

from collections.abc import Mapping
from shlex import quote

import typer

from threefold import models
from threefold.commands.terminal import width, wrapped
from threefold.format import shortened
from threefold.language import Puzzle, Value

MOST_COLUMNS = 132

FILES = {"relate": " mine.cnf", "decode": " answer.txt"}  # what these commands take after the parameters
EXAMPLES = (
    "{command} {instance}{file}",
    "compare {instance} --backends sat,cp,ilp",
    "compare {instance} --backends sat:cadical195,sat:minisat22,cp,cp+view=bool",
    "compare {instance} --first --show 1",
    "threefold count {instance} --backend cp",
)


def render(typed: str, context: typer.Context) -> str:
    """`typed` is a name, or the path of a puzzle file."""
    puzzle, command, name = models.find(typed), context.command_path, quote(typed)
    file = FILES.get(context.info_name or "", "")
    instance = " ".join([name, *map(str, puzzle.example)])
    usage = " ".join([command, name, *(parameter.name for parameter in puzzle.parameters), "[OPTIONS]"])
    examples = dict.fromkeys(line.format(command=command, instance=instance, file=file) for line in EXAMPLES)
    lines = [f"Usage: {usage}", "", *(f"  {line}".rstrip() for line in _description(puzzle)), ""]
    lines += [*_parameters(puzzle), *_known(puzzle), "Examples:", *(f"  {example}" for example in examples), ""]
    return "\n".join([*lines, f"Options: see {command} --help"])


def _description(puzzle: Puzzle) -> list[str]:
    """As it was written; in a narrower terminal every paragraph that is not indented is filled again."""
    text = puzzle.description.strip()
    columns = (width(MOST_COLUMNS) or MOST_COLUMNS) - 2
    if max(map(len, text.splitlines()), default=0) <= columns:
        return text.splitlines()
    paragraphs = [part if "\n " in part else wrapped(part, columns) for part in text.split("\n\n")]
    return "\n\n".join(paragraphs).splitlines()


def _parameters(puzzle: Puzzle) -> list[str]:
    if not puzzle.parameters:
        return []
    lines = [f"  {p.name:<8} {p.help} ({p.allowed})" for p in puzzle.parameters]
    default = " ".join(map(str, puzzle.example))
    return ["Parameters:", *lines, f"  Without any: {default}", ""]


def _known(puzzle: Puzzle) -> list[str]:
    lines = [f"  {known.source}: {_instances(known.counts)}" for known in puzzle.known if known.counts]
    return ["Known numbers of solutions:", *lines, ""] if lines else []


def _instances(counts: Mapping[tuple[Value, ...], int]) -> str:
    """`1 has 1, 2 has 0, …, 20 has 39,029,188,884`; the number alone where there are no parameters."""
    return shortened(
        f"{' '.join(map(str, key))} has {count:,}" if key else f"{count:,}" for key, count in counts.items()
    )
