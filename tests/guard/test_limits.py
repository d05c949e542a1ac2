"""Limits of time and memory hold for busy C code and for the programs of a run."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.guard.looking import (
    BURN,
    MIB,
    OVERRUN,
    SLEEP,
    assert_in_time,
    beyond_our_own,
    eventually,
    first_report,
    is_alive,
    runs_no_more,
)
from tests.guard.runs import (
    burn_in_a_program,
    burn_in_many_programs,
    burn_in_orphans,
    echo,
    enumerate_everything,
    hoard,
    leave_a_program_behind,
    loop_after_reporting,
    refute_pigeonholes,
    report_some,
    sleep,
    start_program,
    start_program_in_a_group_of_its_own,
    take,
)
from threefold.guard import Limits, Outcome, Progress, Server, guarded, processes


def test_the_time_limit_holds_for_a_busy_sat_solver_and_the_last_report_survives(server: Server) -> None:
    started = time.monotonic()
    assert_in_time(guarded(server, refute_pigeonholes, 12, limits=Limits(seconds=1)), 1, started)
    outcome = guarded(server, loop_after_reporting, 1, 2, 3, limits=Limits(seconds=0.2))
    assert (outcome.status, outcome.value) == ("timeout", 3)


def test_the_time_limit_holds_for_a_busy_cp_solver() -> None:
    with Server(preload=["ortools.sat.python.cp_model"]) as server:
        guarded(server, echo, "loaded", limits=Limits())
        started = time.monotonic()
        assert_in_time(guarded(server, enumerate_everything, limits=Limits(seconds=1)), 1, started)


@pytest.mark.parametrize("code", [SLEEP, BURN])
@pytest.mark.parametrize("start", [start_program, start_program_in_a_group_of_its_own])
def test_the_time_limit_takes_the_programs_that_the_run_started(
    server: Server, start: Callable[..., None], code: str
) -> None:
    started = time.monotonic()
    outcome = guarded(server, start, code, limits=Limits(seconds=0.3))
    assert_in_time(outcome, 0.3, started)
    assert isinstance(outcome.value, tuple)
    assert not any(is_alive(pid) for pid in outcome.value)


def test_the_time_limit_holds_while_nobody_reads_a_flood_of_reports(server: Server) -> None:
    server.submit(report_some, *[bytes(MIB)] * 64, limits=Limits(seconds=0.3))
    time.sleep(0.8)  # the socket is full now, and the run waits for us
    event = server.receive()
    while isinstance(event, Progress):
        event = server.receive()
    assert event.status == "timeout"
    assert event.wall < 0.3 + OVERRUN


def test_what_a_finished_run_left_running_is_ended(server: Server) -> None:
    server.submit(leave_a_program_behind, SLEEP, limits=Limits())
    run, program = first_report(server)
    outcome = server.receive()
    assert isinstance(outcome, Outcome)
    assert outcome.status == "done"
    assert not is_alive(run)
    assert not is_alive(program)


def test_the_memory_limit_holds_for_python(server: Server) -> None:
    limit = beyond_our_own(100 * MIB)
    outcome = guarded(server, hoard, MIB, limits=Limits(seconds=20, memory=limit))
    assert (outcome.status, outcome.reason) == ("memory", f"memory limit of {limit // MIB} MiB")
    assert limit < outcome.memory < limit + 850 * MIB


def test_the_memory_limit_counts_the_programs_that_the_run_started(server: Server) -> None:
    code = "x = []\nwhile True: x.append(bytearray(b'x' * 2**20))"
    limit = beyond_our_own(100 * MIB)
    outcome = guarded(server, start_program, code, limits=Limits(seconds=20, memory=limit))
    assert (outcome.status, outcome.reason) == ("memory", f"memory limit of {limit // MIB} MiB")
    assert isinstance(outcome.value, tuple)
    assert not any(is_alive(pid) for pid in outcome.value)


def test_a_process_has_a_program_of_its_own_once_it_has_started_one() -> None:
    """So that the memory of a short-lived program counts from the first sample on."""
    with subprocess.Popen([sys.executable, "-c", SLEEP]) as program:
        assert eventually(lambda: processes.has_own_program(program.pid))
        program.kill()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(writing)
        os.read(reading, 1)  # until the test has looked
        os._exit(0)
    assert not processes.has_own_program(child)
    os.close(writing)
    os.close(reading)
    os.waitpid(child, 0)
    assert not processes.has_own_program(child)


def test_a_run_below_its_memory_limit_is_left_alone_and_its_peak_is_told(server: Server) -> None:
    limit = beyond_our_own(200 * MIB)
    outcome = guarded(server, take, 100 * MIB, limits=Limits(memory=limit))
    assert outcome.status == "done"
    assert 100 * MIB < outcome.memory < limit


@pytest.mark.parametrize(
    ("work", "argument"), [(loop_after_reporting, 1), (burn_in_a_program, 600), (refute_pigeonholes, 12)]
)
def test_the_limit_of_cpu_time_ends_a_busy_run_and_its_programs(
    server: Server, work: Callable[..., None], argument: int
) -> None:
    outcome = guarded(server, work, argument, limits=Limits(seconds=300, cpu=0.5))
    assert (outcome.status, outcome.reason) == ("timeout", "CPU time limit of 0.5 s")
    assert outcome.cpu >= 0.5


@pytest.mark.parametrize("work", [burn_in_many_programs, burn_in_orphans])
def test_the_limit_of_cpu_time_counts_the_programs_that_have_ended(server: Server, work: Callable[..., None]) -> None:
    outcome = guarded(server, work, 0.1, limits=Limits(seconds=300, cpu=0.6))
    assert (outcome.status, outcome.reason) == ("timeout", "CPU time limit of 0.6 s")
    assert outcome.cpu >= 0.6
    assert isinstance(outcome.value, int)
    assert outcome.value > 0  # more than one program was there


def test_waiting_is_no_cpu_time(server: Server) -> None:
    outcome = guarded(server, sleep, 0.6, limits=Limits(seconds=300, cpu=0.5))
    assert (outcome.status, outcome.value) == ("done", "slept")


def test_a_run_that_only_waits_ends_at_its_limit_of_wall_time_and_the_reason_names_both(server: Server) -> None:
    outcome = guarded(server, sleep, 600, limits=Limits(seconds=0.3, cpu=60))
    assert outcome.status == "timeout"
    assert outcome.reason == f"0.3 s of wall time passed before 60 s of CPU time (it had {outcome.cpu:.1f} s)"


def test_cpu_time_is_read_while_a_process_lives_and_after_it_has_ended() -> None:
    with subprocess.Popen([sys.executable, "-c", BURN]) as program:
        assert eventually(lambda: processes.cpu_seconds([program.pid]) >= 0.1, seconds=60)
        program.kill()
        assert eventually(lambda: runs_no_more(program.pid))
        assert processes.cpu_seconds([program.pid]) >= 0.1  # a zombie
    assert processes.cpu_seconds([program.pid]) == 0
    assert processes.cpu_seconds([os.getpid()]) >= 0.1  # which has waited for it


def test_cpu_time_includes_the_programs_that_the_run_started(server: Server) -> None:
    assert guarded(server, burn_in_a_program, 0.3, limits=Limits()).cpu >= 0.3
    # Here the run is killed before it waits for the program, whatever else the machine does.
    code = "import os, time\nwhile time.process_time() < 0.3: pass\nos.kill(os.getppid(), 9)\nwhile True: pass"
    outcome = guarded(server, start_program, code, limits=Limits(seconds=60))
    assert (outcome.status, outcome.cpu >= 0.3) == ("lost", True)


def test_a_module_that_is_never_loaded_ends_its_server_and_the_run_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "loads_for_ever.py").write_text("import time\nwhile True:\n    time.sleep(1)\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("threefold.guard.MOST_LOADING", 0.5)
    with Server(preload=["loads_for_ever"]) as server:
        assert guarded(server, echo, "loaded", limits=Limits()).status == "lost"
