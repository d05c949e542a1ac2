"""One process of CBC for all linear programs of a search.

Starting a process for each takes longer than solving it; CBC's line mode solves one after the other
(docs/measurements.md#cbc-line-mode). Of several integer programs in one process CBC returns the first one's answer again. For
linear programs that was never observed, and it would be detected: every program has a column with a name of its own, which is
1 in every optimal solution. CBC opens a model's file four times, so a pipe does not work; a file in memory does.
"""

import os
import subprocess

from threefold.backends.backend import BrokenAnswer, Refused
from threefold.backends.ilp.cbc import READ_OK, relaxed, seeded
from threefold.backends.ilp.cbc_executable import path
from threefold.backends.ilp.model import TOLERANCE
from threefold.backends.ilp.mps import sections
from threefold.guard.processes import ends_with_this_process

PROMPT = b"Coin:"


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
        self._file = os.memfd_create("model")
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
            raise Refused(f"CBC ended without an answer (exit status {process.wait()})")
        output += more
    return output.decode().split(PROMPT.decode())[:-1]
