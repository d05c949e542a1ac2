"""The constraints of a spec, its clauses and its 0/1 rows in one form, so that the same inference reads all three.

A Statement has a kind and parts. A part has a label, which says how it is written, and members: vectors of integers. The clause
`¬queen[1]=2 ∨ ¬queen[3]=4` has one part of two members, (1, 2) and (3, 4). Index parts that are texts are numbered as declared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import assert_never, cast

from threefold.backends.configuration import parse
from threefold.backends.ilp.lowering import lower as lower_to_rows
from threefold.backends.ilp.model import Model, Row
from threefold.backends.sat.lowering import lower as lower_to_clauses
from threefold.backends.sat.program import CnfProgram
from threefold.backends.variable_maps import View
from threefold.handouts.regions import Vector
from threefold.language import Literal, Spec, Variable, constraints
from threefold.language.constraints import Constraint
from threefold.language.flattening import flatten, is_simple
from threefold.language.mathematics import formula
from threefold.language.node import Kind
from threefold.language.terms import Sum
from threefold.language.units import Unit

MOST_LITERALS, MOST_CONSTRAINTS, MOST_CLAUSES = 2_000, 3_000, 20_000  # of a spec whose statements are read
AUXILIARY = "#"  # begins the name of an auxiliary variable
Named = dict[int, tuple[Variable, int | None]]
PAIRWISE = {"amo": "pairwise", "ints": "direct"}  # the encoding of the sheets


@dataclass(frozen=True, order=True)
class Label:
    """`form` says what the numbers after the index are: a value, an offset, a coefficient, or nothing."""

    form: str  # literal, term, scaled, column, number
    family: str = ""
    positive: bool = True
    role: str = ""  # a comparator, a side, or the place of a term


@dataclass(frozen=True)
class Part:
    label: Label
    members: tuple[Vector, ...]


@dataclass(frozen=True)
class Statement:
    kind: str
    parts: tuple[Part, ...]

    @classmethod
    def of(cls, kind: str, members: Iterable[tuple[Label, Vector]]) -> Statement:
        """Members of the same label form a part; the labels stay in order of appearance."""
        parts: dict[Label, list[Vector]] = {}
        for label, vector in members:
            parts.setdefault(label, []).append(vector)
        return cls(kind, tuple(Part(label, tuple(sorted(vectors))) for label, vectors in parts.items()))

    @property
    def labels(self) -> tuple[Label, ...]:
        return tuple(part.label for part in self.parts)

    @property
    def auxiliary(self) -> bool:
        """It has a variable that is not one of the spec."""
        return any(label.family.startswith(AUXILIARY) for label in self.labels)


@dataclass
class Reader:
    """The statements of one spec, by paradigm and group."""

    spec: Spec
    names: dict[tuple[str, int], list[str]] = field(init=False)  # the texts of an index, by family and place

    def __post_init__(self) -> None:
        self.names = {}
        for x in self.spec.variables:
            for place, part in enumerate(x.index):
                if isinstance(part, str):
                    known = self.names.setdefault((x.family, place), [])
                    if part not in known:
                        known.append(part)

    def is_small(self, *, in_clauses: bool) -> bool:
        """Its statements can be read one by one."""
        return is_readable(self.spec) and not (in_clauses and self.cnf.size.constraints > MOST_CLAUSES)

    @cached_property
    def cnf(self) -> CnfProgram:
        return lower_to_clauses(self.spec, parse("sat", PAIRWISE))

    @cached_property
    def rows(self) -> Model:
        return lower_to_rows(flatten(self.spec))

    def index(self, x: Variable) -> Vector:
        return tuple(
            part if isinstance(part, int) else self.names[x.family, place].index(part)
            for place, part in enumerate(x.index)
        )

    def posted(self) -> dict[str, list[Statement]]:
        """Those of the language, which CP solvers have too; the domains first."""
        found: dict[str, list[Statement]] = {}
        for x in self.spec.variables:
            if not x.boolean:
                found.setdefault(x.domain_group, []).append(self.domain(x))
        for posted in self.spec.posted:
            found.setdefault(posted.group, []).append(self._written(posted.constraint))
        return found

    def families(self) -> dict[str, list[Statement]]:
        """The domains of the variables, by family."""
        return {family.name: list(map(self.domain, family.variables)) for family in self.spec.families.values()}

    def numbers(self) -> dict[str, dict[Vector, int]]:
        """The numbers of the literals in the CNF, by family."""
        found: dict[str, dict[Vector, int]] = {}
        for number, (x, value) in _named(self.spec, self.cnf.projection.views).items():
            found.setdefault(x.family, {})[self._with(x, value)] = number
        return found

    def clauses(self) -> dict[str, list[Statement]]:
        named = _named(self.spec, self.cnf.projection.views)
        found: dict[str, list[Statement]] = {}
        for (group, _), store in self.cnf.stores.items():
            found.setdefault(group, []).extend(self._clause(clause, named) for clause in store)
        return found

    def linear_rows(self) -> dict[str, list[Statement]]:
        named = _named(self.spec, self.rows.views)
        found: dict[str, list[Statement]] = {}
        for row in self.rows.rows:
            found.setdefault(row.group, []).append(self._row(row, named))
        return found

    def domain(self, x: Variable) -> Statement:
        name = (Label("term", x.family, role="domain"), (*self.index(x), 0))
        if isinstance(x.domain, range) and not x.boolean:
            ends = ((Label("number", role=role), (x.domain[at],)) for role, at in (("first", 0), ("last", -1)))
            return Statement.of("domain", [name, *ends])
        return Statement.of(f"in {','.join(map(str, x.domain))}", [name])

    def _clause(self, clause: Sequence[int], named: Named) -> Statement:
        members = []
        for number in sorted(clause):
            x, value = named.get(abs(number), (None, None))
            family = f"{AUXILIARY}{abs(number)}" if x is None else x.family
            members.append((Label("column", family, number > 0), self._with(x, value)))
        return Statement.of("clause", members)

    def _with(self, x: Variable | None, *numbers: int | None) -> Vector:
        return (*(() if x is None else self.index(x)), *(number for number in numbers if number is not None))

    def _row(self, row: Row, named: Named) -> Statement:
        """Columns with negative coefficients stand on the right side; if all have one, the row is turned round."""
        turned = -1 if row.terms and max(row.terms.values()) < 0 else 1
        sense = row.sense if turned == 1 else {"<=": ">=", ">=": "<=", "==": "=="}[row.sense]
        members = []
        for column, a in ((column, turned * a) for column, a in row.terms.items()):
            x, value = named.get(column, (None, None))
            family = f"{AUXILIARY}{column}" if x is None else x.family
            label = Label("scaled column", family, a > 0, "right" if a < 0 else "left")
            members.append((label, (*self._with(x, value), abs(a))))
        return Statement.of(f"linear {sense}", [*members, (Label("number", role="right"), (turned * row.bound,))])

    def _written(self, constraint: Kind) -> Statement:
        if not is_simple(constraint):
            return Statement(f"said {formula(constraint)}", ())
        return self._constraint(cast("Constraint", constraint))

    def _constraint(self, constraint: Constraint) -> Statement:
        match constraint:
            case constraints.Clause(literals=literals):
                return Statement.of("clause", map(self._literal, literals))
            case constraints.Cardinality(literals=literals, comparator=comparator, bound=bound):
                members = [self._literal(each) for each in literals]
                return Statement.of(f"count {comparator}", [*members, (Label("number", role="right"), (bound,))])
            case constraints.AllDifferent(units=units):
                return Statement.of("different", (self._unit(unit, "") for unit in units))
            case constraints.Linear():
                return self._linear(constraint)
            case constraints.Table(units=units, rows=rows):
                listed = ",".join(f"({','.join(map(str, row))})" for row in rows)
                return Statement.of(f"table {listed}", (self._unit(unit, str(n)) for n, unit in enumerate(units)))
            case constraints.Element(units=(index, array, result)):
                ends = [self._unit(index, "index"), self._unit(result, "result")]
                return Statement.of("element", [*ends, *(self._unit(unit, "array") for unit in array)])
            case constraints.Circuit(units=units):
                return Statement.of("circuit", (self._unit(unit, "") for unit in units))
            case constraints.Implies(condition=condition):
                inner = self._constraint(constraint.constraint)
                label, vector = self._literal(condition)
                premise = Part(Label(label.form, label.family, label.positive, f"if{label.role}"), (vector,))
                return Statement(f"implies {inner.kind}", (premise, *inner.parts))
            case _:
                assert_never(constraint)

    def _linear(self, constraint: constraints.Linear) -> Statement:
        members = list(self._side(constraint.left, "left")) + list(self._side(constraint.right, "right"))
        return Statement.of(f"linear {constraint.comparator}", members)

    def _side(self, side: Sum, role: str) -> Iterator[tuple[Label, Vector]]:
        for a, x in side.terms:
            yield Label("scaled", x.family, a > 0, role), (*self.index(x), abs(a))
        yield Label("number", role=role), (side.constant,)

    def _literal(self, literal: Literal) -> tuple[Label, Vector]:
        x = literal.variable
        if x.boolean and literal.comparator == "==":
            return Label("literal", x.family, literal.positive == (literal.value == 1)), self.index(x)
        return Label("literal", x.family, literal.positive, literal.comparator), self._with(x, literal.value)

    def _unit(self, unit: Unit, role: str) -> tuple[Label, Vector]:
        if unit.variable is None:
            return Label("number", role=role), (unit.offset,)
        return Label("term", unit.variable.family, unit.sign > 0, role), (*self.index(unit.variable), unit.offset)


def is_readable(spec: Spec) -> bool:
    literals = sum(len(x.domain) for x in spec.variables)
    return literals <= MOST_LITERALS and sum(1 for _ in spec.posted) <= MOST_CONSTRAINTS


def _named(spec: Spec, views: Sequence[View]) -> Named:
    """The spec's own 0/1 variables of a program: the variable and its value, or None for a Boolean."""
    return {
        number: (x, None if view.meaning == "itself" else value)
        for x, view in zip(spec.variables, views, strict=False)  # auxiliaries follow
        for number, value in zip(view.numbers, view.values, strict=True)
    }
