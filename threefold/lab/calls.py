"""Guarded calls for the page. Servers are kept warm: a call costs a fork and no start of Python.

A short question has small limits. A stream reports events until it ends; when its reader is gone its server is closed, which
kills everything that the call started.
"""

import queue
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from selectors import EVENT_READ, DefaultSelector

from threefold.errors import LimitReached, ThreefoldError
from threefold.guard import Limits, Outcome, Server

HEARTBEAT = 1.0  # seconds between two signs of life of a stream
PATIENCE = 20.0  # seconds that a short question waits for a server
PATIENCE_OF_STREAM = 2.0  # longer than it takes to end another stream

Function = Callable[..., object]


class Busy(ThreefoldError):
    """All servers have work."""


class Calls:
    """So many guarded calls at the same time. `ready` servers are made at once, the others when they are needed.

    The modules are loaded in this process first: every server has them at once, also one that replaces a server that was stopped.
    """

    def __init__(self, width: int, modules: Iterable[str], *, ready: int = 0) -> None:
        for name in modules:
            import_module(name)
        self.width = width
        self._idle: queue.LifoQueue[Server | None] = queue.LifoQueue()  # None: a server may be made
        self._all = set[Server]()
        for number in range(width):
            self._idle.put(self._new() if number >= width - ready else None)

    def _new(self) -> Server:
        server = Server()
        self._all.add(server)
        return server

    @contextmanager
    def _server(self, patience: float) -> Iterator[Server]:
        try:
            server = self._idle.get(timeout=patience)
        except queue.Empty:
            raise Busy(f"{self.width} runs are going on already: stop one, or try again later") from None
        finished = False
        try:
            if server is None or not server.alive:
                self._close(server)
                server = self._new()
            yield server
            finished = True
        finally:
            if not finished or not server or not server.alive:
                self._close(server)
                server = None
            self._idle.put(server)

    def _close(self, server: Server | None) -> None:
        if server:
            self._all.discard(server)
            server.close()

    def call(self, function: Function, *arguments: object, limits: Limits) -> object:
        """The result of one short call; a limit that it reached is an error with a sentence."""
        with self._server(PATIENCE) as server:
            server.submit(function, *arguments, limits=limits)
            while not isinstance(event := server.receive(), Outcome):
                pass
        return _result(event)

    def stream(
        self, function: Function, *arguments: object, limits: Limits, reader: socket.socket
    ) -> Generator[object, None, None]:
        """What the call reports, None as a sign of life, and at last its result. It is ended when the reader is gone."""
        with self._server(PATIENCE_OF_STREAM) as server, DefaultSelector() as selector:
            selector.register(server, EVENT_READ)
            selector.register(reader, EVENT_READ)
            server.submit(function, *arguments, limits=limits)
            while True:
                ready = [key.fileobj for key, _ in selector.select(HEARTBEAT)]
                if reader in ready and not reader.recv(1, socket.MSG_PEEK):
                    raise ConnectionResetError
                if reader in ready:  # it sent more than it may
                    selector.unregister(reader)
                if server not in ready:
                    yield None
                elif isinstance(event := server.receive(), Outcome):
                    break
                else:
                    yield event.value
        yield _result(event)

    def close(self) -> None:
        for server in list(self._all):
            server.close()


def _result(outcome: Outcome) -> object:
    if outcome.status == "done":
        return outcome.value
    if outcome.error:
        raise outcome.error
    if outcome.status in ("timeout", "memory"):
        raise LimitReached(f"stopped: {outcome.reason}")
    raise ThreefoldError(outcome.reason or outcome.status)
