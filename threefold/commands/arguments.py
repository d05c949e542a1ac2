"""The words after a command: a puzzle, its parameters, a file; and the options that a use of the command cannot take."""

import re
from json import dumps
from typing import TYPE_CHECKING

import typer

from threefold.commands.terminal import fitted
from threefold.errors import BadInput, did_you_mean

if TYPE_CHECKING:  # the API is loaded when a command runs, and not for its help
    from threefold.guard import Limits
    from threefold.runs.instance import Instance

STDIN = "-"
SCHEMA = 1  # of JSON; changes when a field changes its meaning or is removed


def show_help(context: typer.Context, asked: bool, puzzle: str | None) -> None:
    """If help was asked for, print that of the command, or of the puzzle that was named, and exit."""
    if asked and puzzle:
        from threefold.commands.puzzle_help import render

        print(fitted(render(puzzle, context)))
    elif asked:
        print(context.get_help())
    if asked:
        raise typer.Exit


def words_of(context: typer.Context, puzzle: str | None, words: list[str] | None) -> tuple[str, list[str]]:
    """The puzzle and the words after it."""
    if puzzle is None:
        expected = f"{context.info_name} PUZZLE PARAMETERS…"
        raise BadInput(f"a puzzle is missing; expected: {expected} (threefold list shows all puzzles)")
    check_options(context, [puzzle, *(words or [])])
    return puzzle, words or []


def check_options(context: typer.Context, words: list[str]) -> None:
    """Unknown options arrive among the words, because a parameter may be a negative number."""
    known = [name for parameter in context.command.params for name in parameter.opts]
    for word in words:
        if word.startswith("-") and word != STDIN and not re.fullmatch(r"-\d.*", word):
            raise BadInput(f"no option '{word}' of {context.info_name}{did_you_mean(word, known)}")


def file_after(context: typer.Context, puzzle: str, words: list[str], what: str, place: str) -> tuple[list[str], str]:
    """The parameters, and the file, which comes last. A number is a parameter: then the file is missing."""
    if not words or words[-1].lstrip("-").isdigit():
        expected = f"{context.info_name} {puzzle} PARAMETERS… {place}"
        raise BadInput(f"{what} is missing; expected: {expected}")
    return words[:-1], words[-1]


def refuse(context: typer.Context, reason: str, *names: str) -> None:
    """Refuse options that were given but that this use of the command ignores."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name in names and source is not None and source.name == "COMMANDLINE":
            raise BadInput(f"{max(parameter.opts, key=len)} {reason}")


def instance_of(
    context: typer.Context,
    puzzle: str | None,
    words: list[str] | None,
    given: list[str] | None,
    timeout: float,
    memory: str | None,
) -> "tuple[Instance, Limits]":
    """The instance that was asked for, and the limits of its run."""
    from threefold.api import arguments

    name, parameters = words_of(context, puzzle, words)
    limits = arguments.limits_of(timeout, memory)
    return arguments.instance_of(name, parameters, given or (), False, limits), limits


def as_json(instance: "Instance", answer: dict[str, object]) -> str:
    asked = {"puzzle": instance.puzzle, "parameters": dict(instance.parameters), "givens": list(instance.givens)}
    return dumps({"schema": SCHEMA, **asked, **answer}, ensure_ascii=False)
