"""The file of results: a line per submission, by digests of what was submitted and of the puzzle, so that marking can go on."""

import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import IO

from threefold.language import ThreefoldError
from threefold.marking.marks import Mark

FORMAT = 1


def key_of(*parts: object) -> str:
    return sha256(repr((FORMAT, *parts)).encode()).hexdigest()


class Store:
    """The marks of earlier commands, and those of this one. Without a path nothing is kept."""

    def __init__(self, path: Path | None, *, fresh: bool = False) -> None:
        self._path, self._known = path, {} if path is None or fresh else _read(path)
        self._file: IO[str] | None = None
        if path is not None:
            try:
                self._file = path.open("w" if fresh else "a", encoding="utf-8")
            except OSError as error:
                raise ThreefoldError(f"{path}: cannot be written: {error.strerror}") from None

    def get(self, key: str) -> Mark | None:
        return self._known.get(key)

    def put(self, key: str, mark: Mark) -> None:
        """At once, so that an interruption loses nothing."""
        self._known[key] = mark
        if self._file is not None:
            try:
                self._file.write(json.dumps({"key": key, "mark": mark.to_dict()}, ensure_ascii=False) + "\n")
                self._file.flush()
            except OSError as error:
                raise ThreefoldError(f"{self._path}: cannot be written: {error.strerror}") from None

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def _read(path: Path) -> dict[str, Mark]:
    """Lines that cannot be read are left out: the last one of a command that was killed, and those of other versions."""
    found: dict[str, Mark] = {}
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else []
    except OSError as error:
        raise ThreefoldError(f"{path}: cannot be read: {error.strerror}") from None
    for line in lines:
        with suppress(ValueError, TypeError, KeyError):
            entry = json.loads(line)
            found[entry["key"]] = Mark.from_dict(entry["mark"])
    return found
