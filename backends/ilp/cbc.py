"""The one door to CBC: a problem goes out as text, an answer comes back tested, or it raises.

The binary comes with PuLP, and is started and read here: PuLP's own reading loses what matters (it calls an incumbent at
a time limit 'Optimal'), and its objects cost more than CBC's start. Text goes in and out through pipes: nothing is left
behind when a process is killed.

Nothing is believed. CBC leaves garbage in the variables when it has no solution, honours its time limit late or never,
and is silently wrong with large coefficients. So its limits are never used (the guard kills the whole session, CBC
included), only two kinds of first line count as answers, and a solution is tested for integrality and then, in
integers, row by row. One integer program per process: several in one return the first one's solution. Linear programs
are another matter (`linear`).
"""

import subprocess
from collections.abc import Iterator, Sequence
from math import isfinite

from threefold.backends.backend import BrokenAnswer, Refused
from threefold.backends.ilp.cbc_executable import path
from threefold.backends.ilp.model import Problem as Problem
from threefold.backends.ilp.mps import NONE, to_mps
from threefold.backends.ilp.row_check import Test

READ = "Coin0008I threefold read with 0 errors\n"
OPTIMAL = "Optimal - objective value"
INFEASIBLE = ("Infeasible - objective value", "Integer infeasible - objective value")


def solve(problem: Problem, options: Sequence[str], seed: int | None) -> list[int] | None:
    """An optimal solution, proven and tested, or None where it is proven that there is none."""
    return read(answer(to_mps(problem), (*options, "-solve"), seed), problem)


def relaxed(answer: str) -> Iterator[tuple[str, float]]:
    """An optimal solution of a linear program, in rational numbers: the columns that are not 0, by name."""
    status, _, values = answer.partition("\n")
    if not status.startswith(OPTIMAL):
        raise Refused(f"CBC gave up: {status}")
    if "**" in values:
        raise BrokenAnswer("CBC answers what it finds infeasible itself")
    return _values(values)


def answer(model: str, commands: Sequence[str], seed: int | None) -> str:
    """What CBC writes about a model: a line with the status, and a line per column that is not 0."""
    done = subprocess.run(
        [path(), "stdin", "-log", "0", *seeded(seed), *commands, "-solution", "stdout"],
        input=model,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    if done.returncode != 0 or not done.stdout.startswith(READ) or done.stdout == READ:
        raise Refused(f"CBC ended without an answer (exit status {done.returncode})")
    return done.stdout.removeprefix(READ)


def seeded(seed: int | None) -> tuple[str, ...]:
    number = "" if seed is None else str(1 + seed % 2_000_000_000)  # 0 would mean the time of day
    return ("-randomCbcSeed", number, "-randomSeed", number) if number else ()


def read(answer: str, problem: Problem) -> list[int] | None:
    status, _, values = answer.partition("\n")
    if status.startswith(INFEASIBLE):
        return None
    if not status.startswith(OPTIMAL):
        raise Refused(f"CBC gave up: {status}")
    solution = [0.0] * len(problem.columns)
    for name, value in _values(values.replace("**", "")):  # ** marks what CBC itself finds infeasible
        solution[int(name[1:])] = value
    return Test(problem.columns, problem.rows, "CBC").integers(solution)


def _values(lines: str) -> Iterator[tuple[str, float]]:
    for line in lines.splitlines():
        _, name, value, _ = line.split()
        if not isfinite(number := float(value)):
            raise BrokenAnswer(f"CBC answers {name} = {value}, which is no number")
        if name != NONE:
            yield name, number
