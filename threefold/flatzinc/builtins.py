"""The constraints of FlatZinc as statements of the language, by name.

`NAME_reif(…, r)` says that r is true if and only if `NAME(…)` holds, `NAME_imp(…, r)` that it holds if r is true. A statement
that has no variable is True or False.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from threefold.errors import BadInput
from threefold.flatzinc.statements import (
    Statement,
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
    Cumulative,
    Element,
    GlobalCardinality,
    Increasing,
    Inverse,
    Lexicographic,
    Regular,
    Table,
    maximum,
    minimum,
    occurrences,
    total,
)
from threefold.language.constraints.quotient import truncated_quotient, truncated_remainder
from threefold.language.terms import Term, as_sum
from threefold.language.units import values_of

MOST_ROWS = 100_000  # of a table that lists a power
_by_name: dict[str, Callable[..., Statement]] = {}


def statement(name: str, arguments: Sequence[Any]) -> Statement:
    name = name.removeprefix("fzn_")
    if name in _by_name:
        return _by_name[name](*arguments)
    for suffix, joined in (("_reif", iff), ("_imp", implied)):
        if name.endswith(suffix) and name.removesuffix(suffix) in _by_name:
            *inner, condition = arguments
            return joined(condition, _by_name[name.removesuffix(suffix)](*inner))
    raise BadInput("this constraint is not in the language")


def _named(*names: str) -> Callable[[Callable[..., Statement]], Callable[..., Statement]]:
    def register(function: Callable[..., Statement]) -> Callable[..., Statement]:
        _by_name.update(dict.fromkeys(names, function))
        return function

    return register


# Integers
for _word, _comparator in {"eq": "==", "ne": "!=", "le": "<=", "ge": ">="}.items():
    _by_name[f"int_{_word}"] = lambda a, b, _c=_comparator: compared(a, _c, b)
    _by_name[f"int_lin_{_word}"] = lambda a, x, b, _c=_comparator: compared(weighted(a, x), _c, number(b))
    _by_name[f"bool_lin_{_word}"] = _by_name[f"int_lin_{_word}"]
_by_name["int_lt"] = lambda a, b: compared(as_sum(a) + 1, "<=", b)
_by_name["int_gt"] = lambda a, b: compared(as_sum(a), ">=", as_sum(b) + 1)
_by_name["int_plus"] = lambda a, b, c: compared(as_sum(a) + b, "==", c)
_by_name["int_minus"] = lambda a, b, c: compared(as_sum(a) - b, "==", c)
_by_name["int_negate"] = lambda a, b: compared(as_sum(a), "==", -as_sum(b))
_by_name["int_times"] = lambda a, b, c: compared(as_sum(a) * b, "==", c)
_by_name["int_abs"] = lambda a, b: compared(abs(as_sum(a)) if as_sum(a).terms else abs(a), "==", b)
_by_name["int_max"] = lambda a, b, c: compared(maximum(sums([a, b])), "==", c)
_by_name["int_min"] = lambda a, b, c: compared(minimum(sums([a, b])), "==", c)
_by_name["array_int_maximum"] = lambda m, x: compared(maximum(sums(x)), "==", m)
_by_name["array_int_minimum"] = lambda m, x: compared(minimum(sums(x)), "==", m)


@_named("int_div")
def int_div(a: Term, b: Term, quotient: Term) -> Statement:
    """MiniZinc rounds towards 0, and a division by 0 has no solution."""
    return compared(truncated_quotient(a, b), "==", quotient)


@_named("int_mod")
def int_mod(a: Term, b: Term, rest: Term) -> Statement:
    return compared(truncated_remainder(a, b), "==", rest)


@_named("int_pow")
def int_pow(a: Term, b: Term, power: Term) -> Statement:
    bases, exponents = values_of(as_sum(a)), values_of(as_sum(b))
    if len(bases) * len(exponents) > MOST_ROWS:
        raise BadInput("the power of variables with so many values is not in the language")
    rows = [(x, y, x**y) for x, y in product(bases, exponents) if y >= 0]
    rows += [(x, y, x if y % 2 else 1) for x, y in product(bases, exponents) if y < 0 and abs(x) == 1]
    rows += [(x, y, 0) for x, y in product(bases, exponents) if y < 0 and abs(x) > 1]
    return Table(sums([a, b, power]), rows)


@_named("set_in")
def set_in(x: Term, values: Sequence[int]) -> Statement:
    if isinstance(x, int):
        return x in values
    if isinstance(values, range):
        return all_of([compared(x, ">=", values.start), compared(x, "<=", values.stop - 1)])
    return any_of([compared(x, "==", value) for value in values])


@_named("array_int_element", "array_var_int_element", "array_bool_element", "array_var_bool_element")
def element(index: Term, array: Sequence[Any], value: Any) -> Statement:
    return Element(as_sum(index) - 1, numbers(array), number(value))


# Booleans
_by_name["bool2int"] = equal
_by_name["bool_eq"] = iff
_by_name["bool_ne"] = _by_name["bool_not"] = lambda a, b: iff(a, negated(b))
_by_name["bool_le"] = lambda a, b: any_of([negated(a), b])
_by_name["bool_lt"] = lambda a, b: all_of([negated(a), b])
_by_name["bool_and"] = lambda a, b, r: iff(r, all_of([a, b]))
_by_name["bool_or"] = lambda a, b, r: iff(r, any_of([a, b]))
_by_name["bool_clause"] = lambda yes, no: any_of([*yes, *map(negated, no)])
_by_name["array_bool_and"] = lambda items, r: iff(r, all_of(items))
_by_name["array_bool_or"] = lambda items, r: iff(r, any_of(items))


@_named("bool_xor")
def bool_xor(a: Statement, b: Statement, r: Statement = True) -> Statement:
    return iff(r, iff(a, negated(b)))


@_named("array_bool_xor")
def array_bool_xor(items: Sequence[Any]) -> Statement:
    """An odd number of them."""
    count = total(sums(items))
    return compared(count - 2 * (count // 2), "==", 1) if count.terms else count.constant % 2 == 1


# Global constraints, with the names of MiniZinc's library and of Gecode's.
_by_name["all_different_int"] = _by_name["alldifferent"] = lambda x: AllDifferent(sums(x))
_by_name["circuit"] = lambda x: circuit([as_sum(node) - 1 for node in x])
_by_name["gecode_circuit"] = _by_name["threefold_circuit"] = lambda offset, x: circuit(
    [as_sum(node) - offset for node in x]
)
_by_name["inverse"] = lambda f, g: Inverse([as_sum(i) - 1 for i in f], [as_sum(i) - 1 for i in g])
_by_name["increasing_int"] = _by_name["increasing_bool"] = lambda x: Increasing(sums(x))
_by_name["lex_less_int"] = _by_name["lex_less_bool"] = lambda x, y: Lexicographic(numbers(x), numbers(y), strictly=True)
_by_name["lex_lesseq_int"] = _by_name["lex_lesseq_bool"] = lambda x, y: Lexicographic(numbers(x), numbers(y))
_by_name["count_eq"] = lambda x, y, c: compared(occurrences(sums(x), y), "==", c)
_by_name["cumulative"] = lambda starts, *others: Cumulative(sums(starts), *others)


@_named(
    "table_int", "table_bool", "gecode_table_int", "gecode_table_bool", "threefold_table_int", "threefold_table_bool"
)
def table(terms: Sequence[Any], entries: Sequence[Any]) -> Statement:
    width, cells = len(terms), numbers(entries)
    return Table(sums(terms), [cells[place : place + width] for place in range(0, len(cells), width)])


@_named("global_cardinality")
def global_cardinality(x: Sequence[Term], cover: Sequence[int], counts: Sequence[Term]) -> Statement:
    return GlobalCardinality(sums(x), dict(zip(cover, counts, strict=True)))


@_named("regular")
def regular(
    x: Sequence[Term], states: int, symbols: int, steps: Sequence[int], start: int, accepted: Sequence[int]
) -> Statement:
    """State 0 is failure."""
    places = product(range(1, states + 1), range(1, symbols + 1))
    automaton = {place: state for place, state in zip(places, steps, strict=True) if state}
    return Regular(sums(x), automaton, start, accepted)
