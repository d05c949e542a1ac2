"""Messages over a stream socket: one letter of kind, eight bytes of length, then the payload.

A packet socket (SOCK_SEQPACKET) would keep the borders of messages, but its packets cannot be longer than the socket's buffer.
The server passes the payload on without unpickling it, so it needs none of the run's modules.
"""

import pickle
import socket
import struct
from collections.abc import Iterator

Frame = tuple[bytes, bytes]

_HEADER = struct.Struct("!cQ")
_CHUNK = 1 << 18

READY = b"k"  # server to parent, first of all: it has loaded
REQUEST = b"q"  # parent to server: limits and the pickled call
PROGRESS = b"p"  # run to server to parent: a reported value
RESULT = b"r"  # run to server: the returned value
RAISED = b"x"  # run to server: the exception, in words and pickled
MEMORY = b"m"  # run to server: a MemoryError, in words
LOST = b"l"  # run to server: one of its programs was killed, in words
ENDING = b"e"  # server to parent: how it ended


def encode(kind: bytes, payload: bytes) -> bytes:
    return _HEADER.pack(kind, len(payload)) + payload


def ending(
    status: str, reason: str | None, wall: float = 0.0, cpu: float = 0.0, memory: int = 0, value: bytes | None = None
) -> Frame:
    """The outcome of a run; `value` is pickled already."""
    return ENDING, pickle.dumps((status, reason, wall, cpu, memory, value))


def read_frame(stream: socket.socket) -> Frame:
    """The next frame of a blocking socket, and no byte more; EOFError if the other side has closed."""
    kind, length = _HEADER.unpack(_read_exactly(stream, _HEADER.size))
    return kind, bytes(_read_exactly(stream, length))


def _read_exactly(stream: socket.socket, length: int) -> bytearray:
    received = bytearray()
    while len(received) < length:
        try:
            part = stream.recv(min(length - len(received), 1 << 24))
        except ConnectionResetError:  # the other side died with unread bytes: the same as an end of file
            part = b""
        if not part:
            raise EOFError
        received += part
    return received


class Inbox:
    """The frames that arrive on a non-blocking socket, put together from whatever pieces come."""

    def __init__(self, stream: socket.socket) -> None:
        stream.setblocking(False)
        self._stream = stream
        self._pending = bytearray()
        self.ended = False

    def take(self) -> Iterator[Frame]:
        """Receive one chunk and yield the frames that it completes; sets `ended` at the end of the stream."""
        try:
            part = self._stream.recv(_CHUNK)
        except BlockingIOError:
            return
        except ConnectionResetError:
            part = b""
        self.ended = not part
        self._pending += part
        while len(self._pending) >= _HEADER.size:
            kind, length = _HEADER.unpack_from(self._pending)
            end = _HEADER.size + length
            if len(self._pending) < end:
                return
            payload = bytes(self._pending[_HEADER.size : end])
            del self._pending[:end]
            yield kind, payload

    def drain(self) -> Iterator[Frame]:
        """The frames that a dead writer left in the socket; an incomplete one is dropped."""
        while not self.ended:
            before = len(self._pending)
            frames = list(self.take())
            yield from frames
            if not frames and len(self._pending) == before:
                return
