"""Text and files: written to the standard output, or to a file that gets its name when it is complete.

The first half of a formula would be a formula, too.
"""

import os
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from errno import EACCES
from typing import BinaryIO

from threefold.errors import ThreefoldError


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
            with _complete_or_absent(output) as file:
                yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        place = "standard output" if output in (None, "-") else output or "''"
        raise ThreefoldError(f"{place}: cannot be written: {error.strerror or error}") from None


@contextmanager
def _complete_or_absent(output: str) -> Iterator[BinaryIO]:
    """A file that gets its name when all is written; a device or a pipe is opened under its own name."""
    target = os.path.realpath(output)
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, "wb") as file:
            yield file
        return
    if os.path.exists(target) and not os.access(target, os.W_OK):  # replacing it would need no permission
        raise PermissionError(EACCES, os.strerror(EACCES))
    unfinished = f"{target}.{os.getpid()}.part"
    try:
        with open(unfinished, "xb") as file:
            yield file
        os.replace(unfinished, target)
    finally:
        with suppress(FileNotFoundError):
            os.remove(unfinished)
