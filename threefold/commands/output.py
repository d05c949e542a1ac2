"""What a command writes: text that fits the terminal, in colours, and files that get their name when they are complete."""

import os
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from shutil import get_terminal_size
from textwrap import fill
from typing import BinaryIO, NamedTuple

from threefold.errors import ThreefoldError
from threefold.files import to_write
from threefold.format import COLOUR

GREEN, RED, YELLOW, BOLD, DIM = "32", "31", "33", "1", "2"
OF_WORD = {
    "agree": GREEN, "agree, proved": GREEN, "sat": GREEN, "unsat": GREEN, "equal": GREEN, "equivalent": GREEN,
    "proved": GREEN, "valid": GREEN,
    "disagree": RED, "error": RED, "too weak": RED, "too strong": RED, "too weak and too strong": RED, "both": RED,
    "incomplete": YELLOW, "timeout": YELLOW, "memory": YELLOW, "unknown": YELLOW,
}  # fmt: skip


class Style(NamedTuple):
    """Colours, or none: in a pipe, with NO_COLOR or with --no-color."""

    colour: bool

    def paint(self, text: str, code: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.colour else text

    def word(self, word: str) -> str:
        """A status or a verdict in its colour."""
        return self.paint(word, OF_WORD.get(word, BOLD))

    def verdict(self, word: str, sentence: str, most: int | None = None) -> str:
        """`agree: three backends …`, wrapped, the word in its colour."""
        return self.word(word) + wrapped(f"{word}: {sentence}", most).removeprefix(word)


def style_of(no_color: bool) -> Style:
    wanted = not no_color and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(wanted and sys.stdout.isatty())


def width(most: int | None = None) -> int | None:
    """Columns for a text: those of the terminal, at most `most`. In a pipe `most`, where None is no limit."""
    if not sys.stdout.isatty():
        return most
    return min(most or 10_000, get_terminal_size().columns)


def wrapped(text: str, most: int | None = None, first: str = "", rest: str | None = None) -> str:
    """A paragraph filled to the width, the first line indented by `first`, the others by `rest`."""
    columns = width(most) or 1_000_000
    return fill(
        text, columns, initial_indent=first, subsequent_indent=first if rest is None else rest, break_on_hyphens=False
    )


def fitted(text: str) -> str:
    """The lines that are wider than the terminal are wrapped, each with its own indentation. A pipe gets them unchanged."""
    columns = width()
    if columns is None:
        return text
    return "\n".join(_wrapped_line(line, columns) for line in text.split("\n"))


def _wrapped_line(line: str, columns: int) -> str:
    """Wrapped as it is without colours, and then painted again."""
    plain = COLOUR.sub("", line)
    if len(plain) <= columns:
        return line
    rest = f"{plain[: len(plain) - len(plain.lstrip())]}  "
    filled = fill(plain, columns, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False)
    return _painted(filled, COLOUR.split(line))


def _painted(filled: str, parts: list[str]) -> str:
    """The same characters but for spaces, with the codes that stand between the parts."""
    done, place = "", 0
    for text, code in zip(parts[::2], [*parts[1::2], ""], strict=True):
        start, characters = place, len("".join(text.split()))
        while characters:
            characters -= not filled[place].isspace()
            place += 1
        done += filled[start:place] + code
    return done


class _OnlyTried(Exception):
    """Ends the writing of a file, so that no file is left."""


def write(pieces: Iterable[bytes], output: str | None, *, quiet: bool = False) -> int:
    """Write a text and print where it is; the exit code."""
    with ExitStack() as stack:
        if isinstance(pieces, Generator):  # the child that makes them must end also after an error
            stack.enter_context(closing(pieces))
        stack.enter_context(opened(output)).writelines(pieces)
    if output not in (None, "-") and not quiet:
        print(f"wrote {output}")
    return 0


def check_place(output: str) -> None:
    """Before a long run: raise an error if a file cannot be written there. A pipe or a device is not opened."""
    if output != "-" and (os.path.isfile(output) or os.path.isdir(output) or not os.path.exists(output)):
        with suppress(_OnlyTried), opened(output):
            raise _OnlyTried


@contextmanager
def opened(output: str | None) -> Iterator[BinaryIO]:
    """The file, or the standard output for None or `-`. A failure is a ThreefoldError, but for a closed pipe."""
    try:
        if output is None or output == "-":
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        else:
            with to_write(output) as file:
                yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        place = "standard output" if output in (None, "-") else output or "''"
        raise ThreefoldError(f"{place}: cannot be written: {error.strerror or error}") from None
