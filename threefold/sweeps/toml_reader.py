"""Reading a sweep file key by key: every value is checked, and a mistake is reported as `file:line: key: what is wrong`."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, NoReturn

from threefold import models
from threefold.backends.backend import Configuration
from threefold.backends.configuration import parse
from threefold.language import BadInput, Puzzle
from threefold.language.errors import did_you_mean

RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?:\.\.(\d+))?")
SIZE = re.compile(r"([1-9]\d*)([MG])i?B?", re.IGNORECASE)


@dataclass(frozen=True)
class TomlTable:
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

    def table(self, key: str) -> "TomlTable":
        content = self.content.get(key, {})
        if not isinstance(content, dict):
            self.fail(key, f"must be a table [{key}]")
        return TomlTable(self.path, self.source, key, content)

    def tables(self, key: str) -> list["TomlTable"]:
        content = self.content.get(key, [])
        if not isinstance(content, list) or not content or not all(isinstance(each, dict) for each in content):
            self.fail(key, f"the file needs at least one table [[{key}]]")
        return [TomlTable(self.path, self.source, key, each, number) for number, each in enumerate(content)]

    def value(self, key: str, default: object, fits: Callable[[Any], object], wanted: str) -> Any:
        value = self.content.get(key, default)
        if value is None:
            self.fail(key, "is missing")
        if not fits(value):
            self.fail(key, f"must be {wanted} (got {value!r})")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        return str(self.value(key, default, _is_text, "a text"))

    def texts(self, key: str) -> list[str]:
        return list(self.value(key, [], _list_of(_is_text), "a list of texts"))

    def integer(self, key: str, default: int, *, least: int) -> int:
        wanted = f"an integer of at least {least}"
        return int(self.value(key, default, lambda value: _is_integer(value) and value >= least, wanted))

    def integers(self, key: str, least: int, most: int) -> list[int]:
        fits = _list_of(lambda value: _is_integer(value) and least <= value <= most)
        return list(self.value(key, [], fits, f"a list of integers from {least} to {most}"))

    def number(self, key: str, default: float) -> float:
        return float(self.value(key, default, _is_positive, "a positive number"))

    def boolean(self, key: str, default: bool) -> bool:
        return bool(self.value(key, default, lambda value: isinstance(value, bool), "true or false"))

    def size(self, key: str, default: str) -> int:
        text = self.value(
            key, default, lambda value: _is_text(value) and SIZE.fullmatch(value), "a size like 512M or 2G"
        )
        found = SIZE.fullmatch(text)
        assert found
        return int(found[1]) << (30 if found[2].upper() == "G" else 20)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_positive(value: Any) -> bool:
    return (_is_integer(value) or isinstance(value, float)) and 0 < value < inf


def _is_list_or_table(value: object) -> bool:
    return isinstance(value, list | dict)


def _list_of(fits: Callable[[Any], object]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def rows(table: TomlTable) -> dict[str, Configuration]:
    found: dict[str, Configuration] = {}
    for label in table.texts("configurations"):
        try:
            configuration = parse(label, {})
        except BadInput as error:
            table.fail("configurations", str(error))
        if configuration in found.values():
            table.fail("configurations", f"two rows are the same: {label}")
        found[label] = configuration
    if not found:
        table.fail("configurations", 'needs at least one, like ["sat", "cp"]')
    return found


Values = list[list[Sequence[int | str]]]  # alternatives, each with the values of every parameter


def instances(table: TomlTable, key: str) -> tuple[tuple[str, ...], Values]:
    """The names of the puzzle's parameters, and their values in the file."""
    name = table.text("puzzle")
    try:
        puzzle = models.find(name)
    except BadInput as error:
        table.fail("puzzle", str(error))
    names = tuple(parameter.name for parameter in puzzle.parameters)
    alternatives = _alternatives(table, key, names)
    for columns in alternatives:
        _check(table, key, puzzle, columns)
    return names, alternatives


def unchecked_instances(
    table: TomlTable, key: str, known: Mapping[str, Sequence[str]]
) -> tuple[tuple[str, ...], Values]:
    """The same without loading the puzzle: the names of its parameters are `known`, or else taken from the file."""
    given = table.value(key, {}, _is_list_or_table, "a list")
    first = given if isinstance(given, dict) else next(iter(given), ())
    unnamed = [str(name) for name in first] if isinstance(first, dict | list) else []
    names = tuple(known.get(table.text("puzzle"), unnamed))
    return names, _alternatives(table, key, names)


def _alternatives(table: TomlTable, key: str, names: Sequence[str]) -> Values:
    given = table.value(key, {}, _is_list_or_table, "a list")
    if isinstance(given, list):
        return [_columns(table, key, each, names) for each in given]
    takes = f"({table.text('puzzle')} takes: {', '.join(names) or 'none'})"
    for name in given:
        if name not in names:
            table.fail(key, f"{name}: no such parameter {takes}{did_you_mean(name, names)}")
    for name in names:
        if name not in given:
            table.fail(key, f"{name}: is missing {takes}")
    return [[_values(table, key, given[name]) for name in names]]


def _columns(table: TomlTable, key: str, given: object, names: Sequence[str]) -> list[Sequence[int | str]]:
    if not isinstance(given, list) or len(given) != len(names):
        table.fail(key, f"each must be a list of {len(names)} ({', '.join(names)}) (got {given!r})")
    return [_values(table, key, value) for value in given]


def _values(table: TomlTable, key: str, given: object) -> Sequence[int | str]:
    if isinstance(given, str) and (found := RANGE.fullmatch(given)):
        return range(int(found[1]), int(found[2]) + 1, int(found[3] or 1) or 1)
    values: list[Any] = given if isinstance(given, list) else [given]
    if not all(_is_integer(value) or _is_text(value) for value in values):
        table.fail(key, f"must be integers, texts, lists of them or a range like '4..12' (got {given!r})")
    return values


def _check(table: TomlTable, key: str, puzzle: Puzzle, columns: Sequence[Sequence[int | str]]) -> None:
    """Of a range only the ends: it may have a billion members, and all lie between the ends."""
    for parameter, values in zip(puzzle.parameters, columns, strict=True):
        for value in [values[0], values[-1]] if isinstance(values, range) and values else values:
            try:
                parameter.parse(puzzle.name, str(value))
            except BadInput as error:
                table.fail(key, str(error))
