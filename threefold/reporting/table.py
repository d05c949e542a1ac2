"""The entries of a table, and a long table as data, of which a script draws the rows that are seen.

A column is the list of its different entries, in the order in which the column sorts, and for each row the place of its entry
in that list. So the page is small, sorting compares places, and a filter looks at every entry once.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite
from typing import Any, NamedTuple

from threefold.format import visible

LARGEST = 1e300  # a count may be larger than every float
WIDEST = 44  # characters of a column; what is longer is cut off, and shown when one points at it
MOST_CHOICES = 30  # different texts of a column that its filter offers
FILTERS = '<input type="search" placeholder="filter, like: cp timeout" aria-label="filter the rows">'


class Entry(NamedTuple):
    """The content of one cell of a table. A tuple, because a large report makes half a million of them."""

    text: str
    small: str = ""  # in smaller print after it
    value: float | None = None  # the key for sorting, where it is not the text
    kind: str = ""  # best or bad
    left: bool = False


Rows = Sequence[Sequence[Entry]]
Face = tuple[str, str, str]  # text, small, kind: what is seen of an entry


@dataclass(frozen=True)
class DataColumn:
    title: str
    faces: tuple[Face, ...]  # the different ones, sorted
    numbers: tuple[float | None, ...]  # of each: what a filter like `> 2` compares
    cells: tuple[int, ...]  # for each row, which face
    left: bool

    @classmethod
    def of(cls, title: str, entries: Sequence[Entry]) -> "DataColumn":
        faces = [(entry.text, entry.small, entry.kind) for entry in entries]
        values = dict(zip(reversed(faces), (entry.value for entry in reversed(entries)), strict=True))  # the first's
        numbers = {face: _number(face[0], value) for face, value in values.items()}
        ordered = sorted(numbers, key=lambda face: _order(face, numbers[face]))
        places = {face: place for place, face in enumerate(ordered)}
        left = any(entry.left for entry in entries)
        return cls(title, tuple(ordered), tuple(map(numbers.get, ordered)), tuple(map(places.__getitem__, faces)), left)

    @property
    def width(self) -> int:
        """In characters."""
        longest = max((len(text) + len(small) for text, small, _ in self.faces), default=0)
        return min(WIDEST, max(longest, len(self.title) + 2, 6)) + 2

    def form(self) -> dict[str, Any]:
        """As the script reads it; what is the same in all rows is written once, what is empty not at all."""
        texts, smalls, kinds = ([visible(each) for each in part] for part in zip(*self.faces, strict=True))
        optional = {"smalls": smalls, "kinds": kinds, "numbers": self.numbers}
        said = {name: part for name, part in optional.items() if any(each not in ("", None) for each in part)}
        return {"texts": texts, **said, "left": self.left, "cells": 0 if len(texts) == 1 else self.cells}

    def head(self) -> str:
        kind = ' class="left"' if self.left else ""
        return f"<th{kind}><button>{escape(visible(self.title))}</button></th>"

    def filter(self, place: int, name: str) -> str:
        """The box below the heading; it offers the texts if they are few."""
        hint = "> 2" if any(number is not None for number in self.numbers) else ""
        texts = [visible(text) for text, _, _ in self.faces if text]
        offered = "" if hint or len(texts) > MOST_CHOICES else f"{name}-{place}"
        options = "".join(f'<option value="= {escape(text)}">' for text in texts)
        choices = f'<datalist id="{offered}">{options}</datalist>' if offered else ""
        listed = f' list="{offered}"' if offered else ""
        label = escape(f"filter {visible(self.title)}")
        return f'<td><input type="search" placeholder="{hint}"{listed} aria-label="{label}">{choices}</td>'


def _number(text: str, value: float | None) -> float | None:
    try:
        number = float(text) if value is None else min(value, LARGEST)
    except ValueError:
        return None
    return float(f"{number:.10g}") if isfinite(number) else None


def _order(face: Face, number: float | None) -> tuple[int, float, Face]:
    """Numbers, then texts, then nothing."""
    return (0 if number is not None else 1 if face[0] else 2), number or 0.0, face


def data_table(header: Sequence[str], rows: Rows, name: str) -> str:
    """The head of the table, and its rows as data. A text with `</script>` in it must not end the data."""
    columns = [DataColumn.of(title, entries) for title, entries in zip(header, zip(*rows, strict=True), strict=True)]
    widths = "".join(f'<col style="width:{column.width}ch">' for column in columns)
    heads = "".join(column.head() for column in columns)
    filters = "".join(column.filter(place, name) for place, column in enumerate(columns))
    total = sum(column.width for column in columns)
    forms = {"rows": len(rows), "columns": [column.form() for column in columns]}
    data = json.dumps(forms, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<div class="data" hidden><p>{FILTERS}<output></output></p><div class="seen" tabindex="0">'
        f'<table id="{name}" style="width:{total}ch"><colgroup>{widths}</colgroup><thead><tr>{heads}</tr>'
        f'<tr class="filters">{filters}</tr></thead><tbody></tbody></table></div>\n'
        f'<script type="application/json">{data}</script></div>'
    )
