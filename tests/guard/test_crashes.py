"""Every failure is reported with its reason, and the server survives it."""

import os
import signal
from collections.abc import Callable

import pytest

from tests.guard.looking import MIB, SLEEP, beyond_our_own, first_report, is_alive
from tests.guard.runs import (
    abort_like_cplusplus,
    echo,
    fail,
    leave,
    leave_politely,
    return_a_function,
    start_program,
    take,
    touch_nothing,
)
from threefold.guard import Limits, Outcome, Server, guarded
from threefold.guard.outcome import classify_exit


@pytest.mark.parametrize(
    ("function", "arguments", "status", "reason"),
    [
        (fail, ("no queen\nsecond line",), "raised", "ValueError: no queen"),
        (fail, ("",), "raised", "ValueError"),
        (return_a_function, (), "raised", "lambda"),
        (touch_nothing, (), "crashed", "killed by SIGSEGV: about to fall"),
        (abort_like_cplusplus, ("",), "crashed", "killed by SIGABRT"),
        (abort_like_cplusplus, ("terminate called: std::bad_alloc\n",), "memory", "std::bad_alloc"),
        (take, (1 << 40,), "memory", "MemoryError"),
        (leave, (3,), "crashed", "exit status 3"),
        (leave, (0,), "crashed", "exit status 0"),
        (leave_politely, (4,), "crashed", "exit status 4"),
        (leave_politely, ("no licence",), "crashed", "exit status 1: no licence"),
    ],
)
def test_an_unhappy_ending_is_told_and_the_server_survives_it(
    server: Server, function: Callable[..., object], arguments: tuple[object, ...], status: str, reason: str
) -> None:
    outcome = guarded(server, function, *arguments, limits=Limits(seconds=20, memory=beyond_our_own(200 * MIB)))
    assert (outcome.status, outcome.value) == (status, None)
    assert outcome.reason is not None
    assert reason in outcome.reason
    assert guarded(server, echo, "next", limits=Limits()).value == "next"


@pytest.mark.parametrize(
    ("peak", "oom_killed", "status", "reason"),
    [
        (500 * MIB, False, "memory", "killed by SIGKILL near the memory limit of 512 MiB"),
        (100 * MIB, True, "memory", "killed by SIGKILL when the kernel ran out of memory"),
        (100 * MIB, False, "lost", "killed by SIGKILL: unhappy"),
    ],
)
def test_an_unexplained_death_near_the_limit_counts_as_memory(
    peak: int, oom_killed: bool, status: str, reason: str
) -> None:
    assert classify_exit(signal.SIGKILL, peak, 512 * MIB, "unhappy", oom_killed) == (status, reason)


def test_a_run_killed_by_somebody_else_has_crashed(server: Server) -> None:
    server.submit(start_program, SLEEP, limits=Limits(seconds=20))
    run, program = first_report(server)
    os.kill(run, signal.SIGKILL)
    outcome = server.receive()
    assert isinstance(outcome, Outcome)
    assert (outcome.status, outcome.reason) == ("lost", "killed by SIGKILL")
    assert not is_alive(program)
