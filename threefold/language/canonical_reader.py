"""Reads the canonical text of a spec: what `canonical.lines` prints, and nothing else."""

import json
import re
from collections.abc import Sequence
from itertools import chain, zip_longest

from threefold.errors import SpecError
from threefold.language import constraints
from threefold.language.canonical import AMOUNTS, COMPARISONS, lines
from threefold.language.constraints import Constraint
from threefold.language.family import Family
from threefold.language.group import Group
from threefold.language.spec import Spec
from threefold.language.terms import Domain, Literal, Sum, Variable
from threefold.language.units import is_unit

_COMPARATORS = {word: comparator for comparator, word in AMOUNTS.items()}
_POLARITIES = {sign: key for key, sign in COMPARISONS.items()}
MOST_LISTED = 1 << 24  # values of a domain with holes: a longer list would need gigabytes
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_VARIABLE = rf"(?![0-9])(?:\w|[^\x00-\x7f])+(?:\[(?:{_QUOTED}|[-0-9,])*\])?"
_PART = re.compile(rf"{_QUOTED}|-?[0-9]+")
_WORD = re.compile(rf'(?:{_QUOTED}|[^\s"])+')
_LITERAL = re.compile(rf"({_VARIABLE})(==|!=|<=|>)(-?[0-9]+)")
_SUMMAND = re.compile(rf"([+-]?)(?:([0-9]+)\*)?({_VARIABLE})|([+-]?[0-9]+)")


def parse(text: str) -> Spec:
    """The spec of this text; SpecError with the line's number where it is not the canonical text of a spec."""
    parser, written = _Parser(), text.split("\n")
    for number, line in enumerate(written, 1):
        try:
            parser.line(_WORD.findall(line))
        except (SpecError, ValueError) as error:
            raise SpecError(f"line {number}: {error}") from None
    printed = [*lines(parser.spec), ""]
    for number, (found, wanted) in enumerate(zip_longest(written, printed, fillvalue="the end of the text"), 1):
        if found != wanted:
            raise SpecError(f"line {number}: {wanted[:120]!r} was expected (got {found[:120]!r})")
    return parser.spec


class _Parser:
    """Reads line after line into a spec. `parse` checks the order of the lines and their layout: it prints the spec."""

    def __init__(self) -> None:
        self.spec = Spec("")
        self.variables: dict[str, Variable] = {}
        self.domains: dict[str, Domain] = {}
        self.family: Family | None = None
        self.group: Group | None = None

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
            case ["minimize", name]:
                self.spec.minimize(self._named(name))
            case ["maximize", name]:
                self.spec.maximize(self._named(name))
            case [] | ["end"] | ["threefold", "spec", _]:
                pass
            case _ if self.group:
                self.group.add(self._constraint(words))
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

    def _constraint(self, words: Sequence[str]) -> Constraint:
        match words:
            case ["clause", *literals]:
                return constraints.Clause([*map(self._literal, literals)])
            case ["atmost" | "exactly" | "atleast" as amount, bound, *literals]:
                return constraints.Cardinality([*map(self._literal, literals)], _COMPARATORS[amount], _integer(bound))
            case ["alldifferent", *terms]:
                return constraints.AllDifferent([*map(self._unit, terms)])
            case ["linear", left, comparator, bound]:
                return constraints.Linear(self._sum(left), comparator, _integer(bound))
            case ["table", *rest] if ":" in rest:
                colon = rest.index(":")
                rows = ([_integer(value) for value in _PART.findall(row)] for row in rest[colon + 1 :])
                return constraints.Table([*map(self._unit, rest[:colon])], rows)
            case ["element", index, result, *array]:
                return constraints.Element(self._unit(index), [*map(self._unit, array)], self._unit(result))
            case ["circuit", *terms]:
                return constraints.Circuit([*map(self._unit, terms)])
            case ["implies", literal, *rest] if rest[:1] != ["implies"]:
                inner = self._constraint(rest)
                if not isinstance(inner, constraints.Conditional):
                    raise SpecError(f"no {rest[0]} can be half-reified")
                return constraints.Implies(self._literal(literal), inner)
        raise SpecError(f"{' '.join(words)[:120]!r} is not understood")

    def _literal(self, word: str) -> Literal:
        match = _LITERAL.fullmatch(word)
        if match is None:
            raise SpecError(f"not a literal: {word[:120]!r}")
        comparator, positive = _POLARITIES[match[2]]
        return Literal(self._named(match[1]), comparator, _integer(match[3]), positive)

    def _sum(self, word: str) -> Sum:
        terms, constant = [], 0
        for sign, factor, name, number in _SUMMAND.findall(word):
            if name:
                terms.append((_integer(f"{sign}{factor or 1}"), self._named(name)))
            else:
                constant += _integer(number)
        return Sum(tuple(terms), constant)

    def _unit(self, word: str) -> Sum:
        term = self._sum(word)
        if not is_unit(term):
            raise SpecError(f"term {term} must have the form x + c, -x + c or c")
        return term

    def _named(self, name: str) -> Variable:
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
