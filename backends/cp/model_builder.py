"""The CP-SAT model under construction: variables, constraints with their group, and literals and integers made on demand.

The model is text of CpModelProto and lists of literals: lowering needs no solver package, and the export is what is solved.

    IntegerModelBuilder   one CP-SAT integer; `x == v`, `x <= v` are Booleans made on demand
    BooleanModelBuilder   one Boolean per `x == v`, exactly one of them true; `x <= v` and a linked integer are made on demand

What is made on demand is defined in both directions: CP-SAT enumerates every variable, and a Boolean that is only implied
would repeat solutions. A *reference* is CP-SAT's own: `i` for variable i, `-i - 1` for its negation.
"""

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from threefold.backends.backend import Refused
from threefold.backends.listing import Sources
from threefold.backends.variable_maps import Direct, DirectView, Native, direct_views
from threefold.language import Assignment, Literal, Spec, Variable
from threefold.language.terms import Domain
from threefold.language.units import Unit

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
EITHER, NO = range(2), range(1)  # domains of a Boolean
Meaning = Variable | Literal | str  # of a model's variable; a text names one that no variable of the spec alone decides
LEAST, GREATEST = -(2**63), 2**63 - 1  # CP-SAT's unbounded sides
Fields = str | Sequence[int]
Terms = tuple[list[int], list[int]]  # coefficients, and the indices of their variables: no object per term


@dataclass(frozen=True)
class ModelVariable:
    """Objects for the spec's own are made only for an export or `accepts`: a board of 400 queens has 160,000."""

    meaning: Meaning
    domain: Domain

    def fixed(self, assignment: Assignment) -> Domain:
        """Its value by its meaning; its whole domain where that depends on derived variables.

        What was made on demand is fixed, too: a wrong definition is then found in the domain's group, to which it belongs.
        """
        match self.meaning:
            case Literal(variable=x) if not x.derived:
                return (int(self.meaning.holds(assignment)),)
            case Variable(derived=False, position=position):
                return (assignment[position],)
        return self.domain

    def text(self) -> str:
        return f"variables {{ name: {quoted(str(self.meaning))} domain: {intervals(self.domain)} }}\n"


class ModelConstraint(NamedTuple):
    """A constraint of the model, its group, and how many variables it mentions.

    Its fields are text, or references where they are literals alone: there may be millions, in a range or an array.
    A named tuple, because it is made faster than a frozen dataclass.
    """

    group: str
    kind: str
    fields: Fields
    mentions: int
    condition: Sequence[int] = ()

    @property
    def body(self) -> str:
        enforced = f"enforcement_literal: {list(self.condition)} " if self.condition else ""
        fields = self.fields if isinstance(self.fields, str) else f"literals: {list(self.fields)}"
        return f"{enforced}{self.kind} {{ {fields} }}"

    def text(self, source: str = "") -> str:
        """`source`: the written constraint that it is a part of."""
        name = f"{self.group}: {source}" if source else self.group
        return f"constraints {{ name: {quoted(name)} {self.body} }}\n"


class ModelBuilder:  # not an ABC: isinstance would be slow, and is asked for every constraint
    def __init__(self, views: list[DirectView], own: int) -> None:
        self.views, self.own = views, own  # the first `own` variables are the spec's
        self.made: list[ModelVariable] = []  # on demand; they follow
        self.constraints: list[ModelConstraint] = []
        self.group, self.sources = "", Sources()  # by the places of the constraints
        self._known: dict[tuple[Variable, str, int] | Variable | None, int] = {}

    def add(
        self, kind: str, fields: Fields, mentions: int, condition: Sequence[int] = (), group: str | None = None
    ) -> None:
        """A constraint of the current group (or of `group`) that holds where every reference of the condition is true."""
        mentions += len(condition)
        self.constraints.append(ModelConstraint(group or self.group, kind, fields, mentions, condition))

    def linear(
        self, terms: Terms, domain: Sequence[int], condition: Sequence[int] = (), group: str | None = None
    ) -> None:
        """`sum of coefficient·variable` lies in the domain, a flat list of intervals."""
        coefficients, variables = terms
        self._refuse_large([*coefficients, *domain])
        fields = f"vars: {variables} coeffs: {coefficients} domain: {list(domain)}"
        self.add("linear", fields, len(variables), condition, group)

    def variable(self, meaning: Meaning, domain: Domain) -> int:
        self.made.append(ModelVariable(meaning, domain))
        return self.own + len(self.made) - 1

    def literal(self, literal: Literal | bool) -> int:
        """A reference that is true exactly where the literal is."""
        if isinstance(literal, bool):
            return self._true() if literal else negated(self._true())
        atom = _atom(literal)
        reference = self.literal(atom) if isinstance(atom, bool) else self.atom(literal.variable, *atom)
        return reference if literal.positive else negated(reference)

    def expressions(self, units: Sequence[Unit]) -> list[str]:
        """Each `±x + c` as a LinearExpressionProto, without its braces."""
        self._refuse_large([unit.offset for unit in units])
        return [
            f"offset: {offset}" if x is None else f"vars: {self.integer(x)} coeffs: {sign} offset: {offset}"
            for sign, x, offset in units
        ]

    def _refuse_large(self, numbers: Sequence[int]) -> None:
        if min(numbers, default=0) < LEAST or max(numbers, default=0) > GREATEST:
            raise Refused(f"'{self.group}': a number has more than the 64 bits of CP-SAT's integers")

    @abstractmethod
    def atom(self, x: Variable, comparator: str, value: int) -> int:
        """The reference of `x == value` or `x <= value`, where the domain alone does not decide it."""

    @abstractmethod
    def integer(self, x: Variable) -> int:
        """The variable of the model that has the value of x."""

    @abstractmethod
    def weighted(self, terms: Iterable[tuple[int, Variable]]) -> Terms:
        """`sum of coefficient·x` over the model's variables."""

    def _true(self) -> int:
        if None not in self._known:
            self._known[None] = self.variable("true", range(1, 2))
        return self._known[None]


class IntegerModelBuilder(ModelBuilder):
    def __init__(self, spec: Spec) -> None:
        super().__init__([Native(x.position) for x in spec.variables], len(spec.variables))

    def atom(self, x: Variable, comparator: str, value: int) -> int:
        if x.domain == range(2):  # x is the literal itself
            return x.position if value == 1 else negated(x.position)
        key = (x, comparator, value)
        if key not in self._known:
            literal = Literal(x, comparator, value)
            made = self._known[key] = self.variable(literal, EITHER)
            self.restrict(literal, [made], x.domain_group)
            self.restrict(~literal, [negated(made)], x.domain_group)
        return self._known[key]

    def restrict(self, literal: Literal, condition: Sequence[int], group: str | None = None) -> None:
        """Enforce the literal by a smaller domain of its variable, without a Boolean."""
        x, equal = literal.variable, literal.comparator == "=="
        value = min(max(literal.value, x.domain[0] - 1), x.domain[-1] + 1)  # no larger number than needed
        if literal.positive:
            domain = [value if equal else LEAST, value]
        else:
            domain = [LEAST, value - 1, value + 1, GREATEST] if equal else [value + 1, GREATEST]
        self.linear(([1], [x.position]), domain, condition, group)

    def integer(self, x: Variable) -> int:
        return x.position

    def weighted(self, terms: Iterable[tuple[int, Variable]]) -> Terms:
        listed = list(terms)
        return [coefficient for coefficient, _ in listed], [x.position for _, x in listed]


class BooleanModelBuilder(ModelBuilder):
    def __init__(self, spec: Spec) -> None:
        super().__init__(*direct_views(spec, 0))
        for x, view in zip(spec.variables, self.views, strict=True):
            if isinstance(view, Direct):
                self.add("exactly_one", view.numbers, len(view.numbers), group=x.domain_group)

    def atom(self, x: Variable, comparator: str, value: int) -> int:
        view = self.views[x.position]
        if isinstance(view, Native):
            return view.first if value == 1 else negated(view.first)
        if comparator == "==":
            return view.index(value)
        key = (x, comparator, value)
        if key not in self._known:
            made = self._known[key] = self.variable(Literal(x, comparator, value), EITHER)
            below = list(range(view.first, view.index(value) + 1))
            self.linear(([1] * len(below) + [-1], [*below, made]), [0, 0], group=x.domain_group)
        return self._known[key]

    def integer(self, x: Variable) -> int:
        view = self.views[x.position]
        if isinstance(view, Native):
            return view.first
        if x not in self._known:
            made = self._known[x] = self.variable(x, x.domain)
            coefficients, variables = self.weighted([(1, x)])
            self.linear(([*coefficients, -1], [*variables, made]), [0, 0], group=x.domain_group)
        return self._known[x]

    def literals(self, unit: Unit) -> tuple[Sequence[int], Sequence[int]]:
        """The values of the unit, and the reference of each."""
        if unit.variable is None:
            return (unit.offset,), (self._true(),)
        view = self.views[unit.variable.position]
        references = (negated(view.first), view.first) if isinstance(view, Native) else view.numbers
        return unit.values(), references

    def weighted(self, terms: Iterable[tuple[int, Variable]]) -> Terms:
        coefficients: list[int] = []
        variables: list[int] = []
        for coefficient, x in terms:
            view = self.views[x.position]
            coefficients += [coefficient * value for value in view.values if value]
            variables += [index for index, value in enumerate(view.values, view.first) if value]
        return coefficients, variables


def negated(reference: int) -> int:
    return -reference - 1


def _atom(literal: Literal) -> tuple[str, int] | bool:
    """The literal without its sign: decided by the domain, or `== v` where it is equivalent, or `<= v` with v in the domain."""
    domain, value = literal.variable.domain, literal.value
    if literal.comparator == "==":
        return ("==", value) if value in domain else False
    if value < domain[0] or value >= domain[-1]:
        return value >= domain[-1]
    value = domain[bisect_right(domain, value) - 1]
    return ("==", value) if value == domain[0] else ("<=", value)


def quoted(name: str) -> str:
    """A string of the text format. (Importing json for it would cost every run.)"""
    return '"' + "".join(_ESCAPES.get(c) or (c if c >= " " else f"\\{ord(c):03o}") for c in name) + '"'


def intervals(domain: Domain) -> list[int]:
    """A domain as CP-SAT writes it, by the ends of its intervals: `-2 0 1 5` is `[-2, -2, 0, 1, 5, 5]`."""
    if isinstance(domain, range):
        return [domain[0], domain[-1]]
    ends = [end for left, right in pairwise(domain) if right != left + 1 for end in (left, right)]
    return [domain[0], *ends, domain[-1]]
