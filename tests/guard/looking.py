"""Looking on while guarded runs live and die."""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from threefold.guard import Outcome, Progress, Server, processes

MIB = 1 << 20
OVERRUN = 0.5  # seconds; what a limit may be late
ROOT = Path(__file__).resolve().parents[2]
UNUSED_PID = 2**22 + 1  # above the kernel's largest pid
SLEEP = "import time; time.sleep(600)"
BURN = "while True: pass"


def eventually(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def is_alive(pid: int) -> bool:
    """A zombie counts as alive: it must be reaped too."""
    return os.path.exists(f"/proc/{pid}")


def runs_no_more(pid: int) -> bool:
    """Dead, and perhaps not yet reaped by the init process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def beyond_our_own(size: int) -> int:
    """A limit that leaves a run this much: it is forked from the tests' own process, which grows from test to test."""
    return (processes.resident([os.getpid()]) // MIB) * MIB + size


def server_pid(server: Server) -> int:
    pid = server._pid
    assert pid is not None
    return pid


def folders_of(pid: int) -> list[Path]:
    return list(Path(tempfile.gettempdir()).glob(f"threefold-{pid}-*"))


def first_report(server: Server) -> tuple[int, int]:
    """The pids of a run and of the program that it has started."""
    event = server.receive()
    assert isinstance(event, Progress), event
    run, program = event.value  # type: ignore[misc]
    return run, program  # type: ignore[has-type]


def assert_in_time(outcome: Outcome, limit: float, started: float) -> None:
    assert (outcome.status, outcome.reason) == ("timeout", f"time limit of {limit:g} s")
    assert limit <= outcome.wall < limit + OVERRUN
    assert time.monotonic() - started < limit + OVERRUN
