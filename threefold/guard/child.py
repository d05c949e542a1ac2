"""The process of a run, from its fork to its exit.

It is forked and not spawned, so that the server's preloaded solver need not be imported again. Everything inherited is reset
first: session, signals, open files, temporary folder, limits. It ends with os._exit: the interpreter's shutdown would run the
parent's atexit functions and flush the parent's buffers a second time.
"""

import os
import pickle
import signal
import socket
import sys
from _thread import allocate_lock
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from threefold.guard import processes
from threefold.guard.framing import MEMORY, PROGRESS, RAISED, RESULT, encode
from threefold.guard.outcome import Limits, describe_error
from threefold.guard.scratch import Scratch

Report = Callable[[object], None]

_ADDRESS_SLACK = (
    2 << 30
)  # bytes; solvers map far more than they touch: the real limit is on the sampled resident memory
_OOM_SCORE = b"500"  # if the machine runs out of memory, the kernel kills the run first


def live(call: bytes, limits: Limits, channel: socket.socket, scratch: Scratch, server: int) -> NoReturn:
    """Make the pickled call and send its result through the channel. Never returns."""
    status = 1
    try:
        _isolate(scratch, server)
        _limit(limits)
        status = _answer(call, channel)
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
    finally:
        os._exit(status)


def _isolate(scratch: Scratch, server: int) -> None:
    os.setsid()
    processes.die_with_parent()
    if os.getppid() != server:  # the server died before the call above
        os._exit(1)
    processes.show_as("threefold-run")
    reset_signals()
    os.dup2(scratch.stderr, 2)  # 0 and 1 are /dev/null already in the server
    scratch.release()
    os.environ.update(TMPDIR=scratch.run, TEMP=scratch.run, TMP=scratch.run)
    if "tempfile" in sys.modules:
        sys.modules["tempfile"].tempdir = None  # type: ignore[attr-defined]  # it remembers the server's


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
        frame = encode(RESULT, pickle.dumps(function(_reporter(channel), *arguments)))
    except SystemExit as leaving:
        return _exit_status(leaving)
    except MemoryError as error:  # without its traceback, which holds all that filled the memory
        frame = encode(MEMORY, describe_error(error.with_traceback(None)).encode(errors="replace"))
    except BaseException as error:
        frame = encode(RAISED, pickle.dumps((describe_error(error), _portable(error))))
    channel.sendall(frame)
    return 0


def _reporter(channel: socket.socket) -> Report:
    lock = allocate_lock()  # a solver may call back from several threads

    def report(value: object) -> None:
        frame = encode(PROGRESS, pickle.dumps(value))
        with lock:
            channel.sendall(frame)

    return report


def _portable(error: BaseException) -> bytes:
    """The exception itself, if it survives the way to the parent; else nothing."""
    try:
        pickle.loads(pickled := pickle.dumps(error))
    except Exception:
        return b""
    return pickled


def _exit_status(leaving: SystemExit) -> int:
    """The exit status by the interpreter's rule: None is 0, a number is itself, anything else is printed and is 1."""
    if leaving.code is None or isinstance(leaving.code, int):
        return (leaving.code or 0) & 0xFF
    print(leaving.code, file=sys.stderr)
    return 1
