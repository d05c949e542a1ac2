"""Reads the canonical text of a spec: what `canonical.lines` prints, and nothing else."""

import json
import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from itertools import chain, zip_longest
from pkgutil import iter_modules
from typing import Any

from threefold.errors import SpecError
from threefold.language import constraints
from threefold.language.canonical import COMPARISONS, lines, word_of
from threefold.language.constraints.truth_of import TruthOf
from threefold.language.family import Family
from threefold.language.functions import Function
from threefold.language.group import Group
from threefold.language.node import Kind
from threefold.language.numbering import Node, Numbering
from threefold.language.spec import Spec
from threefold.language.terms import Domain, Literal, Sum, Variable, as_sum

_POLARITIES = {sign: key for key, sign in COMPARISONS.items()}
MOST_LISTED = 1 << 24  # values of a domain with holes: a longer list would need gigabytes
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_VARIABLE = rf"(?![0-9])(?:\w|[^\x00-\x7f])+(?:\[(?:{_QUOTED}|[-0-9,])*\])?"
_PART = re.compile(rf"{_QUOTED}|-?[0-9]+")
_WORD = re.compile(rf'(?:{_QUOTED}|[^\s"])+')
_LITERAL = re.compile(rf"({_VARIABLE})(==|!=|<=|>)(-?[0-9]+)")
_SUMMAND = re.compile(rf"([+-]?)(?:([0-9]+)\*)?({_VARIABLE}|\$[0-9]+)|([+-]?[0-9]+)")
_NUMBER = re.compile("-?[0-9]+")
_SIGNS = ("<=", "==", ">=", "!=")
OLD = "threefold spec 1"
DEEPEST = 3  # lists inside each other: the rows of a table are lists in a list of the line


def parse(text: str) -> Spec:
    """The spec of this text; SpecError with the line's number where it is not the canonical text of a spec."""
    if text.startswith(f"{OLD}\n"):
        raise SpecError(f"line 1: {OLD!r} was written by an earlier version of Threefold: make it again")
    written = text.split("\n")
    spec = read(text)
    for number, (found, wanted) in enumerate(
        zip_longest(written, [*lines(spec), ""], fillvalue="the end of the text"), 1
    ):
        if found != wanted:
            raise SpecError(f"line {number}: {wanted[:120]!r} was expected (got {found[:120]!r})")
    return spec


def check_classes(spec: Spec) -> None:
    """A class of one's own has no words in a text."""
    numbering, checked = Numbering(), 0
    for posted in spec.posted:
        numbering.number(posted.constraint)
        for node in numbering.nodes[checked:]:
            if type(node) not in node_classes():
                kind = f"{type(node).__name__} is no class of threefold.language, so another process cannot read it"
                raise SpecError(
                    f"{spec.name}: group '{posted.group}': {posted.constraint}: {kind}; put it into a puzzle file"
                )
        checked = len(numbering.nodes)


def unpickled(text: str, parameters: dict[str, Any]) -> Spec:
    """A spec that was pickled, with parameters of any type."""
    spec = read(text)
    spec.parameters = parameters
    return spec


def read(text: str) -> Spec:
    """In any layout, and with any numbers of nodes: `parse` is for texts that were printed."""
    parser = _Parser()
    for number, line in enumerate(text.split("\n"), 1):
        try:
            parser.line(_WORD.findall(line))
        except (SpecError, ValueError) as error:
            raise SpecError(f"line {number}: {error}") from None
    return parser.spec


class _Parser:
    """Reads line after line into a spec. `parse` checks the order of the lines and their layout: it prints the spec."""

    def __init__(self) -> None:
        self.spec = Spec("")
        self.variables: dict[str, Variable] = {}
        self.domains: dict[str, Domain] = {}
        self.family: Family | None = None
        self.group: Group | None = None
        self.nodes: dict[str, Node] = {}  # by reference
        self.truths: dict[str, TruthOf] = {}

    def line(self, words: list[str]) -> None:
        match words:
            case ["name", name]:
                self.spec.name = str(_value(name))
            case ["parameter", name, value]:
                self.spec.parameters[str(_value(name))] = _value(value)
            case ["family", name, ("integer" | "boolean") as kind, *role, meaning]:
                flags = {"boolean": kind == "boolean", "derived": role == ["derived"], "hidden": role == ["hidden"]}
                self.family = self.spec.declare(name, **flags, meaning=str(_value(meaning)))
            case ["variable", name, domain] if self.family is not None:
                index = tuple(map(_value, _PART.findall(name.partition("[")[2])))
                self.spec.include(self.family, index, self._domain(self.family, domain))
                self.variables[name] = self.spec.variables[-1]
            case ["group", name]:
                self.group = self.spec.group(str(_value(name)))
            case ["minimize", term]:
                self.spec.minimize(self._sum(term))
            case ["maximize", term]:
                self.spec.maximize(self._sum(term))
            case [] | ["end"] | ["threefold", "spec", _]:
                pass
            case [reference, *rest] if reference.startswith("$"):
                self.nodes[reference] = self._node(rest)
            case _ if self.group:
                node = self._node(words)
                if not isinstance(node, Kind):
                    raise SpecError(f"{words[0]!r} is a term, and no constraint")
                self.group.add(node)
            case _:
                raise SpecError(f"{' '.join(words)[:120]!r} is not understood")

    def _domain(self, family: Family, text: str) -> Domain:
        if text not in self.domains:
            ends = [(_integer(run[0]), _integer(run[-1])) for run in (part.split("..") for part in text.split(","))]
            runs = [range(low, high + 1) for low, high in ends]
            if len(runs) > 1 and sum(high - low + 1 for low, high in ends) > MOST_LISTED:
                raise SpecError(f"a domain with holes has at most {MOST_LISTED:,} values")
            self.domains[text] = family.domain(runs[0] if len(runs) == 1 else chain(*runs))
        return self.domains[text]

    def _node(self, words: Sequence[str]) -> Node:
        kind = _kinds().get(words[0]) if words else None
        if kind is None:
            raise SpecError(f"{' '.join(words)[:120]!r} is not understood")
        found = self._arguments(words[1:])
        if len(found) != len(kind.fields):
            raise SpecError(f"{words[0]!r} has {len(kind.fields)} fields (got {len(found)})")
        named = zip(kind.fields, found, strict=True)
        read = _terms if issubclass(kind, Function) else _numbers
        try:
            return kind.of_arguments([each if name in kind.numbers else read(each) for name, each in named])
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # like a list in place of a term
            raise SpecError(f"{words[0]!r} has other fields (got {' '.join(words[1:])[:120]!r})") from None

    def _arguments(self, words: Sequence[str]) -> list[Any]:
        """Each word, or a list where a parenthesis opens."""
        stack: list[list[Any]] = [[]]
        for word in words:
            if word == "(" and len(stack) < DEEPEST:
                stack.append([])
            elif word == ")" and len(stack) > 1:
                inner = tuple(stack.pop())
                stack[-1].append(inner)
            else:
                stack[-1].append(self._word(word))
        if len(stack) > 1:
            raise SpecError("a parenthesis is not closed")
        return stack[0]

    def _word(self, word: str) -> Any:
        if word in _SIGNS:
            return word
        if word in ("true", "false"):
            return word == "true"
        if _NUMBER.fullmatch(word):
            return int(word)
        if (match := _LITERAL.fullmatch(word)) is not None:
            comparator, positive = _POLARITIES[match[2]]
            return Literal(self._named(match[1]), comparator, _integer(match[3]), positive)
        if isinstance(self.nodes.get(word.removeprefix("~")), Kind):
            return Literal(self._truth(word.removeprefix("~")), "==", 1, not word.startswith("~"))
        return self._sum(word)

    def _truth(self, reference: str) -> TruthOf:
        node = self.nodes[reference]
        assert isinstance(node, Kind), "asked by a caller that knows"
        return self.truths.setdefault(reference, TruthOf(node))

    def _sum(self, word: str) -> Sum:
        terms, constant, end = [], 0, 0
        for match in _SUMMAND.finditer(word):
            sign, factor, name, number = match.groups()
            if match.start() != end:
                break
            end = match.end()
            if name:
                terms.append((_integer(f"{sign}{factor or 1}"), self._named(name)))
            else:
                constant += _integer(number)
        if end != len(word):
            raise SpecError(f"neither a term nor a literal: {word[:120]!r}")
        return Sum(tuple(terms), constant)

    def _named(self, name: str) -> Variable:
        node = self.nodes.get(name)
        if node is not None:
            return node if isinstance(node, Function) else self._truth(name)
        if name not in self.variables:
            raise SpecError(f"there is no variable {name[:120]!r}")
        return self.variables[name]


def _value(word: str) -> int | str:
    try:
        return str(json.loads(word)) if word.startswith('"') else int(word)
    except ValueError:
        raise SpecError(f"neither an integer nor a text in quotes: {word[:120]!r}") from None


def _integer(word: str) -> int:
    return int(_value(word))


def _terms(argument: Any) -> Any:
    """What a function is about: a truth value `$1` is a term there."""
    match argument:
        case Literal():
            return as_sum(argument)
        case tuple():
            return tuple(map(_terms, argument))
        case _:
            return _numbers(argument)


def _numbers(argument: Any) -> Any:
    """A number as a constant term."""
    match argument:
        case bool():
            return argument
        case int():
            return Sum((), argument)
        case tuple():
            return tuple(map(_numbers, argument))
        case _:
            return argument


@cache
def node_classes() -> tuple[type[Node], ...]:
    """Every class of constraints/."""
    modules = [import_module(f"{constraints.__name__}.{each.name}") for each in iter_modules(constraints.__path__)]
    found = [each for module in modules for each in vars(module).values() if isinstance(each, type)]
    own = (
        each for each in found if issubclass(each, Kind | Function) and each.__module__.startswith(constraints.__name__)
    )
    return tuple(dict.fromkeys(each for each in own if not each.__name__.startswith("_")))


@cache
def _kinds() -> dict[str, type[Node]]:
    """By its word in a text; the truth value of a constraint is written as the constraint."""
    return {word_of(each): each for each in node_classes() if each is not TruthOf}
