"""What the guarded runs do: loops, hogs, crashes, and programs of their own."""

import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import time
from typing import Never

from threefold.guard import Report

MIB = 1 << 20


def echo(report: Report[Never], value: object) -> object:
    return value


def report_some(report: Report[object], *values: object) -> str:
    for value in values:
        report(value)
    return "returned"


def threads_with_numpy(report: Report[Never]) -> int:
    import numpy as np

    assert np.zeros(1).size
    return len(os.listdir("/proc/self/task"))


def loop_after_reporting(report: Report[object], *values: object) -> None:
    report_some(report, *values)
    while True:
        pass


def refute_pigeonholes(report: Report[Never], holes: int) -> None:
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


def enumerate_everything(report: Report[Never]) -> None:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    numbers = [model.new_int_var(0, 40, f"x{i}") for i in range(40)]
    model.add_all_different(numbers)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model)  # without a callback: it never comes back to Python


def start_program(report: Report[tuple[int, int]], code: str, *, wait: bool = True, own_group: bool = False) -> None:
    """Stand in for CBC: a second process, in the middle of which the limit strikes."""
    group = os.setpgrp if own_group else None
    program = subprocess.Popen([sys.executable, "-c", code], preexec_fn=group)
    report((os.getpid(), program.pid))
    if wait:
        program.wait()


def start_program_in_a_group_of_its_own(report: Report[tuple[int, int]], code: str) -> None:
    start_program(report, code, own_group=True)


def leave_a_program_behind(report: Report[tuple[int, int]], code: str) -> None:
    start_program(report, code, wait=False)


def sleep(report: Report[Never], seconds: float) -> str:
    time.sleep(seconds)
    return "slept"


def burn_in_orphans(report: Report[int], seconds: float) -> None:
    """One program after another, each started by a process that does not wait for it."""
    code = f"import time\nwhile time.process_time() < {seconds}: pass"
    start = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {code!r}], start_new_session=True)"
    for number in range(1000):
        report(number)
        subprocess.run([sys.executable, "-c", start], check=True)
        time.sleep(seconds)


def burn_in_many_programs(report: Report[int], seconds: float) -> None:
    for number in range(1000):
        report(number)
        burn_in_a_program(report, seconds)


def burn_in_a_program(report: Report[Never], seconds: float) -> None:
    code = f"import time\nwhile time.process_time() < {seconds}: pass"
    subprocess.run([sys.executable, "-c", code], check=True)


def hoard(report: Report[Never], step: int) -> None:
    hoarded = []
    while True:
        hoarded.append(b"x" * step)


def take(report: Report[Never], size: int) -> int:
    return len(b"x" * size)


def touch_nothing(report: Report[Never]) -> None:
    print("about to fall", file=sys.stderr, flush=True)
    ctypes.string_at(0)


def abort_like_cplusplus(report: Report[Never], complaint: str) -> None:
    os.write(2, complaint.encode())
    os.abort()


def leave(report: Report[Never], status: int) -> None:
    os._exit(status)


def leave_politely(report: Report[Never], status: object) -> None:
    sys.exit(status)  # type: ignore[arg-type]


def fail(report: Report[Never], message: str) -> None:
    raise ValueError(message)


def return_a_function(report: Report[Never]) -> object:
    return lambda: None


def show_surroundings(report: Report[Never]) -> dict[str, object]:
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
