"""What depends on the terminal: colours, width, wrapped text, and the line on stderr that shows progress."""

import os
import sys
from dataclasses import dataclass
from shutil import get_terminal_size
from textwrap import fill

GREEN, RED, YELLOW, BOLD, DIM = "32", "31", "33", "1", "2"
OF_WORD = {
    "agree": GREEN, "sat": GREEN, "unsat": GREEN, "equal": GREEN, "equivalent": GREEN,
    "disagree": RED, "error": RED, "too weak": RED, "too strong": RED, "too weak and too strong": RED, "both": RED,
    "incomplete": YELLOW, "timeout": YELLOW, "memory": YELLOW, "unknown": YELLOW,
}  # fmt: skip


@dataclass(frozen=True)
class Style:
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
    return "\n".join(line if len(line) <= columns else _wrapped_line(line, columns) for line in text.split("\n"))


def _wrapped_line(line: str, columns: int) -> str:
    indent = line[: len(line) - len(line.lstrip())]
    return fill(line, columns, subsequent_indent=f"{indent}  ", break_long_words=False, break_on_hyphens=False)


class StatusLine:
    """One line on stderr that is drawn again and again, and erased at the end. Silent where stderr is not a terminal."""

    def __init__(self, *, silent: bool) -> None:
        self.shown = not silent and sys.stderr.isatty()
        self._length = 0

    def draw(self, text: str) -> None:
        if self.shown:
            text = text[: get_terminal_size().columns - 1]
            print("\r" + text.ljust(self._length), end="", file=sys.stderr, flush=True)
            self._length = len(text)

    def erase(self) -> None:
        if self._length:
            self.draw("")
            print("\r", end="", file=sys.stderr, flush=True)
