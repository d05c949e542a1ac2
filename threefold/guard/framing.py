"""Messages over a stream socket: one letter of kind, eight bytes of length, then the payload.

A packet socket (SOCK_SEQPACKET) would keep the borders of messages, but its packets cannot be longer than the socket's buffer.
What a run sends may be anything: it runs code of other people, which can find its end of the socket. So a message of a run has a
kind that a run may send and a limited length, or it is the last one. The server passes it on and does not look into it.
"""

import socket
import struct
from collections.abc import Iterator, Mapping

Frame = tuple[bytes, bytes]

_HEADER = struct.Struct("!cQ")
_CHUNK = 1 << 18

READY = b"k"  # server to parent, first of all: it has loaded
REQUEST = b"q"  # parent to server: limits and the call, pickled
CANCEL = b"c"  # parent to server: end the run
PROGRESS = b"p"  # run to server to parent: a reported value
RESULT = b"r"  # run to server to parent: the returned value
RAISED = b"x"  # run to server to parent: an exception
MEMORY = b"m"  # run to server: a MemoryError, in words
LOST = b"l"  # run to server: one of its programs was killed, in words
ENDING = b"e"  # server to parent, after RESULT or RAISED: how the run ended

LONGEST = 1 << 28  # bytes; the DIMACS text of 200 queens with pairwise clauses, from a student's file, has 212 MB
FROM_RUN: Mapping[bytes, int] = {PROGRESS: LONGEST, RESULT: LONGEST, RAISED: 1 << 18, MEMORY: 1 << 12, LOST: 1 << 12}


def encode(kind: bytes, payload: bytes) -> bytes:
    return _HEADER.pack(kind, len(payload)) + payload


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
    """The frames that arrive on a non-blocking socket, put together from whatever pieces come. `longest`: by kind."""

    def __init__(self, stream: socket.socket, longest: Mapping[bytes, int]) -> None:
        stream.setblocking(False)
        self._stream, self._longest = stream, longest
        self._pending = bytearray()
        self.ended = False
        self.refused = ""  # why what came is no message

    @property
    def has_half(self) -> bool:
        return bool(self._pending)

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
            if length > self._longest.get(kind, -1):
                self.ended, self.refused = True, self._problem(kind, length)
                return
            end = _HEADER.size + length
            if len(self._pending) < end:
                return
            payload = bytes(self._pending[_HEADER.size : end])
            del self._pending[:end]
            yield kind, payload

    def _problem(self, kind: bytes, length: int) -> str:
        most = self._longest.get(kind)
        return "it is not a message" if most is None else f"it has {length:,} bytes, at most {most:,} are read"

    def drain(self) -> Iterator[Frame]:
        """The frames that a dead writer left in the socket; an incomplete one is dropped."""
        while not self.ended:
            before = len(self._pending)
            frames = list(self.take())
            yield from frames
            if not frames and len(self._pending) == before:
                return
