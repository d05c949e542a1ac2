"""The helper process of a worker: it carries out tasks, one after another.

It ends with its worker (the socket closes, or the parent process changes), in the middle of a task if the answer is no longer
wanted, and after some seconds without a task.
"""

import os
import pickle
import socket
from contextlib import suppress
from select import select

from threefold.guard import Outcome
from threefold.guard.framing import RESULT, encode, read_frame
from threefold.guard.outcome import describe_error
from threefold.runs.cluster import package_digest
from threefold.runs.pool import LocalPool, Task

TICK = 0.3  # seconds between two looks at the worker
IDLE = 5.0  # seconds without a call, after which the process ends


def _answer(call: bytes, pool: LocalPool, worker: socket.socket, parent: int) -> tuple[bool, object]:
    """Whether it worked, and the answer or the reason why not."""
    try:
        return True, _run(pickle.loads(call), pool, worker, parent)
    except Exception as error:
        return False, describe_error(error)


def _run(task: Task, pool: LocalPool, worker: socket.socket, parent: int) -> tuple[list[object], Outcome, str]:
    """What the task reported, its outcome, and by which code. A reported value replaces the earlier one with its `key`."""
    pool.submit(task)
    reported = dict[object, object]()
    while True:
        for _, event in pool.receive(TICK):
            if isinstance(event, Outcome):
                return list(reported.values()), event, package_digest()
            reported[getattr(event.value, "key", None)] = event.value
        if select([worker], [], [], 0)[0] or os.getppid() != parent:
            raise SystemExit  # the socket was closed: a second call is never sent before the answer to the first


def main() -> None:
    parent = os.getppid()
    with socket.socket(fileno=os.dup(0)) as worker, LocalPool() as pool, suppress(EOFError, ConnectionError):
        while select([worker], [], [], IDLE)[0]:
            _, call = read_frame(worker)
            worker.sendall(encode(RESULT, pickle.dumps(_answer(call, pool, worker, parent))))


if __name__ == "__main__":
    main()
