"""MPS, in the free form: fields are separated by blanks, so that names have none. Fixed files with such names are read too.

ROWS
 E  row_1
COLUMNS
    MARKER    'MARKER'    'INTORG'
    x_1_1     row_1       1
RHS
    RHS       row_1       1
BOUNDS
 BV BND       x_1_1
ENDATA
"""

from collections.abc import Callable
from fractions import Fraction

from threefold.cnf.files import File
from threefold.cnf.rows.program import LinearProgram, Terms, lines_of

SENSES = {"L": "<=", "G": ">=", "E": "="}
IGNORED = ("NAME", "OBJSENSE", "OBJSENSE:", "OBJECT")


def read_mps(file: File) -> LinearProgram:
    program = LinearProgram(file.name, "mps")
    reader = _Reader(program)
    for number, text in enumerate(lines_of(file), start=1):
        if text.startswith("*"):
            program.comments.append(text[1:].strip())
        elif text.strip():
            reader.take(number, text)
    reader.finish()
    return program


class _Reader:
    def __init__(self, program: LinearProgram) -> None:
        self._program, self._section, self._line = program, "", 0
        self._senses: dict[str, str] = {}  # by row, with `N` for objectives
        self._terms: dict[str, Terms] = {}
        self._sides: dict[str, Fraction] = {}
        self._ranges: dict[str, Fraction] = {}
        self._integer = False

    def take(self, line: int, text: str) -> None:
        self._line, words = line, text.split()
        if not text[0].isspace():
            self._section = words[0].upper()
            return
        takers: dict[str, Callable[[list[str]], None]] = {
            "ROWS": self._row,
            "COLUMNS": self._column,
            "RHS": lambda words: self._side(words, self._sides),
            "RANGES": lambda words: self._side(words, self._ranges),
            "BOUNDS": self._bound,
        }
        if self._section in takers:
            takers[self._section](words)
        elif self._section not in IGNORED:
            self._fail(f"the section '{self._section}' cannot be compared: only linear rows can")

    def _fail(self, problem: str) -> None:
        self._program.fail(self._line, problem)

    def _number(self, text: str) -> Fraction:
        try:
            return Fraction(text)
        except (ValueError, ZeroDivisionError):
            self._fail(f"a number is expected (got '{text[:40]}')")
            raise AssertionError from None

    def _row(self, words: list[str]) -> None:
        if len(words) != 2 or words[0].upper() not in ("N", *SENSES):
            self._fail(f"a row is like 'E row_1', with N, L, G or E (got '{' '.join(words)[:40]}')")
        sense, name = words
        if name in self._senses:
            self._fail(f"the row {name} is declared twice")
        self._senses[name], self._terms[name] = sense.upper(), {}

    def _column(self, words: list[str]) -> None:
        if len(words) == 3 and words[1].strip("'") == "MARKER":
            self._integer = words[2].strip("'") == "INTORG"
            return
        if len(words) not in (3, 5):
            self._fail(f"a column is like 'x_1_1 row_1 1' (got '{' '.join(words)[:40]}')")
        self._program.column(words[0]).integer = self._integer
        for row, amount in zip(words[1::2], words[2::2], strict=True):
            if row not in self._terms:
                self._fail(f"no row {row}")
            self._terms[row][words[0]] = self._number(amount)

    def _side(self, words: list[str], into: dict[str, Fraction]) -> None:
        """The name of the set may be missing."""
        for row, amount in zip(words[len(words) % 2 :: 2], words[len(words) % 2 + 1 :: 2], strict=True):
            if row not in self._terms:
                self._fail(f"no row {row}")
            into[row] = self._number(amount)

    def _bound(self, words: list[str]) -> None:
        """The name of the set may be missing. An upper bound below 0 leaves no lower bound, in some solvers; here it is 0."""
        kind, valued = words[0].upper(), words[0].upper() not in ("BV", "FR", "MI", "PL")
        if not 2 + valued <= len(words) <= 3 + valued + (not valued):
            self._fail(f"a bound is like 'UP BND x_1_1 1' (got '{' '.join(words)[:40]}')")
        name = words[-2] if valued else words[2] if len(words) > 2 else words[1]
        if name not in self._program.columns:
            self._fail(f"no column {name}")
        column, value = self._program.column(name), self._number(words[-1]) if valued else None
        match kind:
            case "BV":
                column.declare_binary()
            case "FR" | "MI":
                column.lower = None
            case "UP" | "UI":
                column.upper = value
            case "LO" | "LI":
                column.lower = value
            case "FX":
                column.lower = column.upper = value
            case "PL":
                column.upper = None
            case _:
                self._fail(f"the bound '{kind}' cannot be compared: only 0/1 and integer columns can")
        column.integer = column.integer or kind in ("UI", "LI")

    def finish(self) -> None:
        if not self._senses:
            self._fail("no section ROWS: this is not an MPS file")
        for name, sense in self._senses.items():
            terms, side = self._terms[name], self._sides.get(name, Fraction(0))
            if sense == "N":
                self._program.objective = self._program.objective or terms
            elif name in self._ranges:
                low, high = _range(sense, side, self._ranges[name])
                self._program.add(name, terms, ">=", low)
                self._program.add(name, terms, "<=", high)
            else:
                self._program.add(name, terms, SENSES[sense], side)


def _range(sense: str, side: Fraction, width: Fraction) -> tuple[Fraction, Fraction]:
    """The two bounds of a row with a range, as the format defines them."""
    if sense == "L":
        return side - abs(width), side
    if sense == "G":
        return side, side + abs(width)
    return min(side, side + width), max(side, side + width)
