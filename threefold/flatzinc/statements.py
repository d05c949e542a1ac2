"""Statements about terms and truth values, any of which may be constants: what readers of outside models have in common.

A statement that has no variable is True or False.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from threefold.language import All, Circuit, Clause, Iff, Implies, Linear, total
from threefold.language.constraints import counted_from_1
from threefold.language.logic import negation
from threefold.language.terms import Sum, Term, as_sum
from threefold.language.truth import Logical
from threefold.language.units import as_units, unit_of

Statement = Logical | bool


def iff(one: Any, other: Statement) -> Statement:
    if isinstance(one, bool):
        return other if one else negated(other)
    if isinstance(other, bool):
        return one if other else ~one  # type: ignore[no-any-return]
    return Iff(one, other)


def implied(condition: Any, inner: Statement) -> Statement:
    if isinstance(condition, bool):
        return inner if condition else True
    if isinstance(inner, bool):
        return True if inner else negated(condition)
    return Implies(condition, inner)


def negated(item: Statement) -> Statement:
    return not item if isinstance(item, bool) else negation(item)


def any_of(items: Sequence[Statement]) -> Statement:
    if any(item is True for item in items):
        return True
    literals = [item for item in items if not isinstance(item, bool)]
    return Clause(literals) if literals else False


def all_of(items: Sequence[Statement]) -> Statement:
    if any(item is False for item in items):
        return False
    true = [item for item in items if not isinstance(item, bool)]
    return All(true) if len(true) > 1 else true[0] if true else True


def compared(left: Any, comparator: str, right: Term) -> Statement:
    """A literal where that is enough."""
    one, other = as_sum(left), as_sum(right)
    difference = (one - other).combined()
    if not difference.terms:
        return Linear(difference, comparator, 0).holds(())
    [(a, x), *others] = difference.terms
    if others or abs(a) != 1:
        return Linear(one, comparator, other)
    bound = -difference.constant * a
    comparator = {"<=": ">=", ">=": "<="}.get(comparator, comparator) if a < 0 else comparator
    literals: dict[str, Callable[[], Statement]] = {
        "==": lambda: x == bound,
        "!=": lambda: x != bound,
        "<=": lambda: x <= bound,
        ">=": lambda: x >= bound,
    }
    return literals[comparator]()


def weighted(coefficients: Sequence[int], terms: Sequence[Term]) -> Sum:
    return total([as_sum(number(term)) * a for a, term in zip(coefficients, terms, strict=True)])


def number(value: Any) -> Any:
    """A Boolean as 0 or 1."""
    return int(value) if isinstance(value, bool) else value


def numbers(values: Sequence[Any]) -> list[Any]:
    return [number(value) for value in values]


def sums(values: Sequence[Any]) -> list[Sum]:
    """As terms, even where all are constants: the language takes a list of plain numbers for a mistake."""
    return [as_sum(number(value)) for value in values]


def circuit(nodes: Sequence[Sum]) -> Statement:
    """False where the language refuses it as counted from 1: a model is read as it is."""
    terms = as_units(nodes)
    return False if counted_from_1([*map(unit_of, terms)]) else Circuit(terms)


def equal(one: Any, other: Any) -> Statement:
    return compared(number(one), "==", number(other))
