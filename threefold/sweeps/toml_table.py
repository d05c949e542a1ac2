"""A table of a TOML file: every value is checked, and a mistake is reported as `file:line: key: what is wrong`."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from threefold.errors import did_you_mean
from threefold.format import bytes_of
from threefold.guard.outcome import MOST_SECONDS
from threefold.language import BadInput

T = TypeVar("T")


@dataclass(frozen=True)
class Expected:
    """What a value must be."""

    name: str
    fits: Callable[[Any], object]


def integer(least: int, most: int) -> Expected:
    return Expected(f"an integer from {least} to {most:,}", lambda value: type(value) is int and least <= value <= most)


def list_of(name: str, fits: Callable[[Any], bool]) -> Expected:
    return Expected(f"a list of {name}", lambda value: isinstance(value, list) and all(map(fits, value)))


TEXT = Expected("a text", lambda value: isinstance(value, str))
TEXTS = list_of("texts", lambda value: isinstance(value, str))
SECONDS = Expected(
    f"a positive number of seconds, at most {MOST_SECONDS:,}",
    lambda value: type(value) in (int, float) and 0 < value <= MOST_SECONDS,
)
BOOLEAN = Expected("true or false", lambda value: isinstance(value, bool))
SIZE = Expected("a size from 1M to 1024T, like 512M or 2G", lambda value: isinstance(value, str) and bytes_of(value))


def repeated(values: Iterable[T]) -> list[T]:
    """What is there more than once."""
    return [value for value, times in Counter(values).items() if times > 1]


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

    def get(self, key: str, expected: Expected, default: object = None) -> Any:
        value = self.content.get(key, default)
        if value is None:
            self.fail(key, "is missing")
        if not expected.fits(value):
            self.fail(key, f"must be {expected.name} (got {value!r:.60})")
        return value
