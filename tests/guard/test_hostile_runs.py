"""A run whose code turns against its guard: the process that asked gets an outcome, and nothing is started again."""

import mmap
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Never

import pytest

from threefold.guard import Limits, Report, Server, guarded
from threefold.runs.pool import LocalPool

SOON = Limits(seconds=20)


def spoil_the_note(report: Report[Never], session: int) -> None:
    """Every shared memory that a function below this one knows; then the guard is killed, which cannot clear it."""
    frame: Any = sys._getframe()
    while frame := frame.f_back:
        for value in frame.f_locals.values():
            for shared in (value, getattr(value, "_note", None)):
                if isinstance(shared, mmap.mmap) and not shared.closed:
                    shared[:8] = session.to_bytes(8, "little")
    os.kill(os.getppid(), signal.SIGKILL)
    signal.pause()


@pytest.mark.parametrize("session", [(1 << 64) - 1, 1 << 31])
def test_a_run_cannot_write_which_session_is_killed_after_its_guard(session: int) -> None:
    with Server() as server:
        outcome = guarded(server, spoil_the_note, session, limits=SOON)
    assert outcome.status == "lost"


class Odd(int):
    """The status of an exit."""

    def __and__(self, other: int) -> Any:
        return "no number"


def leave_oddly(report: Report[Never], log: str) -> None:
    with open(log, "a") as file:
        file.write(f"{os.getppid()}\n")
    raise SystemExit(Odd(3))


def leave_without_exit(report: Report[Never], log: str) -> None:
    os._exit = lambda status: None  # type: ignore[assignment,return-value]
    leave_oddly(report, log)


@pytest.mark.parametrize("leave", [leave_oddly, leave_without_exit])
def test_a_run_that_does_not_leave_does_not_go_on_as_its_guard(leave: Callable[..., None], tmp_path: Path) -> None:
    with LocalPool(2) as pool:
        outcome = pool.call(leave, str(tmp_path / "log"), limits=SOON)
    assert outcome.status == "crashed"
    assert len((tmp_path / "log").read_text().splitlines()) == 1
