"""The help of one puzzle: `compare nqueens --help`."""

from collections.abc import Mapping

import typer

from language import Puzzle

FILES = {"relate": " mine.cnf", "decode": " answer.txt"}  # what these commands take after the parameters
EXAMPLES = (
    "{command} {instance}{file}",
    "compare {instance} --backends sat,cp,ilp",
    "compare {instance} --backends sat:cadical195,sat:minisat22,cp,cp+view=bool",
    "compare {instance} --first --show 1",
    "threefold count {instance} --backend cp",
)


def render(puzzle: Puzzle, context: typer.Context) -> str:
    command = context.command_path
    file = FILES.get(context.info_name or "", "")
    instance = " ".join([puzzle.name, *map(str, puzzle.example)])
    names = " ".join(parameter.name for parameter in puzzle.parameters)
    examples = dict.fromkeys(line.format(command=command, instance=instance, file=file) for line in EXAMPLES)
    return "\n".join(
        [
            f"Usage: {command} {puzzle.name} {names} [OPTIONS]",
            "",
            *(f"  {line}".rstrip() for line in puzzle.description.strip().splitlines()),
            "",
            "Parameters:",
            *(f"  {p.name:<8} {p.help} ({p.allowed})" for p in puzzle.parameters),
            "",
            "Known numbers of solutions:",
            *(f"  {known.source}: {_instances(known.counts)}" for known in puzzle.known),
            "",
            "Examples:",
            *(f"  {example}" for example in examples),
            "",
            f"Options: see {command} --help",
        ]
    )


def _instances(counts: Mapping[tuple[int | str, ...], int]) -> str:
    keys = list(counts)
    first, last = (" ".join(map(str, key)) for key in (keys[0], keys[-1]))
    return f"{first} to {last}"
