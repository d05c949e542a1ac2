"""A solver's answer as text: written in the form of the SAT competition, read in that form and in MiniSat's.

    the competition's                       MiniSat's result file
    c any comment                           SAT
    s SATISFIABLE                           1 -2 3 0
    v 1 -2 3 0

The status is SATISFIABLE, UNSATISFIABLE or UNKNOWN; in MiniSat's file SAT, UNSAT or INDET. Values may go over several `v`
lines, end in 0, and need not mention every variable. CRLF and a byte order mark are accepted; everything else is refused with
its line. Lines are read in parts, because MiniSat writes a million values into one.
"""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, NoReturn

from threefold.backends.sat.dimacs_reader import printable
from threefold.language import BadInput

WIDTH = 78
PART = 1 << 16  # bytes of a line that are read together
SHORT = 80  # bytes; a line with the status is not longer
LONGEST_WORD = 40
COMPETITION = {"SATISFIABLE": "sat", "UNSATISFIABLE": "unsat", "UNKNOWN": "unknown"}
MINISAT = {"SAT": "sat", "UNSAT": "unsat", "INDET": "unknown"}
IN_WORDS = {status: word for word, status in COMPETITION.items()}


@dataclass(frozen=True)
class Answer:
    status: str  # sat, unsat or unknown
    signs: "array[int]"  # by number: 1 true, -1 false, 0 not mentioned
    beyond: int = 0  # literals of variables beyond these

    @property
    def unmentioned(self) -> int:
        return self.signs.count(0) - 1  # there is no variable 0

    def model(self) -> list[int]:
        """Every variable in order; those not mentioned are false."""
        return [number if sign > 0 else -number for number, sign in enumerate(self.signs) if number]


def value_lines(literals: Iterable[int]) -> Iterator[str]:
    """`v` lines of at most 78 characters, the last one ended by 0."""
    line = "v"
    for literal in (*literals, 0):
        word = f" {literal}"
        if len(line) + len(word) > WIDTH:
            yield line
            line = "v"
        line += word
    yield line


def parse_answer(stream: IO[bytes], name: str, *, variables: int, auxiliaries: bool = False) -> Answer:
    """An answer about so many variables; with `auxiliaries` there may be more, which are counted and not kept.

    Raises BadInput, `NAME:LINE: reason`.
    """
    parser = _AnswerParser(name, variables, auxiliaries)
    kind, rest = "", b""
    while part := stream.readline(PART):
        starts, ends = not kind, part.endswith(b"\n")
        if starts:
            parser.line += 1
            part = part.removeprefix(b"\xef\xbb\xbf") if parser.line == 1 else part
            kind, part = parser.kind_of(part)
        if kind == "values":
            whole, rest = _whole_words(rest + part, ends)
            parser.values(whole, rest)
        kind = "" if ends else kind
    parser.values(rest.split(), b"")
    return parser.answer()


def _whole_words(text: bytes, ends: bool) -> tuple[list[bytes], bytes]:
    """The words of a part of a line, and the beginning of a word that the next part may continue."""
    words = text.split()
    cut = not ends and words and not text[-1:].isspace()
    return (words[:-1], words[-1]) if cut else (words, b"")


class _AnswerParser:
    def __init__(self, name: str, variables: int, auxiliaries: bool) -> None:
        self.name, self.line, self._auxiliaries = name, 0, auxiliaries
        self._signs = array("b", bytes(variables + 1))
        self._status: str | None = None
        self._minisat = self._begun = self._ended = False
        self._beyond = 0

    def refuse(self, reason: str) -> NoReturn:
        raise BadInput(f"{self.name}:{max(self.line, 1)}: {reason}")

    def kind_of(self, start: bytes) -> tuple[str, bytes]:
        """The kind of a line by its beginning, and the part of it that has values."""
        words = start[:SHORT].split()
        if not words or words[0].startswith(b"c"):
            return "comment", b""
        word = printable(words[0])
        if word == "v":
            return "values", start.lstrip()[1:]
        if word == "s" or (word in MINISAT and not words[1:]):
            self._minisat |= word != "s"
            meanings, said = (COMPETITION, words[1:]) if word == "s" else (MINISAT, words)
            self._take_status(meanings, printable(b" ".join(said)), start)
            return "status", b""
        if not self._minisat and word in (*COMPETITION, "INDETERMINATE"):
            self.refuse(f"'{word}' without 's' is not an answer (MiniSat's is in its result file, its second argument)")
        if not self._minisat:
            self.refuse(f"'{printable(start.strip())}' is not a line of an answer, which begins with c, s or v")
        return "values", start

    def _take_status(self, meanings: dict[str, str], word: str, start: bytes) -> None:
        status = meanings.get(word)
        if status is None or len(start) > SHORT:
            self.refuse(f"after s there must be SATISFIABLE, UNSATISFIABLE or UNKNOWN (got '{word}')")
        if self._status not in (None, status):
            self.refuse(f"says {IN_WORDS[status]} after it said {IN_WORDS[str(self._status)]}")
        self._status = status

    def values(self, words: list[bytes], rest: bytes) -> None:
        for word in (*words, rest) if len(rest) > LONGEST_WORD else words:
            if len(word) > LONGEST_WORD or not word.removeprefix(b"-").isdigit():  # int() accepts 1_0 and +1
                self.refuse(f"'{printable(word)}' is not a literal: a number, negative where the variable is false")
            self._take_value(int(word))

    def _take_value(self, literal: int) -> None:
        if self._ended:
            self.refuse(f"there is a value, {literal}, after the 0 that ends the values")
        self._begun = True
        if literal == 0:
            self._ended = True
        elif abs(literal) < len(self._signs):
            sign = 1 if literal > 0 else -1
            if self._signs[abs(literal)] == -sign:
                self.refuse(f"variable {abs(literal)} gets two values: {-literal} came before {literal}")
            self._signs[abs(literal)] = sign
        elif self._auxiliaries:
            self._beyond += 1
        else:
            self.refuse(f"literal {literal} is beyond the variables, 1 to {len(self._signs) - 1}")

    def answer(self) -> Answer:
        if not self.line:
            self.refuse("the answer is empty")
        if self._status is None:
            self.refuse("there is no answer up to here: a line 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'")
        if self._status != "sat" and self._begun:
            self.refuse(f"says {IN_WORDS[self._status]}, but gives values")
        if self._status == "sat" and not self._begun:
            self.refuse("says SATISFIABLE, but gives no values (lines that begin with v)")
        if self._begun and not self._ended:
            self.refuse("the values do not end in 0: the answer was cut off")
        return Answer(self._status, self._signs, self._beyond)
