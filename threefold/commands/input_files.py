"""A file that a person named, made reachable for a guarded child: that one has neither our standard input nor `<(…)`'s pipe.

The file is opened here, where what is wrong with its name is found out, and again in the child through this process's list
of open files. So a pipe is read by the child, under its limits, and nothing is copied.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from threefold.cnf.messages import File
from threefold.language import BadInput

STDIN = "-"


@contextmanager
def reachable(source: str, *, lenient: bool = False) -> Iterator[File]:
    if source == STDIN:
        yield File(f"/proc/{os.getpid()}/fd/0", "standard input", lenient)
        return
    try:
        handle = os.open(source, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise BadInput(f"{source}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"{source!r} is no name of a file") from None
    try:
        if os.path.isdir(source):
            raise BadInput(f"{source}: cannot be read: it is a directory")
        yield File(f"/proc/{os.getpid()}/fd/{handle}", source, lenient)
    finally:
        os.close(handle)
