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

A text is quoted as in JSON, in ASCII: no name can look like another line, and `x[1]` and `x["1"]` are two variables. `parse` in
canonical_reader.py accepts what `lines` prints and nothing else: a spec has one text, and a text one spec. The grammar is in
docs/language.md.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count, groupby
from typing import assert_never

from threefold.language import constraints
from threefold.language.constraints import Constraint
from threefold.language.spec import Spec
from threefold.language.terms import Domain, Literal, Variable
from threefold.language.units import Unit

HEADING = "threefold spec 1"
AMOUNTS = {"<=": "atmost", "==": "exactly", ">=": "atleast"}
COMPARISONS = {("==", True): "==", ("==", False): "!=", ("<=", True): "<=", ("<=", False): ">"}


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


def by_position(constraint: Constraint) -> str:
    """Complete, with the positions of the variables in place of their names."""
    return Printer(_Positions()).constraint(constraint)


class _Positions(dict[int, str]):
    def __missing__(self, position: int) -> str:
        return f"x{position}"


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
