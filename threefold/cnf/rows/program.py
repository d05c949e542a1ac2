"""Columns and rows as a file has them, before anyone asks what they mean."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import IO, NoReturn

from threefold.cnf.files import File, reading
from threefold.format import summands
from threefold.language import BadInput

MOST_BYTES = 1 << 28  # of the text: a gzip file of a few bytes can become any size
Terms = dict[str, Fraction]
MIRRORED = {"<=": ">=", ">=": "<=", "=": "="}


@dataclass
class Column:
    """A file may declare it after its use, so that it changes while the file is read. None is no bound."""

    lower: Fraction | None = Fraction(0)
    upper: Fraction | None = None
    integer: bool = False

    def declare_binary(self) -> None:
        self.lower, self.upper, self.integer = Fraction(0), Fraction(1), True


@dataclass(frozen=True)
class Row:
    """`terms ⋈ bound`, where ⋈ is <=, >= or =; the coefficients are integers."""

    name: str
    terms: Mapping[str, int]
    sense: str
    bound: Fraction

    def __str__(self) -> str:
        left = " ".join(summands(((a, name) for name, a in self.terms.items()), 0))
        return f"{self.name}: {left} {self.sense} {self.bound}"


@dataclass
class LinearProgram:
    file: str  # its name in messages
    form: str  # lp, mps or opb
    columns: dict[str, Column] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    objective: Terms = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)

    def column(self, name: str) -> Column:
        return self.columns.setdefault(name, Column())

    def add(self, name: str, terms: Mapping[str, Fraction], sense: str, bound: Fraction) -> None:
        """A row, multiplied by the denominators of its coefficients."""
        for column in terms:
            self.column(column)
        factor = lcm(*(a.denominator for a in terms.values()))
        whole = {column: int(a * factor) for column, a in terms.items() if a}
        self.rows.append(Row(name or f"row {len(self.rows) + 1}", whole, sense, bound * factor))

    def fail(self, line: int, problem: str) -> NoReturn:
        raise BadInput(f"{self.file}:{line}: {problem}")


def lines_of(file: File) -> list[str]:
    """The lines of a text file, which may be compressed."""
    with reading(file), _opened(file) as stream:
        text = stream.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise BadInput(f"{file.name}: has more than {MOST_BYTES >> 20} MiB of text")
    return text.splitlines()


def _opened(file: File) -> IO[str]:
    if file.name.lower().endswith(".gz"):
        return gzip.open(file.path, "rt", encoding="utf-8-sig")
    return open(file.path, encoding="utf-8-sig")


def plus(terms: Terms, column: str, amount: Fraction) -> None:
    terms[column] = terms.get(column, Fraction(0)) + amount
