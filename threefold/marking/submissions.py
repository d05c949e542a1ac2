"""The submissions of a folder: which files there are, whose they are, and what kind of file each is."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from threefold.cnf.python_file import CODE
from threefold.cnf.rows.relation import READERS
from threefold.format import shortened
from threefold.language import BadInput

KINDS = (".cnf", ".dimacs", ".dimacs.cnf", *READERS, CODE)  # each also with .gz, but for code


@dataclass(frozen=True)
class Submission:
    student: str
    name: str  # in the folder
    path: str
    digest: str  # of the content


def submissions(folder: Path) -> tuple[list[Submission], list[str]]:
    """All submissions in order of name, and the files that are none.

    A file of the folder is named after its student: `rossi.cnf`. A folder in it is a student's, with any files: `rossi/a.cnf`.
    Where a student has several files, the name of the file is added.
    """
    if not folder.is_dir():
        raise BadInput(f"{folder}: is not a folder of submissions")
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not _is_hidden(path.relative_to(folder)))
    kinds = {path: kind for path in files if (kind := _kind(path.name))}
    ignored = [str(path.relative_to(folder)) for path in files if path not in kinds]
    if not kinds:
        found = f" (found: {shortened(ignored)})" if ignored else ""
        raise BadInput(f"{folder}: has no submission; a submission ends in {', '.join(KINDS)}{found}")
    owners = {path: _student(path.relative_to(folder), kind) for path, kind in kinds.items()}
    several = {student for student in owners.values() if list(owners.values()).count(student) > 1}
    return [_submission(folder, path, student, student in several) for path, student in owners.items()], ignored


def _is_hidden(path: Path) -> bool:
    return any(part.startswith((".", "__pycache__")) for part in path.parts)


def _kind(name: str) -> str:
    """The longest ending that is known, with `.gz`; empty if there is none."""
    lower = name.lower()
    stem = lower.removesuffix(".gz")
    kind = max((kind for kind in KINDS if stem.endswith(kind)), key=len, default="")
    return "" if not kind or (kind == CODE and lower != stem) else kind + lower.removeprefix(stem)


def _student(path: Path, kind: str) -> str:
    return path.parts[0] if len(path.parts) > 1 else path.name[: -len(kind)] or path.name


def _submission(folder: Path, path: Path, student: str, one_of_several: bool) -> Submission:
    name = str(path.relative_to(folder))
    try:
        digest = sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    return Submission(f"{student} ({path.name})" if one_of_several else student, name, str(path), digest)
