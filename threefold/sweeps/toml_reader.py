"""Reading a sweep file key by key: every value is checked, and a mistake is told as `file:line: key: what is wrong`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from threefold import models
from threefold.backends.backend import Configuration
from threefold.backends.configuration import parse
from threefold.language import BadInput, Puzzle
from threefold.language.errors import did_you_mean

RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?:\.\.(\d+))?")
SIZE = re.compile(r"(\d+)([MG])i?B?", re.IGNORECASE)


@dataclass(frozen=True)
class Table:
    """A table of the file: `header` is "" for the file itself, "limits", or "runs" with its number."""

    path: str
    source: str
    header: str
    content: Mapping[str, Any]
    ordinal: int = 0  # among the tables of that header

    def fail(self, key: str, problem: str) -> NoReturn:
        raise BadInput(f"{self.path}:{self._line(key)}: {key}: {problem}")

    def _line(self, key: str) -> int:
        """Of the key in this table; of the table's header where the key is not written."""
        header, seen, found = "", 0, 1
        for number, text in enumerate(self.source.splitlines(), 1):
            if opened := re.match(r"\s*\[+\s*([\w.-]+)\s*\]+", text):
                header = opened[1]
                seen += header == self.header
                found = number if header == self.header and seen == self.ordinal + 1 else found
            here = header == self.header and (not header or seen == self.ordinal + 1)
            if here and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", text):
                return number
        return found

    def only(self, *known: str) -> None:
        for key in self.content:
            if key not in known:
                self.fail(key, f"no such key; known: {', '.join(known)}{did_you_mean(key, known)}")

    def table(self, key: str) -> "Table":
        content = self.content.get(key, {})
        if not isinstance(content, dict):
            self.fail(key, f"must be a table [{key}]")
        return Table(self.path, self.source, key, content)

    def tables(self, key: str) -> list["Table"]:
        content = self.content.get(key, [])
        if not isinstance(content, list) or not content or not all(isinstance(each, dict) for each in content):
            self.fail(key, f"the file needs at least one table [[{key}]]")
        return [Table(self.path, self.source, key, each, number) for number, each in enumerate(content)]

    def text(self, key: str, default: str | None = None) -> str:
        value = self.content.get(key, default)
        if value is None:
            self.fail(key, "is missing")
        if not isinstance(value, str):
            self.fail(key, f"must be a text (got {value!r})")
        return value

    def texts(self, key: str, default: Sequence[str]) -> Sequence[str]:
        value = self.content.get(key, default)
        if isinstance(value, str) or not all(isinstance(each, str) for each in _sequence(value, self, key)):
            self.fail(key, f"must be a list of texts (got {value!r})")
        return list(value)

    def integer(self, key: str, default: int, *, least: int) -> int:
        value = self.content.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            self.fail(key, f"must be an integer of at least {least} (got {value!r})")
        return value

    def integers(self, key: str, least: int, most: int) -> list[int]:
        values = _sequence(self.content.get(key, []), self, key)
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                self.fail(key, f"must be a list of integers from {least} to {most} (got {value!r})")
        return list(values)

    def number(self, key: str, default: float) -> float:
        value = self.content.get(key, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value < float("inf"):
            self.fail(key, f"must be a positive number (got {value!r})")
        return float(value)

    def boolean(self, key: str, default: bool) -> bool:
        value = self.content.get(key, default)
        if not isinstance(value, bool):
            self.fail(key, f"must be true or false (got {value!r})")
        return value

    def size(self, key: str, default: str) -> int:
        found = SIZE.fullmatch(self.text(key, default))
        if not found or not int(found[1]):
            self.fail(key, f"must be a size like 512M or 2G (got {self.content[key]!r})")
        return int(found[1]) << (30 if found[2].upper() == "G" else 20)


def rows(table: Table) -> dict[str, Configuration]:
    labels = table.texts("configurations", ())
    if not labels:
        table.fail("configurations", 'needs at least one, like ["sat", "cp"]')
    found: dict[str, Configuration] = {}
    for label in labels:
        try:
            configuration = parse(label, {})
        except BadInput as error:
            table.fail("configurations", str(error))
        if configuration in found.values():
            table.fail("configurations", f"two rows are the same: {label}")
        found[label] = configuration
    return found


Values = list[list[Sequence[int | str]]]  # alternatives, each with the values of every parameter


def instances(table: Table, key: str) -> tuple[tuple[str, ...], Values]:
    """The names of the puzzle's parameters, and what the file has for them."""
    try:
        puzzle = models.find(table.text("puzzle"))
    except BadInput as error:
        if "puzzle" not in table.content:
            raise
        table.fail("puzzle", str(error))
    names = tuple(parameter.name for parameter in puzzle.parameters)
    columns = _columns(table, key, names)
    for column in columns:
        _check(table, key, puzzle, column)
    return names, columns


def values_of(table: Table, key: str, known: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], Values]:
    """The same without the puzzle: its parameters have the names that are `known`, or those that are written, or none."""
    given = table.content.get(key, {})
    first = given if isinstance(given, dict) else next(iter(_sequence(given, table, key)), ())
    unnamed = [str(name) for name in first] if isinstance(first, dict | list) else []
    names = tuple(known.get(table.text("puzzle"), unnamed))
    return names, _columns(table, key, names)


def _columns(table: Table, key: str, names: Sequence[str]) -> Values:
    given = table.content.get(key, {})
    if isinstance(given, dict):
        for name in [*given, *names]:
            if name not in names or name not in given:
                problem = "no such parameter" if name not in names else "is missing"
                wanted = f"{table.text('puzzle')} takes: {', '.join(names) or 'none'}"
                table.fail(key, f"{name}: {problem} ({wanted}){did_you_mean(name, names) if name not in names else ''}")
        return [[_values(table, key, given[name]) for name in names]]
    return [_tuple(table, key, each, names) for each in _sequence(given, table, key)]


def _tuple(table: Table, key: str, given: object, names: Sequence[str]) -> list[Sequence[int | str]]:
    if not isinstance(given, list) or len(given) != len(names):
        table.fail(key, f"each must be a list of {len(names)} ({', '.join(names)}) (got {given!r})")
    return [_values(table, key, value) for value in given]


def _values(table: Table, key: str, given: object) -> Sequence[int | str]:
    if isinstance(given, str) and (found := RANGE.fullmatch(given)):
        return range(int(found[1]), int(found[2]) + 1, int(found[3] or 1) or 1)
    values: list[Any] = given if isinstance(given, list) else [given]
    for value in values:
        if not isinstance(value, int | str) or isinstance(value, bool):
            table.fail(key, f"must be integers, texts, lists of them or a range like '4..12' (got {given!r})")
    return values


def _check(table: Table, key: str, puzzle: Puzzle, columns: Sequence[Sequence[int | str]]) -> None:
    """A range by its ends only: it may have a billion members, and a limit that its ends keep, all keep."""
    for parameter, values in zip(puzzle.parameters, columns, strict=True):
        ends = [values[0], values[-1]] if isinstance(values, range) and values else values
        for value in ends:
            try:
                parameter.parse(puzzle.name, str(value))
            except BadInput as error:
                table.fail(key, str(error))


def _sequence(value: Any, table: Table, key: str) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        table.fail(key, f"must be a list (got {value!r})")
    return value
