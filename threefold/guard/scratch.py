"""The temporary folder of a server, which holds the folders of its runs, and the removal of folders that dead servers left.

A killed solver leaves its files (PuLP writes the model, CBC the solution), so every run gets a folder of its own as TMPDIR, and
the server removes it. Only `kill -9` of the server leaves a folder; the next server removes it if it belongs to this user, has
our marker file (or is still empty), and its owner is dead: its name has the server's pid, and a living server holds a lock on it.
The pid alone would be wrong where containers share one /tmp; the lock alone would race with a server that has just made its
folder.
"""

import fcntl
import os
from contextlib import suppress

from threefold.files import is_locked, started

PREFIX = "threefold-"
MARKER = "threefold-guard.stderr"  # in every folder of ours

_STDERR_ROOM = 1 << 20  # bytes; a library that prints without end must not fill the disk
_TAIL = 4096


class Scratch:
    """The folder of one server: `run` is the TMPDIR of the current run, `stderr` an open file for its errors."""

    def __init__(self) -> None:
        import tempfile

        self.folder = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=temporary_folder())
        self.run = os.path.join(self.folder, "run")
        self._open()

    def _open(self) -> None:
        self._lock = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY)
        with suppress(OSError):  # a file system without locks: the pid has to suffice
            fcntl.flock(self._lock, fcntl.LOCK_SH)
        self.stderr = os.open(os.path.join(self.folder, MARKER), os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)

    def open_run(self) -> None:
        """An empty folder and an empty stderr for the next run."""
        if not os.path.exists(self.folder):  # a cleaner of temporary files removed it
            self.release()
            os.mkdir(self.folder, 0o700)
            self._open()
        remove(self.run)
        os.mkdir(self.run, 0o700)
        os.ftruncate(self.stderr, 0)

    def trim_stderr(self) -> None:
        """Keep the file small; it is open for appending, so writers go on at its new end."""
        if os.fstat(self.stderr).st_size > _STDERR_ROOM:
            os.ftruncate(self.stderr, 0)

    def last_line(self) -> str:
        """The last line that the run wrote on stderr, or nothing."""
        start = max(0, os.fstat(self.stderr).st_size - _TAIL)
        lines = os.pread(self.stderr, _TAIL, start).decode(errors="replace").strip().splitlines()
        return lines[-1].strip() if lines else ""

    def release(self) -> None:
        """In the run's process: the lock must not outlive the server in a descendant."""
        os.close(self._lock)
        os.close(self.stderr)


def temporary_folder() -> str:
    """The one that `tempfile` finds; but that writes a file to try it, which a kill at that moment would leave."""
    for folder in (*map(os.environ.get, ("TMPDIR", "TEMP", "TMP")), "/tmp", "/var/tmp", "/usr/tmp", os.getcwd()):
        if folder and os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK):
            return os.path.abspath(folder)
    raise FileNotFoundError("no folder for temporary files can be written; TMPDIR names one")


def sweep() -> None:
    """Remove the folders of dead servers of this user; what cannot be checked or removed stays."""
    with suppress(OSError), os.scandir(temporary_folder()) as entries:
        for entry in entries:
            if entry.name.startswith(PREFIX) and _is_stale(entry):
                remove(entry.path)


def _is_stale(entry: os.DirEntry[str]) -> bool:
    pid = entry.name.removeprefix(PREFIX).partition("-")[0]
    try:
        ours = entry.is_dir(follow_symlinks=False) and entry.stat(follow_symlinks=False).st_uid == os.getuid()
        ours = ours and pid.isdigit() and (os.path.isfile(os.path.join(entry.path, MARKER)) or _is_unmarked(entry))
        return ours and not started(int(pid)) and not is_locked(entry.path)
    except OSError:  # it was removed meanwhile
        return False


def _is_unmarked(entry: os.DirEntry[str]) -> bool:
    """Its server was killed between making the folder and marking it: it is empty, and closed to others, as mkdtemp makes it."""
    return entry.stat(follow_symlinks=False).st_mode & 0o777 == 0o700 and not os.listdir(entry.path)


def remove(folder: str) -> None:
    import shutil

    shutil.rmtree(folder, ignore_errors=True)
