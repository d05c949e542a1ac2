"""The lines of a certificate, and the two ways to reject it."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NoReturn

from threefold.language import BadInput, ThreefoldError

HEADING = "threefold certificate 1"


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
        line = self._read()
        return line[:-1] if line.endswith("\n") else self.fail("the file ends here: it is not complete")

    def end(self) -> None:
        if self._read():
            self.fail("the certificate ends before this line")

    def _read(self) -> str:
        self.number += 1
        try:
            return self._file.readline()
        except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
            self.fail(f"cannot be read ({error})")

    def fail(self, reason: str) -> NoReturn:
        raise Invalid(f"line {self.number}: {reason}")


@contextmanager
def opened(path: str | Path) -> Iterator[Lines]:
    """The lines after the heading, of a file that may be compressed."""
    try:
        with Path(path).open("rb") as beginning:
            compressed = beginning.read(2) == b"\x1f\x8b"
        file = (gzip.open if compressed else open)(path, "rt", encoding="utf-8", newline="\n")
    except OSError as error:
        raise NotACertificate(f"{path}: cannot be read: {error.strerror or error}") from None
    with file:
        lines, heading = Lines(file), ""
        with suppress(Invalid):
            heading = lines.next()
        if heading != HEADING:
            raise NotACertificate(f"{path}: not a certificate: its first line must be '{HEADING}'")
        try:
            yield lines
        except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError):
            lines.fail("not understood, or it uses something that is not there")
