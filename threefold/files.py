"""Files that get their name when they are complete: the first half of a formula would be a formula, too.

Until then a file is called NAME.threefold-PID.part. Only kill -9 leaves one; the next time that NAME is written, it is removed,
if its process is dead. The process also holds a lock on it: on a shared disk the number alone says nothing.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from errno import EACCES
from glob import escape, glob
from pathlib import Path
from typing import BinaryIO

from threefold.errors import ThreefoldError

_MARK = ".threefold-"


@contextmanager
def complete_or_absent(target: str | Path) -> Iterator[BinaryIO]:
    """A file for writing; after an exception there is no file, or the old one."""
    if os.path.exists(target) and not os.access(target, os.W_OK):  # replacing it would need no permission
        raise PermissionError(EACCES, os.strerror(EACCES))
    remove_unfinished(escape(str(target)))
    unfinished = f"{target}{_MARK}{os.getpid()}.part"
    try:
        with open(unfinished, "xb") as file:
            with suppress(OSError):  # a file system without locks: the number of the process has to suffice
                fcntl.flock(file, fcntl.LOCK_SH)
            yield file
        os.replace(unfinished, target)
    finally:
        with suppress(FileNotFoundError):
            os.remove(unfinished)


def remove_unfinished(pattern: str) -> None:
    """What a killed process left of such files; a file of another user, or one that cannot be checked, stays."""
    for path in glob(f"{pattern}{_MARK}*.part"):
        pid = path.removesuffix(".part").rpartition(_MARK)[2]
        with suppress(OSError):
            ours = os.path.isfile(path) and not os.path.islink(path) and os.stat(path).st_uid == os.getuid()
            if ours and pid.isdigit() and not started(int(pid)) and not is_locked(path):
                os.remove(path)


def started(pid: int) -> str:
    """When the process started, in the kernel's ticks. Empty if it is dead, also if nobody has waited for it yet."""
    try:
        state, *fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if state in "ZX" else fields[18]


def is_locked(path: str) -> bool:
    """A living process holds a lock on the file or folder."""
    handle = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def refuse_link(path: Path) -> None:
    """A link in a folder of results may lead anywhere; nothing is written or deleted through it."""
    if path.is_symlink():
        raise ThreefoldError(f"{path}: is a link, and nothing is written through a link: remove it")


def to_write(path: str | Path) -> AbstractContextManager[BinaryIO]:
    """A place that a person named: a link is followed; a device or a pipe is opened under its own name."""
    target = os.path.realpath(path)
    ordinary = os.path.isfile(target) or not os.path.exists(target)
    return complete_or_absent(target) if ordinary else open(target, "wb")


def write_text(path: Path, text: str, *, named: bool = False) -> None:
    """`named`: a person named this very file, not only its folder."""
    if not named:
        refuse_link(path)
    try:
        with to_write(path) as file:
            file.write(text.encode("utf-8"))
    except OSError as error:
        raise ThreefoldError(f"{path}: cannot be written: {error.strerror or error}") from None
