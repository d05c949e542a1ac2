"""Reading a puzzle's file: Windows line ends and a byte order mark are accepted, junk is refused with line and column."""

from collections.abc import Mapping
from dataclasses import dataclass
from os.path import exists
from pathlib import Path
from typing import NoReturn

from threefold.language.errors import BadInput, did_you_mean

MOST_BYTES = 1 << 20  # no puzzle's file is this large: what is, is something else


@dataclass(frozen=True)
class Lines:
    """The lines of a text, and how to complain about one of them."""

    name: str
    lines: tuple[str, ...]

    def fail(self, line: int, column: int, problem: str) -> NoReturn:
        """Both counted from 1."""
        raise BadInput(f"{self.name}:{line}:{column}: {problem}")

    def numbered(self) -> list[tuple[int, str]]:
        """The lines that say something, with their numbers from 1: no empty ones, and no comments, which begin with #."""
        said = [(n, text) for n, text in enumerate(self.lines, 1) if text.strip() and not text.startswith("#")]
        return said or self.fail(1, 1, "nothing but empty lines and comments")


def read_instance(puzzle: str, text: str, shipped: Mapping[str, str]) -> Lines:
    """An instance that comes with the puzzle, by its name; or a file (`./easy` where the file is named like one of them)."""
    if text in shipped:
        return Lines(text, tuple(shipped[text].strip("\n").split("\n")))
    if not exists(text):
        names = ", ".join(shipped)
        raise BadInput(f"{puzzle}: no file '{text[:80]}', and none of {names}{did_you_mean(text[:80], shipped)}")
    return read_lines(text)


def read_lines(path: str) -> Lines:
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(content) > MOST_BYTES:
        raise BadInput(f"{path}:1:1: larger than {MOST_BYTES >> 20} MiB: this is no puzzle")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()  # without the byte order mark
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise BadInput(f"{path}:{line}:{column}: not a text in UTF-8") from None
    if not text.strip():
        raise BadInput(f"{path}:1:1: the file is empty")
    return Lines(path, tuple(text.replace("\r\n", "\n").rstrip("\n").split("\n")))
