"""The helper process of a worker: it makes guarded calls, one after another, and lives no longer than it is needed.

It ends with its worker (the socket closes; where a stranger inherited the other end, the parent changes), in the middle of a call
when the answer is not wanted any more, and when there was nothing to do for some seconds.
"""

import os
import pickle
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from select import select
from typing import Any

from threefold.guard import Limits, Outcome, Progress, Server
from threefold.guard.framing import RESULT, encode, read_frame
from threefold.guard.outcome import describe_error

TICK = 0.5  # seconds between two looks at the parent
IDLE = 5.0  # seconds without a call, after which the process ends


class Helper:
    """Calls are functions of a helper: it has a guard for each list of modules that are imported beforehand."""

    def __init__(self, worker: socket.socket) -> None:
        self._worker, self._parent = worker, os.getppid()
        self._servers: dict[tuple[str, ...], Server] = {}

    def guarded(
        self,
        preload: Sequence[str],
        function: Callable[..., object],
        *args: object,
        limits: Limits,
        on_progress: Callable[[object], None] = lambda value: None,
    ) -> Outcome:
        server = self._servers.get(tuple(preload)) or self._servers.setdefault(tuple(preload), Server(preload))
        server.submit(function, *args, limits=limits)
        speakers: list[Any] = [server, self._worker]
        while True:
            readable = select(speakers, [], [], TICK)[0]
            if self._worker in readable or os.getppid() != self._parent:
                raise SystemExit  # there is no second call before the answer to the first: the socket was closed
            if server in readable:
                message = server.receive()
                if isinstance(message, Outcome):
                    return message
                assert isinstance(message, Progress)
                on_progress(message.value)

    def serve(self) -> None:
        try:
            while select([self._worker], [], [], IDLE)[0]:
                _, call = read_frame(self._worker)
                self._worker.sendall(encode(RESULT, pickle.dumps(self._answer(call))))
        finally:
            for server in self._servers.values():
                server.close()

    def _answer(self, call: bytes) -> tuple[bool, object]:
        """Whether it worked, and the value or what went wrong."""
        try:
            function, args = pickle.loads(call)
            return True, function(self, *args)
        except Exception as error:
            return False, describe_error(error)


def main() -> None:
    with socket.socket(fileno=os.dup(0)) as worker, suppress(EOFError, ConnectionError):
        Helper(worker).serve()


if __name__ == "__main__":
    # Calls name this module, and must find the class that they were written for.
    from threefold.runs.cluster.helper import main as enter

    enter()
