"""The only place that calls CBC: text in MPS goes in, a checked answer comes out, or it raises.

The executable comes with PuLP, but is started and read here: PuLP calls an incumbent at a time limit 'Optimal', and its
objects take longer than CBC's start. Text goes through pipes, so a killed process leaves no files.

CBC leaves garbage in the variables when it has no solution, honours its time limit late or never, and is wrong with large
coefficients. So its limits are not used (the guard kills the session), only two kinds of first line count as answers, and a
solution is checked row by row. One integer program per process: several in one return the first one's solution.

**MPS** in free form, by joining strings: PuLP's writer makes an object per column, row and term, and is several times slower
(docs/measurements.md#mps-text). The tests read this text with PuLP. Columns are x0, x1, … and rows r0, r1, …

**Linear programs**: one process for all of a search. Starting a process for each takes longer than solving it; CBC's line mode
solves one after the other (docs/measurements.md#cbc-line-mode). That it returns an earlier answer again was never observed for
these, and it would be detected: every program has a column with a name of its own, which is 1 in every optimal solution.
"""

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from math import isfinite

from threefold.backends.backend import BrokenAnswer, Refused
from threefold.backends.ilp.cbc_executable import path
from threefold.backends.ilp.model import IntegerProgram
from threefold.backends.ilp.row_check import TOLERANCE, RowCheck
from threefold.format import visible
from threefold.guard.outcome import Killed
from threefold.guard.processes import ends_with_this_process

READ_OK = "Coin0008I threefold read with 0 errors\n"
OPTIMAL = "Optimal - objective value"
INFEASIBLE = ("Infeasible - objective value", "Integer infeasible - objective value")
PROMPT = b"Coin:"
SENSES = {"<=": "L", "==": "E", ">=": "G"}
NONE = "none"  # a column in no row: CBC rejects a file without columns


def to_mps(program: IntegerProgram) -> str:
    entries = [""] * len(program.columns)
    for column, cost in program.costs.items():
        entries[column] = f" x{column} cost {cost}\n"
    for number, row in enumerate(program.rows):
        for column, a in row.terms.items():
            entries[column] += f" x{column} r{number} {a}\n"
    rows = "".join([f" {SENSES[row.sense]} r{number}\n" for number, row in enumerate(program.rows)])
    bounds = [f" RHS r{number} {row.bound}\n" for number, row in enumerate(program.rows) if row.bound]
    # The bounds 0..upper. `UP` with 0 would remove the lower bound.
    uppers = [
        f" {'UP' if column.upper else 'FX'} BND x{number} {column.upper}\n"
        for number, column in enumerate(program.columns)
        if entries[number]
    ]
    return sections(rows, "".join(_marked(program, entries)), "".join(bounds), "".join(uppers))


def sections(rows: str, columns: str, bounds: str, uppers: str) -> str:
    head = f"NAME threefold FREE\nROWS\n N cost\n{rows}COLUMNS\n {NONE} cost 0\n"
    return f"{head}{columns}RHS\n{bounds}BOUNDS\n{uppers}ENDATA\n"


def _marked(program: IntegerProgram, entries: list[str]) -> Iterator[str]:
    """The lines of the columns, with markers around integer ones."""
    for integer, run in groupby(zip(program.columns, entries, strict=True), key=lambda pair: pair[0].integer):
        lines = "".join([entry for _, entry in run])
        yield f" M 'MARKER' 'INTORG'\n{lines} M 'MARKER' 'INTEND'\n" if integer else lines


def solve(program: IntegerProgram, options: Sequence[str], seed: int | None) -> list[int] | None:
    """An optimal solution, proven and checked, or None where it is proven that there is none."""
    return read(answer(to_mps(program), (*options, "-solve"), seed), program)


def relaxed(answer: str) -> Iterator[tuple[str, float]]:
    """An optimal solution of a linear program, in rational numbers: the columns that are not 0, by name."""
    status, _, values = answer.partition("\n")
    if not status.startswith(OPTIMAL):
        raise Refused(f"CBC gave up: {visible(status[:80])}")
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
    Killed.check("CBC", done.returncode)
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
        raise Refused(f"CBC gave up: {visible(status[:80])}")
    solution = [0.0] * len(program.columns)
    for name, value in _values(values.replace("**", "")):  # ** marks what CBC considers infeasible
        if not re.fullmatch("x[0-9]{1,12}", name) or int(name[1:]) >= len(solution):
            raise BrokenAnswer(f"CBC answers with a column that it was not given: {visible(name[:80])}")
        solution[int(name[1:])] = value
    return RowCheck(program, "CBC").integers(solution)


def _values(lines: str) -> Iterator[tuple[str, float]]:
    for line in lines.splitlines():
        try:
            _, name, value, _ = line.split()
            number = float(value)
        except ValueError:
            raise BrokenAnswer(f"CBC's answer has a line that cannot be read: {visible(line[:80])}") from None
        if not isfinite(number):
            raise BrokenAnswer(f"CBC answers {visible(name[:80])} = {value:.80}, which is not a number")
        if name != NONE:
            yield name, number


class LinearPrograms:
    """Starts the process with the first program; must be closed."""

    def __init__(self, seed: int | None) -> None:
        self._seed, self._programs = seed, 0
        self._process: subprocess.Popen[bytes] | None = None

    def solve(self, rows: str, columns: str, uppers: str) -> dict[str, float]:
        """The columns of an optimal solution that are not 0, by name. The arguments are sections of MPS."""
        process = self._process or self._start()
        self._programs += 1
        own = f"asked{self._programs}"
        model = sections(rows, f"{columns} {own} cost -1\n", "", f"{uppers} UP BND {own} 1\n")
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, model.encode(), 0)
        assert process.stdin
        with suppress(BrokenPipeError):  # it has ended, which is noticed below
            process.stdin.write(f"import /proc/self/fd/{self._file}\ndualSimplex\nsolution stdout\n".encode())
        read, solved, answer = _outputs(process, 3)
        if read != READ_OK or solved:
            raise Refused(f"CBC did not understand a program: {read}{solved}")
        values = dict(relaxed(answer))
        if abs(values.pop(own, 0.0) - 1) > TOLERANCE:
            raise BrokenAnswer("CBC returned the answer to an earlier program")
        return values

    def close(self) -> None:
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._process = None
            os.close(self._file)

    def _start(self) -> subprocess.Popen[bytes]:
        self._file = os.memfd_create("model")  # CBC opens a model's file four times, so a pipe does not work
        self._process = subprocess.Popen(
            [path(), "-log", "0", *seeded(self._seed), "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            pass_fds=[self._file],
            preexec_fn=ends_with_this_process(),
        )
        _outputs(self._process, 1)  # before the first prompt: its banner
        return self._process


def _outputs(process: subprocess.Popen[bytes], prompts: int) -> list[str]:
    """CBC's output before each of the next prompts."""
    assert process.stdout
    output = bytearray()
    while not (output.endswith(PROMPT) and output.count(PROMPT) == prompts):
        more = os.read(process.stdout.fileno(), 1 << 16)
        if not more:
            Killed.check("CBC", process.wait())
            raise Refused(f"CBC ended without an answer (exit status {process.wait()})")
        output += more
    return output.decode().split(PROMPT.decode())[:-1]
