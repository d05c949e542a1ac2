"""Connections: each has a thread, a time by which its request must have arrived, and an end that the client can read.

Everyone on this machine can connect, also without the token. So a connection that says nothing is closed when its place is
needed, and a request that comes a byte at a time ends.
"""

import io
import socket
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic
from typing import Any

CONNECTIONS = 32  # threads; further connections wait
ARRIVAL = 15.0  # seconds in which a request must have arrived
SILENCE = 2.0  # seconds after which one that has not arrived may lose its place
PATIENCE = 15.0  # seconds that one write of the answer may take
LINGER, LINGERED = 2.0, 256 << 20  # seconds and bytes that are still read of a request that was refused


class Connections(ThreadingHTTPServer):
    """A server on the loopback address that has room for some connections."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, port: int, handler: type["Connection"]) -> None:
        self._room = threading.BoundedSemaphore(CONNECTIONS)
        self._arriving = dict[socket.socket, float]()  # since when; the oldest first
        super().__init__(("127.0.0.1", port), handler)

    def server_bind(self) -> None:
        """Without HTTPServer's look-up of the machine's name, which may take long."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = "127.0.0.1", self.server_address[1]

    def process_request(self, request: Any, client_address: Any) -> None:
        while not self._room.acquire(timeout=SILENCE / 10):
            self._drop_silent()
        self._arriving[request] = monotonic()
        try:
            super().process_request(request, client_address)
        except BaseException:  # no thread could be started
            self._left(request)
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._left(request)

    def _left(self, request: socket.socket) -> None:
        self.arrived(request)
        self._room.release()

    def arrived(self, request: socket.socket) -> None:
        self._arriving.pop(request, None)

    def _drop_silent(self) -> None:
        for request, since in list(self._arriving.items()):
            if monotonic() - since > SILENCE:
                with suppress(OSError):  # it has just left
                    request.shutdown(socket.SHUT_RDWR)


class Connection(BaseHTTPRequestHandler):
    """One request. A subclass calls `arrived` when it has read all of it."""

    server: Connections
    timeout = PATIENCE
    _linger = LINGER

    def setup(self) -> None:
        super().setup()
        self.rfile = io.BufferedReader(_Arriving(self.connection))

    def arrived(self) -> None:
        self._linger = 0.0
        self.server.arrived(self.connection)

    def finish(self) -> None:
        """A connection that is closed while the client still sends is reset, and the answer may be lost: read on for a while."""
        super().finish()
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
            self._read_on(monotonic() + self._linger)

    def _read_on(self, end: float) -> None:
        left = LINGERED
        while left > 0:
            self.connection.settimeout(max(0.0, end - monotonic()))
            received = len(self.connection.recv(1 << 16))
            left -= received or left

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: an address may hold the token."""


class _Arriving(io.RawIOBase):
    """What a connection sends until its time is over."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection, self._end = connection, monotonic() + ARRIVAL

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self._end - monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        try:
            return self._connection.recv_into(buffer)
        finally:
            self._connection.settimeout(PATIENCE)
