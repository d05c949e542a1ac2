"""The program of sheet 004: it asks for N, draws a board of N queens, and asks again; 0 quits.

In a pipe it does not prompt, only boards go to stdout, and the exit code reports lines that were refused. Unlike the sheet, it
accepts N = 4, uses CryptoMiniSat only if it is installed, and has limits.
"""

import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from threefold import models
from threefold.backends import configuration
from threefold.backends.backend import Configuration
from threefold.exercises.results import write_text
from threefold.exercises.sheet_004 import EXERCISE
from threefold.guard import Limits
from threefold.language import Parameter, ThreefoldError
from threefold.runs.compare import Comparison, Experiment
from threefold.runs.instance import Instance, Question

PUZZLE = EXERCISE.puzzle
SMALLEST, LARGEST_ON_SCREEN = 4, 19
PROMPT = "N, the number of queens (at least 4), or 0 to quit: "
LONGEST_LINE = 1000  # bytes; the rest of a line is dropped
LONGEST_NUMBER = 20  # digits

Ask = Callable[[Experiment, Sequence[Configuration]], Comparison]


class QueensProgram:
    def __init__(self, board_file: Path, solver: str | None, limits: Limits, ask: Ask) -> None:
        self._file, self._limits, self._ask = board_file, limits, ask
        self._interactive = sys.stdin is not None and sys.stdin.isatty()
        self._solver, self._solver_text = _solver(solver)
        self._code = 0

    def run(self) -> int:
        self._say(f"Solver: {self._solver_text}.")
        while (line := self._line()) and line.strip() != "0":
            try:
                if line.strip():
                    self._answer(_number(line.strip()))
            except ThreefoldError as error:
                self._say(f"{error}.", code=error.exit_code)
        return self._code

    def _line(self) -> str:
        """The next line; empty at the end of input."""
        if self._interactive:
            print(PROMPT, end="", file=sys.stdout if sys.stdout.isatty() else sys.stderr, flush=True)
        line = rest = b"" if sys.stdin is None else sys.stdin.buffer.readline(LONGEST_LINE)
        while len(rest) == LONGEST_LINE and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(LONGEST_LINE)
        if not line and self._interactive:
            print()
        return line.decode(errors="replace")

    def _say(self, sentence: str, code: int = 0) -> None:
        """Print a sentence, in a pipe to stderr."""
        print(sentence, file=sys.stdout if self._interactive else sys.stderr, flush=True)
        if not self._interactive:
            self._code = max(self._code, code)

    def _answer(self, n: int) -> None:
        experiment = Experiment(Instance(PUZZLE, {"n": n}), Question(most=1, show=1), self._limits)
        comparison = self._ask(experiment, [self._solver])
        [record], verdict = comparison.records, comparison.verdict
        if verdict.exit_code or not record.drawings:
            reason = record.reason or verdict.sentence
            self._say(f"No board of {n} queens was found: {reason}.", code=verdict.exit_code)
            return
        board = record.drawings[0].replace("Q", "R") + "\n"
        if n <= LARGEST_ON_SCREEN:
            print(f"\n{board}" if self._interactive else board, flush=True)
        else:
            existed = write_text(self._file, board)
            self._say(f"The board is in {self._file}{' (the older one was overwritten)' if existed else ''}.")


def _solver(name: str | None) -> tuple[Configuration, str]:
    if name is not None:
        chosen = configuration.parse(f"sat:{name}", {})
        configuration.check_installed([chosen])
        return chosen, name
    if find_spec("pycryptosat"):
        return configuration.parse("sat:cms", {}), "CryptoMiniSat"
    default = configuration.parse("sat", {})
    return default, f"{default.solver} (CryptoMiniSat, the sheet's, is not installed: pip install pycryptosat)"


def _number(text: str) -> int:
    [allowed] = models.find(PUZZLE).parameters
    assert isinstance(allowed, Parameter)
    shown = text if len(text) <= LONGEST_NUMBER else f"{text[:LONGEST_NUMBER]}…"
    return Parameter("N", allowed.help, SMALLEST, allowed.maximum).parse("play", shown)
