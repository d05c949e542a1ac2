"""Sheet 004 (French, INF402): n-queens as a program that asks for N, draws the board and asks again (`threefold play`).

x[i,j]: cell [i, j] has a queen. The sheet calls i the abscissa, but its "horizontal right" changes j: i is read as the row here.
(Read as the column, the solutions are mirrored on the diagonal, which is the same set.)

In a pipe the program does not prompt, and only boards go to stdout. A line that is refused does not end it, as in the sheet's
loop. Unlike the sheet's, it accepts N = 4, uses CryptoMiniSat only if it is installed, and has limits.
"""

# ruff: noqa: N806 - the sheet's own names

import re
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import product
from pathlib import Path

from threefold import models
from threefold.backends import configuration
from threefold.backends.backend import Configuration
from threefold.cnf.encoder import Encoder, GroupedFormula
from threefold.exercises import ClauseGroup, Exercise, Version
from threefold.files import write_text
from threefold.guard import Limits
from threefold.language import Parameter, ThreefoldError
from threefold.runs.compare import FIRST_BY, LOCAL_SEARCH, Comparison, Experiment
from threefold.runs.instance import Instance, Question
from threefold.texts import Language

AT_LEAST = ClauseGroup("at least one queen for each i", "x[i,1] ∨ … ∨ x[i,n]  for each i")
HORIZONTAL = ClauseGroup("no other queen horizontally", "x[i,j] → ¬x[i,j']  for j'≠j")
VERTICAL = ClauseGroup("no other queen vertically", "x[i,j] → ¬x[i',j]  for i'≠i")
DIAGONAL = ClauseGroup("no other queen diagonally", "x[i,j] → ¬x[i±d,j±d]  for d≥1")

SMALLEST, LARGEST_ON_SCREEN = 4, 19
PROMPT = "N, the number of queens (at least 4), or 0 to quit: "
LONGEST_LINE = 1000  # bytes; the rest of a line is dropped
LONGEST_NUMBER = 20  # digits

Ask = Callable[[Experiment, Sequence[Configuration]], Comparison]


def encode(n: int) -> GroupedFormula:
    encoder, N = Encoder(), range(1, n + 1)
    x = encoder.family("x", N, N)
    for i in N:
        encoder.clause(*(x[i, j] for j in N), group=AT_LEAST.name)
    for i, j in product(N, N):
        for right in range(j + 1, n + 1):
            encoder.clause(-x[i, j], -x[i, right], group=HORIZONTAL.name)
        for down in range(i + 1, n + 1):
            encoder.clause(-x[i, j], -x[down, j], group=VERTICAL.name)
        for down in range(i + 1, n + 1):
            for aside in (j - (down - i), j + (down - i)):
                if aside in N:
                    encoder.clause(-x[i, j], -x[down, aside], group=DIAGONAL.name)
    return encoder.formula()


class QueensProgram:
    def __init__(self, board_file: Path, solver: str | None, limits: Limits, ask: Ask, text: Language) -> None:
        self._file, self._limits, self._ask, self._text = board_file, limits, ask, text
        self._interactive = sys.stdin is not None and sys.stdin.isatty()
        self._rows, self._solver_text = _rows(solver, text)
        self._code = 0

    def run(self) -> int:
        self._say(self._text("Solver: {solver}.", solver=self._solver_text))
        while (line := self._line()) and line.strip() != "0":
            try:
                if line.strip() and (n := self._number(line.strip())):
                    self._answer(n)
            except ThreefoldError as error:
                self._say(f"{error}.", code=error.exit_code)
        return self._code

    def _number(self, text: str) -> int | None:
        """The number of queens; None if it is refused, which was said."""
        [allowed] = models.find(EXERCISE.puzzle).parameters
        assert isinstance(allowed, Parameter)
        shown = text if len(text) <= LONGEST_NUMBER else f"{text[:LONGEST_NUMBER]}…"
        n = int(shown) if re.fullmatch(r"[+-]?[0-9]{1,20}", shown) else None
        if n is not None and SMALLEST <= n <= allowed.maximum:
            return n
        if n is None:
            refusal = self._text("play: N must be an integer (got {got}).", got=repr(shown))
        elif n < SMALLEST:
            refusal = self._text("play: N must be at least {least} (got {got}).", least=SMALLEST, got=n)
        else:
            refusal = self._text("play: N must be at most {most} (got {got}).", most=allowed.maximum, got=n)
        self._say(refusal)
        return None

    def _line(self) -> str:
        """The next line; empty at the end of input."""
        if self._interactive:
            print(self._text(PROMPT), end="", file=sys.stdout if sys.stdout.isatty() else sys.stderr, flush=True)
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
        experiment = Experiment(Instance(EXERCISE.puzzle, {"n": n}), Question(most=1, show=1), self._limits)
        comparison = self._ask(experiment, self._rows)
        [record], verdict = comparison.records, comparison.verdict
        if verdict.exit_code or not record.drawings:
            reason = self._text.reason(record.reason or verdict.sentence)
            text = self._text("No board of {n} queens was found: {reason}.", n=n, reason=reason)
            self._say(text, code=verdict.exit_code)
            return
        board = record.drawings[0].replace("Q", "R") + "\n"
        if n <= LARGEST_ON_SCREEN:
            print(f"\n{board}" if self._interactive else board, flush=True)
        else:
            existed = self._file.exists()
            write_text(self._file, board, named=True)
            overwritten = "The board is in {file} (the older one was overwritten)."
            self._say(self._text(overwritten if existed else "The board is in {file}.", file=self._file))


def _rows(name: str | None, text: Language) -> tuple[Sequence[Configuration], str]:
    """The row that finds the boards, none for whatever is fastest; and its name."""
    if name is not None:
        chosen = configuration.parse(f"sat:{name}", {})
        configuration.check_installed([chosen])
        return [chosen], name
    if find_spec("pycryptosat"):
        return [configuration.parse("sat:cms", {})], "CryptoMiniSat"
    missing = "{solver} (CryptoMiniSat, the sheet's, is not installed: pip install pycryptosat)"
    fastest = f"{configuration.parse(FIRST_BY, {}).solver}, {LOCAL_SEARCH}"
    return [], text(missing, solver=fastest)


EXERCISE = Exercise(
    number="004",
    language="French",
    title="INF402, projet final: N-Reines (n queens)",
    puzzle="nqueens",
    summary="all pairs excluded cell by cell; an interactive program that draws the board",
    groups=(AT_LEAST, HORIZONTAL, VERTICAL, DIAGONAL),
    versions=(Version("formula", "as its list of clauses for n = 4, for any n", encode),),
    example=(4,),
    remarks=(
        "The program says 'N must be greater than 4' and accepts 4; threefold play says 'at least 4'.",
        "The ranges in the text are wrong: 'left' is written j-1→n and 'down' i-1→n, where both go to 1, and the diagonals are"
        " two ranges, which is a whole quarter of the board. The 80 clauses for n = 4 are right.",
        "Some printed boards have lost cells; they are not reproduced.",
        "No numbering is given; row by row is assumed: x[i,j] has the number (i-1)·n + j.",
    ),
    commands={
        "threefold play": "the program: asks for N, draws the board, 0 quits",
        "threefold play --lang fr": "the same in French",
    },
)
