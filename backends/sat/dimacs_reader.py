"""Reading DIMACS CNF of any origin.

Accepted: comments anywhere between lines, clauses over several lines, CRLF, a byte order mark, gzip, and the trailer `%` of old
benchmark files. Everything else is refused with its line number: a formula that is read wrongly would be solved wrongly. A
lenient reader forgives a header that is wrong or missing and a missing last 0; each is a warning.

From the comments come the names (a dictionary in the form of SATCodec), the literals to count over (`c p show … 0`) and the
encoding that our exporter names (`c encoding amo=…`).

The file is read in pieces that end where a token ends, so that neither a long file nor a long line fills the memory. A piece
of literals alone is converted as a whole; one with a letter or a mistake goes line by line, to find the line of an error.
"""

import gzip
import re
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, NoReturn, cast

from threefold.backends.sat.clause_store import Formula
from threefold.format import many, visible
from threefold.language import BadInput

PIECE = 1 << 16
LONGEST = 40  # characters of a token: a literal that can be read has at most 11
MOST_KNOWN = 200_000  # texts of literals, some 20 MB
HIGHEST = 2**31 - 2  # a literal is a C int, and 2³¹ - 1 is the encoder's constant
HEADER = "p cnf VARIABLES CLAUSES"
FROM_1 = "0 ends a clause, and variables are numbered from 1"
_INTEGER = re.compile(rb"-?[0-9]+")
_NATURAL = re.compile(rb"[0-9]{1,40}")
_SHOW = re.compile(rb"c[ \t]+p[ \t]+show\b")
_ENCODING = b"encoding "
_SHOW_AGAIN = b"c p show "  # before the rest of such a list
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_DASHES = {"\u2212": "U+2212", "\u2013": "U+2013"}


def read_dimacs(path: str, name: str | None = None, *, lenient: bool = False) -> Formula:
    """The formula of a file; `name` is its name in messages."""
    try:
        with open(path, "rb") as file:
            opened = gzip.GzipFile(fileobj=file) if file.peek(len(_GZIP)).startswith(_GZIP) else file
            return parse_dimacs(cast("BinaryIO", opened), name or path, lenient=lenient)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise BadInput(f"{name or path}: cannot be read: the gzip data is damaged") from None
    except OSError as error:
        raise BadInput(f"{name or path}: cannot be read: {error.strerror or error}") from None


def parse_dimacs(lines: BinaryIO, name: str, *, lenient: bool = False) -> Formula:
    """`lenient` turns a wrong or missing header and a missing last 0 into warnings."""
    return _DimacsParser(name, lenient).read(lines)


def printable(text: bytes) -> str:
    """The beginning of a text, without control characters."""
    shown = text[:LONGEST].decode("ascii", "backslashreplace")
    return "".join(c if c.isprintable() else "?" for c in shown) + ("…" if len(text) > LONGEST else "")


class _Literals(dict[bytes, int]):
    """Literals by their texts: a look-up is faster than int() and a check, and the same few come again and again."""

    def __init__(self, variables: int) -> None:
        self._variables = variables

    def __missing__(self, text: bytes) -> int:
        if not _INTEGER.fullmatch(text):
            dash = next((code for dash, code in _DASHES.items() if text.startswith(dash.encode())), None)
            wrong = (
                f"the minus sign of a literal is '-', not the character {dash}" if dash else "a literal is an integer"
            )
            raise ValueError(f"{wrong} (got '{printable(text)}')")
        if len(text) > LONGEST or abs(literal := int(text)) > self._variables:
            raise ValueError(f"literal {printable(text)} is beyond the header's {many(self._variables, 'variable')}")
        if not literal and text.startswith(b"-"):
            raise ValueError(f"-0 is not a literal: {FROM_1}")
        if len(self) > MOST_KNOWN:
            self.clear()
        self[text] = literal
        return literal


class _DimacsParser:
    def __init__(self, name: str, lenient: bool) -> None:
        self._name, self._lenient = name, lenient
        self._header: tuple[int, int, int] | None = None  # variables, clauses, and its line
        self._flat, self._literals = array("i"), _Literals(HIGHEST if lenient else -1)
        self._warnings: list[str] = []
        self._encoding = ""
        self._names: dict[int, str] = {}
        self._numbers: dict[str, int] = {}
        self._shown: list[int] | None = None
        self._highest = (0, 0, "")  # the highest number of a comment, its line, and which comment
        self._in_dictionary = self._at_trailer = False
        self._last = 0  # the last line that is not blank

    def read(self, file: BinaryIO) -> Formula:
        for line, piece, inside in self._pieces(file):
            if not self._at_trailer and self._take_numbers(piece):
                self._last = line + piece.rstrip().count(b"\n")
            else:
                for number, text in enumerate(piece.split(b"\n"), line):
                    self._take_line(number, text.strip(), inside=inside and number == line)
        return self._formula()

    def _pieces(self, file: BinaryIO) -> Iterator[tuple[int, bytes, bool]]:
        """Bytes that end at a line break, or at least after a token; the number of their first line; whether it began before."""
        line, rest, inside = 1, file.read(len(_BYTE_ORDER_MARK)).removeprefix(_BYTE_ORDER_MARK), False
        if rest.startswith(_UTF_16) or b"\0" in rest:
            self._fail(line, "the file is UTF-16 or not text: it must be ASCII or UTF-8")
        while chunk := file.read(PIECE):
            chunk = rest + chunk
            cut = chunk.rfind(b"\n") + 1
            if cut or len(chunk) < PIECE:  # a pipe may return less than PIECE
                part, rest = chunk[:cut], chunk[cut:]
            else:
                part, rest = self._part_of_long_line(line, chunk, inside, file)
            yield line, part, inside
            line += part.count(b"\n")
            inside = not part.endswith(b"\n") and (inside or bool(part.strip())) and not rest.startswith(_SHOW_AGAIN)
        yield line, rest, inside

    def _part_of_long_line(self, line: int, chunk: bytes, inside: bool, file: BinaryIO) -> tuple[bytes, bytes]:
        """The complete tokens of a line that is longer than a piece, and the rest."""
        chunk = chunk if inside else chunk.lstrip(b" \t\r")
        shown = None if inside else _SHOW.match(chunk)
        if chunk.startswith(b"p") and not inside:
            self._fail(line, f"the header must be '{HEADER}' (got '{printable(chunk)}')")
        if chunk.startswith(b"c") and not shown and not inside:  # any other comment of that length is skipped
            while (more := file.readline(PIECE)) and not more.endswith(b"\n"):
                pass
            return chunk + b"\n", b""
        cut = max(map(chunk.rfind, (b" ", b"\t", b"\r"))) + 1
        if len(chunk) - cut > LONGEST:
            self._fail(line, f"a literal is an integer (got '{printable(chunk[cut:])}')")
        # The rest of a list of numbers is read as a new list.
        return (chunk[:cut] + b"0", _SHOW_AGAIN + chunk[cut:]) if shown else (chunk[:cut], chunk[cut:])

    def _take_numbers(self, piece: bytes) -> bool:
        """Take a piece of literals alone as a whole; False where it must be read line by line."""
        tokens = piece.split()
        if self._in_dictionary or not tokens:
            return False
        try:
            self._flat.fromlist(list(map(self._literals.__getitem__, tokens)))
        except ValueError:
            return False
        return True

    def _take_line(self, line: int, text: bytes, *, inside: bool) -> None:
        """A line, or the rest of one: a `c` or `p` there is not the beginning of a comment or of the header."""
        if text.startswith(b"%") and not self._at_trailer and not inside:
            self._at_trailer, self._last, text = True, line, text[1:].strip()
        if self._at_trailer and text not in (b"", b"0"):
            self._fail(line, f"after the trailer '%' only a 0 may follow (got '{printable(text)}')")
        if self._at_trailer or not text:
            return
        self._last = line
        if text.startswith(b"c") and not inside:
            self._take_comment(line, text)
        elif text.startswith((b"p", b"P")) and not inside:
            self._take_header(line, text)
        elif self._header is None and not self._lenient:
            self._fail(line, f"the header '{HEADER}' must come before the first clause (got '{printable(text)}')")
        else:
            try:
                self._flat.extend(map(self._literals.__getitem__, text.split()))
            except ValueError as error:
                self._fail(line, str(error))

    def _take_header(self, line: int, text: bytes) -> None:
        words = text.lower().split()
        if self._header is not None:
            self._fail(line, f"a second header (the first is in line {self._header[2]})")
        if len(words) != 4 or words[:2] != [b"p", b"cnf"] or not all(map(_NATURAL.fullmatch, words[2:])):
            self._fail(line, f"the header must be '{HEADER}' (got '{printable(text)}')")
        variables, clauses = int(words[2]), int(words[3])
        if variables > HIGHEST:
            self._fail(line, f"at most {HIGHEST} variables can be read (the header says {variables})")
        if text.split()[:2] != [b"p", b"cnf"]:
            self._forgive(line, f"the header must be '{HEADER}', 'p cnf' in small letters (got '{printable(text)}')")
        self._header = variables, clauses, line
        if not self._lenient:
            self._literals = _Literals(variables)

    def _take_comment(self, line: int, text: bytes) -> None:
        content = text[1:].strip()
        if content in (b"START DICTIONARY", b"END DICTIONARY"):
            self._in_dictionary = content.startswith(b"START")
        elif _SHOW.match(text):
            self._take_shown(line, text.split()[3:])
        elif self._in_dictionary:
            self._take_name(line, content)
        elif content.startswith(_ENCODING) and self._header is None:
            self._encoding = content.removeprefix(_ENCODING).decode(errors="replace")

    def _take_shown(self, line: int, tokens: list[bytes]) -> None:
        *numbers, end = map(int, tokens) if all(map(_NATURAL.fullmatch, tokens)) and tokens else [1]
        if end or 0 in numbers:
            self._fail(line, "'c p show' must be followed by positive numbers and a final 0")
        self._shown = self._shown or []
        self._shown += numbers
        self._highest = max(self._highest, (max(numbers, default=0), line, "'c p show'"))

    def _take_name(self, line: int, content: bytes) -> None:
        name, _, digits = content.rpartition(b"=")
        if not name or not _NATURAL.fullmatch(digits) or not int(digits):
            self._fail(line, f"a line of the dictionary must be 'c NAME=NUMBER' (got '{printable(content)}')")
        number, text = int(digits), visible(name.decode(errors="replace"))
        if self._names.setdefault(number, text) != text:
            self._fail(line, f"the dictionary gives the number {number} to {self._names[number]} and to {text}")
        if self._numbers.setdefault(text, number) != number:
            self._fail(line, f"the dictionary gives {text} the numbers {self._numbers[text]} and {number}")
        self._highest = max(self._highest, (number, line, "the dictionary"))

    def _formula(self) -> Formula:
        """The header may come after the comments, so the numbers of these are checked at the end."""
        if not self._last:
            self._fail(1, "the file is empty")
        if self._header is None:
            self._forgive(self._last, f"no header '{HEADER}'")
        if self._flat and self._flat[-1]:
            self._forgive(self._last, "the last clause does not end in 0")
            self._flat.append(0)
        formula = Formula(self._variables(), self._flat, self._names, self._shown)
        _, announced, line = self._header or (0, len(formula), 0)
        if announced != len(formula):
            empty = f" (some of them empty: {FROM_1})" if [] in formula.clauses() else ""
            self._forgive(line, f"the header says {many(announced, 'clause')}, the file has {len(formula):,}{empty}")
        return replace(formula, warnings=tuple(self._warnings), encoding=self._encoding)

    def _variables(self) -> int:
        """As the header says; a lenient reader goes up to the highest number in use."""
        declared, _, line = self._header or (HIGHEST, 0, 0)
        number, place, comment = self._highest
        used = max(map(abs, self._flat), default=0) if self._lenient else 0
        if number > declared:
            self._forgive(place, f"{comment} has the number {number}, beyond the header's {many(declared, 'variable')}")
        if used > declared:
            self._forgive(line, f"literal {used} is beyond the header's {many(declared, 'variable')}")
        return max(used, number, declared if self._header else 0)

    def _forgive(self, line: int, problem: str) -> None:
        if not self._lenient:
            self._fail(line, problem)
        self._warnings.append(f"{self._name}:{line}: {problem}")

    def _fail(self, line: int, reason: str) -> NoReturn:
        raise BadInput(f"{self._name}:{line}: {reason}")
