"""A thread of the worker passes a call on to a helper process, and its answer back. The helper makes one call after another.

The helper ends with its worker (the socket closes, or the parent process changes), in the middle of a call if the answer is no
longer wanted, and after some seconds without a call.
"""

import os
import pickle
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from select import POLLIN, poll, select
from subprocess import Popen, TimeoutExpired
from typing import Any

from threefold.guard import Outcome
from threefold.guard.framing import REQUEST, RESULT, encode, read_frame
from threefold.guard.outcome import Ending, describe_error
from threefold.runs.cluster.reply import Reply
from threefold.runs.pool import LocalPool, Task

ATTEMPTS = 2
TICK = 0.3  # seconds between two looks whether the answer is still wanted, on both sides
IDLE = 5.0  # seconds without a call, after which the helper ends
PATIENCE = 10.0  # seconds for a process to clean up after its input has ended
# Dask's nanny sets these for numpy and for its own memory. They would change the times of a solver.
OF_THE_NANNY = ("MALLOC_TRIM_THRESHOLD_", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")

_idle: list["HelperProcess"] = []


class Unwanted(Exception):
    """The answer is no longer wanted."""


class Killed(Exception):
    """The helper process was killed: handled like the loss of the worker."""


class Marks:
    """The marks that attempts at a call leave with the scheduler; an attempt that ends normally removes them."""

    def __init__(self, name: str, client: Any) -> None:
        event = import_module("distributed").Event
        self._events = [event(f"{name} {attempt}", client) for attempt in range(ATTEMPTS)]

    def full(self) -> bool:
        return all(event.is_set() for event in self._events)

    def add(self) -> None:
        next(event for event in self._events if not event.is_set()).set()

    def clear(self) -> None:
        with suppress(Exception):  # the scheduler may be gone
            for event in self._events:
                event.clear()


def carry_out(call: bytes, key: str, mark: str, folder: str) -> bytes | None:
    """The answer to the call; None if it has been attempted before, and its worker was lost each time."""
    distributed = import_module("distributed")
    worker, marks = distributed.get_worker(), Marks(mark, distributed.get_client())
    reply = None
    try:
        if not marks.full():
            marks.add()
            reply = answer(call, folder, lambda: _is_wanted(worker, key))
    except (Killed, Unwanted) as reason:
        if isinstance(reason, Unwanted):  # after Killed the mark stays, as it does where the worker is lost
            marks.clear()
        raise distributed.Reschedule from None
    marks.clear()
    return reply


def _is_wanted(worker: Any, key: str) -> bool:
    task = worker.state.tasks.get(key)
    return task is not None and task.state != "cancelled" and worker.status.name not in ("closing", "closed", "failed")


def answer(call: bytes, folder: str, wanted: Callable[[], bool]) -> bytes:
    """Ask an idle helper process, or a new one if no idle one answers."""
    idle = _take(folder)
    reply = idle.ask(call, wanted) if idle else None
    if reply is None:
        helper = HelperProcess(folder)
        reply = helper.ask(call, wanted)
        if reply is None:
            status = helper.process.returncode
            raise Killed if status < 0 else RuntimeError(f"the helper process ended with status {status}")
    return reply


def _take(folder: str) -> "HelperProcess | None":
    for helper in list(_idle):
        with suppress(ValueError):  # another thread has taken it
            if helper.process.poll() is not None:
                _idle.remove(helper)
                helper.end()
            elif helper.folder == folder:
                _idle.remove(helper)
                return helper
    return None


class HelperProcess:
    """A process for calls from one folder (a puzzle may be a file of one's own), one at a time."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._socket, theirs = socket.socketpair()
        with theirs:
            self.process = Popen(
                [sys.executable, "-P", "-m", "threefold.runs.cluster.helper"],
                stdin=theirs.fileno(),
                stdout=2,  # what a puzzle prints belongs in the log of the worker
                cwd=folder if os.path.isdir(folder) else None,
                env={name: value for name, value in os.environ.items() if name not in OF_THE_NANNY},
                start_new_session=True,
            )

    def ask(self, call: bytes, wanted: Callable[[], bool]) -> bytes | None:
        """The answer; None if the helper has ended instead."""
        try:
            self._socket.sendall(encode(REQUEST, call))
            poller = poll()  # select() would refuse the large numbers that files of a busy worker have
            poller.register(self._socket, POLLIN)
            while not poller.poll(TICK * 1000):
                if not wanted():
                    raise Unwanted
            reply = read_frame(self._socket)[1]
        except (EOFError, ConnectionError):
            self.end()
            return None
        except BaseException:
            self.end()
            raise
        _idle.append(self)
        return reply

    def end(self) -> None:
        self._socket.close()
        wait_or_kill(self.process)


def wait_or_kill(process: Popen[Any]) -> None:
    try:
        process.wait(PATIENCE)
    except TimeoutExpired:
        process.kill()
        process.wait()


# The helper process


def _result(call: bytes, pool: LocalPool, worker: socket.socket, parent: int) -> Reply:
    """The call is the command's own, and so it may be pickled."""
    try:
        return _run(pickle.loads(call), pool, worker, parent)
    except Exception as error:
        return Reply(Ending("lost", None), describe_error(error))


def _run(task: Task, pool: LocalPool, worker: socket.socket, parent: int) -> Reply:
    """What the task reported, and its outcome. A reported value replaces the earlier one with its `key`."""
    pool.submit(task)
    reported = dict[object, object]()
    while True:
        for _, event in pool.receive(TICK):
            if isinstance(event, Outcome):
                return Reply.of(reported.values(), event)
            reported[getattr(event.value, "key", None)] = event.value
        if select([worker], [], [], 0)[0] or os.getppid() != parent:
            raise SystemExit  # the socket was closed: a second call is never sent before the answer to the first


def main() -> None:
    parent = os.getppid()
    with socket.socket(fileno=os.dup(0)) as worker, LocalPool() as pool, suppress(EOFError, ConnectionError):
        while select([worker], [], [], IDLE)[0]:
            _, call = read_frame(worker)
            worker.sendall(encode(RESULT, _result(call, pool, worker, parent).encoded()))


if __name__ == "__main__":
    main()
