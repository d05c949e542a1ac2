"""A CPMpy model as a spec: `tf.from_cpmpy(model)`. CPMpy is no dependency: whoever has a model has it installed.

Solutions are counted over the variables that the model mentions. A global constraint that the language lacks is read from
CPMpy's own decomposition; the variables that this introduces are hidden.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from math import prod
from typing import Any

from threefold.errors import BadInput
from threefold.flatzinc import builtins
from threefold.flatzinc.statements import (
    all_of,
    any_of,
    circuit,
    compared,
    equal,
    iff,
    implied,
    negated,
    number,
    numbers,
    sums,
    weighted,
)
from threefold.language import (
    AllDifferent,
    GlobalCardinality,
    Increasing,
    Inverse,
    Lexicographic,
    Regular,
    Spec,
    Table,
    maximum,
    minimum,
    number_of_values,
    occurrences,
    total,
    value_at,
)
from threefold.language.constraints.quotient import truncated_quotient, truncated_remainder
from threefold.language.family import BOTH
from threefold.language.terms import Term, as_sum

MEMBER = re.compile(r"(\w+)\[([\d, ]+)\]")  # x[0,1]
Rule = Callable[..., Any]


def from_cpmpy(model: Any, name: str = "model") -> Spec:
    """The spec of a `cpmpy.Model`, objective included. BadInput names what the language cannot say."""
    if not hasattr(model, "constraints") or not hasattr(model, "objective_"):
        raise BadInput(f"from_cpmpy takes a cpmpy.Model (got {type(model).__name__})")
    from cpmpy.transformations.get_variables import get_variables
    from cpmpy.transformations.normalize import toplevel_list

    reader = _Reader(name)
    goal = model.objective_
    reader.declare(get_variables([*model.constraints, *([] if goal is None else [goal])]))
    for expression in toplevel_list(model.constraints, merge_and=False):
        reader.add(expression)
    if goal is not None:
        term = as_sum(number(reader.value(goal)))
        (reader.spec.minimize if model.objective_is_min else reader.spec.maximize)(term)
    return reader.spec


class _Reader:
    def __init__(self, name: str) -> None:
        self.spec = Spec(name)
        self._values: dict[str, Any] = {}

    def declare(self, variables: Iterable[Any], *, hidden: bool = False) -> None:
        """The variables of an array are a family."""
        families: dict[tuple[str, bool], list[tuple[tuple[int, ...], Any]]] = {}
        for variable in variables:
            member = MEMBER.fullmatch(variable.name)
            family, index = (member[1], tuple(map(int, member[2].split(",")))) if member else (variable.name, ())
            families.setdefault((family, variable.is_bool()), []).append((index, variable))
        for (name, boolean), members in families.items():
            declared = self.spec.declare(name, boolean=boolean, hidden=hidden)
            for index, variable in sorted(members, key=lambda member: member[0]):
                domain = BOTH if boolean else declared.domain(range(int(variable.lb), int(variable.ub) + 1))
                self.spec.include(declared, index, domain)
                self._values[variable.name] = self.spec.variables[-1]

    def add(self, expression: Any) -> None:
        statement = self.value(expression)
        group = self.spec.group(getattr(expression, "name", "constant"))
        if not isinstance(statement, (bool, int)):
            group.add(statement)
        elif not statement:
            group.add(Table([], []))

    def value(self, expression: Any) -> Any:
        """A statement, a term, a constant or a list of these."""
        if hasattr(expression, "tolist"):  # of numpy
            expression = expression.tolist()
        if isinstance(expression, (list, tuple)):
            return [self.value(each) for each in expression]
        if isinstance(expression, (bool, int)):
            return expression
        if isinstance(expression, float) and expression.is_integer():
            return int(expression)
        if hasattr(expression, "_bv"):  # a negated variable
            return negated(self.value(expression._bv))
        if hasattr(expression, "lb"):
            if expression.name not in self._values:
                self.declare([expression], hidden=True)
            return self._values[expression.name]
        kind = getattr(expression, "name", "")
        if kind == "boolval":
            return bool(expression.args[0])
        if kind in _RULES:
            return _RULES[kind](*self.value(expression.args))
        if kind == "gcc":
            return self._cardinalities(expression)
        return self._automaton(expression) if kind == "regular" else self._decomposed(expression)

    def _cardinalities(self, expression: Any) -> Any:
        terms, values, amounts = self.value(expression.args)
        if len({*values}) < len(values):
            return self._decomposed(expression)
        return GlobalCardinality(sums(terms), dict(zip(values, amounts, strict=True)), closed=expression.closed)

    def _automaton(self, expression: Any) -> Any:
        terms, ways, start, accepted = expression.args
        steps = {(state, value): following for state, value, following in ways}
        if len(steps) < len(ways):
            return self._decomposed(expression)
        return Regular(sums(self.value(terms)), steps, start, accepted)

    def _decomposed(self, expression: Any) -> Any:
        if not hasattr(expression, "decompose"):
            raise BadInput(f"{expression!s:.80}: {type(expression).__name__} of CPMpy is not in the language")
        read, defining = expression.decompose()
        for each in defining:
            self.add(each)
        return all_of(self.value(read)) if isinstance(read, list) else self.value(read)


def _comparison(comparator: str) -> Rule:
    """Of truth values by `==` and `!=`, or of numbers."""

    def rule(one: Any, other: Any) -> Any:
        if comparator in ("==", "!=") and _is_truth(one) and _is_truth(other):
            return iff(one, other) if comparator == "==" else iff(one, negated(other))
        shift, plain = {"<": (1, "<="), ">": (-1, ">=")}.get(comparator, (0, comparator))
        return compared(as_sum(number(one)) + shift, plain, number(other))

    return rule


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool) or (not isinstance(value, int) and not isinstance(value, Term))


def _xor(*items: Any) -> Any:
    return builtins.statement("array_bool_xor", [numbers(items)])


def _sum(*terms: Any) -> Any:
    return total(sums(terms))


_RULES: dict[str, Rule] = {
    **{comparator: _comparison(comparator) for comparator in ("==", "!=", "<=", "<", ">=", ">")},
    "and": lambda *items: all_of(items),
    "or": lambda *items: any_of(items),
    "->": lambda one, other: implied(one, other),
    "not": negated,
    "xor": _xor,
    "sum": _sum,
    "wsum": lambda weights, terms: weighted(weights, terms),
    "-": lambda term: -as_sum(number(term)),
    "mul": lambda one, other: as_sum(number(one)) * number(other),
    "pow": lambda base, exponent: prod([as_sum(number(base))] * exponent, start=as_sum(1)),
    "div": lambda one, other: truncated_quotient(one, other),
    "mod": truncated_remainder,
    "abs": lambda term: abs(as_sum(number(term))),
    "min": lambda *terms: minimum(sums(terms)),
    "max": lambda *terms: maximum(sums(terms)),
    "element": lambda array, index: value_at(numbers(array), index),
    "count": lambda terms, wanted: occurrences(sums(terms), wanted),
    "nvalue": lambda *terms: number_of_values(sums(terms)),
    "alldifferent": lambda *terms: AllDifferent(sums(terms)),
    "allequal": lambda *terms: all_of([equal(terms[0], term) for term in terms[1:]]),
    "circuit": lambda *nodes: circuit(sums(nodes)),
    "inverse": lambda first, second: Inverse(first, second),
    "table": lambda terms, rows: Table(sums(terms), [numbers(row) for row in rows]),
    "ite": lambda condition, yes, no: all_of([implied(condition, yes), implied(negated(condition), no)]),
    "increasing": lambda *terms: Increasing(sums(terms)),
    "strictly_increasing": lambda *terms: Increasing(sums(terms), strictly=True),
    "lex_less": lambda first, second: Lexicographic(numbers(first), numbers(second), strictly=True),
    "lex_lesseq": lambda first, second: Lexicographic(numbers(first), numbers(second)),
}
