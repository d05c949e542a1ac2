"""Sheet 004's program: it asks for N, draws a board of N queens, and asks again; 0 quits.

A conversation at the terminal, and a filter in a pipe: there it does not prompt, boards are all that goes to stdout, and the
exit code tells of lines that were refused. Different from the sheet: N = 4 is accepted in words too, CryptoMiniSat is used
only where it is installed, and a board too large for the limits ends in a sentence.
"""

import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from threefold import models
from threefold.backends import configuration
from threefold.backends.backend import Configuration
from threefold.exercises.sheet_004 import EXERCISE
from threefold.guard import Limits
from threefold.language import BadInput, Parameter, ThreefoldError
from threefold.runs.compare import Comparison, Experiment
from threefold.runs.instance import Instance, Question

PUZZLE = EXERCISE.puzzle
SMALLEST, LARGEST_ON_SCREEN = 4, 19
PROMPT = "N, the number of queens (at least 4), or 0 to quit: "
LONGEST_LINE = 1000  # bytes that are looked at; the rest of a line is dropped

Ask = Callable[[Experiment, Sequence[Configuration]], Comparison]


class Program:
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
                self._say(str(error), code=error.exit_code)
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
        """A sentence that is no board: in a pipe it goes to stderr."""
        print(sentence, file=sys.stdout if self._interactive else sys.stderr, flush=True)
        if not self._interactive:
            self._code = max(self._code, code)

    def _answer(self, n: int) -> None:
        experiment = Experiment(Instance(PUZZLE, {"n": n}), Question(most=1, show=1), self._limits)
        comparison = self._ask(experiment, [self._solver])
        [record] = comparison.records
        if comparison.verdict.exit_code or not record.drawings:
            self._say(_no_board(n, comparison), code=comparison.verdict.exit_code)
            return
        board = record.drawings[0].replace("Q", "R") + "\n"
        if n <= LARGEST_ON_SCREEN:
            print(f"\n{board}" if self._interactive else board, flush=True)
        else:
            self._write(board)

    def _write(self, board: str) -> None:
        existed = self._file.exists()
        try:
            self._file.write_text(board, encoding="ascii")
        except OSError as error:
            raise ThreefoldError(f"{self._file}: cannot be written: {error.strerror}.") from None
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
    shown = text if len(text) <= 20 else f"{text[:20]}…"
    try:
        n = int(text) if len(text) <= 20 else None
    except ValueError:
        n = None
    if n is None:
        raise BadInput(f"N is a whole number like 8 (got {shown!r}).")
    if n < SMALLEST:
        raise BadInput(f"N must be at least {SMALLEST} (got {n}).")
    [allowed] = models.find(PUZZLE).parameters
    assert isinstance(allowed, Parameter)
    if n > allowed.maximum:
        raise BadInput(f"N must be at most {allowed.maximum} (got {n}).")
    return n


def _no_board(n: int, comparison: Comparison) -> str:
    reason = comparison.records[0].reason or comparison.verdict.sentence
    return f"No board of {n} queens was found: {reason}."
