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


class Helper:
    """Carries out tasks, each under a guard; `pool` keeps the guards."""

    def __init__(self, worker: socket.socket, pool: LocalPool) -> None:
        self._worker, self._parent, self._pool = worker, os.getppid(), pool

    def serve(self) -> None:
        while select([self._worker], [], [], IDLE)[0]:
            _, call = read_frame(self._worker)
            self._worker.sendall(encode(RESULT, pickle.dumps(self._answer(call))))

    def _answer(self, call: bytes) -> tuple[bool, object]:
        """Whether it worked, and the answer or the reason why not."""
        try:
            return True, self._run(pickle.loads(call))
        except Exception as error:
            return False, describe_error(error)

    def _run(self, task: Task) -> tuple[list[object], Outcome, str]:
        """What the task reported, its outcome, and by which code. A reported value replaces the earlier one with its `key`."""
        self._pool.submit(task)
        reported = dict[object, object]()
        while True:
            for _, event in self._pool.receive(TICK):
                if isinstance(event, Outcome):
                    return list(reported.values()), event, package_digest()
                reported[getattr(event.value, "key", None)] = event.value
            if select([self._worker], [], [], 0)[0] or os.getppid() != self._parent:
                raise SystemExit  # the socket was closed: a second call is never sent before the answer to the first


def main() -> None:
    with socket.socket(fileno=os.dup(0)) as worker, LocalPool() as pool, suppress(EOFError, ConnectionError):
        Helper(worker, pool).serve()


if __name__ == "__main__":
    # Calls name this module, and must find the class that they were written for.
    from threefold.runs.cluster.helper import main as enter

    enter()
