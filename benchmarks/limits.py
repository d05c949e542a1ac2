"""How far runs pass their limits: the overshoot of the time limit per backend, and of the memory limit by kind of process.

    python -m benchmarks.limits               1,000 runs per backend, 20 per kind of process; half an hour on a quiet machine
    python -m benchmarks.limits --runs 20     the same on a small scale

Time is measured from outside: from handing over the call to its outcome, with the fork, the kill and the cleaning up. Memory is
what the processes of a run had touched at the same time, by their own count in a shared file; the guard is not asked.
"""

import argparse
import mmap
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from inspect import getsource
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Never

from threefold import backends
from threefold.backends.configuration import parse
from threefold.guard import Limits, Report, Server, guarded
from threefold.guard.processes import resident
from threefold.runs.instance import Instance, Question
from threefold.runs.worker import measure

ENDLESS = Instance("nqueens", {"n": 17})
SECONDS = 0.3
MEMORY = (128 << 20, 512 << 20)
GOALS = "goals: p99 of the time at most 50 ms, memory at most 10 %"


def fill(path: str, others: int, size: int) -> None:
    """Touch `size` bytes and note after each step how many there are. The largest number of all processes stays."""
    step = 1 << 20
    with open(path, "r+b") as file, open("/proc/self/statm") as statm:
        largest, held = mmap.mmap(file.fileno(), 8), []
        base = others + int(statm.read().split()[1]) * mmap.PAGESIZE
        for touched in range(0, size, step):
            held.append(b"x" * step)
            if base + touched > int.from_bytes(largest[:8], "little"):
                largest[:8] = (base + touched).to_bytes(8, "little")


def grow(report: Report[Never], path: str, limit: int) -> None:
    fill(path, 0, 2 * limit)


def grow_in_a_program(report: Report[Never], path: str, limit: int) -> None:
    _program(path, 2 * limit)


def grow_in_short_programs(report: Report[Never], path: str, limit: int) -> None:
    """Each takes a little more than the one before it, and ends at once."""
    for size in range(limit // 2, 2 * limit, limit // 10):
        _program(path, size)


def grow_in_short_children(report: Report[Never], path: str, limit: int) -> None:
    for size in range(limit // 2, 2 * limit, limit // 10):
        if not (pid := os.fork()):
            fill(path, 0, size)  # what it shares with its parent counts once
            os._exit(0)
        os.waitpid(pid, 0)


def _program(path: str, size: int) -> None:
    others = resident([os.getpid()])
    script = f"import mmap\n{getsource(fill)}\nfill({path!r}, {others}, {size})"
    subprocess.run([sys.executable, "-S", "-c", script], check=False)


def time_overshoot(row: str, runs: int) -> list[float]:
    """Seconds."""
    configuration = parse(row, {})
    found = []
    with Server(preload=backends.find(configuration.backend).preload) as server:
        for _ in range(runs + 1):
            start = perf_counter()
            outcome = guarded(server, measure, ENDLESS, configuration, Question(), limits=Limits(SECONDS, 4 << 30))
            found.append(perf_counter() - start - SECONDS)
            if outcome.status != "timeout":
                sys.exit(f"{row}: ended with {outcome.status}: {outcome.reason}")
    return found[1:]  # the first waits for the server


def memory_overshoot(function: Callable[[Report[Never], str, int], None], limit: int, runs: int) -> list[float]:
    """As a part of the limit."""
    found = []
    with tempfile.TemporaryDirectory() as folder, Server() as server:
        path = Path(folder, "largest")
        for _ in range(runs):
            path.write_bytes(bytes(8))
            outcome = guarded(server, function, str(path), limit, limits=Limits(60, limit))
            if outcome.status != "memory":
                sys.exit(f"{function.__name__}: ended with {outcome.status}: {outcome.reason}")
            with open(path, "r+b") as file:
                found.append(int.from_bytes(mmap.mmap(file.fileno(), 8)[:8], "little") / limit - 1)
    return found


def _line(name: str, found: list[float], factor: int, unit: str) -> str:
    ordered = sorted(factor * each for each in found)
    p99 = quantiles(ordered, n=100, method="inclusive")[98] if len(ordered) > 1 else ordered[0]
    return (
        f"{name:<26} {len(found):>5} runs   median {median(ordered):6.1f} {unit}   p99 {p99:6.1f} {unit}"
        f"   max {ordered[-1]:6.1f} {unit}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.limits", description="How far runs pass their limits.")
    parser.add_argument("--runs", type=int, default=1000, metavar="N", help="runs per backend (1000)")
    runs = parser.parse_args().runs
    print(f"{GOALS}; load {os.getloadavg()[0]:.2f}\n\nover the time limit of {SECONDS:g} s", flush=True)
    for name in (name for name in backends.names() if backends.find(name).complete):  # others refuse to find all
        print(_line(name, time_overshoot(name, runs), 1000, "ms"), flush=True)
    for limit in MEMORY:
        print(f"\nover the memory limit of {limit >> 20} MiB", flush=True)
        for function in (grow, grow_in_a_program, grow_in_short_programs, grow_in_short_children):
            found = memory_overshoot(function, limit, max(1, runs // 50))
            print(_line(function.__name__.replace("_", " "), found, 100, "%"), flush=True)


if __name__ == "__main__":
    main()
