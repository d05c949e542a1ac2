"""The helper process of a worker: it carries out tasks, one after another.

It ends with its worker (the socket closes, or the parent process changes), in the middle of a task if the answer is no longer
wanted, and after some seconds without a task.
"""

import os
import pickle
import socket
from contextlib import suppress
from dataclasses import replace
from select import select
from typing import Any

from threefold.guard import Outcome, Progress, Server
from threefold.guard.framing import RESULT, encode, read_frame
from threefold.guard.outcome import describe_error
from threefold.runs.cluster import package_digest
from threefold.runs.pool import Task

TICK = 0.5  # seconds between two looks at the parent
IDLE = 5.0  # seconds without a call, after which the process ends


class Helper:
    """Carries out tasks, each under a guard; it keeps one guard for each list of modules that are imported beforehand."""

    def __init__(self, worker: socket.socket) -> None:
        self._worker, self._parent = worker, os.getppid()
        self._servers: dict[tuple[str, ...], Server] = {}

    def run(self, task: Task) -> tuple[list[object], Outcome, str]:
        """What the task reported, its outcome, and by which code. A reported value replaces the earlier one with its `key`."""
        server = self._servers.get(task.preload) or self._servers.setdefault(task.preload, Server(task.preload))
        place, reported = task.place() if task.place else None, dict[object, object]()
        server.submit(task.function, *task.arguments, limits=task.limits)
        while isinstance(event := self._next_event(server), Progress):
            reported[getattr(event.value, "key", None)] = event.value
        return list(reported.values()), replace(event, place=place), package_digest()

    def _next_event(self, server: Server) -> Progress | Outcome:
        speakers: list[Any] = [server, self._worker]
        while True:
            readable = select(speakers, [], [], TICK)[0]
            if self._worker in readable or os.getppid() != self._parent:
                raise SystemExit  # the socket was closed: a second call is never sent before the answer to the first
            if server in readable:
                return server.receive()

    def serve(self) -> None:
        try:
            while select([self._worker], [], [], IDLE)[0]:
                _, call = read_frame(self._worker)
                self._worker.sendall(encode(RESULT, pickle.dumps(self._answer(call))))
        finally:
            for server in self._servers.values():
                server.close()

    def _answer(self, call: bytes) -> tuple[bool, object]:
        """Whether it worked, and the answer or the reason why not."""
        try:
            return True, self.run(pickle.loads(call))
        except Exception as error:
            return False, describe_error(error)


def main() -> None:
    with socket.socket(fileno=os.dup(0)) as worker, suppress(EOFError, ConnectionError):
        Helper(worker).serve()


if __name__ == "__main__":
    # Calls name this module, and must find the class that they were written for.
    from threefold.runs.cluster.helper import main as enter

    enter()
