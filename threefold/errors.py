"""Errors that are shown to a person, each with the exit code of the command that it ends.

ThreefoldError        4  something went wrong
├── LimitReached      3  a time or memory limit, or a limit of the backend itself, was reached before there was an answer
└── BadInput          2  a wrong argument, or a mistake in a file
    └── SpecError     2  a mistake in a spec

A message marks the names of arguments: «up_to_symmetry» is `up_to_symmetry` in Python and `--up-to-symmetry` for a command.
"""

import re
from collections.abc import Iterable

from threefold.format import visible

LONGEST = 800  # characters of a message
_ARGUMENT = re.compile("«([a-z_]+)»")
LONGEST_WORD = 80  # comparing takes time with the square of the length
_OPTIONS = {"givens": "given", "fixed": "givens"}  # where the option has another name


def in_python(text: str) -> str:
    return _ARGUMENT.sub(r"\1", text)


def on_command_line(text: str) -> str:
    return _ARGUMENT.sub(lambda match: "--" + _OPTIONS.get(match[1], match[1].replace("_", "-")), text)


class ThreefoldError(Exception):
    """Something went wrong. All errors of this package are of this class."""

    exit_code = 4

    @property
    def _text(self) -> str:
        """One line that can be read, whatever it quotes."""
        text = visible(super().__str__())
        return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}"

    def __str__(self) -> str:
        return in_python(self._text)

    def on_command_line(self) -> str:
        """The message as a command prints it."""
        return on_command_line(self._text)


class LimitReached(ThreefoldError):
    """A time or memory limit, or a limit of the backend itself, was reached before there was an answer."""

    exit_code = 3


class BadInput(ThreefoldError):
    """A wrong argument, or a mistake in a file."""

    exit_code = 2


class SpecError(BadInput):
    """A mistake in a spec, raised where it is made."""


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """`; did you mean 'nqueens'?`, or nothing when no choice is near."""
    from difflib import get_close_matches  # only bad input pays for the import

    cutoff = 0.5 if len(word) <= 3 else 0.6  # `pc` is near `cp`, but `latex` is not near `clauses`
    named = {_plain(choice): choice for choice in choices}
    near = get_close_matches(_plain(word), named, n=1, cutoff=cutoff) if len(word) < LONGEST_WORD else []
    return f"; did you mean '{named[near[0]]}'?" if near else ""


def _plain(word: str) -> str:
    """Dashes at the beginning make no option near another."""
    return word.lstrip("-").lower()
