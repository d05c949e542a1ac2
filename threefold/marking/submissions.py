"""The submissions of a folder: which files there are, whose they are, what kind of file each is, and their contents.

All are read before a student's code runs: it may change any file of the user. No link is followed, and nothing but a regular file
is opened: a link may lead to another student's file, and a pipe would never end.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from stat import S_ISLNK, S_ISREG

from threefold.cnf.python_file import CODE
from threefold.cnf.rows.relation import READERS
from threefold.format import shortened
from threefold.language import BadInput

KINDS = (".cnf", ".dimacs", ".dimacs.cnf", *READERS, CODE)  # each also with .gz, but for code
MOST_BYTES = 1 << 28  # of a file: those of a class are in memory together


@dataclass(frozen=True)
class Submission:
    student: str
    name: str  # in the folder
    digest: str  # of the content
    content: bytes = field(repr=False)
    beside: Mapping[str, bytes] = field(repr=False, default_factory=dict)  # all files of a student's own folder
    problem: str = ""  # why it could not be read


def submissions(folder: Path) -> tuple[list[Submission], list[str]]:
    """All submissions in order of name, and the files that are none.

    A file of the folder is named after its student: `rossi.cnf`. A folder in it is a student's, with any files: `rossi/a.cnf`.
    Where a student has several files, the name of the file is added.
    """
    if not folder.is_dir():
        raise BadInput(f"{folder}: is not a folder of submissions")
    files, ignored = _files(folder)
    kinds = {path: kind for path in sorted(files) if (kind := _kind(path.name))}
    ignored = sorted([*ignored, *map(str, files.keys() - kinds.keys())])
    if not kinds:
        found = f" (found: {shortened(ignored)})" if ignored else ""
        raise BadInput(f"{folder}: has no submission; a submission ends in {', '.join(KINDS)}{found}")
    owners = {path: _student(path, kind) for path, kind in kinds.items()}
    several = {student for student in owners.values() if list(owners.values()).count(student) > 1}
    named = {path: f"{each} ({path.name})" if each in several else each for path, each in owners.items()}
    return [_submission(path, student, files) for path, student in named.items()], ignored


def _submission(path: Path, student: str, files: Mapping[Path, bytes | str]) -> Submission:
    content, beside = files[path], dict[str, bytes]()
    if isinstance(content, str):
        return Submission(student, str(path), "", b"", problem=content)
    if len(path.parts) > 1:
        own = {other: each for other, each in files.items() if other.parts[0] == path.parts[0] and other != path}
        beside = {str(other): each for other, each in own.items() if isinstance(each, bytes)}
    return Submission(student, str(path), sha256(content).hexdigest(), content, beside)


def _files(folder: Path) -> tuple[dict[Path, bytes | str], list[str]]:
    """The contents by path, or why one cannot be read; and what is no regular file."""
    root = os.path.realpath(folder)
    found, others = dict[Path, bytes | str](), list[str]()
    for here, folders, names, handle in os.fwalk(root, follow_symlinks=False):
        inside = Path(here).relative_to(root)
        folders[:] = [name for name in folders if not _is_hidden(name)]
        links = [name for name in folders if S_ISLNK(_mode(name, handle))]
        for name in [*links, *(name for name in names if not _is_hidden(name))]:
            mode = _mode(name, handle)
            if S_ISREG(mode):
                needed = inside.parts or _kind(name)  # for a submission, or beside one
                found[inside / name] = content_of(name, handle) if needed else b""
            elif mode:
                others.append(f"{inside / name} ({'a link' if S_ISLNK(mode) else 'not a regular file'})")
    return found, others


def _mode(name: str, folder: int) -> int:
    """0 if it is no longer there."""
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except OSError:
        return 0


def content_of(name: str, folder: int | None = None) -> bytes | str:
    """Of a regular file, or why it cannot be read. It may have been replaced since it was looked at."""
    try:
        handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        with open(handle, "rb") as file:
            if not S_ISREG(os.fstat(handle).st_mode):
                return "not a regular file"
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        return error.strerror or str(error)
    return content if len(content) <= MOST_BYTES else f"larger than {MOST_BYTES >> 20} MiB"


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "__pycache__"))


def _kind(name: str) -> str:
    """The longest ending that is known, with `.gz`; empty if there is none."""
    lower = name.lower()
    stem = lower.removesuffix(".gz")
    kind = max((kind for kind in KINDS if stem.endswith(kind)), key=len, default="")
    return "" if not kind or (kind == CODE and lower != stem) else kind + lower.removeprefix(stem)


def _student(path: Path, kind: str) -> str:
    return path.parts[0] if len(path.parts) > 1 else path.name[: -len(kind)] or path.name
