"""The words that name an instance, in the order in which they must come: the puzzle, its parameters, then a file."""

import os
import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress

from threefold import models
from threefold.flatzinc import MODELS
from threefold.guard import Limits
from threefold.language import BadInput, ThreefoldError, Value
from threefold.plugins import is_path
from threefold.runs.instance import parse_by_file


def split_last(words: tuple[Value | os.PathLike[str], ...], what: str, example: str) -> tuple[tuple[Value, ...], str]:
    """The parameters, and what follows them; a number is a parameter."""
    if not words or not isinstance(words[-1], str | os.PathLike):
        got = f" (got {words[-1]!r:.60})" if words else ""
        raise BadInput(f"{what} is missing after the puzzle and its parameters, like {example!r}{got}")
    return words[:-1], os.fspath(words[-1])  # type: ignore[return-value]


def names_puzzle(word: str) -> bool:
    """By its form or its name; only a name that is not one of ours is looked up among the plug-ins, which takes long."""
    return word.endswith((".py", *MODELS)) or word in models.names() or word in models.all_names()


def puzzle_first(words: Sequence[str], limits: Limits, *, last: Sequence[str] = ()) -> str:
    """The same words with the puzzle first, and these last, where they name an instance then; or an empty text."""
    for place, word in enumerate(words):
        others = [*words[:place], *words[place + 1 :]]
        with suppress(ThreefoldError):
            if names_puzzle(word) and parsed(word, others, limits, optimum=True) is not None:
                return shlex.join([word, *others, *last])
    return ""


def no_puzzle(word: str, right: str) -> BadInput:
    return BadInput(f"no puzzle '{word}'; the puzzle comes first: {right} (threefold list shows all puzzles)")


def parsed(name: str, texts: list[str], limits: Limits, optimum: bool) -> Mapping[str, Value]:
    if is_path(name):
        return parse_by_file(name, texts, limits, optimum)
    if not names_puzzle(name) and (right := puzzle_first([name, *texts], limits)):
        raise no_puzzle(name, right)
    return models.find(name).parse(texts, optimum=optimum)
