"""The only place that calls CBC for an integer program: text goes in, a checked answer comes out, or it raises.

The executable comes with PuLP, but is started and read here: PuLP calls an incumbent at a time limit 'Optimal', and its
objects take longer than CBC's start. Text goes through pipes, so a killed process leaves no files.

CBC leaves garbage in the variables when it has no solution, honours its time limit late or never, and is wrong with large
coefficients. So its limits are not used (the guard kills the session), only two kinds of first line count as answers, and a
solution is checked row by row. One integer program per process: several in one return the first one's solution.
"""

import subprocess
from collections.abc import Iterator, Sequence
from math import isfinite

from threefold.backends.backend import BrokenAnswer, Refused
from threefold.backends.ilp.cbc_executable import path
from threefold.backends.ilp.cbc_executable import version as version
from threefold.backends.ilp.model import IntegerProgram, RowCheck
from threefold.backends.ilp.mps import NONE, to_mps
from threefold.guard.processes import ends_with_this_process

READ_OK = "Coin0008I threefold read with 0 errors\n"
OPTIMAL = "Optimal - objective value"
INFEASIBLE = ("Infeasible - objective value", "Integer infeasible - objective value")


def solve(program: IntegerProgram, options: Sequence[str], seed: int | None) -> list[int] | None:
    """An optimal solution, proven and checked, or None where it is proven that there is none."""
    return read(answer(to_mps(program), (*options, "-solve"), seed), program)


def relaxed(answer: str) -> Iterator[tuple[str, float]]:
    """An optimal solution of a linear program, in rational numbers: the columns that are not 0, by name."""
    status, _, values = answer.partition("\n")
    if not status.startswith(OPTIMAL):
        raise Refused(f"CBC gave up: {status}")
    if "**" in values:
        raise BrokenAnswer("CBC marks its own answer as infeasible")
    return _values(values)


def answer(model: str, commands: Sequence[str], seed: int | None) -> str:
    """CBC's output for a model: a line with the status, and a line per column that is not 0."""
    done = subprocess.run(
        [path(), "stdin", "-log", "0", *seeded(seed), *commands, "-solution", "stdout"],
        input=model,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=ends_with_this_process(),
    )
    if done.returncode != 0 or not done.stdout.startswith(READ_OK) or done.stdout == READ_OK:
        raise Refused(f"CBC ended without an answer (exit status {done.returncode})")
    return done.stdout.removeprefix(READ_OK)


def seeded(seed: int | None) -> tuple[str, ...]:
    number = "" if seed is None else str(1 + seed % 2_000_000_000)  # 0 means the time of day
    return ("-randomCbcSeed", number, "-randomSeed", number) if number else ()


def read(answer: str, program: IntegerProgram) -> list[int] | None:
    status, _, values = answer.partition("\n")
    if status.startswith(INFEASIBLE):
        return None
    if not status.startswith(OPTIMAL):
        raise Refused(f"CBC gave up: {status}")
    solution = [0.0] * len(program.columns)
    for name, value in _values(values.replace("**", "")):  # ** marks what CBC considers infeasible
        solution[int(name[1:])] = value
    return RowCheck(program, "CBC").integers(solution)


def _values(lines: str) -> Iterator[tuple[str, float]]:
    for line in lines.splitlines():
        _, name, value, _ = line.split()
        if not isfinite(number := float(value)):
            raise BrokenAnswer(f"CBC answers {name} = {value}, which is not a number")
        if name != NONE:
            yield name, number
