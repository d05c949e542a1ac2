"""Reading a puzzle's file. Windows line ends and a byte order mark are accepted; mistakes are reported with line and column.

Where the disk is not to be trusted, or a file was named by a stranger, the contents are given beforehand: `files_from`.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from errno import ENOENT
from pathlib import Path
from typing import NoReturn

from threefold.errors import BadInput, did_you_mean

MOST_BYTES = 1 << 20  # a larger file is not a puzzle
Place = tuple[int, int]  # line and column, or row and column, from 1


@dataclass(frozen=True)
class Files:
    """Where the contents of files are from: first those that are given, by name, then the disk, unless it is closed."""

    given: Mapping[str, bytes] = field(default_factory=dict)
    closed: bool = False
    read: dict[str, bytes] = field(default_factory=dict)  # from the disk
    refused: list[str] = field(default_factory=list)  # names that were asked for in vain


_DISK = Files()
_files = ContextVar("_files", default=_DISK)


@contextmanager
def files_from(given: Mapping[str, bytes], *, closed: bool = False) -> Iterator[Files]:
    """Inside, a file of this name has this content; where the disk is closed, no other file is opened, or looked for."""
    token = _files.set(files := Files(given, closed))
    try:
        yield files
    finally:
        _files.reset(token)


def given_files() -> Mapping[str, bytes]:
    return _files.get().given


def are_noted() -> bool:
    """What is read is given, or noted: nothing is taken from a cache."""
    return _files.get() is not _DISK


def content_of(path: str, most: int = -1) -> bytes:
    """The first `most` bytes of a puzzle's file; OSError if it cannot be read."""
    files = _files.get()
    if path in files.given:
        return files.given[path]
    if files.closed:
        files.refused.append(path)
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), path)
    with Path(path).open("rb") as file:
        content = file.read(most)
    if are_noted():
        files.read[path] = content
    return content


def exists(path: str) -> bool:
    files = _files.get()
    if path not in files.given and files.closed:
        files.refused.append(path)
        return False
    return path in files.given or os.path.exists(path)


@dataclass(frozen=True)
class Lines:
    name: str
    lines: tuple[str, ...]

    def fail(self, line: int, column: int, problem: str) -> NoReturn:
        raise BadInput(f"{self.name}:{line}:{column}: {problem}")

    def numbered(self) -> list[tuple[int, str]]:
        """The lines with their numbers, without empty ones and comments, which begin with #."""
        lines = [(n, text) for n, text in enumerate(self.lines, 1) if text.strip() and not text.startswith("#")]
        return lines or self.fail(1, 1, "nothing but empty lines and comments")

    def integer(self, place: Place, word: str, least: int, largest: int, what: str = "number") -> int:
        if not re.fullmatch("[0-9]{1,9}", word) or not least <= int(word) <= largest:
            self.fail(*place, f"{word[:20]!r} is not a {what} from {least} to {largest}")
        return int(word)

    def check_square(self, rows: Sequence[Sequence[Place]]) -> int:
        """The size of a square whose cells were read at these places."""
        size = len(rows[0])
        for r, row in enumerate(rows, 1):
            if len(row) != size:
                self.fail(*row[-1], f"{len(row)} cells in row {r}: {size} expected, as in the first")
        if len(rows) != size:
            self.fail(*rows[-1][0], f"{len(rows)} rows of {size} cells: {size} rows expected")
        return size


def words(number: int, text: str, pattern: str = r"\S+") -> list[tuple[Place, str]]:
    return [((number, word.start() + 1), word[0]) for word in re.finditer(pattern, text)]


def shipped(model: str) -> dict[str, str]:
    """The instances in the text file beside a model: a line `[name]` before each."""
    parts = re.split(r"^\[(\w+)\]\n", Path(model).with_suffix(".txt").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def read_instance(puzzle: str, text: str, shipped: Mapping[str, str]) -> Lines:
    """A shipped instance by its name, or a file (`./easy` if the file has the name of a shipped instance)."""
    if text in shipped:
        return Lines(text, tuple(shipped[text].strip("\n").split("\n")))
    if not exists(text):
        names = ", ".join(shipped)
        raise BadInput(f"{puzzle}: no file '{text[:80]}', and none of {names}{did_you_mean(text[:80], shipped)}")
    return read_lines(text)


def read_lines(path: str) -> Lines:
    try:
        content = content_of(path, MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(content) > MOST_BYTES:
        raise BadInput(f"{path}:1:1: larger than {MOST_BYTES >> 20} MiB: this is not a puzzle")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()  # without the byte order mark
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise BadInput(f"{path}:{line}:{column}: not a text in UTF-8") from None
    if not text.strip():
        raise BadInput(f"{path}:1:1: the file is empty")
    return Lines(path, tuple(text.replace("\r\n", "\n").rstrip("\n").split("\n")))
