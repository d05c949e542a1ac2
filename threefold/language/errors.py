"""Errors that are shown to a person, each with the exit code of the command that it ends.

ThreefoldError        4  something went wrong
├── LimitReached      3  a time or memory limit was reached before there was an answer
└── BadInput          2  what was typed, or what a file says
    └── SpecError     2  what a puzzle says when it is built
"""

from collections.abc import Iterable


class ThreefoldError(Exception):
    exit_code = 4


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
