"""How a text gets from the guarded child to the standard output or into a file.

The time limit is on building and lowering, up to the first piece: after that the reader sets the pace, and a person who
reads on with `less` for a minute must not find the text cut off. The memory limit holds to the end.

A file appears under its name when it is complete, and not before: half a formula is a formula too.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES
from select import select
from typing import Annotated, BinaryIO

import typer

from threefold.guard import Limits, Outcome, Progress, Server
from threefold.guard.outcome import time_reason
from threefold.language import BadInput, LimitReached, ThreefoldError
from threefold.runs.exports import Text, report_text
from threefold.runs.pool import checked

Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Where to write.", show_default="the standard output"),
]


class _OnlyTried(Exception):
    """Leaves a file that was opened without a trace of it."""


def write(text: Text, limits: Limits, output: str | None, *, quiet: bool = False) -> int:
    """Write the text and say where it went; the exit code."""
    output = None if output == "-" else output
    _write(text, limits, output)
    if output is not None and not quiet:
        print(f"wrote {output}")
    return 0


def check_place(output: str) -> None:
    """Before a long run: can a file be written there? A pipe or a device is not touched before there is a text."""
    if output != "-" and (os.path.isfile(output) or os.path.isdir(output) or not os.path.exists(output)):
        with suppress(_OnlyTried), opened(output):
            raise _OnlyTried


def _write(text: Text, limits: Limits, output: str | None) -> None:
    with Server() as server, opened(output) as file:
        server.submit(report_text, text, limits=Limits(None, limits.memory))
        if not select([server], [], [], limits.seconds)[0]:
            raise LimitReached(time_reason(limits.seconds))
        while isinstance(message := server.receive(), Progress):
            assert isinstance(message.value, bytes)
            file.write(message.value)
        _raise_failure(message)


def _raise_failure(outcome: Outcome) -> None:
    checked(outcome)
    if outcome.status == "memory":
        raise LimitReached(outcome.reason or "out of memory")
    if outcome.status != "done":
        raise ThreefoldError(outcome.reason or outcome.status)


@contextmanager
def opened(output: str | None) -> Iterator[BinaryIO]:
    """The place to write to; a broken pipe stays one, any other trouble is told in one line."""
    try:
        if output is None:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        else:
            with _complete_or_absent(output) as file:
                yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        place = "standard output" if output is None else output or "''"
        raise BadInput(f"{place}: cannot be written: {error.strerror or error}") from None


@contextmanager
def _complete_or_absent(output: str) -> Iterator[BinaryIO]:
    """A file that takes its name when all is written; a device or a pipe is written to as it is."""
    target = os.path.realpath(output)
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, "wb") as file:
            yield file
        return
    if os.path.exists(target) and not os.access(target, os.W_OK):  # replacing it would not ask
        raise PermissionError(EACCES, os.strerror(EACCES))
    unfinished = f"{target}.{os.getpid()}.part"
    try:
        with open(unfinished, "xb") as file:
            yield file
        os.replace(unfinished, target)
    finally:
        with suppress(FileNotFoundError):
            os.remove(unfinished)
