"""Whichever process is killed, no process and no file is left."""

import contextlib
import os
import signal
import subprocess
import sys

import pytest

from tests.guard.looking import (
    ROOT,
    SLEEP,
    eventually,
    first_report,
    folders_of,
    is_alive,
    runs_no_more,
    server_pid,
)
from tests.guard.runs import echo, start_program
from threefold.guard import Limits, Outcome, Server, guarded


def test_closing_kills_the_run_and_leaves_nothing() -> None:
    server = Server()
    pid = server_pid(server)
    server.submit(start_program, SLEEP, limits=Limits())
    run, program = first_report(server)
    server.close()
    assert not any(is_alive(each) for each in (pid, run, program))
    assert folders_of(pid) == []
    server.close()
    with pytest.raises(RuntimeError, match="closed"):
        server.submit(echo, 1, limits=Limits())


def test_two_servers_work_at_once_and_closing_one_leaves_the_other_working() -> None:
    with Server() as second_to_go:
        first_to_go = Server()
        pid = server_pid(first_to_go)
        for server in (first_to_go, second_to_go):
            server.submit(start_program, SLEEP, limits=Limits(seconds=1))
        doomed = [first_report(server) for server in (first_to_go, second_to_go)]
        first_to_go.close()
        assert not is_alive(pid)
        assert not any(is_alive(each) for each in doomed[0])
        outcome = second_to_go.receive()
        assert isinstance(outcome, Outcome)
        assert outcome.status == "timeout"
        assert guarded(second_to_go, echo, 2, limits=Limits()).value == 2


def test_killing_the_server_ends_its_run_and_is_told() -> None:
    with Server() as server:
        pid = server_pid(server)
        server.submit(start_program, SLEEP, limits=Limits(seconds=20))
        run, program = first_report(server)
        os.kill(pid, signal.SIGKILL)
        outcome = server.receive()
        assert isinstance(outcome, Outcome)
        assert (outcome.status, outcome.value) == ("lost", (run, program))
        assert outcome.reason == "the guard itself died"
        assert eventually(lambda: runs_no_more(run) and runs_no_more(program))
        assert not is_alive(pid)
        assert folders_of(pid) == []
        again = guarded(server, echo, 1, limits=Limits())
        assert (again.status, again.reason) == ("lost", "the guard itself died")


PARENT = """
import sys
from threefold.guard import Limits, Server
from tests.guard.runs import start_program
with Server() as first, Server() as server:
    server.submit(start_program, "import time; time.sleep(600)", limits=Limits())
    run, program = server.receive().value
    print(first._pid, server._pid, run, program, flush=True)
    server.receive()
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_parent_that_is_killed_leaves_no_process_and_no_folder(number: signal.Signals) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as parent:
        assert parent.stdout
        pids = [int(word) for word in parent.stdout.readline().split()]
        assert len(pids) == 4
        assert all(is_alive(pid) for pid in pids)
        parent.send_signal(number)
        assert parent.wait(10) == -number
    assert eventually(lambda: all(runs_no_more(pid) for pid in pids))
    assert eventually(lambda: not any(folders_of(pid) for pid in pids[:2]))


def test_an_interrupt_while_waiting_leaves_nothing() -> None:
    pid = run = 0
    with contextlib.suppress(KeyboardInterrupt), Server() as server:
        pid = server_pid(server)
        server.submit(start_program, SLEEP, limits=Limits())
        run, _ = first_report(server)
        signal.signal(signal.SIGALRM, _interrupt)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        server.receive()
    assert pid
    assert run
    assert not is_alive(pid)
    assert not is_alive(run)
    assert folders_of(pid) == []


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
