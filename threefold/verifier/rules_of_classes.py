"""What is known of each class: a constraint by others, where a function is defined, and what holds of its value.

The verifier's own words for what `decompose` says in the language: a change there has to be made here, too, or the certificate is
complete for the decomposition of this class only. `holds` and `value` are what both must agree with.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from typing import Any

from threefold.language import Clause, Element, Implies, Linear, total
from threefold.language.constraints.all import All
from threefold.language.constraints.maximum import Maximum
from threefold.language.constraints.occurrences import Occurrences
from threefold.language.constraints.regular import State
from threefold.language.functions import Function
from threefold.language.node import Kind
from threefold.language.terms import Sum, Variable, as_sum
from threefold.language.truth import Logical
from threefold.language.units import values_of

MOST_ROWS = 1000  # of a table that is a disjunction of its rows


def parts(kind: Kind) -> tuple[str, Iterable[Logical]] | None:
    """It is true if and only if all of these are ("and"), or one of them is ("or")."""
    match type(kind).__name__, kind.arguments:
        case "Clause", (literals,):
            return "or", literals
        case "Implies", (condition, inner):
            return "or", [~condition, inner]
        case "Table", (terms, rows) if len(rows) <= MOST_ROWS:
            return "or", [All(map(_equal, terms, row)) for row in rows]
        case "Element", (index, array, result):
            return "or", [All([Linear(index, "==", i), Linear(term, "==", result)]) for i, term in enumerate(array)]
    found = _conjuncts(kind)
    return None if found is None else ("and", found)


def _conjuncts(kind: Kind) -> Iterable[Logical] | None:
    match type(kind).__name__, kind.arguments:
        case "All", (literals,):
            return literals  # type: ignore[no-any-return]
        case "Iff", (one, other):
            return [Clause([~one, other]), Clause([one, ~other])]
        case "AllDifferent", (terms,):
            return [Linear(one, "!=", other) for one, other in combinations(terms, 2)]
        case "Increasing", (terms, strictly):
            return [Linear(one + int(strictly), "<=", next) for one, next in pairwise(terms)]
        case "Lexicographic", (first, second, strictly):
            differ = [Linear(a, "!=", b) for a, b in zip(first, second, strict=True)]
            pairs = enumerate(zip(first, second, strict=True))
            return [*(Clause([*differ[:i], Linear(a, "<=", b)]) for i, (a, b) in pairs), *[Clause(differ)] * strictly]
        case "Inverse", (first, second):
            n = range(len(first))
            same = [(Linear(first[i], "==", j), Linear(second[j], "==", i)) for i in n for j in n]
            either = [each for one, other in same for each in (Clause([~one, other]), Clause([one, ~other]))]
            return [*(_among(term, n) for term in (*first, *second)), All(either)]
        case "GlobalCardinality", (terms, values, amounts, closed):
            counts = [Occurrences(terms, as_sum(value))._sum() for value in values]
            listed = [_among(term, values) for term in terms if closed]
            return [*(_amount(n, bound) for n, bound in zip(counts, amounts, strict=True)), *listed]
        case "NoOverlap", (starts, durations):
            tasks = combinations(zip(starts, durations, strict=True), 2)
            return [Clause([Linear(s + d, "<=", t), Linear(t + e, "<=", s)]) for (s, d), (t, e) in tasks]
        case "Cumulative", (starts, durations, demands, capacity):
            uses = [*zip(starts, durations, demands, strict=True)]
            return [Linear(total([_runs(s, d, time) * n for s, d, n in uses]), "<=", capacity) for time in starts]
        case "Regular", (terms, arcs, start, ends):
            state, refused = (
                as_sum(start),
                1 + max([start, *ends, *(state for arc in arcs for state in (arc[0], arc[2]))]),
            )
            for term in terms:
                state = State(state, term, arcs, refused)._sum()
            return [_among(state, ends)]
    return None


def _equal(term: Sum, value: Any) -> Linear:
    return Linear(term, "==", value)


def _among(term: Sum, values: Iterable[int]) -> Clause:
    return Clause([Linear(term, "==", value) for value in values])


def _runs(start: Sum, duration: Sum, time: Sum) -> All:
    return All([Linear(start, "<=", time), Linear(time, "<=", start + duration - 1)])


def _amount(count: Sum, bound: Sum | tuple[Sum, ...]) -> Logical:
    """A range is a tuple of numbers."""
    if isinstance(bound, Sum):
        return Linear(count, "==", bound)
    values = [each.constant for each in bound]
    if len(values) > 1 and values[1] - values[0] != 1:
        return _among(count, values)
    return All([Linear(count, ">=", min(values, default=0)), Linear(count, "<=", max(values, default=-1))])


def conditions(function: Function) -> list[Linear]:
    """They say where it is defined."""
    match type(function).__name__, function.arguments:
        case "Quotient" | "TruncatedQuotient" | "Remainder" | "TruncatedRemainder", (_, divisor) if 0 in values_of(
            divisor
        ):
            return [Linear(divisor, "!=", 0)]
        case "Entry", (array, place) if values_of(place)[0] < 0 or values_of(place)[-1] >= len(array):
            return [Linear(place, ">=", 0), Linear(place, "<=", len(array) - 1)]
    return []


def expanded(function: Function) -> Sum | None:
    """A sum that has its value."""
    match type(function).__name__, function.arguments:
        case "Total", (term,):
            return term  # type: ignore[no-any-return]
        case "Minimum", (terms,):
            return -Maximum([-term for term in terms])
        case "Occurrences", (terms, wanted):
            return total([Linear(term, "==", wanted) for term in terms])
        case "NumberOfValues", (terms,):
            values = sorted({value for term in terms for value in values_of(term)})
            return total([Clause([_equal(t, value) for t in terms if value in values_of(t)]) for value in values])
        case "Remainder", (dividend, divisor) if not conditions(function):
            return dividend - as_sum(divisor * (dividend // divisor))  # type: ignore[no-any-return]
    return None


def facts(x: Variable, function: Function) -> Iterator[Logical]:
    """What holds where x is the function, of functions that can be about many values."""
    match type(function).__name__, function.arguments:
        case "Product", (one, other):
            yield from (Implies(Linear(one, "==", value), Linear(x, "==", other * value)) for value in values_of(one))
        case "Quotient" | "Remainder" as name, (dividend, divisor):
            for value in values_of(divisor):
                rest = (dividend - x * value) * (1 if value > 0 else -1)
                here = [Linear(rest, ">=", 0), Linear(rest, "<=", abs(value) - 1)] if value else [_first(x)]
                if value and name == "Remainder":
                    here = [Linear(x, "==", dividend - (dividend // value) * value)]
                yield from (Implies(Linear(divisor, "==", value), each) for each in here)
        case "Maximum", (terms,):
            yield from (Linear(x, ">=", term) for term in terms)
            yield Clause([Linear(term, ">=", x) for term in terms])
        case "Entry", (array, place):
            inside = [i for i in values_of(place) if 0 <= i < len(array)]
            yield from (Implies(Linear(place, "==", i), Linear(x, "==", array[i])) for i in inside)
            here = [Linear(place, "==", i) for i in inside]
            yield Clause([*here, _first(x)]) if conditions(function) else Element(place, array, x)


def _first(x: Variable) -> Linear:
    """The value where it is not defined."""
    return Linear(x, "==", x.domain[0])
