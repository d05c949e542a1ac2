"""The checkpoint of a count that can be interrupted: a file with one line of JSON for each finished cube (`--resume FILE`).

Lines are only ever appended, and each is on the disk before the next cube is believed to be done: whatever ends the command
(Ctrl-C, kill -9, a limit), the file has all that was finished, and at worst half a line at its end, which is cut off when the
count goes on. The first line says what is counted and how: a count may go on only with the same spec, row, solver and cubes.
Nothing else is ever written over.
"""

import fcntl
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, Self

from threefold.backends.backend import Configuration
from threefold.checker.fingerprint import Fingerprint
from threefold.checker.record import Record
from threefold.language import BadInput, Spec, ThreefoldError
from threefold.language.constraints import Kind

SCHEMA = 1
MOST_CUBES = 4096


@dataclass(frozen=True)
class Heading:
    """What is counted and how; two commands may share a checkpoint if all of it is the same."""

    puzzle: str
    parameters: str
    givens: str
    row: str
    solver: str
    spec: str  # its hash
    wanted: int  # cubes that were asked for
    cubes: str  # the hash of those that came out
    total: int  # and how many they are
    schema: int = SCHEMA

    def line(self) -> str:
        return json.dumps({"schema": self.schema, **asdict(self)})


class Checkpoint:
    """An open checkpoint, for one command at a time."""

    def __init__(self, path: str) -> None:
        self.path = path
        with self._bad_input():
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        try:
            self._lines, self._half = self._read()
        except BaseException:
            self.close()
            raise

    def _read(self) -> tuple[list[bytes], bytes]:
        """The whole lines, and what stands after the last of them."""
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            raise BadInput(f"--resume {self.path}: not a regular file")
        with self._bad_input(), open(self._file, "rb", closefd=False) as stream:
            self._lock()
            *lines, half = stream.read().split(b"\n")
        return lines, half

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(f"--resume {self.path}: another count is writing to it") from None

    @cached_property
    def _heading(self) -> Heading | None:
        """None where nothing has been written yet."""
        if not self._lines:
            return None
        try:
            heading = Heading(**json.loads(self._lines[0]))
        except (ValueError, TypeError):
            raise self._not_ours() from None
        if heading.schema != SCHEMA or heading.wanted not in range(1, MOST_CUBES + 1):
            raise self._not_ours()
        return heading

    def _not_ours(self) -> BadInput:
        return BadInput(
            f"--resume {self.path}: the file is not a checkpoint of this count; give the name of a new file"
        )

    @property
    def wanted(self) -> int | None:
        """The number of cubes that the checkpoint was begun with."""
        return self._heading.wanted if self._heading else None

    def begin(self, heading: Heading, configuration: Configuration) -> dict[int, Record]:
        """Go on with a count: what is finished of it, by the cube's number. A new one is begun in an empty file."""
        if self._heading is None:
            if not heading.line().encode().startswith(self._half):
                raise self._not_ours()
            self._cut_half_line()
            self._append(heading.line())
            return {}
        for key, mine in asdict(heading).items():
            written = getattr(self._heading, key)
            if mine != written:
                raise BadInput(f"--resume {self.path}: {_difference(key, written, mine)}; give the name of a new file")
        blank = Record(configuration, configuration.solver, "unknown")
        finished = dict(self._entry(number, blank, heading.total) for number in range(2, len(self._lines) + 1))
        self._cut_half_line()
        return finished

    def _entry(self, number: int, blank: Record, total: int) -> tuple[int, Record]:
        try:
            cube, record = _read_entry(json.loads(self._lines[number - 1]), blank)
            return range(total)[cube], record
        except (ValueError, TypeError, KeyError, IndexError):
            raise BadInput(f"--resume {self.path}: line {number} is damaged; remove it, or give a new file") from None

    def _cut_half_line(self) -> None:
        if self._half:
            os.ftruncate(self._file, os.fstat(self._file).st_size - len(self._half))

    def write(self, cube: int, record: Record) -> None:
        self._append(json.dumps(_entry(cube, record)))

    def _append(self, line: str) -> None:
        rest = f"{line}\n".encode()
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError as error:
            raise ThreefoldError(f"--resume {self.path}: cannot be written: {error.strerror}") from None

    @contextmanager
    def _bad_input(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BadInput(f"--resume {self.path}: {error.strerror}") from None

    def close(self) -> None:
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _difference(key: str, written: object, mine: object) -> str:
    match key:
        case "spec":
            return "it was begun when the puzzle said something else"
        case "cubes" | "total" | "wanted":
            return "it was begun by a version that cuts the search space differently"
        case _:
            return f"it was begun with {key} {written or 'none'} (now {mine or 'none'})"


def _entry(cube: int, record: Record) -> dict[str, object]:
    kept = replace(record, solutions=record.solutions[:1], drawings=(), seconds={}, memory=0)
    return {"cube": cube, **kept.to_dict(buckets=True)}


def _read_entry(entry: dict[str, Any], blank: Record) -> tuple[int, Record]:
    if "fingerprint" not in entry:  # written before a record had one JSON form
        buckets, status = entry["buckets"], "sat" if entry["count"] else "unsat"
        fingerprint = None if buckets is None else str(Fingerprint.from_buckets(buckets))
        entry = {**blank.to_dict(), "status": status, "count_is": "exact", "fingerprint": fingerprint, **entry}
    return int(entry["cube"]), Record.from_dict(entry)


def identity(spec: Spec) -> str:
    """A hash of all that a spec says: another one where a domain or a constraint is another, or their order."""
    variables = [(str(x), tuple(x.domain), x.boolean, x.derived) for x in spec.variables]
    posted = [(each.group, _shape(each.constraint)) for each in spec.posted]
    return hashed((spec.name, variables, posted))


def hashed(value: object) -> str:
    return blake2b(repr(value).encode(), digest_size=16).hexdigest()


def _shape(thing: object) -> object:
    """A constraint as nested tuples of what it was made of; its own text leaves the middle of long lists out."""
    match thing:
        case Kind():
            fields = {name: value for name, value in vars(thing).items() if not _cached(thing, name)}
            return type(thing).__name__, [(name, _shape(value)) for name, value in sorted(fields.items())]
        case tuple():
            return tuple(map(_shape, thing))
        case _:
            return thing


def _cached(thing: object, name: str) -> bool:
    return isinstance(getattr(type(thing), name, None), cached_property)
