"""One run: a forked process in a session of its own, a channel, and limits.

Resident memory is sampled. The kernel's limit (RLIMIT_AS) is on address space, which solvers map and do not use, and on each
process by itself, but a run is Python plus CBC. The less is left of the limit, the sooner comes the next sample. Between fork and
exec a new process looks as large as its parent, so it counts when it has started a program, or from its second sample on.

The process is forked and not spawned, so that the server's preloaded solver need not be imported again. Everything inherited is
reset first: session, signals, open files, temporary folder, limits. It ends with os._exit: the interpreter's shutdown would run
the parent's atexit functions and flush the parent's buffers a second time.
"""

import gc
import mmap
import os
import pickle
import signal
import socket
import sys
import time
from _thread import allocate_lock
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NoReturn, TypeVar

from threefold import codec
from threefold.guard import processes
from threefold.guard.framing import ENDING, FROM_RUN, LOST, MEMORY, PROGRESS, RAISED, RESULT, Frame, Inbox, encode
from threefold.guard.outcome import (
    LONGEST_REASON,
    Ending,
    Killed,
    Limits,
    Raised,
    classify_exit,
    cpu_reason,
    describe_error,
    memory_reason,
    shown,
    time_reason,
    unreadable,
)
from threefold.guard.scratch import Scratch, remove

T = TypeVar("T")
Report = Callable[[T], None]

TICK, _SHORTEST_TICK = 0.025, 0.002  # seconds between two samples
_FILLING = 4e9  # bytes per second; faster than a process takes new memory
_LAST_TICK = 0.002  # once the channel is closed the process is about to end
_STATUS = {RESULT: "done", RAISED: "raised", MEMORY: "memory", LOST: "lost"}
_ADDRESS_SLACK = 2 << 30  # bytes; solvers map far more than they touch
_OOM_SCORE = b"500"  # if the machine runs out of memory, the kernel kills the run first


class Run:
    """A run as the server sees it, from its fork to its outcome."""

    def __init__(self, call: bytes, limits: Limits, scratch: Scratch, parent: socket.socket, note: mmap.mmap) -> None:
        self.limits, self._scratch, self._note = limits, scratch, note
        self._oom_kills = processes.oom_kills()
        self._peak, self._cpu, self._next_sample = 0, 0.0, 0.0
        self._result: Frame | None = None
        scratch.open_run()
        self.channel, theirs = socket.socketpair()
        self._started, server = time.monotonic(), os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            gc.enable()
            parent.close()
            note.close()  # the parent trusts it
            self.channel.close()
            live(call, limits, theirs, scratch, server)
        note[:8] = self.pid.to_bytes(8, "little")  # the parent kills this session if the server is killed
        self._known = {self.pid}
        theirs.close()
        self.inbox = Inbox(self.channel, FROM_RUN)

    def reports(self, received: Iterable[Frame]) -> list[Frame]:
        """The reports among these frames; the result is kept for the outcome, and what comes after it is dropped."""
        frames: list[Frame] = []
        for frame in received:
            if self._result:
                break
            if frame[0] in _STATUS:
                self._result = frame
            else:
                frames.append(frame)
        return frames

    def seconds_to_next_check(self) -> float:
        now = time.monotonic()
        tick = _LAST_TICK if self.inbox.ended else self._next_sample - now
        if self.limits.seconds is not None:
            tick = min(tick, self._started + self.limits.seconds - now)
        return max(0.0, tick)

    def check(self) -> str | None:
        """Why the run has to end now: "timeout", "memory", "over" (it has answered or exited), or None."""
        if self._result or self.inbox.refused or os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return "over"
        now = time.monotonic()
        if self.limits.seconds is not None and now - self._started >= self.limits.seconds:
            return "timeout"
        if now >= self._next_sample and self._sample() > (self.limits.memory or float("inf")):
            return "memory"
        return "timeout" if self.limits.cpu is not None and self._cpu >= self.limits.cpu else None

    def _sample(self) -> int:
        self._scratch.trim_stderr()
        pids = processes.descendants(os.getpid())
        counted = [pid for pid in pids if pid in self._known or processes.has_own_program(pid)]
        self._known.update(pids)
        resident = processes.resident(counted)
        self._peak = max(self._peak, resident)
        if self.limits.cpu is not None:
            self._cpu = processes.cpu_seconds(pids)
        left = TICK if self.limits.memory is None else (self.limits.memory - resident) / _FILLING
        self._next_sample = time.monotonic() + min(TICK, max(_SHORTEST_TICK, left))
        return resident

    def end(self, why: str) -> list[Frame]:
        """Kill what is left of the run, clean up, and return the last frames for the parent, its outcome among them."""
        wall = time.monotonic() - self._started
        exit_status, cpu, largest = processes.end_descendants(self.pid)
        frames = self.reports(self.inbox.drain())
        peak = max(self._peak, largest)
        status, reason = self._timed_out(wall, cpu) if why == "timeout" else self._judge(why, exit_status, peak)
        if self._result and status in ("done", "raised"):
            frames.append(self._result)
        self._note[:8] = bytes(8)
        self.channel.close()
        remove(self._scratch.run)
        return [*frames, (ENDING, codec.encode(Ending(status, reason, wall, cpu, peak)))]

    def _timed_out(self, wall: float, cpu: float) -> tuple[str, str]:
        """Stands, even if the result arrived while the run was being killed."""
        limits = self.limits
        return "timeout", time_reason(limits.seconds) if limits.cpu is None else cpu_reason(limits, wall, cpu)

    def _judge(self, why: str, status: int, peak: int) -> tuple[str, str | None]:
        if why == "memory":
            return why, memory_reason(self.limits.memory)
        if self._result and self._result[0] != RESULT and not os.path.isdir(self._scratch.run):
            return "lost", "its temporary folder was removed"
        if self._result:
            kind, payload = self._result
            return _STATUS[kind], shown(payload) if kind in (MEMORY, LOST) else None
        if problem := self.inbox.refused or ("it is incomplete" if self.inbox.has_half and status == 0 else ""):
            return "crashed", unreadable(problem)
        oom_killed = status == signal.SIGKILL and processes.oom_kills() > self._oom_kills
        return classify_exit(status, peak, self.limits.memory, self._scratch.last_line(), oom_killed)


# The process of the run


def live(call: bytes, limits: Limits, channel: socket.socket, scratch: Scratch, server: int) -> NoReturn:
    """Make the pickled call and send its result through the channel. Never returns: it would go on as a second command.

    The code of other people may have put another function in the place of os._exit, or a status that is no number.
    """
    status, leave = 1, os._exit
    try:
        _isolate(scratch, server)
        _limit(limits)
        status = _answer(call, channel)
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
    finally:
        try:
            leave(status)
        finally:
            leave(1)


def _isolate(scratch: Scratch, server: int) -> None:
    os.setsid()
    processes.die_with(server)
    processes.show_as("threefold-run")
    reset_signals()
    os.dup2(scratch.stderr, 2)  # 0 and 1 are /dev/null already in the server
    scratch.release()
    os.environ.update(TMPDIR=scratch.run, TEMP=scratch.run, TMP=scratch.run)
    if "tempfile" in sys.modules:
        sys.modules["tempfile"].tempdir = scratch.run  # type: ignore[attr-defined]  # it remembers the server's


def reset_signals() -> None:
    """Remove the inherited handlers, also those that Python does not know of, like faulthandler's."""
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # Python's default: a broken pipe is an exception
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def _limit(limits: Limits) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # writing gigabytes of core would outlast the time limit
    if limits.memory is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = 2 * limits.memory + _ADDRESS_SLACK
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    with suppress(OSError), open("/proc/self/oom_score_adj", "wb") as score:
        score.write(_OOM_SCORE)


def _answer(call: bytes, channel: socket.socket) -> int:
    """The exit status; the answer itself goes through the channel."""
    try:
        function, arguments = pickle.loads(call)
        del call
        frame = encode(RESULT, codec.encode(function(_reporter(channel), *arguments)))
    except SystemExit as leaving:
        return _exit_status(leaving)
    except MemoryError as error:  # without its traceback, which holds all that filled the memory
        frame = encode(MEMORY, describe_error(error.with_traceback(None)).encode(errors="replace"))
    except Killed as error:
        frame = encode(LOST, str(error)[:LONGEST_REASON].encode(errors="replace"))
    except BaseException as error:
        frame = encode(RAISED, codec.encode(Raised.of(error)))
    channel.sendall(frame)
    return 0


def _reporter(channel: socket.socket) -> Report[object]:
    lock = allocate_lock()  # a solver may call back from several threads

    def report(value: object) -> None:
        frame = encode(PROGRESS, codec.encode(value))
        with lock:
            channel.sendall(frame)

    return report


def _exit_status(leaving: SystemExit) -> int:
    """The exit status by the interpreter's rule: None is 0, a number is itself, anything else is printed and is 1."""
    if leaving.code is None or isinstance(leaving.code, int):
        return (leaving.code or 0) & 0xFF
    print(leaving.code, file=sys.stderr)
    return 1
