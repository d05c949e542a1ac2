"""Everything that marking reads, as it was before the first submission ran."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from threefold.cnf.files import File
from threefold.language import BadInput
from threefold.marking.submissions import Submission, content_of, submissions
from threefold.marking.worker import Content


@dataclass(frozen=True)
class Snapshot:
    folder: Path
    submissions: Sequence[Submission]
    ignored: tuple[str, ...]
    names: Content | None  # what the numbers mean
    files: Mapping[str, bytes] = field(default_factory=dict)  # of the puzzle

    @classmethod
    def of(cls, folder: Path, names: File | None) -> "Snapshot":
        found, ignored = submissions(folder)
        meant = Content(names.name, _read(names.path, names.name)) if names else None
        return cls(folder, found, tuple(ignored), meant)

    def with_files(self, names: Sequence[str]) -> "Snapshot":
        return replace(self, files={name: _read(name, name) for name in names})

    def changed(self) -> list[str]:
        """The files that have another content by now, or are gone."""
        submitted = {str(self.folder / each.name): each.content for each in self.submissions if not each.problem}
        return [
            *(name for name, content in self.files.items() if content_of(os.path.realpath(name)) != content),
            *(name for name, content in submitted.items() if content_of(name) != content),
        ]


def _read(path: str, name: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise BadInput(f"{name}: cannot be read: {error.strerror or error}") from None
