"""Terms that the kernel does not have: products, absolute values, maxima, quotients, entries of an array."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod

from threefold.errors import SpecError
from threefold.language.constraints import Clause, Constraint, Element, Implies, Linear
from threefold.language.definitions import Definition, defined, named, values_of, values_of_function
from threefold.language.kinds import All
from threefold.language.lists import Terms, as_sums, unknowns
from threefold.language.logic import reified
from threefold.language.terms import Assignment, Literal, Sum, Term, Variable, as_sum
from threefold.language.units import takes, unit_of


class Product(Definition):
    family = "product"

    def __init__(self, one: Sum, other: Sum) -> None:
        """The first factor has not more values than the second."""
        one, other = sorted((named(one), named(other)), key=lambda factor: (len(values_of(factor)), str(factor)))
        self.terms = one, other

    def value(self, assignment: Assignment) -> int:
        return prod(term.value(assignment) for term in self.terms)

    def domain(self) -> Iterable[int]:
        return values_of_function(self.terms, prod)

    def constraints(self, result: Variable) -> Iterator[Constraint]:
        """For each value of one factor the product is linear in the other."""
        one, other = map(unit_of, self.terms)
        assert one.variable is not None
        for value in one.variable.domain:
            factor, fixed = one.sign * value + one.offset, one.variable == value
            if other.variable is one.variable:
                yield Clause([~fixed, result == factor * (other.sign * value + other.offset)])
            else:
                yield Implies(fixed, Linear(result, "==", self.terms[1] * factor))


class Absolute(Definition):
    family = "abs"

    def __init__(self, term: Sum) -> None:
        self.terms = (named(term),)

    def value(self, assignment: Assignment) -> int:
        return abs(self.terms[0].value(assignment))

    def domain(self) -> Iterable[int]:
        return {abs(value) for value in values_of(self.terms[0])}

    def constraints(self, result: Variable) -> Iterator[Constraint]:
        positive = at_least(self.terms[0], 0)
        yield Implies(positive, Linear(result, "==", self.terms[0]))
        yield Implies(~positive, Linear(result, "==", -self.terms[0]))


class Maximum(Definition):
    family = "max"

    def __init__(self, terms: Sequence[Sum]) -> None:
        self.terms = tuple(terms)

    def value(self, assignment: Assignment) -> int:
        return max(term.value(assignment) for term in self.terms)

    def domain(self) -> Iterable[int]:
        values = [values_of(term) for term in self.terms]
        least = max(map(min, values))
        return {value for each in values for value in each if value >= least}

    def constraints(self, result: Variable) -> Iterator[Constraint]:
        for term in self.terms:
            yield Linear(result, ">=", term)
        yield Clause([reified(Linear(term, ">=", result)) for term in self.terms])


class Quotient(Definition):
    """Rounded down, as Python does."""

    family = "quotient"

    def __init__(self, dividend: Sum, divisor: Sum) -> None:
        self.terms = dividend, named(divisor)
        if 0 in values_of(self.terms[1]):
            raise SpecError(f"the divisor {divisor} can be 0: leave 0 out of its domain")

    def value(self, assignment: Assignment) -> int:
        dividend, divisor = (term.value(assignment) for term in self.terms)
        return dividend // divisor

    def domain(self) -> Iterable[int]:
        return values_of_function(self.terms, lambda pair: pair[0] // pair[1])

    def constraints(self, result: Variable) -> Iterator[Constraint]:
        """`0 <= dividend - divisor · quotient < divisor`, or with a negative divisor the same with both signs changed."""
        dividend, divisor = self.terms
        unit = unit_of(divisor)
        for value in values_of(divisor):
            sign = 1 if value > 0 else -1
            rest = (dividend - result * value) * sign
            for bounds in (Linear(rest, ">=", 0), Linear(rest, "<=", abs(value) - 1)):
                yield bounds if unit.variable is None else Implies(takes(divisor, value), bounds)


class NotZero(Definition):
    """The term, or where it is 0 the first of these values."""

    family = "nonzero"

    def __init__(self, term: Sum, values: Sequence[int]) -> None:
        self.terms, self.values = (named(term),), values

    def value(self, assignment: Assignment) -> int:
        return self.terms[0].value(assignment) or self.values[0]

    def domain(self) -> Iterable[int]:
        return self.values

    def constraints(self, result: Variable) -> Iterator[Constraint]:
        zero = takes(self.terms[0], 0)
        yield Implies(~zero, Linear(result, "==", self.terms[0]))
        yield Clause([~zero, result == self.values[0]])


class TruncatedQuotient(Quotient):
    """Rounded towards 0, as most programming languages do."""

    family = "truncated"

    def value(self, assignment: Assignment) -> int:
        dividend, divisor = (term.value(assignment) for term in self.terms)
        return _truncated((dividend, divisor))

    def domain(self) -> Iterable[int]:
        return values_of_function(self.terms, _truncated)

    def constraints(self, result: Variable) -> Iterator[Constraint]:
        """The rest is smaller than the divisor, and has the sign of the dividend."""
        dividend, divisor = self.terms
        for value in values_of(divisor):
            rest = dividend - result * value
            for sign, bound in ((1, Linear(dividend, ">=", 0)), (-1, Linear(dividend, "<=", 0))):
                small = All([Linear(rest * sign, ">=", 0), Linear(rest * sign, "<=", abs(value) - 1)])
                condition = All([bound, takes(divisor, value)]) if unit_of(divisor).variable is not None else bound
                for part in small.parts():
                    yield Implies(condition, part)


def _truncated(pair: Sequence[int]) -> int:
    dividend, divisor = pair
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend >= 0) == (divisor > 0) else -quotient


class Entry(Definition):
    """An entry of an array, counted from 0."""

    family = "entry"

    def __init__(self, array: Sequence[Sum], index: Sum) -> None:
        self.terms = (named(index), *map(named, array))
        wrong = [value for value in values_of(self.terms[0]) if not 0 <= value < len(array)]
        if wrong:
            raise SpecError(f"the index {index} can be {wrong[0]}, and the array has the entries 0 to {len(array) - 1}")

    def value(self, assignment: Assignment) -> int:
        index, *array = (term.value(assignment) for term in self.terms)
        return array[index]

    def domain(self) -> Iterable[int]:
        return {value for index in values_of(self.terms[0]) for value in values_of(self.terms[1 + index])}

    def constraints(self, result: Variable) -> Iterator[Constraint]:
        yield Element(self.terms[0], self.terms[1:], result)


def product(one: Term, other: Term) -> Variable | Sum:
    first, second = as_sum(one).combined(), as_sum(other).combined()
    if not first.terms or not second.terms:
        return second.times(first.constant) if not first.terms else first.times(second.constant)
    return defined(Product(first, second))


def absolute(term: Term) -> Variable | Sum:
    return defined(Absolute(as_sum(term).combined()))


def quotient(dividend: Term, divisor: Term) -> Variable | Sum:
    return defined(Quotient(as_sum(dividend).combined(), as_sum(divisor).combined()))


def truncated_quotient(dividend: Term, divisor: Term) -> tuple[Term, Linear | bool]:
    """The quotient rounded towards 0, and whether the divisor is not 0. Where it is 0, another divisor is taken."""
    one, other = as_sum(dividend).combined(), as_sum(divisor).combined()
    if not one.terms and not other.terms:
        return (_truncated((one.constant, other.constant)) if other.constant else 0), other.constant != 0
    values = [value for value in values_of(other) if value]
    if len(values) == len(values_of(other)):
        return defined(TruncatedQuotient(one, other)), True
    if not values:
        return 0, False
    nonzero = defined(NotZero(other, values))
    return defined(TruncatedQuotient(one, nonzero._sum())), Linear(other, "!=", 0)


def maximum(terms: Terms) -> Variable | Sum:
    """The largest of the terms, as a term: `maximum([x, y + 1]) <= 4`."""
    sums = as_sums(unknowns(terms))
    if not sums:
        raise SpecError("the maximum or minimum of no terms has no value")
    return defined(Maximum([term.combined() for term in sums]))


def minimum(terms: Terms) -> Sum:
    """The smallest of the terms, as a term."""
    return -maximum([-term for term in as_sums(unknowns(terms))])


def value_at(array: Terms, index: Term) -> Variable | Sum:
    """`array[index]`, counted from 0, as a term."""
    return defined(Entry([term.combined() for term in as_sums(array)], as_sum(index).combined()))


def at_least(term: Sum, bound: int) -> Literal:
    """`term >= bound` for a term `±x + c`."""
    unit = unit_of(term)
    if unit.variable is None:
        raise SpecError(f"{term} has no variable")
    return unit.variable >= bound - unit.offset if unit.sign == 1 else unit.variable <= unit.offset - bound
