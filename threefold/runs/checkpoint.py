"""The checkpoint of a count that can be interrupted: a file with one line of JSON for each finished cube (`--resume FILE`).

Lines are only appended, and each is on the disk before the cube counts as done. Whatever ends the command (Ctrl-C, kill -9, a
limit), the file has all finished cubes, and at most an incomplete line at its end, which is removed when the count continues.
The first line has what is counted and how: a count continues only with the same spec, row, solver and cubes. Every later line
has a checksum.
"""

import fcntl
import json
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any

from threefold.checker.json_form import checked, parsed, what_is_wrong
from threefold.checker.record import Record
from threefold.language import BadInput, ThreefoldError

SCHEMA = 2
MOST_CUBES = 4096
OLDER = "it was begun by an older version of threefold, and cannot be continued; give the name of a new file"
NOT_OURS = "the file is not a checkpoint of this count; give the name of a new file"


@dataclass(frozen=True)
class Heading:
    """What is counted and how; two commands may share a checkpoint if all of it is the same."""

    puzzle: str
    parameters: str
    givens: str
    row: str
    solver: str
    spec: str  # its digest
    wanted: int  # cubes that were asked for
    cubes: str  # the hash of the cubes that were made
    total: int  # their number
    schema: int = SCHEMA

    def line(self) -> str:
        return json.dumps({"schema": self.schema, **asdict(self)})


class Checkpoint(AbstractContextManager["Checkpoint"]):
    """An open checkpoint, for one command at a time."""

    def __init__(self, path: str) -> None:
        self.path = path
        with self._writable():
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        try:
            self._lines, self._half = self._read()
        except BaseException:
            os.close(self._file)
            raise

    def _read(self) -> tuple[list[bytes], bytes]:
        """The whole lines, and what stands after the last of them."""
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            raise self._refused("not a regular file")
        with self._writable(), open(self._file, "rb", closefd=False) as stream:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise self._refused("another count is writing to it") from None
            *lines, half = stream.read().split(b"\n")
        return lines, half

    @cached_property
    def _heading(self) -> Heading | None:
        """None where nothing has been written yet."""
        if not self._lines:
            return None
        try:
            heading = checked(Heading(**parsed(self._lines[0])))
        except (ValueError, TypeError):
            raise self._refused(NOT_OURS) from None
        if heading.schema == 1:
            raise self._refused(OLDER)
        if heading.schema != SCHEMA or heading.wanted not in range(1, MOST_CUBES + 1):
            raise self._refused(NOT_OURS)
        return heading

    def _refused(self, problem: str) -> BadInput:
        return BadInput(f"«resume» {self.path}: {problem}")

    @property
    def wanted(self) -> int | None:
        """The number of cubes that the checkpoint was begun with."""
        return self._heading.wanted if self._heading else None

    def begin(self, heading: Heading) -> dict[int, Record]:
        """The finished parts by the cube's number; an empty file becomes a new checkpoint."""
        if self._heading is None:
            if not heading.line().encode().startswith(self._half):
                raise self._refused(NOT_OURS)
            self._cut_half_line()
            self._append(heading.line())
            return {}
        for (key, mine), written in zip(asdict(heading).items(), asdict(self._heading).values(), strict=True):
            if mine != written:
                raise self._refused(f"{_difference(key, written, mine)}; give the name of a new file")
        finished: dict[int, Record] = {}
        for number in range(2, len(self._lines) + 1):
            cube, record = self._entry(number, heading.total)
            if finished.setdefault(cube, record) != record:
                raise self._damaged(number, f"cube {cube} a second time, with another result")
        self._cut_half_line()
        return finished

    def _entry(self, number: int, total: int) -> tuple[int, Record]:
        try:
            entry = parsed(self._lines[number - 1])
            cube = entry["cube"]
            if type(cube) is not int or cube not in range(total):
                raise ValueError(f"cube {cube!r:.20} is not one of 0 to {total - 1}")
            if entry.pop("checksum", None) != _checksum(entry):
                raise ValueError("the checksum does not fit the line")
            return cube, Record.from_dict(entry)
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
            raise self._damaged(number, what_is_wrong(error)) from None

    def _damaged(self, number: int, reason: str) -> BadInput:
        return self._refused(f"line {number} is damaged ({reason}); remove it, or give a new file")

    def _cut_half_line(self) -> None:
        if self._half:
            os.ftruncate(self._file, os.fstat(self._file).st_size - len(self._half))

    def write(self, cube: int, record: Record) -> None:
        kept = replace(record, solutions=record.solutions[:1], drawings=(), seconds={}, memory=0)
        entry = {"cube": cube, **kept.to_dict(buckets=True)}
        self._append(json.dumps({**entry, "checksum": _checksum(entry)}))

    def kept(self) -> int:
        """The parts in the file: an interrupt may come right after one was written."""
        return os.pread(self._file, os.fstat(self._file).st_size, 0).count(b"\n") - 1

    def _append(self, line: str) -> None:
        rest = f"{line}\n".encode()
        with self._writable():
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)

    @contextmanager
    def _writable(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ThreefoldError(f"«resume» {self.path}: cannot be written: {error.strerror}") from None

    def __exit__(self, *error: object) -> None:
        os.close(self._file)


def _difference(key: str, written: object, mine: object) -> str:
    if key == "spec":
        return "it was begun with another version of the puzzle or of Threefold"
    if key in ("cubes", "total", "wanted"):
        return "it was begun by a version that cuts the search space differently"
    return f"it was begun with {key} {written or 'none'} (now {mine or 'none'})"


def _checksum(entry: Mapping[str, Any]) -> str:
    return blake2b(json.dumps(entry).encode(), digest_size=8).hexdigest()


def hashed(value: object) -> str:
    return blake2b(repr(value).encode(), digest_size=16).hexdigest()
