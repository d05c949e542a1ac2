"""The constraints of FlatZinc as statements of the language, by name.

`NAME_reif(…, r)` says that r is true if and only if `NAME(…)` holds, `NAME_imp(…, r)` that it holds if r is true. A statement
that has no variable is True or False.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from threefold.errors import BadInput
from threefold.language import (
    AllDifferent,
    Circuit,
    Clause,
    Cumulative,
    Element,
    GlobalCardinality,
    Iff,
    Implies,
    Increasing,
    Inverse,
    Lexicographic,
    Linear,
    Regular,
    Table,
    maximum,
    minimum,
    occurrences,
    total,
)
from threefold.language.definitions import values_of
from threefold.language.functions import truncated_quotient
from threefold.language.logic import negation
from threefold.language.terms import Sum, Term, as_sum
from threefold.language.truth import Logical

Statement = Logical | bool
MOST_ROWS = 100_000  # of a table that lists a power
_by_name: dict[str, Callable[..., Statement]] = {}


def statement(name: str, arguments: Sequence[Any]) -> Statement:
    name = name.removeprefix("fzn_")
    if name in _by_name:
        return _by_name[name](*arguments)
    for suffix, joined in (("_reif", _iff), ("_imp", _implied)):
        if name.endswith(suffix) and name.removesuffix(suffix) in _by_name:
            *inner, condition = arguments
            return joined(condition, _by_name[name.removesuffix(suffix)](*inner))
    raise BadInput("this constraint is not in the language")


def _iff(one: Any, other: Statement) -> Statement:
    if isinstance(one, bool):
        return other if one else _not(other)
    if isinstance(other, bool):
        return one if other else ~one  # type: ignore[no-any-return]
    return Iff(one, other)


def _implied(condition: Any, inner: Statement) -> Statement:
    if isinstance(condition, bool):
        return inner if condition else True
    if isinstance(inner, bool):
        return True if inner else _not(condition)
    return Implies(condition, inner)


def _not(item: Statement) -> Statement:
    return not item if isinstance(item, bool) else negation(item)


def _any(items: Sequence[Statement]) -> Statement:
    if any(item is True for item in items):
        return True
    literals = [item for item in items if not isinstance(item, bool)]
    return Clause(literals) if literals else False


def _all(items: Sequence[Statement]) -> Statement:
    return _not(_any([_not(item) for item in items]))


def _compared(left: Any, comparator: str, right: Term) -> Statement:
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


def _weighted(coefficients: Sequence[int], terms: Sequence[Term]) -> Sum:
    return total([as_sum(_number(term)) * a for a, term in zip(coefficients, terms, strict=True)])


def _number(value: Any) -> Any:
    """A Boolean as 0 or 1."""
    return int(value) if isinstance(value, bool) else value


def _numbers(values: Sequence[Any]) -> list[Any]:
    return [_number(value) for value in values]


def _equal(one: Any, other: Any) -> Statement:
    return _compared(_number(one), "==", _number(other))


def _named(*names: str) -> Callable[[Callable[..., Statement]], Callable[..., Statement]]:
    def register(function: Callable[..., Statement]) -> Callable[..., Statement]:
        _by_name.update(dict.fromkeys(names, function))
        return function

    return register


# Integers
for _word, _comparator in {"eq": "==", "ne": "!=", "le": "<=", "ge": ">="}.items():
    _by_name[f"int_{_word}"] = lambda a, b, _c=_comparator: _compared(a, _c, b)
    _by_name[f"int_lin_{_word}"] = lambda a, x, b, _c=_comparator: _compared(_weighted(a, x), _c, _number(b))
    _by_name[f"bool_lin_{_word}"] = _by_name[f"int_lin_{_word}"]
_by_name["int_lt"] = lambda a, b: _compared(as_sum(a) + 1, "<=", b)
_by_name["int_gt"] = lambda a, b: _compared(as_sum(a), ">=", as_sum(b) + 1)
_by_name["int_plus"] = lambda a, b, c: _compared(as_sum(a) + b, "==", c)
_by_name["int_minus"] = lambda a, b, c: _compared(as_sum(a) - b, "==", c)
_by_name["int_negate"] = lambda a, b: _compared(as_sum(a), "==", -as_sum(b))
_by_name["int_times"] = lambda a, b, c: _compared(as_sum(a) * b, "==", c)
_by_name["int_abs"] = lambda a, b: _compared(abs(as_sum(a)) if as_sum(a).terms else abs(a), "==", b)
_by_name["int_max"] = lambda a, b, c: _compared(maximum([a, b]), "==", c)
_by_name["int_min"] = lambda a, b, c: _compared(minimum([a, b]), "==", c)
_by_name["array_int_maximum"] = lambda m, x: _compared(maximum(x), "==", m)
_by_name["array_int_minimum"] = lambda m, x: _compared(minimum(x), "==", m)


@_named("int_div")
def int_div(a: Term, b: Term, quotient: Term) -> Statement:
    """MiniZinc rounds towards 0, and a division by 0 has no solution."""
    found, nonzero = truncated_quotient(a, b)
    return _all([nonzero, _compared(found, "==", quotient)])


@_named("int_mod")
def int_mod(a: Term, b: Term, rest: Term) -> Statement:
    found, nonzero = truncated_quotient(a, b)
    return _all([nonzero, _compared(as_sum(a) - as_sum(found) * b, "==", rest)])


@_named("int_pow")
def int_pow(a: Term, b: Term, power: Term) -> Statement:
    bases, exponents = values_of(as_sum(a)), values_of(as_sum(b))
    if len(bases) * len(exponents) > MOST_ROWS:
        raise BadInput("the power of variables with so many values is not in the language")
    rows = [(x, y, x**y) for x, y in product(bases, exponents) if y >= 0]
    rows += [(x, y, x if y % 2 else 1) for x, y in product(bases, exponents) if y < 0 and abs(x) == 1]
    rows += [(x, y, 0) for x, y in product(bases, exponents) if y < 0 and abs(x) > 1]
    return Table([a, b, power], rows)


@_named("set_in")
def set_in(x: Term, values: Sequence[int]) -> Statement:
    if isinstance(x, int):
        return x in values
    if isinstance(values, range):
        return _all([_compared(x, ">=", values.start), _compared(x, "<=", values.stop - 1)])
    return _any([_compared(x, "==", value) for value in values])


@_named("array_int_element", "array_var_int_element", "array_bool_element", "array_var_bool_element")
def element(index: Term, array: Sequence[Any], value: Any) -> Statement:
    return Element(as_sum(index) - 1, _numbers(array), _number(value))


# Booleans
_by_name["bool2int"] = _equal
_by_name["bool_eq"] = _iff
_by_name["bool_ne"] = _by_name["bool_not"] = lambda a, b: _iff(a, _not(b))
_by_name["bool_le"] = lambda a, b: _any([_not(a), b])
_by_name["bool_lt"] = lambda a, b: _all([_not(a), b])
_by_name["bool_and"] = lambda a, b, r: _iff(r, _all([a, b]))
_by_name["bool_or"] = lambda a, b, r: _iff(r, _any([a, b]))
_by_name["bool_clause"] = lambda yes, no: _any([*yes, *map(_not, no)])
_by_name["array_bool_and"] = lambda items, r: _iff(r, _all(items))
_by_name["array_bool_or"] = lambda items, r: _iff(r, _any(items))


@_named("bool_xor")
def bool_xor(a: Statement, b: Statement, r: Statement = True) -> Statement:
    return _iff(r, _iff(a, _not(b)))


@_named("array_bool_xor")
def array_bool_xor(items: Sequence[Any]) -> Statement:
    """An odd number of them."""
    number = total(_numbers(items))
    return _compared(number - 2 * (number // 2), "==", 1) if number.terms else number.constant % 2 == 1


# Global constraints, with the names of MiniZinc's library and of Gecode's.
_by_name["all_different_int"] = _by_name["alldifferent"] = lambda x: AllDifferent(x)
_by_name["circuit"] = lambda x: Circuit([as_sum(node) - 1 for node in x])
_by_name["gecode_circuit"] = _by_name["threefold_circuit"] = lambda offset, x: Circuit(
    [as_sum(node) - offset for node in x]
)
_by_name["inverse"] = lambda f, g: Inverse([as_sum(i) - 1 for i in f], [as_sum(i) - 1 for i in g])
_by_name["increasing_int"] = _by_name["increasing_bool"] = lambda x: Increasing(_numbers(x))
_by_name["lex_less_int"] = _by_name["lex_less_bool"] = lambda x, y: Lexicographic(
    _numbers(x), _numbers(y), strictly=True
)
_by_name["lex_lesseq_int"] = _by_name["lex_lesseq_bool"] = lambda x, y: Lexicographic(_numbers(x), _numbers(y))
_by_name["count_eq"] = lambda x, y, c: _compared(occurrences(x, y), "==", c)
_by_name["cumulative"] = Cumulative


@_named(
    "table_int", "table_bool", "gecode_table_int", "gecode_table_bool", "threefold_table_int", "threefold_table_bool"
)
def table(terms: Sequence[Any], entries: Sequence[Any]) -> Statement:
    width, numbers = len(terms), _numbers(entries)
    return Table(_numbers(terms), [numbers[place : place + width] for place in range(0, len(numbers), width)])


@_named("global_cardinality")
def global_cardinality(x: Sequence[Term], cover: Sequence[int], counts: Sequence[Term]) -> Statement:
    return GlobalCardinality(x, dict(zip(cover, counts, strict=True)))


@_named("regular")
def regular(
    x: Sequence[Term], states: int, symbols: int, steps: Sequence[int], start: int, accepted: Sequence[int]
) -> Statement:
    """State 0 is failure."""
    places = product(range(1, states + 1), range(1, symbols + 1))
    automaton = {place: state for place, state in zip(places, steps, strict=True) if state}
    return Regular(x, automaton, start, accepted)
