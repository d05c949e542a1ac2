"""One process of CBC for all linear programs of a search.

A process for each took 2.4 ms to start, and more to warm up: the relaxations of 8 queens took CBC 55 ms, of 10 queens 0.79 s;
one after another in its line mode they take 39 ms and 0.61 s. Integer programs do not come here: of several in one process
CBC answers the first one again. With linear ones that was never seen, and would be: every program has a column with a name
of its own, which is 1 in every optimal solution. After 600 programs the process was neither larger nor slower.

CBC writes its prompt when it waits for a command, and what it has written goes out with it. It opens a model's file four
times, which a pipe does not bear; a file in memory does, and leaves nothing behind when the process is killed.
"""

import os
import subprocess

from threefold.backends.backend import BrokenAnswer, Refused
from threefold.backends.ilp.cbc import READ, relaxed, seeded
from threefold.backends.ilp.cbc_executable import path
from threefold.backends.ilp.mps import sections
from threefold.backends.ilp.row_check import TOLERANCE

PROMPT = b"Coin:"


class LinearPrograms:
    """Started with the first program, and to be closed: killed, it has nothing to lose."""

    def __init__(self, seed: int | None) -> None:
        self._seed, self._asked = seed, 0
        self._process: subprocess.Popen[bytes] | None = None

    def solve(self, rows: str, columns: str, uppers: str) -> dict[str, float]:
        """An optimal solution in rational numbers: the columns that are not 0, by name. The text is that of MPS's sections."""
        process = self._process or self._start()
        self._asked += 1
        own = f"asked{self._asked}"
        model = sections(rows, f"{columns} {own} cost -1\n", "", f"{uppers} UP BND {own} 1\n")
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, model.encode(), 0)
        assert process.stdin
        process.stdin.write(f"import /proc/self/fd/{self._file}\ndualSimplex\nsolution stdout\n".encode())
        read, solved, answer = _said(process, 3)
        if read != READ or solved:
            raise Refused(f"CBC did not understand a program: {read}{solved}")
        values = dict(relaxed(answer))
        if abs(values.pop(own, 0.0) - 1) > TOLERANCE:
            raise BrokenAnswer("CBC answers an earlier question")
        return values

    def close(self) -> None:
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._process = None
            os.close(self._file)

    def _start(self) -> subprocess.Popen[bytes]:
        self._file = os.memfd_create("model")
        self._process = subprocess.Popen(
            [path(), "-log", "0", *seeded(self._seed), "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            pass_fds=[self._file],
        )
        _said(self._process, 1)  # its greeting
        return self._process


def _said(process: subprocess.Popen[bytes], prompts: int) -> list[str]:
    """What CBC says before each of so many prompts."""
    assert process.stdout
    said = bytearray()
    while not (said.endswith(PROMPT) and said.count(PROMPT) == prompts):
        more = os.read(process.stdout.fileno(), 1 << 16)
        if not more:
            raise Refused(f"CBC ended without an answer (exit status {process.wait()})")
        said += more
    return said.decode().split(PROMPT.decode())[:-1]
