"""The growing CP-SAT model: variables, constraints with their group, and literals and integers made on demand.

The model is written as the text form of CpModelProto, so that lowering needs no solver package (the usual `cp_model` module
imports pandas, 0.4 s) and the export is the very thing that is solved. Two encoders differ only in how an integer appears:

    IntegerEncoder   one CP-SAT integer;  `x == v`, `x <= v` are Booleans made on demand
    BooleanEncoder   one Boolean per `x == v`, exactly one of them true;  `x <= v` and a linked integer are made on demand

What is made on demand is defined in both directions: CP-SAT enumerates every variable, and a Boolean that is only implied
would report a solution once for each of its values. A *reference* is CP-SAT's own: `i` for variable i, `-i - 1` for its negation.
"""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from backends.views import Direct, DirectView, Native, direct_views
from language import Assignment, Literal, Spec, Variable
from language.spec import domain_group
from language.terms import Domain, Unit

LEAST, GREATEST = -(2**63), 2**63 - 1  # CP-SAT's unbounded sides
Meaning = Variable | Literal | None  # what a model's variable stands for in the spec; None is the constant true
Terms = Iterable[tuple[int, int]]  # (coefficient, index)


@dataclass(frozen=True)
class Column:
    """A variable of the model."""

    meaning: Meaning
    domain: Domain

    @property
    def decided(self) -> bool:
        """Do the decision variables settle its value?"""
        match self.meaning:
            case None:
                return False
            case Literal():
                return not self.meaning.variable.derived
            case Variable():
                return not self.meaning.derived

    def value(self, assignment: Assignment) -> int:
        """Its value by its meaning."""
        match self.meaning:
            case None:
                return 1
            case Literal():
                return int(self.meaning.holds(assignment))
            case Variable():
                return assignment[self.meaning.position]

    def text(self, domain: Domain) -> str:
        name = "true" if self.meaning is None else str(self.meaning)
        return f"variables {{ name: {quoted(name)} domain: {intervals(domain)} }}"


@dataclass(frozen=True)
class Lowered:
    """A constraint of the model, the group that it comes from, and how many variables it mentions."""

    group: str
    body: str
    mentions: int

    def text(self) -> str:
        return f"constraints {{ name: {quoted(self.group)} {self.body} }}"


class Encoder(ABC):
    views: list[DirectView]

    def __init__(self) -> None:
        self.columns: list[Column] = []
        self.constraints: list[Lowered] = []
        self.group = ""
        self._made: dict[tuple[Variable, str, int] | Variable | None, int] = {}

    def add(self, body: str, mentions: int, condition: Sequence[int] = (), group: str | None = None) -> None:
        """A constraint of the current group (or of `group`) that holds where every reference of the condition is true."""
        enforced = f"enforcement_literal: {list(condition)} " if condition else ""
        self.constraints.append(Lowered(group or self.group, enforced + body, mentions + len(condition)))

    def linear(
        self, terms: Terms, domain: Sequence[int], condition: Sequence[int] = (), group: str | None = None
    ) -> None:
        """`sum of coefficient·variable` lies in the domain, a flat list of intervals."""
        listed = list(terms)
        variables, coefficients = [index for _, index in listed], [coefficient for coefficient, _ in listed]
        body = f"linear {{ vars: {variables} coeffs: {coefficients} domain: {list(domain)} }}"
        self.add(body, len(listed), condition, group)

    def column(self, meaning: Meaning, domain: Domain) -> int:
        self.columns.append(Column(meaning, domain))
        return len(self.columns) - 1

    def literal(self, literal: Literal | bool) -> int:
        """The reference that is true exactly where the literal is."""
        if isinstance(literal, bool):
            return self._true() if literal else negated(self._true())
        atom = _atom(literal)
        reference = self.literal(atom) if isinstance(atom, bool) else self.atom(literal.variable, *atom)
        return reference if literal.positive else negated(reference)

    def expression(self, unit: Unit) -> str:
        """`±x + c` as a LinearExpressionProto, without its braces."""
        if unit.variable is None:
            return f"offset: {unit.offset}"
        return f"vars: {self.integer(unit.variable)} coeffs: {unit.sign} offset: {unit.offset}"

    @abstractmethod
    def atom(self, x: Variable, comparator: str, value: int) -> int:
        """The reference of `x == value` or `x <= value`, where neither is settled by the domain alone."""

    @abstractmethod
    def integer(self, x: Variable) -> int:
        """The variable of the model that has the value of x."""

    @abstractmethod
    def weighted(self, terms: Iterable[tuple[int, Variable]]) -> Terms:
        """`sum of coefficient·x` over the model's variables."""

    def _true(self) -> int:
        if None not in self._made:
            self._made[None] = self.column(None, range(1, 2))
        return self._made[None]


class IntegerEncoder(Encoder):
    def __init__(self, spec: Spec) -> None:
        super().__init__()
        self.views = [Native(self.column(x, x.domain)) for x in spec.variables]

    def atom(self, x: Variable, comparator: str, value: int) -> int:
        if x.domain == range(2):  # x is the literal itself
            return x.position if value == 1 else negated(x.position)
        key = (x, comparator, value)
        if key not in self._made:
            self._made[key] = self._define(x, comparator, value)
        return self._made[key]

    def _define(self, x: Variable, comparator: str, value: int) -> int:
        made = self.column(Literal(x, comparator, value), range(2))
        inside = [value if comparator == "==" else LEAST, value]
        outside = [LEAST, value - 1, value + 1, GREATEST] if comparator == "==" else [value + 1, GREATEST]
        self.linear([(1, x.position)], inside, [made], domain_group(x))
        self.linear([(1, x.position)], outside, [negated(made)], domain_group(x))
        return made

    def integer(self, x: Variable) -> int:
        return x.position

    def weighted(self, terms: Iterable[tuple[int, Variable]]) -> Terms:
        return [(coefficient, x.position) for coefficient, x in terms]


class BooleanEncoder(Encoder):
    def __init__(self, spec: Spec) -> None:
        super().__init__()
        self.views, _ = direct_views(spec, 0)
        for x in spec.variables:
            if x.boolean:
                self.column(x, x.domain)
                continue
            own = [self.column(Literal(x, "==", value), range(2)) for value in x.domain]
            self.add(f"exactly_one {{ literals: {own} }}", len(own), group=domain_group(x))

    def atom(self, x: Variable, comparator: str, value: int) -> int:
        view = self.views[x.position]
        if isinstance(view, Native):
            return view.index if value == 1 else negated(view.index)
        if comparator == "==":
            return view.index(value)
        key = (x, comparator, value)
        if key not in self._made:
            made = self._made[key] = self.column(Literal(x, comparator, value), range(2))
            below = [(1, view.index(v)) for v in x.domain if v <= value]
            self.linear([*below, (-1, made)], [0, 0], group=domain_group(x))
        return self._made[key]

    def integer(self, x: Variable) -> int:
        view = self.views[x.position]
        if isinstance(view, Native):
            return view.index
        if x not in self._made:
            made = self._made[x] = self.column(x, x.domain)
            self.linear([*_weights(1, view), (-1, made)], [0, 0], group=domain_group(x))
        return self._made[x]

    def weighted(self, terms: Iterable[tuple[int, Variable]]) -> Terms:
        return [weight for coefficient, x in terms for weight in _weights(coefficient, self.views[x.position])]


def negated(reference: int) -> int:
    return -reference - 1


def quoted(name: str) -> str:
    """A string of the text format. (The json module would do it too, and cost every run 3 ms.)"""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def intervals(domain: Domain) -> list[int]:
    """A domain as CP-SAT writes it: the ends of its intervals, `-2 0 1 5` as `[-2, -2, 0, 1, 5, 5]`."""
    if isinstance(domain, range):
        return [domain[0], domain[-1]]
    ends = [domain[0]]
    for left, right in pairwise(domain):
        if right != left + 1:
            ends += [left, right]
    return [*ends, domain[-1]]


def _weights(coefficient: int, view: DirectView) -> list[tuple[int, int]]:
    if isinstance(view, Direct):
        return [(coefficient * value, index) for index, value in enumerate(view.domain, view.first) if value]
    return [(coefficient, view.index)]


def _atom(literal: Literal) -> tuple[str, int] | bool:
    """The literal without its sign: settled by the domain, or `== v` where that says the same, or `<= v` with v in the domain."""
    domain, value = literal.variable.domain, literal.value
    if literal.comparator == "==":
        return ("==", value) if value in domain else False
    if value < domain[0] or value >= domain[-1]:
        return value >= domain[-1]
    value = domain[bisect_right(domain, value) - 1]
    return ("==", value) if value == domain[0] else ("<=", value)
