"""A guard that was stopped, by its run or by another one, cannot enforce a limit of time: it is ended a while after it."""

import os
import signal
import time

import pytest

from tests.guard.runs import echo
from threefold import guard
from threefold.guard import Limits, Outcome, Report, Server, guarded
from threefold.runs.pool import LocalPool

SOON = Limits(seconds=20)


def stop_the_guard(report: Report[int]) -> None:
    report(1)
    time.sleep(0.2)  # the guard passes the report on before it is stopped
    os.kill(os.getppid(), signal.SIGSTOP)
    signal.pause()


def test_a_run_that_stops_its_guard_has_a_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "GRACE", 0.2)
    with Server() as server:
        outcome = guarded(server, stop_the_guard, limits=Limits(seconds=2))
    assert (outcome.status, outcome.value) == ("lost", 1)
    with LocalPool(1) as pool:
        assert pool.call(stop_the_guard, limits=Limits(seconds=2)).status == "lost"
        assert pool.call(echo, 2, limits=SOON).value == 2


def test_a_guard_that_was_stopped_before_its_call_has_a_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "GRACE", 0.2)
    monkeypatch.setattr(guard, "MOST_LOADING", 0.5)
    with Server() as server:
        server.wait()
        os.kill(int(str(server._pid)), signal.SIGSTOP)
        server.submit(echo, b"x" * (1 << 22), limits=Limits(seconds=0.3))
        outcome = server.receive()
    assert isinstance(outcome, Outcome)
    assert outcome.status == "lost"


def test_an_idle_guard_that_was_stopped_is_replaced() -> None:
    with LocalPool(1) as pool:
        for number in range(2):
            assert pool.call(echo, number, limits=SOON).value == number
            [server] = pool._idle[()]
            os.kill(int(str(server._pid)), signal.SIGSTOP)
            while server.alive:
                time.sleep(0.001)
        started = time.monotonic()
    assert time.monotonic() - started < 5
