"""The canonical text of a spec: complete, the same for the same spec, one fact a line. Its SHA-256 identifies the spec.

    threefold spec 1
    name "pairs"
    parameter "n" 2
    family x integer "domain of x"
    variable x[1] 0..3,7
    variable x["a"] 0..3
    group "apart"
    linear x[1]-2*x["a"] != 0
    end

A text is quoted as in JSON, in ASCII: no name can look like another line, and `x[1]` and `x["1"]` are two variables. `parse`
accepts what `lines` prints and nothing else: a spec has one text, and a text one spec. The grammar is in docs/language.md.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, count, groupby, zip_longest
from typing import assert_never

from threefold.errors import SpecError
from threefold.language import constraints
from threefold.language.constraints import Constraint
from threefold.language.family import Family
from threefold.language.group import Group
from threefold.language.spec import Spec
from threefold.language.terms import Domain, Literal, Sum, Variable
from threefold.language.units import Unit, is_unit

HEADING = "threefold spec 1"
AMOUNTS = {"<=": "atmost", "==": "exactly", ">=": "atleast"}
COMPARISONS = {("==", True): "==", ("==", False): "!=", ("<=", True): "<=", ("<=", False): ">"}
_COMPARATORS = {word: comparator for comparator, word in AMOUNTS.items()}
_POLARITIES = {sign: key for key, sign in COMPARISONS.items()}
MOST_LISTED = 1 << 24  # values of a domain with holes: a longer list would need gigabytes
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_VARIABLE = rf"(?![0-9])(?:\w|[^\x00-\x7f])+(?:\[(?:{_QUOTED}|[-0-9,])*\])?"
_PART = re.compile(rf"{_QUOTED}|-?[0-9]+")
_WORD = re.compile(rf'(?:{_QUOTED}|[^\s"])+')
_LITERAL = re.compile(rf"({_VARIABLE})(==|!=|<=|>)(-?[0-9]+)")
_SUMMAND = re.compile(rf"([+-]?)(?:([0-9]+)\*)?({_VARIABLE})|([+-]?[0-9]+)")


def render(spec: Spec) -> str:
    return "".join(f"{line}\n" for line in lines(spec))


def digest(spec: Spec) -> str:
    """The SHA-256 of the text, in hexadecimal."""
    hashed = sha256()
    for line in lines(spec):
        hashed.update(f"{line}\n".encode())
    return hashed.hexdigest()


def lines(spec: Spec) -> Iterator[str]:
    """The text, line by line: a large one need not be held."""
    yield HEADING
    yield f"name {_quoted(spec.name)}"
    for name, value in spec.parameters.items():
        yield f"parameter {_quoted(name)} {_quoted(value)}"
    for family in spec.families.values():
        kind = ("boolean" if family.boolean else "integer") + (
            " hidden" if family.hidden else " derived" * family.derived
        )
        yield f"family {family.name} {kind} {_quoted(family.meaning)}"
        for x in family.variables:
            yield f"variable {_name(x)} {_domain(x.domain)}"
    printer = Printer([_name(x) for x in spec.variables])
    for group in spec.groups.values():
        yield f"group {_quoted(group.name)}"
        yield from map(printer.constraint, group.constraints)
    if spec.objective:
        yield f"{spec.objective.sense} {_name(spec.objective.variable)}"
    yield "end"


def _quoted(value: object) -> str:
    """An integer as it is, anything else as a text."""
    return str(int(value)) if isinstance(value, int) else json.dumps(str(value))


def _name(x: Variable) -> str:
    return f"{x.family}[{','.join(map(_quoted, x.index))}]" if x.index else x.family


def _domain(values: Domain) -> str:
    """Its ranges without holes: `0..3,7`."""
    place = count()
    runs = [values] if isinstance(values, range) else [[*run] for _, run in groupby(values, lambda v: v - next(place))]
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}..{run[-1]}" for run in runs)


class Printer:
    def __init__(self, names: Mapping[int, str] | Sequence[str]) -> None:
        self.names = names  # by position

    def constraint(self, constraint: Constraint) -> str:
        match constraint:
            case constraints.Clause(literals=literals):
                return " ".join(["clause", *map(self._literal, literals)])
            case constraints.Cardinality(literals=literals, comparator=comparator, bound=bound):
                return " ".join([AMOUNTS[comparator], str(bound), *map(self._literal, literals)])
            case constraints.AllDifferent(units=units):
                return " ".join(["alldifferent", *map(self._unit, units)])
            case constraints.Linear(terms=terms, comparator=comparator, bound=bound):
                return f"linear {self._sum(terms, 0)} {comparator} {bound}"
            case constraints.Table(units=units, rows=rows):
                shown = (f"({','.join(map(str, row))})" for row in rows)
                return " ".join(["table", *map(self._unit, units), ":", *shown])
            case constraints.Element(units=(index, array, result)):
                return " ".join(["element", *map(self._unit, (index, result, *array))])
            case constraints.Circuit(units=units):
                return " ".join(["circuit", *map(self._unit, units)])
            case constraints.Implies(condition=condition, constraint=inner):
                return f"implies {self._literal(condition)} {self.constraint(inner)}"
            case _:
                assert_never(constraint)

    def _literal(self, literal: Literal) -> str:
        comparison = COMPARISONS[literal.comparator, literal.positive]
        return f"{self.names[literal.variable.position]}{comparison}{literal.value:d}"

    def _unit(self, unit: Unit) -> str:
        return self._sum([] if unit.variable is None else [(unit.sign, unit.variable)], unit.offset)

    def _sum(self, terms: Sequence[tuple[int, Variable]], constant: int) -> str:
        text = "".join(
            f"{'-' if a < 0 else '+'}{'' if abs(a) == 1 else f'{abs(a)}*'}{self.names[x.position]}" for a, x in terms
        )
        return (text + (f"{constant:+}" if constant or not text else "")).removeprefix("+")


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
