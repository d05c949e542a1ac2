"""The lines of a certificate, and the two ways to reject it."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NoReturn

from threefold.language import BadInput, ThreefoldError

HEADING = "threefold certificate 1"
_GZIP = b"\x1f\x8b"
LONGEST = 1 << 26  # characters of a line


class NotACertificate(BadInput):
    """The file does not begin like a certificate."""


class Invalid(ThreefoldError):
    """A certificate that proves nothing; the message names its first failing line."""

    exit_code = 1


class Lines:
    """The lines one after another. `fail` names the last one that was read."""

    def __init__(self, file: IO[str]) -> None:
        self._file, self.number = file, 0

    def next(self) -> str:
        self.number += 1
        try:
            line = self._file.readline(LONGEST)
        except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
            self.fail(f"cannot be read ({error})")
        if not line.endswith("\n"):
            self.fail("the file ends in the middle")
        return line[:-1]

    def words(self) -> list[str]:
        return self.next().split(" ")

    def fail(self, reason: str) -> NoReturn:
        raise Invalid(f"line {self.number}: {reason}")


@contextmanager
def opened(path: str | Path) -> Iterator[Lines]:
    """The lines after the heading. What cannot be understood on the way is Invalid."""
    try:
        compressed = Path(path).open("rb").read(2) == _GZIP
        file = gzip.open(path, "rt", encoding="utf-8") if compressed else Path(path).open(encoding="utf-8")
    except OSError as error:
        raise NotACertificate(f"{path}: cannot be read: {error.strerror or error}") from None
    with file:
        lines = Lines(file)
        try:
            heading = lines.next()
        except Invalid:
            heading = ""
        if heading != HEADING:
            raise NotACertificate(f"{path}: not a certificate: its first line must be '{HEADING}'")
        try:
            yield lines
        except (ValueError, IndexError, KeyError, TypeError, RecursionError, OverflowError):
            lines.fail("not understood")
