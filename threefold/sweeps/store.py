"""The store of a sweep: records in SQLite. A run is over as soon as its record is committed.

WAL, because two sweeps may work on one store at the same time; `synchronous=FULL`, because a power cut must not lose a record.
A process claims a run while it works on it; the claim of a dead process is ignored. The database is not committed to version
control: records.jsonl is, which is written from it and read into it again.
"""

import os
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from time import monotonic, sleep

from threefold.files import refuse_link, started, write_text
from threefold.language import BadInput, ThreefoldError
from threefold.sweeps.record_line import RECORDS, Line, lines_text, parse_line, read_lines

VERSION = 1
PATIENCE = 30  # seconds to wait for the commit of another sweep
TABLES = (
    "CREATE TABLE records (key TEXT PRIMARY KEY, line TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE claims (key TEXT PRIMARY KEY, owner TEXT NOT NULL) WITHOUT ROWID",
    f"PRAGMA user_version = {VERSION}",
)
# The records of runs that are to be made again. They are kept until the new ones are there.
OUTDATED = "CREATE TABLE IF NOT EXISTS outdated (key TEXT PRIMARY KEY) WITHOUT ROWID"
DONE = "SELECT key FROM records WHERE key NOT IN (SELECT key FROM outdated)"
FILE = "store.sqlite"


class Store(AbstractContextManager["Store"]):
    def __init__(self, folder: Path) -> None:
        """Opens or makes the store of the folder; the records of records.jsonl are added."""
        self.folder, self.path = folder, folder / FILE
        self._owner = _process(os.getpid())
        for path in (self.path, folder / RECORDS):
            refuse_link(path)
        self.notes: list[str] = []
        with self._readable_errors(), ExitStack() as after_an_error:
            self._connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
            after_an_error.callback(self._connection.close)
            self._prepare()
            if (folder / RECORDS).exists():
                self._take_in_file(folder / RECORDS)
            after_an_error.pop_all()

    def _take_in_file(self, path: Path) -> None:
        """A damaged file does not stop a sweep that has a store: its whole lines are added, and it is kept beside the new one."""
        problems: list[str] | None = [] if self.done() else None
        rows = [(line.key, line.to_json()) for line in read_lines(path, problems)]
        with self._transaction() as execute:
            for row in rows:
                execute("INSERT OR IGNORE INTO records VALUES (?, ?)", row)
        if problems:
            names = (path.with_name(f"{RECORDS}.damaged{number}") for number in count(1))
            kept = next(name for name in names if not name.exists())
            self.notes.append(f"{problems[0]}; the file is kept as {kept.name}, a new one is written from the store")
            try:
                path.rename(kept)
            except OSError as error:
                raise ThreefoldError(f"{kept}: cannot be written: {error.strerror or error}") from None

    def _prepare(self) -> None:
        execute = self._connection.execute
        [version] = execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise BadInput(f"{self.path}: written by a newer threefold (store {version}; this one knows {VERSION})")
        self._write_ahead()
        execute("PRAGMA synchronous = FULL")
        with self._transaction():
            if not execute("PRAGMA user_version").fetchone()[0]:
                for statement in TABLES:
                    execute(statement)
            execute(OUTDATED)

    def _write_ahead(self) -> None:
        """SQLite does not wait for this lock, whatever its timeout: one of two sweeps that start together would fail."""
        deadline = monotonic() + PATIENCE
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError:
                if monotonic() > deadline:
                    raise
                sleep(0.01)

    @contextmanager
    def _readable_errors(self) -> Iterator[None]:
        """SQLite's errors in one line; the database is left as it is."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise ThreefoldError(f"{self.path}: {error}") from None
        except sqlite3.DatabaseError as error:
            advice = f"move it away; {RECORDS} has what was exported last"
            raise BadInput(f"{self.path}: not a usable store ({error}); {advice}") from None

    def done(self) -> set[str]:
        with self._readable_errors():
            return {key for (key,) in self._connection.execute(DONE)}

    def lines(self) -> list[Line]:
        with self._readable_errors():
            rows = self._connection.execute("SELECT key, line FROM records").fetchall()
        return [parse_line(line, f"{self.path}, {key}") for key, line in rows]

    def claim(self, key: str) -> bool:
        """False if the run is done, or if another live process has claimed it."""
        with self._transaction() as execute:
            if execute(f"{DONE} AND key = ?", (key,)).fetchone():
                return False
            claimed = execute("SELECT owner FROM claims WHERE key = ?", (key,)).fetchone()
            if claimed and claimed[0] != self._owner and claimed[0] == _process(int(claimed[0].split()[0])):
                return False
            execute("INSERT OR REPLACE INTO claims VALUES (?, ?)", (key, self._owner))
            return True

    def add(self, line: Line) -> None:
        with self._transaction() as execute:
            execute("INSERT OR REPLACE INTO records VALUES (?, ?)", (line.key, line.to_json()))
            execute("DELETE FROM claims WHERE key = ?", (line.key,))
            execute("DELETE FROM outdated WHERE key = ?", (line.key,))

    def outdate(self, keys: Iterable[str]) -> None:
        """These runs are to be made again."""
        with self._transaction() as execute:
            for key in keys:
                execute("INSERT OR IGNORE INTO outdated SELECT key FROM records WHERE key = ?", (key,))

    def export(self, wanted: Collection[str]) -> Path:
        """Write the records of these keys to records.jsonl, complete or not at all."""
        target = self.folder / RECORDS
        write_text(target, lines_text(line for line in self.lines() if line.key in wanted))
        return target

    @contextmanager
    def _transaction(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        with self._readable_errors(), self._connection:  # which commits, or rolls back after an exception
            self._connection.execute("BEGIN IMMEDIATE")
            yield self._connection.execute

    def __exit__(self, *error: object) -> None:
        with closing(self._connection), self._readable_errors():
            self._connection.execute("DELETE FROM claims WHERE owner = ?", (self._owner,))


def _process(pid: int) -> str:
    """Its number and when it started: a later process can have the same number. Empty if it is dead."""
    return f"{pid} {ticks}" if (ticks := started(pid)) else ""
