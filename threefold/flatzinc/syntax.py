"""The text of a FlatZinc file as declarations, constraints and a goal. The grammar is in MiniZinc's handbook, FlatZinc 1.6.

    var 1..8: x :: output_var;
    array [1..2] of var int: q :: output_array([1..2]) = [x, 3];
    constraint int_lin_le([1, 1], [x, y], 9) :: domain;
    solve satisfy;

A value is an integer, a Boolean, a text, a set of integers, a list of values, or a Name; a Call is an annotation or a constraint.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from threefold.errors import BadInput

_TOKEN = re.compile(
    r"""\s+|%[^\n]*
    |(?P<float>-?\d+\.\d+(?:[eE][-+]?\d+)?|-?\d+[eE][-+]?\d+)
    |(?P<int>-?0x[0-9a-fA-F]+|-?0o[0-7]+|-?\d+)
    |(?P<text>"[^"\n]*")
    |(?P<name>[A-Za-z_]\w*)
    |(?P<sign>::|\.\.|[][(){},:;=])""",
    re.VERBOSE | re.ASCII,
)


@dataclass(frozen=True)
class Name:
    text: str


@dataclass(frozen=True)
class Call:
    name: str
    arguments: tuple[object, ...] = ()


@dataclass(frozen=True)
class Declaration:
    """Of a variable, a parameter or an array of either. A domain of None has no bounds."""

    name: str
    kind: str  # "int" or "bool"
    variable: bool
    domain: range | tuple[int, ...] | None
    size: int | None  # of an array
    value: object  # None where it has none
    annotations: tuple[Call, ...]


@dataclass(frozen=True)
class Constraint:
    call: Call
    annotations: tuple[Call, ...]
    line: int


@dataclass
class Model:
    declarations: list[Declaration] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    goal: tuple[str, object] = ("satisfy", None)  # or minimize, maximize with a value


def parse(text: str) -> Model:
    """BadInput with the line where it is not FlatZinc."""
    return _Parser(text).model()


class _Parser:
    def __init__(self, text: str) -> None:
        self.line = 1
        self._tokens = self._read(text)
        self._next = next(self._tokens, ("end", ""))

    def _read(self, text: str) -> Iterator[tuple[str, str]]:
        place = 0
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                raise self._error(f"{text[place : place + 20]!r} is not understood")
            if match.lastgroup:
                yield match.lastgroup, match[0]
            self.line += match[0].count("\n")
            place = match.end()

    def _error(self, problem: str) -> BadInput:
        return BadInput(f"line {self.line}: {problem}")

    def _take(self) -> tuple[str, str]:
        taken, self._next = self._next, next(self._tokens, ("end", ""))
        return taken

    def _has(self, word: str) -> bool:
        if self._next[1] != word or self._next[0] == "text":
            return False
        self._take()
        return True

    def _expect(self, word: str) -> None:
        if not self._has(word):
            raise self._error(f"{word!r} was expected (got {self._next[1] or 'the end of the file'!r})")

    def _name(self) -> str:
        kind, word = self._take()
        if kind != "name":
            raise self._error(f"a name was expected (got {word!r})")
        return word

    def _integer(self) -> int:
        kind, word = self._take()
        if kind != "int":
            raise self._error(f"an integer was expected (got {word!r})")
        return int(word, 0) if "0x" in word or "0o" in word else int(word)

    def model(self) -> Model:
        model = Model()
        while self._next[0] != "end":
            line = self.line
            if self._has("predicate"):
                while not self._has(";"):
                    if self._take()[0] == "end":
                        raise self._error("';' was expected")
                continue
            if self._has("constraint"):
                call = self._call(self._name())
                model.constraints.append(Constraint(call, self._annotations(), line))
            elif self._has("solve"):
                self._annotations()
                goal = self._name()
                if goal not in ("satisfy", "minimize", "maximize"):
                    raise self._error(f"satisfy, minimize or maximize was expected (got {goal!r})")
                model.goal = goal, None if goal == "satisfy" else self._value()
            else:
                model.declarations.append(self._declaration())
            self._expect(";")
        return model

    def _declaration(self) -> Declaration:
        size = None
        if self._has("array"):
            self._expect("[")
            self._integer()
            self._expect("..")
            size = self._integer()
            self._expect("]")
            self._expect("of")
        variable = self._has("var")
        kind, domain = self._type()
        self._expect(":")
        name, annotations = self._name(), self._annotations()
        value = self._value() if self._has("=") else None
        return Declaration(name, kind, variable, domain, size, value, annotations)

    def _type(self) -> tuple[str, range | tuple[int, ...] | None]:
        if self._next[0] == "int" or self._next[1] == "{":
            return "int", self._set()
        if self._next[0] == "float":  # 0.0..1.0
            self._take()
            self._expect("..")
            self._take()
            return "float", None
        kind = self._name()
        if kind == "set":
            self._expect("of")
            inner, domain = self._type()
            return f"set of {inner}", domain
        if kind not in ("int", "bool", "float"):
            raise self._error(f"the type {kind!r} is unknown")
        return kind, None

    def _set(self) -> range | tuple[int, ...]:
        if self._has("{"):
            values = []
            while not self._has("}"):
                values.append(self._integer())
                self._has(",")
            return tuple(sorted(set(values)))
        low = self._integer()
        self._expect("..")
        return range(low, self._integer() + 1)

    def _annotations(self) -> tuple[Call, ...]:
        found = []
        while self._has("::"):
            found.append(self._call(self._name()))
        return tuple(found)

    def _call(self, name: str) -> Call:
        arguments: list[object] = []
        if self._has("("):
            while not self._has(")"):
                arguments.append(self._value())
                if self._next[1] != ")":
                    self._expect(",")
        return Call(name, tuple(arguments))

    def _value(self) -> object:
        kind, word = self._next
        if kind == "int":
            low = self._integer()
            return range(low, self._integer() + 1) if self._has("..") else low
        if word == "{":
            return self._set()
        if kind == "float":
            raise self._error("numbers with a point are not a part of the language")
        if self._has("["):
            items: list[object] = []
            while not self._has("]"):
                items.append(self._value())
                if self._next[1] != "]":
                    self._expect(",")
            return items
        self._take()
        if kind == "text":
            return word[1:-1]
        if kind != "name":
            raise self._error(f"a value was expected (got {word or 'the end of the file'!r})")
        if word in ("true", "false"):
            return word == "true"
        return self._call(word) if self._next[1] == "(" else Name(word)
