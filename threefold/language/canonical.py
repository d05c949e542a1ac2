"""The canonical text of a spec: what was written, complete, one fact a line. Its SHA-256 identifies the spec.

    threefold spec 2
    name "pairs"
    parameter "n" 2
    family x integer "domain of x"
    variable x[1] 0..3,7
    variable x["a"] 0..3
    group "apart"
    $1 absolute x[1]-2*x["a"]
    linear $1 != 0
    end

A function or a constraint inside another one has a line of its own before it, once, and is named by its number: `$1` is its
value, or whether it holds, and `~$1` that it does not. So no line is long, and no depth is too large. A text is quoted as in
JSON, in ASCII: no name can look like another line, and `x[1]` and `x["1"]` are two variables. `parse` in canonical_reader.py
accepts what `lines` prints and nothing else: a spec has one text, and a text one spec. The grammar is in docs/language.md.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count, groupby
from typing import Any

from threefold.language.constraints.truth_of import TruthOf
from threefold.language.functions import Function
from threefold.language.node import Kind
from threefold.language.numbering import Node, Numbering, children
from threefold.language.spec import Spec
from threefold.language.terms import Domain, Sum, Variable
from threefold.language.truth import Literal

HEADING = "threefold spec 2"
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
        for constraint in group.constraints:
            yield from printer.statement(constraint)
    if spec.objective:
        yield from printer.inside([x for _, x in spec.objective.term.terms])
        yield f"{spec.objective.sense} {printer.sum(spec.objective.term)}"
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
        self._numbering = Numbering()
        self._references: dict[int, int] = {}  # of the nodes that are printed, by their number
        self._seen = 0

    def statement(self, constraint: Kind) -> Iterator[str]:
        """The lines of what stands in it and is not printed yet, then its own."""
        yield from self.inside(children(constraint))
        yield self._line(constraint)

    def inside(self, nodes: Sequence[Node | Variable]) -> Iterator[str]:
        for each in nodes:
            if isinstance(each, Node):
                self._numbering.number(each)
        for number, node in enumerate(self._numbering.nodes[self._seen :], self._seen):
            if not isinstance(node, TruthOf):
                self._references[number] = len(self._references) + 1
                yield f"${self._references[number]} {self._line(node)}"
        self._seen = len(self._numbering.nodes)

    def _line(self, node: Node) -> str:
        return " ".join([word_of(type(node)), *map(self._argument, node.arguments)])

    def _argument(self, argument: Any) -> str:
        match argument:
            case Sum():
                return self.sum(argument)
            case Literal():
                return self._literal(argument)
            case Kind():
                return self._reference(argument)
            case bool():
                return str(argument).lower()
            case tuple():
                return " ".join(["(", *map(self._argument, argument), ")"])
            case _:
                return str(argument)

    def _reference(self, node: Node) -> str:
        """A constraint in place of its truth value."""
        return f"${self._references[self._numbering.number(node.item if isinstance(node, TruthOf) else node)]}"

    def _literal(self, literal: Literal) -> str:
        x = literal.variable
        if isinstance(x, Function):
            return f"{'' if literal.positive else '~'}{self._reference(x)}"
        return f"{self.names[x.position]}{COMPARISONS[literal.comparator, literal.positive]}{literal.value:d}"

    def sum(self, term: Sum) -> str:
        text = "".join(
            f"{'-' if a < 0 else '+'}{'' if abs(a) == 1 else f'{abs(a)}*'}{self._named(x)}" for a, x in term.terms
        )
        return (text + (f"{term.constant:+}" if term.constant or not text else "")).removeprefix("+")

    def _named(self, x: Variable) -> str:
        return self._reference(x) if isinstance(x, Function) else self.names[x.position]


def word_of(kind: type[Node]) -> str:
    return kind.__name__.lower()
