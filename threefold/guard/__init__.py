"""The guard: make a call in a process of its own, under limits that hold, and report how it ended.

Solvers are C++: they ignore Python's signals, overrun their own time limits, allocate until the machine swaps, abort, and start
programs that outlive them. So every run is a process with a session of its own that can be killed from outside. The process
that watches it is neither the run nor the command but a small server between them:

    command  --socket-->  server (own session)  --fork-->  run (own session, own TMPDIR)  -->  CBC ...

The server enforces the limits, kills and cleans up, also when the command itself is killed. Process pools do not suffice:
pebble stops a busy CaDiCaL late, loky cannot stop it, one SIGSEGV breaks the pool of the standard library, and a thread with
subprocess.Popen leaves CBC running when the command is killed.

    with Server(preload=["pysat.solvers"]) as server:
        outcome = guarded(server, count, "nqueens", 8, limits=Limits(seconds=5, memory=default_memory()))

The function is called as function(report, *args). It and its arguments are pickled. What it reports and returns comes back as
JSON and is read by the types that it declares, since the run may have run code of other people. An answer that cannot be read
ends the run, which then has "crashed". Several servers can be watched at the same time with selectors (a Server has a fileno). A
server is forked from the command: make it early, while the command is small and has one thread.
"""

import mmap
import os
import pickle
import signal
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any, Never, get_args, get_type_hints

from threefold.codec import Unreadable, decode
from threefold.guard.framing import CANCEL, ENDING, PROGRESS, RAISED, READY, REQUEST, RESULT, encode, read_frame
from threefold.guard.outcome import GUARD_DIED, Ending, Limits, Outcome, Progress, Raised, shown, unreadable
from threefold.guard.processes import GIVE_UP_AFTER, kill, kill_session
from threefold.guard.run import Report
from threefold.guard.scratch import sweep
from threefold.guard.server import serve

__all__ = ["Answers", "Limits", "Outcome", "Progress", "Report", "Server", "default_memory", "guarded"]

_MOST_MEMORY = 4 << 30
MOST_LOADING = 120.0  # seconds of the modules that a server imports
GRACE = (
    20.0  # seconds after the limit of time, in which a server has ended the run unless the run has stopped the server
)


@dataclass(frozen=True)
class Answers:
    """The types of what a function reports and returns: `function(report: Report[Record], …) -> Record`."""

    reported: Any
    returned: Any

    @classmethod
    def of(cls, function: Callable[..., object]) -> "Answers":
        hints = get_type_hints(function.func if isinstance(function, partial) else function)
        [reported], _ = get_args(hints["report"]) if "report" in hints else ([Never], None)
        return cls(reported, hints.get("return", object))


class Server(AbstractContextManager["Server"]):
    """A process that makes guarded calls, one at a time; `preload` names modules that it imports beforehand."""

    def __init__(self, preload: Sequence[str] = ()) -> None:
        self._socket, theirs = socket.socketpair()
        self._note = mmap.mmap(-1, 8)  # shared with the server: the session of the current run, or 0
        self._pid: int | None = None
        self._ready = False
        self._submitted: float | None = None
        self._deadline = inf  # the server has ended the run before this time
        self._last: object = None
        self._answers = Answers(object, object)
        try:
            self._fork(theirs, tuple(preload))
        except BaseException:
            self.close()
            raise
        finally:
            theirs.close()

    def _fork(self, theirs: socket.socket, preload: Sequence[str]) -> None:
        """Signals are blocked until both processes know whether they are the parent or the child."""
        parent = os.getpid()
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            pid = os.fork()
            if pid == 0:
                serve(theirs, parent, self._note, preload)
            self._pid = pid
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def wait(self) -> None:
        """Until the server has loaded; submit() waits too. If it never loads its modules it is ended: receive() reports it."""
        self._socket.settimeout(MOST_LOADING)
        try:
            while not self._ready:
                self._ready = read_frame(self._socket)[0] == READY
        except TimeoutError:
            kill([] if self._pid is None else [self._pid])
        except EOFError:  # the server is dead
            pass
        finally:
            self._socket.settimeout(None)

    def submit(
        self, function: Callable[..., object], *args: object, limits: Limits, answers: Answers | None = None
    ) -> None:
        """Start function(report, *args) in a process of its own; receive() returns its reports and its outcome.

        `answers`: their types, where the function does not declare them.
        """
        if self._socket.fileno() < 0:
            raise RuntimeError("this server is closed: make a new one")
        if self._submitted is not None:
            raise RuntimeError("this server is busy: receive() the Outcome first, or use a second Server")
        self.wait()
        self._answers = answers or Answers.of(function)
        call = pickle.dumps((function, args))
        request = encode(REQUEST, pickle.dumps((limits, call)))
        self._last, self._submitted = None, time.monotonic()
        self._deadline = inf if limits.seconds is None else self._submitted + limits.seconds + GRACE
        self._socket.settimeout(MOST_LOADING)
        try:
            self._socket.sendall(request)
        except TimeoutError:  # somebody has stopped the server
            kill([] if self._pid is None else [self._pid])
        except (BrokenPipeError, ConnectionResetError):  # the server is dead: receive() reports it
            pass

    @property
    def overdue(self) -> bool:
        """The run has stopped the server, which can no longer enforce the limit of time: receive() ends both."""
        return self._submitted is not None and time.monotonic() > self._deadline

    @property
    def alive(self) -> bool:
        """Neither ended nor stopped."""
        ended = os.WEXITED | os.WSTOPPED | os.WNOHANG | os.WNOWAIT
        try:
            return self._pid is not None and not os.waitid(os.P_PID, self._pid, ended)
        except ChildProcessError:  # other code in this program waits for all children
            return os.path.exists(f"/proc/{self._pid}")

    def fileno(self) -> int:
        """Readable when receive() will not block."""
        return self._socket.fileno()

    def receive(self) -> Progress | Outcome:
        """The next report of the run, or its outcome. After an interrupt in here only close() is left."""
        if self._submitted is None:
            raise RuntimeError("nothing to receive: submit() a call first")
        left = self._deadline - time.monotonic()
        self._socket.settimeout(None if left == inf else max(left, 0.1))
        try:
            event = self._next()
        except (EOFError, TimeoutError):  # the server was killed or stopped; the programs that the run started go on
            wall, self._submitted = time.monotonic() - self._submitted, None
            self._reap_server(time.monotonic())
            return Outcome("lost", self._last, GUARD_DIED, wall)
        if isinstance(event, Outcome):
            self._submitted = None
        return event

    def _next(self) -> Progress | Outcome:
        """A report that cannot be read ends the run, and is its outcome."""
        answer, problem = b"", ""
        while True:
            kind, payload = read_frame(self._socket)
            if kind == PROGRESS and not problem:
                try:
                    self._last = decode(self._answers.reported, payload)
                except Unreadable as error:
                    problem = str(error)
                    with suppress(OSError):  # the server is dead: the next frame says so
                        self._socket.sendall(encode(CANCEL, b""))
                else:
                    return Progress(self._last)
            elif kind in (RESULT, RAISED):
                answer = payload
            elif kind == ENDING:
                return self._outcome(decode(Ending, payload), answer, problem)

    def _outcome(self, ending: Ending, answer: bytes, problem: str) -> Outcome:
        status, reason, value, error = ending.status, ending.reason, self._last, None
        try:
            if problem:
                raise Unreadable(problem)
            if status == "done":
                value = decode(self._answers.returned, answer)
            elif status == "raised":
                raised = decode(Raised, answer)
                reason, error = shown(raised.reason), raised.error()
        except Unreadable as what:
            status, reason = "crashed", unreadable(what)
        return Outcome(status, value, reason, ending.wall, ending.cpu, ending.memory, error)

    def close(self) -> None:
        """Kill what is running and wait until the server has cleaned up. May be called again."""
        self._socket.close()
        self._submitted = None
        with suppress(ProcessLookupError):
            if self._pid is not None:
                os.kill(self._pid, signal.SIGCONT)  # a run may have stopped it
        self._reap_server(time.monotonic() + 2 * GIVE_UP_AFTER)

    def _reap_server(self, deadline: float) -> None:
        """Wait for the server's exit, kill it after the deadline, and clean up if it could not do so itself."""
        while self._pid is not None:
            try:
                ended, status = os.waitpid(self._pid, os.WNOHANG)
            except ChildProcessError:  # other code in this program waits for all children
                ended, status = self._pid, 0
            if ended:
                self._pid = None
                session = int.from_bytes(self._note[:8], "little")
                if session:
                    kill_session(session)
                if status != 0 or session:
                    sweep()
            elif time.monotonic() < deadline:
                time.sleep(0.0005)
            else:
                kill([self._pid])
                deadline = float("inf")

    def __exit__(self, *error: object) -> None:
        self.close()


def guarded(
    server: Server,
    function: Callable[..., object],
    *args: object,
    limits: Limits,
    on_progress: Callable[[Any], None] | None = None,
) -> Outcome:
    """Submit a call and wait for its outcome; each reported value goes to on_progress."""
    server.submit(function, *args, limits=limits)
    while isinstance(event := server.receive(), Progress):
        if on_progress:
            on_progress(event.value)
    return event


def default_memory(runs: int = 1) -> int:
    """A memory limit for each of `runs` runs at the same time: a share of 80 % of what is available, at most 4 GiB."""
    with suppress(OSError, ValueError), open("/proc/meminfo") as lines:
        for line in lines:
            if line.startswith("MemAvailable:"):
                return min(_MOST_MEMORY, int(line.split()[1]) * 1024 * 8 // 10 // max(1, runs))
    return _MOST_MEMORY
