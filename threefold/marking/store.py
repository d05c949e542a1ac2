"""The file of results: a line per submission, by digests of what was submitted and of the puzzle, so that marking can go on.

A student's code may end the command, and the kernel tells nobody who did. So a line is on the disk before such code runs, and
another one when it has ended. Code that alone was running when a command ended is not run again; of several, each is run alone.
"""

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from errno import EINVAL
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from threefold.language import ThreefoldError
from threefold.marking.marks import Mark

FORMAT = 1


def key_of(*parts: object) -> str:
    return sha256(repr((FORMAT, *parts)).encode()).hexdigest()


class Store:
    """The marks of earlier commands, and those of this one. Without a path nothing is kept."""

    def __init__(self, path: Path | None, files: Mapping[str, str], *, fresh: bool = False) -> None:
        """`files`: the digests of what this command has read."""
        self.path, self._files = path, files
        self._known: dict[str, Mark] = {}
        self._running: set[str] = set()  # keys
        self._begun = False
        self.ended_by: str | None = None  # what alone was running when the last command ended
        self.suspects: set[str] = set()  # one of these ended an earlier command
        self._unfinished: dict[str, str] = {}  # the same digests of commands that did not finish
        self._file: IO[str] | None = None
        if path is not None:
            self._file = _opened(path)
            if fresh and path.is_file():
                self._file.truncate(0)
            self._read(path)

    def get(self, key: str) -> Mark | None:
        return self._known.get(key)

    def begin(self, key: str) -> None:
        """Code of this submission is about to run."""
        if not self._begun:
            self._write({"command": os.getpid(), "files": self._files})
        self._begun = True
        self._running.add(key)
        self._write({"key": key, "running": True})

    def end(self, key: str) -> None:
        if key in self._running:
            self._running.remove(key)
            self._write({"key": key, "running": False})

    def put(self, key: str, mark: Mark) -> None:
        """At once, so that an interruption loses nothing."""
        self._known[key] = mark
        self._write({"key": key, "mark": mark.to_dict()})

    def changed(self) -> list[str]:
        """The files that have another content than when a command read them that did not finish, or are gone."""
        return [name for name, digest in self._unfinished.items() if self._files.get(name) != digest]

    def finish(self) -> None:
        """All is marked."""
        if self._begun or self._unfinished:
            self._write({"finished": os.getpid()})

    def close(self) -> None:
        """This command comes to its end: nothing that was running has ended it."""
        if self._file is not None:
            with self._file:
                for key in list(self._running):
                    self.end(key)

    def _write(self, line: dict[str, Any]) -> None:
        """On the disk, also if the machine stops."""
        if self._file is None:
            return
        try:
            self._file.write(json.dumps(line) + "\n")
            self._file.flush()
            _synchronise(self._file.fileno())
        except OSError as error:
            raise ThreefoldError(f"{self.path}: cannot be written: {error.strerror}") from None

    def _read(self, path: Path) -> None:
        running: set[str] = set()
        for line in _lines(path):
            with suppress(
                ValueError, TypeError, KeyError
            ):  # the last one of a command that was killed, or another version's
                entry = json.loads(line)
                if "command" in entry:
                    self.suspects |= running
                    running = set()
                    self._unfinished = dict(entry["files"]) | self._unfinished
                elif "finished" in entry:
                    self._unfinished = {}
                elif entry.get("running"):
                    running.add(entry["key"])
                else:
                    running.discard(entry["key"])
                    self.suspects.discard(entry["key"])
                if "mark" in entry:
                    self._known[entry["key"]] = Mark.from_dict(entry["mark"])
        if len(running) == 1:
            [self.ended_by] = running
        self.suspects = (self.suspects | running) - {self.ended_by or ""}


def _opened(path: Path) -> IO[str]:
    """For this command alone: what another one has begun would look as if it had ended that one."""
    try:
        file = path.open("a", encoding="utf-8")
    except OSError as error:
        raise ThreefoldError(f"{path}: cannot be written: {error.strerror}") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise ThreefoldError(f"{path}: another command is writing it: wait, or name another file (--results)") from None
    except OSError:  # a file system without locks
        pass
    return file


def _synchronise(handle: int) -> None:
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != EINVAL:  # a pipe or a device
            raise


def _lines(path: Path) -> Iterator[str]:
    """Of a file; what is neither has no earlier lines."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    except OSError as error:
        raise ThreefoldError(f"{path}: cannot be read: {error.strerror}") from None
    return iter(text.splitlines())
