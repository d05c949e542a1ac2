"""What the operators make: nodes, and nothing else. A constraint inside another one stands there as its truth value.

`~`, `&`, `|`, `^`, `==` join literals and constraints; with `+`, `-`, `*` and comparisons a true one counts 1 and a false one 0.
"""

from __future__ import annotations

from typing import Any

from threefold.errors import SpecError
from threefold.language.constraints.absolute import Absolute
from threefold.language.constraints.all import All
from threefold.language.constraints.clause import Clause
from threefold.language.constraints.iff import Iff
from threefold.language.constraints.implies import Implies as Implies
from threefold.language.constraints.product import power as power
from threefold.language.constraints.product import product as product
from threefold.language.constraints.quotient import quotient as quotient
from threefold.language.constraints.quotient import remainder as remainder
from threefold.language.constraints.truth_of import BOTH, TruthOf
from threefold.language.lists import Literals, as_literals, total
from threefold.language.node import Kind
from threefold.language.terms import Sum, Term, Variable, as_literal, as_sum
from threefold.language.truth import Literal, Logical
from threefold.language.units import simplest


def absolute(term: Term) -> Variable | Sum:
    inner = simplest(as_sum(term))
    return Absolute(inner) if inner.terms else Sum((), abs(inner.constant))


def both(one: Logical, other: Logical) -> All:
    return All.joined(one, other)  # type: ignore[no-any-return]


def either(one: Logical, other: Logical) -> Clause:
    return Clause.joined(one, other)  # type: ignore[no-any-return]


def same(one: Any, other: Any) -> Any:
    """Both are true, or neither is. In comparison with an integer a true one counts 1 and a false one 0."""
    return number(one) == other if _is_number(other) else Iff(one, other)


def different(one: Any, other: Any) -> Any:
    """Not the same."""
    return number(one) != other if _is_number(other) else Iff(~as_literal(one), other)


def exclusive(one: Logical, other: Logical) -> Any:
    """Exactly one of the two is true."""
    return Iff(~as_literal(one), as_literal(other))


def _is_number(item: object) -> bool:
    return not isinstance(item, Logical) or (isinstance(item, Variable) and not item.boolean)


def negation(item: Logical) -> Literal:
    return ~as_literal(item)


def reified(item: Logical) -> Literal:
    """A literal that is true if and only if the item is."""
    if isinstance(item, Literal):
        return item
    if isinstance(item, Clause) and len(item.literals) == 1:
        return item.literals[0]
    if not isinstance(item, Kind):
        raise SpecError(f"a literal or a constraint was expected (got {item!r:.60})")
    return Literal(TruthOf(item), "==", 1)


def number(item: Logical) -> Sum:
    """1 if it is true, else 0."""
    literal = reified(item)
    x = literal.variable
    if x.domain == BOTH:
        true = literal.true_values()
        if len(true) == 1:
            return x._sum() if true == [1] else 1 - x
    return TruthOf(Clause([literal]))._sum()


def number_of(items: Literals) -> Sum:
    """How many of them are true."""
    return total(list(as_literals(items)))
