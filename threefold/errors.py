"""Errors that are shown to a person, each with the exit code of the command that it ends.

ThreefoldError        4  something went wrong
├── LimitReached      3  a time or memory limit, or a limit of the backend itself, was reached before there was an answer
└── BadInput          2  a wrong argument, or a mistake in a file
    └── SpecError     2  a mistake in a spec

A message marks the names of arguments: «up_to_symmetry» is `up_to_symmetry` in Python and `--up-to-symmetry` for a command.
"""

import re
from collections.abc import Iterable

_ARGUMENT = re.compile("«([a-z_]+)»")
_OPTIONS = {"givens": "given"}  # where the option has another name


class ThreefoldError(Exception):
    exit_code = 4

    def __str__(self) -> str:
        return _ARGUMENT.sub(r"\1", super().__str__())

    def on_command_line(self) -> str:
        """The message as a command prints it."""
        return _ARGUMENT.sub(lambda match: "--" + _OPTIONS.get(match[1], match[1].replace("_", "-")), super().__str__())


class LimitReached(ThreefoldError):
    exit_code = 3


class BadInput(ThreefoldError):
    exit_code = 2


class SpecError(BadInput):
    pass


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """`; did you mean 'nqueens'?`, or nothing when no choice is near."""
    from difflib import get_close_matches  # only bad input pays for the import

    near = get_close_matches(word, list(choices), n=1, cutoff=0.5)
    return f"; did you mean '{near[0]}'?" if near else ""
