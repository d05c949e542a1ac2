"""Tables and lists of descriptions, as text. A narrow terminal gets fewer columns, never wrapped rows."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import fill

COLOUR = re.compile(r"\033\[\d*m")
BESIDE = 36  # columns that a description needs beside its term; with fewer it stands below
BELOW = 6  # the indentation there


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
        padded = (_padded(cells[place], size, left=column.left) for place, column, size in self._shown)
        return (self._margin + self._gap.join(padded)).rstrip()

    def _width(self) -> int:
        return len(self._margin) + sum(size + len(self._gap) for *_, size in self._shown) - len(self._gap)


def _length(cell: str) -> int:
    return len(COLOUR.sub("", cell))


def _padded(cell: str, size: int, *, left: bool) -> str:
    space = " " * (size - _length(cell))
    return cell + space if left else space + cell


def described(items: Iterable[tuple[str, Sequence[str]]], column: int, width: int) -> str:
    """Terms, each with its paragraphs in the column beside it, or below it in a narrow terminal."""
    return "\n".join(_entry(term, paragraphs, column, width) for term, paragraphs in items)


def _entry(term: str, paragraphs: Sequence[str], column: int, width: int) -> str:
    beside = width - column >= BESIDE
    margin = " " * (column if beside else BELOW)
    hanging = [margin, *[margin + "  "] * len(paragraphs)]  # all but the first have a hanging indentation
    text = "\n".join(
        fill(paragraph, width, initial_indent=margin, subsequent_indent=rest, break_on_hyphens=False)
        for paragraph, rest in zip(paragraphs, hanging, strict=False)
    )
    return f"  {term:<{column - 2}}{text[column:]}" if beside else f"  {term}\n{text}"
