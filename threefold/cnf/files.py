"""Files that a guarded child reads, and the guarded call itself.

A guarded child has neither our standard input nor the pipe of `<(…)`. So a file is opened here, where a wrong name is found, and
again in the child through this process's list of open files. The child reads it under its limits, and nothing is copied.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from threefold.cnf.encoder import Encoder
from threefold.guard import Limits, Outcome, Server, guarded
from threefold.language import BadInput, ThreefoldError
from threefold.runs.pool import checked

STDIN = "-"


@dataclass(frozen=True)
class File:
    path: str  # where the guarded child opens it
    name: str  # how messages call it


Path = str | os.PathLike[str] | Encoder | File  # an encoder stands for the file that it would write


@contextmanager
def reachable(source: Path) -> Iterator[File]:
    """The file, or for `-` the standard input, as a guarded child can open it. The file of an encoder is in memory only."""
    if isinstance(source, Encoder):
        with in_memory(source.dimacs(), source.name) as file:
            yield file
        return
    if isinstance(source, File):
        yield source
        return
    if not isinstance(source, str | os.PathLike):
        raise BadInput(f"a file is a path or an Encoder (got {source!r:.60})")
    name = os.fspath(source)
    if name == STDIN:
        yield File(f"/proc/{os.getpid()}/fd/0", "standard input")
        return
    try:
        handle = os.open(name, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise BadInput(f"{name}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"{name!r} is not a file name") from None
    try:
        if os.path.isdir(name):
            raise BadInput(f"{name}: cannot be read: it is a directory")
        yield File(f"/proc/{os.getpid()}/fd/{handle}", name)
    finally:
        os.close(handle)


@contextmanager
def in_memory(content: str | bytes, name: str) -> Iterator[File]:
    """A text as a file without a place on a disk."""
    with os.fdopen(os.memfd_create("threefold"), "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        yield File(f"/proc/{os.getpid()}/fd/{file.fileno()}", name)


@contextmanager
def reading(file: File) -> Iterator[None]:
    """Reports an error of reading as BadInput with the file's name."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"{file.name}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file.name}: is not text") from None


def call_within(
    limits: Limits,
    function: Callable[..., object],
    *arguments: object,
    on_progress: Callable[[Any], None] | None = None,
) -> Outcome:
    """The outcome of a guarded call that finished or reached a limit; anything else raises an error."""
    with Server() as server:
        outcome = checked(guarded(server, function, *arguments, limits=limits, on_progress=on_progress))
    if outcome.status not in ("done", "timeout", "memory"):
        raise ThreefoldError(f"the run failed: {outcome.reason}")
    return outcome
