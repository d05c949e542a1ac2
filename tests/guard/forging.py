"""Code of other people that finds where its run sends answers and writes there: the beginning of a file, and guarded calls."""

import os
import struct
from typing import Any, Never

from threefold.errors import SpecError
from threefold.guard import Report

FORGING = """
import os, pickle, struct

def channel():
    for number in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{number}").startswith("socket:"):
                return int(number)
        except OSError:
            pass

def send(data):
    while data:
        data = data[os.write(channel(), data):]

def frame(kind, payload, length=None):
    return struct.pack("!cQ", kind, len(payload) if length is None else length) + payload

class Creates:
    def __init__(self, path):
        self.path = path
    def __reduce__(self):
        return os.mkdir, (self.path,)
"""
_student: dict[str, Any] = {}
exec(FORGING, _student)


class OfAPuzzleFile(SpecError):
    """An error that somebody else has defined."""


send, frame, Creates = _student["send"], _student["frame"], _student["Creates"]


def forge(report: Report[Never], data: bytes) -> str:
    """Writes this before its own answer."""
    send(data)
    return "honest"


def forge_and_leave(report: Report[Never], data: bytes) -> str:
    send(data)
    os._exit(0)


def forge_without_end(report: Report[Never], data: bytes) -> str:
    while True:
        send(data)


def answer_and_go_on(report: Report[int], result: bytes) -> str:
    report(1)
    send(result)
    while True:
        report(2)


def fail_with(report: Report[Never], error: Exception) -> str:
    raise error


def header(kind: bytes, length: int) -> bytes:
    return struct.pack("!cQ", kind, length)
