"""The LP format of CPLEX, which PuLP, CBC, HiGHS, SCIP and Gurobi write too.

    Subject To
     row_1: x_1_1 + x_1_2 = 1
    Binaries
     x_1_1 x_1_2
    End

A row goes over several lines until its comparison. Accepted beyond the format: variables on both sides, `2*x`, `==`, names with
blanks in brackets. Quadratic terms, indicators, SOS and the semicolons of lp_solve are refused with their line.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from threefold.cnf.files import File
from threefold.cnf.rows.program import MIRRORED, LinearProgram, Terms, lines_of, plus

_SECTION = re.compile(
    r"\s*(?P<word>(?P<objective>minimi[sz]e|minimum|min|maximi[sz]e|maximum|max)"
    r"|(?P<rows>subject\s+to|such\s+that|s\.t\.|st\.?)|(?P<bounds>bounds?)|(?P<binary>binar(?:y|ies)|bin)"
    r"|(?P<integer>generals?|gen|integers?|int)|(?P<end>end)|(?P<refused>semi-continuous|semis?|sos[12]?))(?=\s|:|$)",
    re.IGNORECASE,
)
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<sense><=|=<|>=|=>|==|[<>=≤≥])|(?P<sign>[-+−])|(?P<colon>:)"
    r"|(?P<times>[*·])|(?P<name>[^\W\d][\w.#$%&!@~'{}?]*(?:\[[^\]]*\]|\([^)]*\))?[\w.,()]*)|(?P<other>\S))"
)
_SENSES = {
    "<=": "<=",
    "=<": "<=",
    "<": "<=",
    "≤": "<=",
    ">=": ">=",
    "=>": ">=",
    ">": ">=",
    "≥": ">=",
    "=": "=",
    "==": "=",
}
_INFINITE = re.compile(r"inf(inity)?", re.IGNORECASE)


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    line: int


def read_lp(file: File) -> LinearProgram:
    program = LinearProgram(file.name, "lp")
    sections = _sections(program, lines_of(file))
    if not any(kind == "rows" for kind, _ in sections):
        program.fail(1, "no section 'Subject To': this is not an LP file")
    for kind, tokens in sections:
        reader = _Reader(program, tokens)
        if kind == "objective":
            program.objective = reader.objective()
        while reader.more():
            match kind:
                case "rows":
                    reader.row()
                case "bounds":
                    reader.bound()
                case _:
                    reader.declaration(binary=kind == "binary")
    return program


def _sections(program: LinearProgram, lines: list[str]) -> list[tuple[str, list[_Token]]]:
    found: list[tuple[str, list[_Token]]] = []
    for number, text in enumerate(lines, start=1):
        content, backslash, comment = text.partition("\\")
        program.comments += [comment.strip()] * bool(backslash)
        section = _SECTION.match(content)
        if section and content[section.end() :].lstrip().startswith(":") and not section["objective"]:
            section = None  # the name of a row
        if section:
            kind = next(name for name, word in section.groupdict().items() if word and name != "word")
            if kind == "refused":
                program.fail(number, f"'{section['word']}' cannot be compared: only 0/1 and integer columns can")
            if kind == "end":
                break
            found.append((kind, []))
            content = content[section.end() :].lstrip().removeprefix(":" if section["objective"] else "")
        tokens = [_Token(t.lastgroup or "", t[t.lastgroup or 0], number) for t in _TOKEN.finditer(content)]
        if tokens and not found:
            program.fail(number, f"expected Minimize, Maximize or Subject To (got '{content.strip()[:40]}')")
        if tokens:
            found[-1][1].extend(tokens)
    return found


class _Reader:
    def __init__(self, program: LinearProgram, tokens: list[_Token]) -> None:
        self._program, self._tokens, self._at = program, tokens, 0

    def more(self) -> bool:
        return self._at < len(self._tokens)

    def _peek(self, ahead: int = 0) -> _Token | None:
        place = self._at + ahead
        return self._tokens[place] if place < len(self._tokens) else None

    def _next(self, *kinds: str) -> _Token | None:
        """The next token, if it is of one of these kinds."""
        token = self._peek()
        if token is None or token.kind not in kinds:
            return None
        self._at += 1
        return token

    def _fail(self, problem: str) -> None:
        token = self._peek() or self._tokens[-1]
        if token.text == ";":
            problem = "a semicolon: this is the format of lp_solve; the LP format of CPLEX is expected"
        self._program.fail(token.line, problem)

    def _label(self) -> str:
        colon = self._peek(1)
        if colon is None or colon.kind != "colon":
            return ""
        label = self._tokens[self._at].text
        self._at += 2
        return label

    def objective(self) -> Terms:
        self._label()
        terms, _ = self._expression() if self.more() else ({}, Fraction(0))
        if self.more():
            self._fail(f"the objective must be linear (got '{self._tokens[self._at].text}')")
        return terms

    def row(self) -> None:
        name = self._label()
        sides, senses = [self._expression()], list[str]()
        while len(senses) < 2 and (sense := self._next("sense")):
            senses.append(_SENSES[sense.text])
            sides.append(self._expression(ended_by_line=True))
        if not senses:
            self._fail("a row must have <=, >= or = and a number")
        if len(senses) == 2 and "=" in senses:
            self._fail("two comparisons in one row must be <= or >=")
        for (left, a), compared, (right, b) in zip(sides, senses, sides[1:], strict=False):
            terms = dict(left)
            for column, amount in right.items():
                plus(terms, column, -amount)
            self._program.add(name, terms, compared, b - a)

    def _expression(self, *, ended_by_line: bool = False) -> tuple[Terms, Fraction]:
        """Terms and a constant. After a comparison it ends with its line: the next line is another row."""
        terms: Terms = {}
        constant, first = Fraction(0), True
        while token := self._peek():
            if not first and ended_by_line and token.line > self._tokens[self._at - 1].line:
                break
            if token.kind == "sense" or (not first and token.kind != "sign" and self._starts_row()):
                break
            if not first and token.kind not in ("sign", "number", "name"):
                self._fail(f"'{token.text}' is not expected here")
            column, amount = self._summand()
            if column is None:
                constant += amount
            else:
                plus(terms, column, amount)
            first = False
        if first:
            self._fail("a number or a term like 2 x is missing")
        return terms, constant

    def _starts_row(self) -> bool:
        colon = self._peek(1)
        return colon is not None and colon.kind == "colon"

    def _summand(self) -> tuple[str | None, Fraction]:
        amount = Fraction(1)
        while sign := self._next("sign"):
            amount *= 1 if sign.text == "+" else -1
        number = self._next("number")
        if number:
            amount *= Fraction(number.text)
        times = self._next("times")
        name = None if number and not times and self._starts_row() else self._next("name")
        if name is None and (number is None or times):
            token = self._peek()
            self._fail(f"a number or a term like 2 x is expected (got '{token.text if token else 'the end'}')")
        if name and not number and _INFINITE.fullmatch(name.text):
            self._fail("'infinity' can only be a bound")
        return (name.text if name else None), amount

    def bound(self) -> None:
        """`0 <= x <= 1`, `x <= 1`, `x = 1` or `x free`."""
        first = self._side()
        if isinstance(first, str) and (word := self._peek()) and word.text.lower() == "free":
            self._at += 1
            self._program.column(first).lower = None
            return
        sense = self._next("sense")
        if sense is None:
            self._fail("a bound is like 0 <= x <= 1, x <= 1 or x free")
            return
        second = self._side()
        self._set(first, _SENSES[sense.text], second)
        if not isinstance(first, str) and (again := self._next("sense")):
            self._set(second, _SENSES[again.text], self._side())

    def _side(self) -> str | Fraction | None:
        """A name, a number, or None for infinity."""
        sign = self._next("sign")
        token = self._next("number", "name")
        if token is None:
            self._fail("a bound is like 0 <= x <= 1, x <= 1 or x free")
            return None
        if token.kind == "number":
            return Fraction(token.text) * (-1 if sign and sign.text != "+" else 1)
        return None if _INFINITE.fullmatch(token.text) else token.text

    def _set(self, left: str | Fraction | None, sense: str, right: str | Fraction | None) -> None:
        if not isinstance(left, str):
            left, sense, right = right, MIRRORED[sense], left
        if not isinstance(left, str) or isinstance(right, str):
            self._fail("a bound is of one variable, by a number")
            return
        column = self._program.column(left)
        if sense in ("<=", "="):
            column.upper = right
        if sense in (">=", "="):
            column.lower = right

    def declaration(self, *, binary: bool) -> None:
        token = self._next("name")
        if token is None:
            self._fail(f"a name is expected (got '{self._tokens[self._at].text}')")
            return
        column = self._program.column(token.text)
        if binary:
            column.declare_binary()
        else:
            column.integer = True
