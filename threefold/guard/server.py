"""The server process: it forks the runs and supervises them until its parent exits.

Fork server and supervisor are one process. As fork server it has imported the solver already, so a run costs a fork and not an
import. As supervisor it has a session of its own and ignores the signals by which a terminal or a batch system ends a job. It
exits when the parent's end of the socket closes, for any reason (close(), Ctrl-C, kill -9): the run is killed and its files are
removed.

One thread and one poll() loop that never blocks: the time limit holds even if the run sends many reports and the parent reads
slowly. When the outbox is full, the run's reports stay in its socket until the run waits.
"""

import gc
import mmap
import os
import pickle
import select
import signal
import socket
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from threefold import codec
from threefold.guard import processes
from threefold.guard.framing import CANCEL, ENDING, READY, REQUEST, Frame, Inbox, encode
from threefold.guard.outcome import Ending, describe_error
from threefold.guard.run import Run, reset_signals
from threefold.guard.scratch import Scratch, remove, sweep

_OUTBOX_ROOM = 1 << 20  # bytes
_IDLE_TICK = 1.0  # seconds; to notice a dead parent whose socket another process inherited

FROM_PARENT = {REQUEST: 1 << 63, CANCEL: 0}

_inherited: list[object] = []


def serve(parent: socket.socket, parent_pid: int, note: mmap.mmap, preload: Sequence[str]) -> NoReturn:
    """The server process from its fork to its exit. Never returns, so the parent's stack is not unwound."""
    try:
        _detach(parent.fileno())
        _load(preload)
        sweep()
        scratch = Scratch()
        try:
            parent.sendall(encode(READY, b""))
            Supervisor(parent, parent_pid, note, scratch).watch()
        finally:
            remove(scratch.folder)
    except BaseException as error:
        # The parent gets a defect of the guard as the run's outcome: a silent death would hide it.
        reason = f"the guard itself failed: {describe_error(error)}"
        with suppress(OSError):
            parent.settimeout(1.0)
            parent.sendall(encode(READY, b"") + encode(*_lost(reason)))
    finally:
        os._exit(0)


def _detach(keep: int) -> None:
    """Leave the parent: its processes, signals, files, and the objects that might one day close those files again."""
    gc.disable()
    gc.freeze()
    os.setsid()
    reset_signals()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    _close_files(keep)
    processes.show_as("threefold-guard")
    processes.adopt_orphans()


def _close_files(keep: int) -> None:
    """Above all the sockets of other servers: a copy here would hide the exit of the parent from them."""
    for name in os.listdir("/proc/self/fd"):
        if int(name) > 2 and int(name) != keep:
            with suppress(OSError):  # the handle of listdir itself
                os.close(int(name))
    null = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        os.dup2(null, standard)
    os.close(null)
    _inherited.extend((sys.stdin, sys.stdout, sys.stderr))  # kept, because deleting them may write to closed files
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, mode, closefd=False) for number, mode in enumerate("rww"))


def _load(preload: Sequence[str]) -> None:
    # numpy starts threads for the multiplication of matrices, which nobody needs here. While they wait for work, they spend
    # CPU time: 60 ms at the import, and 20 to 30 ms of a search that takes 30.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for name in ("resource", *preload):  # the first for every run's limits
        with suppress(Exception):  # the run that needs the module raises the error again
            import_module(name)
    # A library with threads makes every fork of Python 3.12 warn; preloaded solvers keep no lock in an idle thread.
    warnings.filterwarnings("ignore", message=".*multi-threaded.*", category=DeprecationWarning)
    gc.freeze()


def _lost(reason: str) -> Frame:
    return ENDING, codec.encode(Ending("lost", reason))


class Supervisor:
    """The loop of the server: at most one run, and the parent."""

    def __init__(self, parent: socket.socket, parent_pid: int, note: mmap.mmap, scratch: Scratch) -> None:
        self._parent, self._parent_pid = parent, parent_pid
        self._note, self._scratch = note, scratch
        self._inbox, self._outbox = Inbox(parent, FROM_PARENT), bytearray()
        self._run: Run | None = None

    def watch(self) -> None:
        """Serve until the parent exits, then end the run."""
        try:
            with suppress(ConnectionError):
                while not self._inbox.ended and os.getppid() == self._parent_pid:
                    self._step(self._wait())
        finally:
            if self._run:
                self._run.end("over")

    def _wait(self) -> dict[int, int]:
        poller = select.poll()
        poller.register(self._parent, select.POLLIN | (select.POLLOUT if self._outbox else 0))
        if self._run and not self._run.inbox.ended and len(self._outbox) < _OUTBOX_ROOM:
            poller.register(self._run.channel, select.POLLIN)
        seconds = self._run.seconds_to_next_check() if self._run else _IDLE_TICK
        return dict(poller.poll(int(seconds * 1000 + 0.999)))

    def _step(self, events: dict[int, int]) -> None:
        if events.get(self._parent.fileno(), 0) & ~select.POLLOUT:
            for kind, request in self._inbox.take():
                if kind == REQUEST:
                    self._start(request)
                elif self._run:
                    self._end(self._run, "over")
        if self._run and not self._inbox.ended:
            if self._run.channel.fileno() in events:
                self._queue(self._run.reports(self._run.inbox.take()))
            if why := self._run.check():
                self._end(self._run, why)
        self._send()

    def _end(self, run: Run, why: str) -> None:
        self._queue(run.end(why))
        self._run = None

    def _start(self, request: bytes) -> None:
        limits, call = pickle.loads(request)  # the parent is trusted
        try:
            self._run = Run(call, limits, self._scratch, self._parent, self._note)
        except OSError as error:
            self._queue([_lost(f"could not be started: {error}")])

    def _queue(self, frames: list[Frame]) -> None:
        for frame in frames:
            self._outbox += encode(*frame)

    def _send(self) -> None:
        if self._outbox:
            with suppress(BlockingIOError):
                del self._outbox[: self._parent.send(self._outbox)]
