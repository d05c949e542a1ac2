"""Quotient and remainder. Reference: R. Boute, The Euclidean definition of the functions div and mod, TOPLAS 1992.

`x // y` is rounded down and `x % y` has the sign of y, as in Python. TruncatedQuotient is rounded towards 0, as in MiniZinc and
most programming languages. By 0 none of them is defined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod

from threefold.format import grouped
from threefold.language.constraints.all import All
from threefold.language.constraints.implies import Implies
from threefold.language.constraints.linear import Linear
from threefold.language.functions import Function, Undefined
from threefold.language.node import Counted
from threefold.language.terms import Sum, Term, Variable, Write, as_sum
from threefold.language.truth import Assignment, Logical
from threefold.language.units import MOST_VALUES, factor, simplest, values_of, values_of_function


class _Division(Function):
    fields = ("dividend", "divisor")

    def __init__(self, dividend: Sum, divisor: Sum) -> None:
        self.dividend, self.divisor = simplest(dividend), factor(divisor)
        divisors = values_of(self.divisor)
        self.finish(self.values([d for d in divisors if d]), undefined=0 in divisors)

    def text(self) -> str:
        return f"{grouped(str(self.dividend))} {self.sign} {grouped(str(self.divisor))}"

    def formula(self, write: Write) -> str:
        return f"{grouped(write(self.dividend))} {self.sign} {grouped(write(self.divisor))}"

    sign: str

    def values(self, divisors: Sequence[int]) -> Iterable[int]:
        """All that it can be, by divisors that are not 0."""
        return values_of_function([values_of(self.dividend), divisors], self.divide) if divisors else [0]

    @staticmethod
    def divide(pair: Sequence[int]) -> int:
        raise NotImplementedError

    def value(self, assignment: Assignment) -> int:
        pair = self.dividend.value(assignment), self.divisor.value(assignment)
        if not pair[1]:
            raise Undefined(self, "the divisor is 0")
        return self.divide(pair)

    def conditions(self) -> Iterator[Logical]:
        if 0 in values_of(self.divisor):
            yield Linear(self.divisor, "!=", 0)

    def decompose(self, result: Variable) -> Iterator[Logical]:
        for value in values_of(self.divisor):
            by_value = Linear(self.divisor, "==", value)
            inner = self.by(value, result) if value else [Linear(result, "==", result.domain[0])]
            yield from (Implies(by_value, each) for each in inner)

    def by(self, divisor: int, result: Variable) -> Iterator[Logical]:
        """They hold if and only if the result is the quotient by this number."""
        raise NotImplementedError


class Quotient(_Division):
    """`x // y`: rounded down."""

    word, sign = "quotient", "//"

    def formula(self, write: Write) -> str:
        return f"⌊{grouped(write(self.dividend))} / {grouped(write(self.divisor))}⌋"

    @staticmethod
    def divide(pair: Sequence[int]) -> int:
        return pair[0] // pair[1]

    def by(self, divisor: int, result: Variable) -> Iterator[Logical]:
        """`0 <= dividend - divisor · quotient < divisor`, or with a negative divisor the same with both signs changed."""
        rest = (self.dividend - result * divisor) * (1 if divisor > 0 else -1)
        yield Linear(rest, ">=", 0)
        yield Linear(rest, "<=", abs(divisor) - 1)


class TruncatedQuotient(_Division):
    """Rounded towards 0."""

    word, sign = "truncated", "div"

    @staticmethod
    def divide(pair: Sequence[int]) -> int:
        quotient = abs(pair[0]) // abs(pair[1])
        return quotient if (pair[0] >= 0) == (pair[1] > 0) else -quotient

    def by(self, divisor: int, result: Variable) -> Iterator[Logical]:
        """The rest is smaller than the divisor, and has the sign of the dividend."""
        rest = self.dividend - result * divisor
        for sign, bound in ((1, Linear(self.dividend, ">=", 0)), (-1, Linear(self.dividend, "<=", 0))):
            yield Implies(bound, All([Linear(rest * sign, ">=", 0), Linear(rest * sign, "<=", abs(divisor) - 1)]))


class _Rest(_Division):
    """dividend - divisor · quotient."""

    quotient: type[_Division]

    def values(self, divisors: Sequence[int]) -> Iterable[int]:
        dividends = values_of(self.dividend)
        if len(dividends) * len(divisors) <= MOST_VALUES:
            return {self.divide((one, other)) for one in dividends for other in divisors} or [0]
        most = max(map(abs, divisors)) - 1
        return range(-most, most + 1)

    def expand(self) -> Sum | None:
        if 0 in values_of(self.divisor):
            return None
        return self.dividend - as_sum(self.divisor * type(self).quotient(self.dividend, self.divisor))

    def by(self, divisor: int, result: Variable) -> Iterator[Logical]:
        quotient = type(self).quotient(self.dividend, Sum((), divisor))
        yield Linear(result, "==", self.dividend - quotient * divisor)


class Remainder(_Rest):
    """`x % y`: it has the sign of y."""

    word, sign, quotient = "remainder", "%", Quotient

    def formula(self, write: Write) -> str:
        return f"{grouped(write(self.dividend))} mod {grouped(write(self.divisor))}"

    @staticmethod
    def divide(pair: Sequence[int]) -> int:
        return pair[0] % pair[1]


class TruncatedRemainder(_Rest):
    """It has the sign of x."""

    word, sign, quotient = "rest", "rem", TruncatedQuotient

    @staticmethod
    def divide(pair: Sequence[int]) -> int:
        return pair[0] - prod((pair[1], TruncatedQuotient.divide(pair)))


def quotient(dividend: Term, divisor: Term) -> Variable | Sum:
    return _folded(Quotient(as_sum(dividend), as_sum(divisor)))


def remainder(dividend: Term, divisor: Term) -> Variable | Sum:
    return _folded(Remainder(as_sum(dividend), as_sum(divisor)))


def truncated_quotient(dividend: Term, divisor: Term) -> Variable | Sum:
    return _folded(TruncatedQuotient(as_sum(dividend), as_sum(divisor)))


def truncated_remainder(dividend: Term, divisor: Term) -> Variable | Sum:
    return _folded(TruncatedRemainder(as_sum(dividend), as_sum(divisor)))


def _folded(function: _Division) -> Variable | Sum:
    """Of two numbers, a number."""
    constant = not function.partial and not function.dividend.terms and not function.divisor.terms
    return Sum((), function.value(())) if constant else function


COUNTS: tuple[Counted, ...] = (
    ("x // 2 == 1 over 0..5: 2, 3", 2, lambda s: s.integer("x", range(6)) // 2 == 1),
    ("x // -2 == 0 over -3..3: -1, 0", 2, lambda s: s.integer("x", range(-3, 4)) // -2 == 0),
    ("6 // y == 3 over 0..3: 2; y = 0 is not defined", 1, lambda s: 6 // s.integer("y", range(4)) == 3),
    ("not (6 // y == 3) over 0..3: 0, 1, 3", 3, lambda s: ~(6 // s.integer("y", range(4)) == 3)),
    ("x % 3 == 1 over -4..4: -2, 1, 4", 3, lambda s: s.integer("x", range(-4, 5)) % 3 == 1),
    ("x % -3 == -1 over -4..4: -4, -1, 2", 3, lambda s: s.integer("x", range(-4, 5)) % -3 == -1),
    ("5 % y <= 1 over 0..3: 1, 2; y = 0 is not defined", 2, lambda s: 5 % s.integer("y", range(4)) <= 1),
    ("-7 rounded towards 0 by y in 2..3: -3, -2", 1, lambda s: truncated_quotient(-7, s.integer("y", range(2, 4))) == -3),
    ("x towards 0 by 2 is 0 over -3..3: -1, 0, 1", 3, lambda s: truncated_quotient(s.integer("x", range(-3, 4)), 2) == 0),
    ("5 towards 0 by y is -2 over -2..2: y = -2; 0 is not defined", 1, lambda s: truncated_quotient(5, s.integer("y", range(-2, 3))) == -2),
    ("the rest of x by 3 is -1 over -4..4: -4, -1", 2, lambda s: truncated_remainder(s.integer("x", range(-4, 5)), 3) == -1),
    ("the rest of x by -3 is 1 over -4..4: 1, 4", 2, lambda s: truncated_remainder(s.integer("x", range(-4, 5)), -3) == 1),
    ("the rest of -5 by y is 0 over -1..2: -1, 1; 0 is not defined", 2, lambda s: truncated_remainder(-5, s.integer("y", range(-1, 3))) == 0),
)  # fmt: skip
