"""How numbers are read, and how numbers, words and tables are written, the same everywhere. Imports nothing of ours."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10
from textwrap import fill

COLOUR = re.compile(r"(\033\[\d*m)")  # one begins or ends: it needs no column
_INTEGER = re.compile("(-?)0*([0-9]+)")
_MOST_DIGITS = 4000  # int() takes 4300
_BESIDE = 36  # columns that a description needs beside its term; with fewer it stands below
_BELOW = 6  # the indentation there
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"} | {
    sign: f"\\{sign}" for sign in "&%$#_{}"
}
LONG = 6  # lists up to this length are written in full


def integer(text: str) -> int:
    """ValueError for what int() takes besides: full-width digits, 4_0, +4. A number of 4000 digits is beyond every range."""
    found = _INTEGER.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return int(found[1] + found[2][:_MOST_DIGITS])


def real(text: str) -> float:
    if not text.isascii() or "_" in text:
        raise ValueError(text)
    return float(text)


def many(count: int, noun: str, nouns: str | None = None) -> str:
    """`1 solution`, `14,200 solutions`; `nouns` is an irregular plural."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"


def large(number: int) -> str:
    """`92`, `12,345` or `4.1e31`."""
    if number < 10**6:
        return f"{number:,}"
    exponent = int(log10(number))
    tenths = round(10 ** (log10(number) - exponent + 1))
    if tenths == 100:
        exponent, tenths = exponent + 1, 10
    return f"{tenths // 10}.{tenths % 10}e{exponent}"


def in_words(count: int) -> str:
    """`three`; numbers above ten in digits."""
    return _WORDS[count] if count < len(_WORDS) else f"{count:,}"


def listed(names: Sequence[str], joint: str = "and") -> str:
    """`sat, cp and ilp`."""
    *others, last = names
    return f"{', '.join(others)} {joint} {last}" if others else last


def span(names: Sequence[str]) -> str:
    """The first and the last: `n=4 to n=12`, or `n=4` if they are the same."""
    return " to ".join(dict.fromkeys([names[0], names[-1]]))


def shortened(things: Iterable[object], separator: str = ", ", gap: str = "…") -> str:
    """`1, 2, 3, 4, …, 9`: a long list without its middle."""
    listed = [*things]
    return separator.join(map(str, [*listed[: LONG - 2], gap, listed[-1]] if len(listed) > LONG else listed))


def grouped(text: str) -> str:
    """In parentheses, unless it is one name, number or call: `x[1, 2]`, `max(x, y)`, `|x − y|`."""
    return f"({text})" if any(not (sign.isalnum() or sign in "_…~") for sign in outside(text)) else text


def bare(text: str) -> str:
    """Without parentheses around all of it."""
    return text[1:-1] if text.startswith("(") and not outside(text) else text


def spaced(text: str) -> str:
    """In parentheses where it has a space outside of parentheses: `x // y`, but not `x*(y + 1)`."""
    return f"({text})" if " " in outside(text) else text


def outside(text: str) -> str:
    """The signs that are not in brackets. A bar opens after an operator, a bracket or another one that opens; ` | ` is 'or'."""
    outside, depth, before = "", 0, " "
    for sign in text.replace(" | ", " + "):
        opens = sign in "([{⌊" or (sign == "|" and before in " ([{⌊·−<")
        depth += opens
        if not depth:
            outside += sign
        depth -= sign in ")]}⌋" or (sign == "|" and not opens)
        before = "<" if opens else sign
    return outside


def seconds(value: float | None) -> str:
    """A measured time: `0.5 ms`, `138 ms`, `4.47 s`; a dash where there is none."""
    if value is None:
        return "–"
    return f"{value * 1000:.1f} ms" if value < 0.1 else f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s"


def duration(value: float) -> str:
    """An expected time: `40 s`, `3 min`, `2 h 5 min`."""
    minutes = round(value / 60)
    if value < 90:
        return f"{value:.0f} s"
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def bytes_of(size: str | int) -> int:
    """Read a size of 1M to 1024T: 512M or 1.5 GiB, a text without unit in MiB, an integer in bytes. 0 if it is none."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(?:i?B)?", str(size).strip(), re.IGNORECASE)
    unit = "" if match is None else match[2].upper() or ("M" if isinstance(size, str) else " ")
    number = float(match[1]) * 1024 ** " KMGT".index(unit) if match else 0
    return int(number) if 1 << 20 <= number <= 1 << 50 else 0


def visible(text: str) -> str:
    """A text of unknown origin in one line; control characters, which a terminal would obey, as `\\x1b`."""
    if text.isprintable():
        return text
    text = text.encode(errors="replace").decode()  # half of a surrogate pair becomes a question mark
    return "".join(c if c.isprintable() else " " if c.isspace() else f"\\x{ord(c):02x}" for c in text)


def visible_lines(text: str) -> str:
    """The same for a drawing."""
    return "\n".join(map(visible, text.expandtabs().split("\n")))


def latex(text: str) -> str:
    """Without signs that LaTeX reads as commands."""
    return "".join(_LATEX.get(sign, sign) for sign in text)


def indented(text: str, by: int = 2) -> str:
    return "\n".join(" " * by + line for line in text.splitlines())


@dataclass(frozen=True)
class Column:
    title: str = ""
    left: bool = False
    rank: int = 0  # the column with the highest rank is left out first, one with rank 0 never
    least: int = 0  # minimal width, for a table that is printed while its rows are made


class Table:
    """A head and lines; `line` formats further cells in the same columns. Cells may be coloured."""

    def __init__(
        self,
        columns: Sequence[Column],
        rows: Sequence[Sequence[str]] = (),
        *,
        width: int | None = None,
        margin: int = 2,
        gap: int = 3,
    ) -> None:
        self._margin, self._gap = " " * margin, " " * (gap - 1)  # a narrow terminal gets narrow gaps
        titles = [column.title for column in columns]
        sizes = [max(map(_length, cells)) for cells in zip(titles, *rows, strict=True)]
        self._shown = [
            (place, column, max(size, column.least))
            for place, (column, size) in enumerate(zip(columns, sizes, strict=True))
        ]
        while width is not None and self._width() > width and any(column.rank for _, column, _ in self._shown):
            self._shown.remove(max(self._shown, key=lambda shown: shown[1].rank))
        if width is None or self._width() + len(self._shown) - 1 <= width:
            self._gap += " "
        self.titles = [column.title for _, column, _ in self._shown]
        self.head = self.line(titles)
        self.lines = list(map(self.line, rows))

    def line(self, cells: Sequence[str]) -> str:
        padded = []
        for place, column, size in self._shown:
            space = " " * (size - _length(cells[place]))
            padded.append(cells[place] + space if column.left else space + cells[place])
        return (self._margin + self._gap.join(padded)).rstrip()

    def __str__(self) -> str:
        return "\n".join([self.head, *self.lines])

    def _width(self) -> int:
        return len(self._margin) + sum(size + len(self._gap) for *_, size in self._shown) - len(self._gap)


def _length(cell: str) -> int:
    return len(COLOUR.sub("", cell))


def described(items: Iterable[tuple[str, Sequence[str]]], column: int, width: int) -> str:
    """Terms, each with its paragraphs in the column beside it, or below it in a narrow terminal."""
    beside = width - column >= _BESIDE
    margin = " " * (column if beside else _BELOW)
    entries = []
    for term, paragraphs in items:
        hanging = [margin, *[margin + "  "] * len(paragraphs)]  # all but the first have a hanging indentation
        text = "\n".join(
            fill(paragraph, width, initial_indent=margin, subsequent_indent=rest, break_on_hyphens=False)
            for paragraph, rest in zip(paragraphs, hanging, strict=False)
        )
        entries.append(f"  {term:<{column - 2}}{text[column:]}" if beside else f"  {term}\n{text}")
    return "\n".join(entries)


def summands(terms: Iterable[tuple[int, str]], constant: int, minus: str = "-") -> list[str]:
    """From coefficients and names: `2·x`, `- y`, `+ 3`."""
    signed = [(a, name if abs(a) == 1 else f"{abs(a)}·{name}") for a, name in terms]
    if constant or not signed:
        signed.append((constant, str(abs(constant))))
    (a, first), *rest = signed
    return [f"{minus if a < 0 else ''}{first}", *(f"{minus if a < 0 else '+'} {text}" for a, text in rest)]
