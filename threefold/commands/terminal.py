"""Colours of the terminal, left out where they are not wanted (NO_COLOR, --no-color) or not seen (a pipe)."""

import os
import sys
from dataclasses import dataclass
from shutil import get_terminal_size
from textwrap import fill

GREEN, RED, YELLOW, BOLD, DIM = "32", "31", "33", "1", "2"
OF_WORD = {
    "agree": GREEN, "sat": GREEN, "unsat": GREEN,
    "disagree": RED, "error": RED,
    "incomplete": YELLOW, "timeout": YELLOW, "memory": YELLOW, "unknown": YELLOW,
}  # fmt: skip


@dataclass(frozen=True)
class Style:
    colour: bool

    def paint(self, text: str, code: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.colour else text

    def word(self, word: str, text: str | None = None) -> str:
        """A status or a verdict in its colour; `text` is what is printed in its place, as a padded cell."""
        return self.paint(text or word, OF_WORD.get(word, BOLD))


def style_of(no_color: bool) -> Style:
    wanted = not no_color and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(wanted and sys.stdout.isatty())


def width(most: int) -> int:
    """Of a text: so many columns, or as many as a narrower terminal has."""
    return min(most, get_terminal_size().columns) if sys.stdout.isatty() else most


def fitted(text: str) -> str:
    """Sentences that are wider than the terminal, wrapped under themselves; in a pipe they stay as they are."""
    if not sys.stdout.isatty():
        return text
    width = get_terminal_size().columns
    return "\n".join(line if len(line) <= width else _wrapped(line, width) for line in text.split("\n"))


def _wrapped(line: str, width: int) -> str:
    indent = line[: len(line) - len(line.lstrip())]
    return fill(line, width, subsequent_indent=f"{indent}  ", break_long_words=False, break_on_hyphens=False)
