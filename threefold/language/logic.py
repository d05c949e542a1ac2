"""How literals and constraints combine: and, or, exclusive or, not, if and only if; and their truth values as numbers.

A constraint inside another one is *reified*: a derived Boolean is true if and only if the constraint holds. A literal needs none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any, TypeAlias, assert_never

from threefold.errors import SpecError
from threefold.language.canonical import by_position
from threefold.language.constants import FALSE, NOWHERE, TRUE, Constant
from threefold.language.constraints import (
    AllDifferent,
    Cardinality,
    Circuit,
    Clause,
    Constraint,
    Element,
    Implies,
    Linear,
    Table,
)
from threefold.language.definitions import Definition, define
from threefold.language.kinds import All, Compound, Kind, as_truth
from threefold.language.lists import total
from threefold.language.terms import Assignment, Literal, Sum, Term, Variable, _Term, as_literal
from threefold.language.truth import Logical, Truth
from threefold.language.units import Unit

Stated: TypeAlias = Constraint | Compound | Literal | Variable
"""What can be said to be true: the closed set behind `Logical`."""
OPPOSITE = {"<=": (">=", 1), ">=": ("<=", -1), "==": ("!=", 0), "!=": ("==", 0)}


def both(one: Logical, other: Logical) -> All:
    return All(part for item in (one, other) for part in (item.items if isinstance(item, All) else [item]))


def either(one: Logical, other: Logical) -> Clause:
    return Clause(literal for item in (one, other) for literal in _alternatives(item))


def _alternatives(item: Logical) -> tuple[Literal, ...]:
    return item.literals if isinstance(item, Clause) else (reified(item),)


def same(one: Any, other: Any) -> Any:
    """Both are true, or neither is. In comparison with an integer a true one counts 1 and a false one 0."""
    if _is_number(other):
        return number(one) == other
    if isinstance(one, Kind) and not isinstance(other, Kind):
        one, other = other, one
    yes = reified(one)
    if _has_opposite(other):
        return All([Implies(yes, other), Implies(~yes, negation(other))])
    return All([Clause([~yes, other]), Clause([yes, ~reified(other)])])


def Iff(one: Logical, other: Logical) -> All:
    """Both are true, or neither is."""
    return same(as_truth(one), as_truth(other))  # type: ignore[no-any-return]


def exclusive(one: Logical, other: Logical) -> Any:
    """Exactly one of the two is true."""
    return different(as_truth(one), as_truth(other))


def different(one: Any, other: Any) -> Any:
    """Not the same."""
    if _is_number(other):
        return number(one) != other
    return same(~reified(other), one) if isinstance(one, Kind) else same(~reified(one), other)


def _is_number(item: object) -> bool:
    return not isinstance(item, Logical) or (isinstance(item, Variable) and not item.boolean)


def negation(item: Stated) -> Any:
    match item:
        case Literal() | Variable():
            return ~as_literal(item)
        case Clause(literals=literals):
            return All([~literal for literal in literals])
        case Linear(left=left, comparator=comparator, right=right):
            opposite, shift = OPPOSITE[comparator]
            return Linear(left, opposite, right + shift)
        case Cardinality(literals=literals, comparator="<=" | ">=" as comparator, bound=bound):
            opposite, shift = OPPOSITE[comparator]
            return Cardinality(literals, opposite, bound + shift)
        case Cardinality() | AllDifferent() | Table() | Element() | Circuit() | Implies() | Compound():
            return ~reified(item)
        case _:
            assert_never(item)


def _has_opposite(item: Logical) -> bool:
    return isinstance(item, Linear) or (isinstance(item, Cardinality) and item.comparator != "==")


def reified(item: Logical) -> Literal:
    """A literal that is true if and only if the item is."""
    if isinstance(item, Clause) and len(item.literals) == 1:
        return item.literals[0]
    if isinstance(item, Kind):
        if all(x is NOWHERE for x in item.variables()):
            return TRUE if item.holds(()) else FALSE
        return define(TruthOf(item), boolean=True) == 1
    return as_literal(item)


def number(item: Logical) -> Sum | Count:
    """1 if it is true, else 0."""
    literal = reified(item)
    if isinstance(literal, Constant):
        return Sum((), int(literal.positive))
    x = literal.variable
    if len(x.domain) == 2 and tuple(x.domain) == (0, 1):
        return x._sum() if literal.true_values() == [1] else 1 - x if literal.true_values() == [0] else Count([literal])
    return Count([literal])


class Count(_Term[Any]):
    """A number of true literals. Compared with an integer it is a Cardinality; otherwise every literal becomes a Boolean."""

    __slots__ = ("constant", "literals")

    def __init__(self, literals: Iterable[Literal], constant: int = 0) -> None:
        self.literals, self.constant = tuple(literals), constant

    def __repr__(self) -> str:
        return f"number of {', '.join(map(str, self.literals))}"

    def _sum(self) -> Sum:
        return total([define(TruthOf(Clause([literal])), boolean=True) for literal in self.literals]) + self.constant

    def shifted(self, constant: int) -> Any:
        return Count(self.literals, self.constant + constant)

    def _compare(self, comparator: str, other: Term | Truth) -> Any:
        if isinstance(other, int) and comparator in ("<=", "==", ">="):
            return Cardinality(self.literals, comparator, other - self.constant)
        return super()._compare(comparator, other)

    def __add__(self, other: Any) -> Any:
        other = number(other) if isinstance(other, Literal) else other
        if isinstance(other, Count):
            return Count(self.literals + other.literals, self.constant + other.constant)
        return super().__add__(other)

    __radd__ = __add__
    __hash__ = object.__hash__


class TruthOf(Definition):
    """Whether a constraint holds."""

    family = "holds"

    def __init__(self, item: Kind) -> None:
        if isinstance(item, Circuit):
            raise SpecError(f"{item}: a Circuit cannot be a part of another constraint")
        if not isinstance(item, Constraint | Compound):
            raise SpecError(f"{item}: '{type(item).__name__}' is no kind of constraint")
        self.item = item

    def __repr__(self) -> str:
        return f"holds({_text(self.item)})"

    def variables(self) -> list[Variable]:
        return self.item.variables()

    def value(self, assignment: Assignment) -> int:
        return int(self.item.holds(assignment))

    def domain(self) -> Iterable[int]:
        return range(2)

    def constraints(self, result: Variable) -> Iterator[Constraint]:
        yes = result == 1
        match self.item:
            case Clause(literals=literals):
                yield Clause([~yes, *literals])
                yield from (Clause([yes, ~literal]) for literal in literals)
            case Cardinality(literals=literals, comparator="==", bound=bound) as item:
                less, more = Cardinality(literals, "<=", bound - 1), Cardinality(literals, ">=", bound + 1)
                yield Implies(yes, item)
                yield Clause([yes, reified(less), reified(more)])
            case Cardinality() | Linear() as item:
                yield Implies(yes, item)
                yield Implies(~yes, negation(item))
            case AllDifferent(terms=terms) as item:
                yield Implies(yes, item)
                yield Clause([yes, *(reified(Linear(s, "==", t)) for s, t in combinations(terms, 2))])
            case Implies(condition=condition, constraint=constraint):
                yield from self._any(yes, [~condition, reified(constraint)])
            case Table(units=units, rows=rows):
                yield from self._any(yes, _conjunctions([map(Unit.equals, units, row) for row in rows]))
            case Element(units=(index, _, _), array=array, result=wanted):
                entries = ((index.equals(i), Linear(term, "==", wanted)) for i, term in enumerate(array))
                yield from self._any(yes, _conjunctions(entries))
            case Compound() as item:
                literals = tuple(map(reified, item.parts()))
                yield Clause([yes, *(~literal for literal in literals)])
                yield from (Clause([~yes, literal]) for literal in literals)
            case Circuit():
                raise AssertionError("refused above")
            case _:
                assert_never(self.item)

    @staticmethod
    def _any(yes: Literal, alternatives: Iterable[Logical]) -> Iterator[Constraint]:
        return TruthOf(Clause(map(reified, alternatives))).constraints(yes.variable)


def _conjunctions(rows: Iterable[Iterable[Logical | bool]]) -> Iterator[All]:
    """Without those that contain False."""
    for row in rows:
        parts = list(row)
        if not any(part is False for part in parts):
            yield All(part for part in parts if not isinstance(part, bool))


def _text(item: Kind | Literal) -> str:
    """Complete, and the same for the same constraint: the canonical text, with positions in place of names."""
    if isinstance(item, Compound):
        return f"{type(item).__name__}({'; '.join(map(_text, item.parts()))})"
    return by_position(item if isinstance(item, Constraint) else Clause([item]))
