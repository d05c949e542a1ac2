"""The guard against real processes: busy C loops, memory hogs, crashes, and kills from every side."""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from experiments.guard import Ending, Limits, Progress, Report, Server, default_memory, guarded, session
from experiments.guard.ending import judge_death

MIB = 1 << 20
OVERRUN = 0.5  # seconds; what a limit may be late
ROOT = Path(__file__).resolve().parents[2]
NOBODY = 2**22 + 1  # above the kernel's largest pid


# ---- what the runs do ----


def echo(report: Report, value: object) -> object:
    return value


def report_some(report: Report, *values: object) -> str:
    for value in values:
        report(value)
    return "returned"


def loop_after_reporting(report: Report, *values: object) -> None:
    report_some(report, *values)
    while True:
        pass


def refute_pigeonholes(report: Report, holes: int) -> None:
    from pysat.solvers import Solver

    def place(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    pigeons = range(holes + 1)
    with Solver(name="cadical195") as solver:
        for p in pigeons:
            solver.add_clause([place(p, h) for h in range(holes)])
        for h in range(holes):
            for p in pigeons:
                for q in range(p):
                    solver.add_clause([-place(p, h), -place(q, h)])
        solver.solve()


def enumerate_everything(report: Report) -> None:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    numbers = [model.new_int_var(0, 40, f"x{i}") for i in range(40)]
    model.add_all_different(numbers)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model)  # without a callback: it never comes back to Python


def start_program(report: Report, code: str, *, wait: bool = True, own_group: bool = False) -> None:
    """Stand in for CBC: a second process, in the middle of which the limit strikes."""
    group = os.setpgrp if own_group else None
    program = subprocess.Popen([sys.executable, "-c", code], preexec_fn=group)
    report((os.getpid(), program.pid))
    if wait:
        program.wait()


def start_program_in_a_group_of_its_own(report: Report, code: str) -> None:
    start_program(report, code, own_group=True)


def leave_a_program_behind(report: Report, code: str) -> None:
    start_program(report, code, wait=False)


def burn_in_a_program(report: Report, seconds: float) -> None:
    code = f"import time\nwhile time.process_time() < {seconds}: pass"
    subprocess.run([sys.executable, "-c", code], check=True)


def hoard(report: Report, step: int) -> None:
    hoarded = []
    while True:
        hoarded.append(b"x" * step)


def take(report: Report, size: int) -> int:
    return len(b"x" * size)


def touch_nothing(report: Report) -> None:
    print("about to fall", file=sys.stderr, flush=True)
    ctypes.string_at(0)


def abort_like_cplusplus(report: Report, complaint: str) -> None:
    os.write(2, complaint.encode())
    os.abort()


def leave(report: Report, status: int) -> None:
    os._exit(status)


def leave_politely(report: Report, status: object) -> None:
    sys.exit(status)  # type: ignore[arg-type]


def fail(report: Report, message: str) -> None:
    raise ValueError(message)


def return_the_unpicklable(report: Report) -> object:
    return lambda: None


def show_surroundings(report: Report) -> dict[str, object]:
    with tempfile.NamedTemporaryFile(delete=False) as left_behind:
        path = left_behind.name
    print("this must not reach the terminal")
    return {
        "file": path,
        "TMPDIR": os.environ["TMPDIR"],
        "stdin": sys.stdin.read(),
        "session": os.getsid(0) == os.getpid(),
        "SIGTERM": signal.getsignal(signal.SIGTERM) == signal.SIG_DFL,
        "files": sorted(os.readlink(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd") if _is_open(fd)),
    }


def _is_open(fd: str) -> bool:
    return os.path.lexists(f"/proc/self/fd/{fd}")


# ---- looking on ----

SLEEP = "import time; time.sleep(600)"
BURN = "while True: pass"


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


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
    """Dead, and perhaps not yet reaped by an init that we have no hand in."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def beyond_our_own(size: int) -> int:
    """A limit that leaves a run so much: it is forked from the tests' own process, which weighs more from test to test."""
    return (session.resident([os.getpid()]) // MIB) * MIB + size


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


def assert_in_time(ending: Ending, limit: float, started: float) -> None:
    assert (ending.status, ending.reason) == ("timeout", f"time limit of {limit:g} s")
    assert limit <= ending.wall < limit + OVERRUN
    assert time.monotonic() - started < limit + OVERRUN


# ---- results ----


def test_a_run_returns_the_value_of_its_function(server: Server) -> None:
    ending = guarded(server, echo, {"n": 8, "boards": [[1, 5]]}, limits=Limits(seconds=5))
    assert (ending.status, ending.value, ending.reason) == ("done", {"n": 8, "boards": [[1, 5]]}, None)
    assert ending.wall > 0
    assert ending.cpu > 0
    assert ending.memory > MIB


def test_none_is_a_value_like_any_other(server: Server) -> None:
    ending = guarded(server, report_some, limits=Limits())
    assert ending.value == "returned"
    assert guarded(server, echo, None, limits=Limits()).value is None


def test_reports_arrive_in_order_and_before_the_ending(server: Server) -> None:
    seen: list[object] = []
    ending = guarded(server, report_some, *range(500), limits=Limits(), on_progress=seen.append)
    assert seen == list(range(500))
    assert ending.value == "returned"


def test_a_value_larger_than_every_buffer_arrives(server: Server) -> None:
    big = os.urandom(20 * MIB)
    seen: list[object] = []
    ending = guarded(server, report_some, big, limits=Limits(), on_progress=seen.append)
    assert seen == [big]
    assert ending.status == "done"


def test_fileno_is_readable_exactly_when_something_can_be_received(server: Server) -> None:
    server.submit(loop_after_reporting, "a", "b", limits=Limits(seconds=0.5))
    events: list[Progress | Ending] = []
    while not events or isinstance(events[-1], Progress):
        assert select.select([server], [], [], 5)[0]
        events.append(server.receive())
    assert events[:2] == [Progress("a"), Progress("b")]
    assert len(events) == 3
    assert not select.select([server], [], [], 0)[0]


def test_a_busy_server_refuses_a_second_call(server: Server) -> None:
    server.submit(loop_after_reporting, limits=Limits(seconds=0.1))
    with pytest.raises(RuntimeError, match="busy"):
        server.submit(echo, 1, limits=Limits())
    assert isinstance(server.receive(), Ending)
    with pytest.raises(RuntimeError, match="nothing to receive"):
        server.receive()


def test_a_call_that_cannot_be_pickled_fails_before_it_is_sent(server: Server) -> None:
    with pytest.raises((AttributeError, TypeError, ValueError, ImportError)) as failure:
        server.submit(lambda report: None, limits=Limits())
    assert "pickle" in str(failure.value)
    assert guarded(server, echo, 1, limits=Limits()).value == 1


# ---- limits ----


def test_the_time_limit_holds_for_a_busy_sat_solver_and_the_last_report_survives(server: Server) -> None:
    started = time.monotonic()
    assert_in_time(guarded(server, refute_pigeonholes, 12, limits=Limits(seconds=1)), 1, started)
    ending = guarded(server, loop_after_reporting, 1, 2, 3, limits=Limits(seconds=0.2))
    assert (ending.status, ending.value) == ("timeout", 3)


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
    ending = guarded(server, start, code, limits=Limits(seconds=0.3))
    assert_in_time(ending, 0.3, started)
    assert isinstance(ending.value, tuple)
    assert not any(is_alive(pid) for pid in ending.value)


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
    ending = server.receive()
    assert isinstance(ending, Ending)
    assert ending.status == "done"
    assert not is_alive(run)
    assert not is_alive(program)


def test_the_memory_limit_holds_for_python(server: Server) -> None:
    limit = beyond_our_own(100 * MIB)
    ending = guarded(server, hoard, MIB, limits=Limits(seconds=20, memory=limit))
    assert (ending.status, ending.reason) == ("memory", f"memory limit of {limit // MIB} MiB")
    assert limit < ending.memory < limit + 850 * MIB


def test_the_memory_limit_counts_the_programs_that_the_run_started(server: Server) -> None:
    code = "x = []\nwhile True: x.append(bytearray(b'x' * 2**20))"
    limit = beyond_our_own(100 * MIB)
    ending = guarded(server, start_program, code, limits=Limits(seconds=20, memory=limit))
    assert (ending.status, ending.reason) == ("memory", f"memory limit of {limit // MIB} MiB")
    assert isinstance(ending.value, tuple)
    assert not any(is_alive(pid) for pid in ending.value)


def test_a_run_below_its_memory_limit_is_left_alone_and_its_peak_is_told(server: Server) -> None:
    limit = beyond_our_own(200 * MIB)
    ending = guarded(server, take, 100 * MIB, limits=Limits(memory=limit))
    assert ending.status == "done"
    assert 100 * MIB < ending.memory < limit


def test_cpu_time_includes_the_programs_that_the_run_started(server: Server) -> None:
    assert guarded(server, burn_in_a_program, 0.3, limits=Limits()).cpu >= 0.3
    limited = guarded(server, start_program, BURN, limits=Limits(seconds=0.5))
    assert limited.cpu > 0.2  # the program was never waited for by the run itself


# ---- crashes ----


@pytest.mark.parametrize(
    ("function", "arguments", "status", "reason"),
    [
        (fail, ("no queen\nsecond line",), "raised", "ValueError: no queen"),
        (fail, ("",), "raised", "ValueError"),
        (return_the_unpicklable, (), "raised", "lambda"),
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
    ending = guarded(server, function, *arguments, limits=Limits(seconds=20, memory=beyond_our_own(200 * MIB)))
    assert (ending.status, ending.value) == (status, None)
    assert ending.reason is not None
    assert reason in ending.reason
    assert guarded(server, echo, "next", limits=Limits()).value == "next"


@pytest.mark.parametrize(
    ("peak", "oom_killed", "status", "reason"),
    [
        (500 * MIB, False, "memory", "killed by SIGKILL near the memory limit of 512 MiB"),
        (100 * MIB, True, "memory", "killed by SIGKILL when the kernel ran out of memory"),
        (100 * MIB, False, "crashed", "killed by SIGKILL: unhappy"),
    ],
)
def test_an_unexplained_death_near_the_limit_counts_as_memory(
    peak: int, oom_killed: bool, status: str, reason: str
) -> None:
    assert judge_death(signal.SIGKILL, peak, 512 * MIB, "unhappy", oom_killed) == (status, reason)


def test_a_run_killed_by_somebody_else_has_crashed(server: Server) -> None:
    server.submit(start_program, SLEEP, limits=Limits(seconds=20))
    run, program = first_report(server)
    os.kill(run, signal.SIGKILL)
    ending = server.receive()
    assert isinstance(ending, Ending)
    assert (ending.status, ending.reason) == ("crashed", "killed by SIGKILL")
    assert not is_alive(program)


# ---- surroundings ----


def test_a_run_has_its_own_session_temporary_folder_and_standard_files(
    server: Server, capfd: pytest.CaptureFixture[str]
) -> None:
    seen = guarded(server, show_surroundings, limits=Limits()).value
    assert isinstance(seen, dict)
    assert seen["TMPDIR"].startswith(str(Path(tempfile.gettempdir()) / f"threefold-{server_pid(server)}-"))
    assert seen["file"].startswith(seen["TMPDIR"])
    assert not os.path.exists(seen["file"])
    assert (seen["stdin"], seen["session"], seen["SIGTERM"]) == ("", True, True)
    assert sum("socket" in file for file in seen["files"]) == 1  # its channel, and neither the server's nor ours
    assert capfd.readouterr() == ("", "")


def test_a_preloaded_module_is_imported_in_the_server_only() -> None:
    assert "colorsys" not in sys.modules
    with Server(preload=["colorsys", "no_such_module"]) as server:
        assert guarded(server, has_module, "colorsys", limits=Limits()).value is True
    assert "colorsys" not in sys.modules


def has_module(report: Report, name: str) -> bool:
    return name in sys.modules


def test_folders_of_dead_servers_are_swept_and_those_of_living_processes_are_not() -> None:
    temporary = Path(tempfile.gettempdir())
    stale, living = temporary / f"threefold-{NOBODY}-old", temporary / f"threefold-{os.getpid()}-mine"
    for folder in (stale, living):
        folder.mkdir()
        (folder / "model.mps").write_text("NAME")
    try:
        with Server() as server:
            guarded(server, echo, 1, limits=Limits())
            assert not stale.exists()
            assert living.exists()
    finally:
        subprocess.run(["rm", "-rf", stale, living], check=True)


def test_fifty_runs_leave_no_zombie_no_file_and_no_open_descriptor(server: Server) -> None:
    guarded(server, echo, 0, limits=Limits())
    pid = server_pid(server)
    before = [os.listdir("/proc/self/fd"), os.listdir(f"/proc/{pid}/fd")]
    calls: list[tuple[Callable[..., object], object]]
    calls = [(echo, 1), (fail, "x"), (leave, 3), (leave_a_program_behind, "pass"), (loop_after_reporting, 1)]
    for function, argument in calls * 10:
        guarded(server, function, argument, limits=Limits(seconds=0.1))
    assert [os.listdir("/proc/self/fd"), os.listdir(f"/proc/{pid}/fd")] == before
    assert children_of(pid) == []
    [folder] = folders_of(pid)
    assert [entry.name for entry in folder.iterdir()] == ["stderr"]


def test_descendants_are_the_same_on_a_kernel_that_does_not_list_children(monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen([sys.executable, "-c", SLEEP]) as program:
        listed = session.descendants(os.getpid())
        monkeypatch.setattr(os.path, "exists", lambda path: False)
        scanned = session.descendants(os.getpid())
        program.kill()
    assert program.pid in listed
    assert sorted(listed) == sorted(scanned)


def test_default_memory_is_positive_and_at_most_four_gibibytes() -> None:
    assert MIB < default_memory() <= 4096 * MIB


# ---- the ends of servers and parents ----


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
        ending = second_to_go.receive()
        assert isinstance(ending, Ending)
        assert ending.status == "timeout"
        assert guarded(second_to_go, echo, 2, limits=Limits()).value == 2


def test_killing_the_server_ends_its_run_and_is_told() -> None:
    with Server() as server:
        pid = server_pid(server)
        server.submit(start_program, SLEEP, limits=Limits(seconds=20))
        run, program = first_report(server)
        os.kill(pid, signal.SIGKILL)
        ending = server.receive()
        assert isinstance(ending, Ending)
        assert (ending.status, ending.value) == ("crashed", (run, program))
        assert ending.reason == "the guard itself died"
        assert eventually(lambda: runs_no_more(run) and runs_no_more(program))
        assert not is_alive(pid)
        assert folders_of(pid) == []
        again = guarded(server, echo, 1, limits=Limits())
        assert (again.status, again.reason) == ("crashed", "the guard itself died")


PARENT = """
import sys
from experiments.guard import Limits, Server
from tests_guard_program import start_program
with Server() as first, Server() as server:
    server.submit(start_program, "import time; time.sleep(600)", limits=Limits())
    run, program = server.receive().value
    print(first._pid, server._pid, run, program, flush=True)
    server.receive()
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_parent_that_is_killed_leaves_no_process_and_no_folder(number: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "tests_guard_program.py").symlink_to(__file__)
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{tmp_path}"}
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
