"""Product and power. Reference: `times` of the Global Constraint Catalogue."""

from collections.abc import Iterator
from math import prod

from threefold.errors import SpecError
from threefold.language.constraints.clause import Clause
from threefold.language.constraints.implies import Implies
from threefold.language.constraints.linear import Linear
from threefold.language.node import Counted
from threefold.language.terms import Function, Sum, Term, Variable, as_sum
from threefold.language.truth import Assignment, Logical
from threefold.language.units import factor, simplest, unit_of, values_of, values_of_function

MOST_BITS = 53  # of a value


class Product(Function):
    """`x*y`."""

    word, fields = "product", ("one", "other")

    def __init__(self, one: Sum, other: Sum) -> None:
        """The first factor has not more values than the second."""
        self.one, self.other = sorted((factor(one), factor(other)), key=lambda each: (len(values_of(each)), str(each)))
        self.finish(values_of_function([values_of(self.one), values_of(self.other)], prod))

    def text(self) -> str:
        return f"{_shown(self.one)}*{_shown(self.other)}"

    def value(self, assignment: Assignment) -> int:
        return self.one.value(assignment) * self.other.value(assignment)

    def decompose(self, result: Variable) -> Iterator[Logical]:
        """For each value of one factor the product is linear in the other."""
        one, other = unit_of(self.one), unit_of(self.other)
        for value in one.values():
            fixed = Linear(self.one, "==", value)
            if other.variable is one.variable is not None:
                value *= other.sign * one.sign * (value - one.offset) + other.offset
                yield Clause([~fixed, Linear(result, "==", value)])
            else:
                yield Implies(fixed, Linear(result, "==", self.other * value))


class Power(Function):
    """`x**k` for an integer k from 2 on."""

    word, fields, numbers = "power", ("base", "exponent"), ("exponent",)

    def __init__(self, base: Sum, exponent: int) -> None:
        self.base, self.exponent = factor(base), exponent
        values = values_of(self.base)
        if exponent < 2 or (exponent > MOST_BITS and max(map(abs, (values[0], values[-1]))) > 1):
            raise SpecError(f"{self.text()}: the exponent is an integer from 2 to {MOST_BITS}")
        self.finish(values_of_function([values], lambda values: values[0] ** exponent))

    def text(self) -> str:
        return f"{_shown(self.base)}**{self.exponent}"

    def value(self, assignment: Assignment) -> int:
        return int(self.base.value(assignment) ** self.exponent)

    def expand(self) -> Sum:
        rest = self.base if self.exponent == 2 else as_sum(Power(self.base, self.exponent - 1))
        return as_sum(product(self.base, rest))

    def decompose(self, result: Variable) -> Iterator[Logical]:
        yield Linear(result, "==", self.expand())


def _shown(term: Sum) -> str:
    text = str(term)
    return f"({text})" if " " in text or text.startswith("-") else text


def product(one: Term, other: Term) -> Variable | Sum:
    first, second = simplest(as_sum(one)), simplest(as_sum(other))
    if not first.terms or not second.terms:
        return second.times(first.constant) if not first.terms else first.times(second.constant)
    return Product(first, second)


def power(base: Term, exponent: int) -> Variable | Sum:
    term = simplest(as_sum(base))
    return Power(term, exponent) if term.terms else Sum((), term.constant**exponent)


COUNTS: tuple[Counted, ...] = (
    ("x*y == 4 over 0..4: (1,4), (2,2), (4,1)", 3, lambda s: s.integer("x", range(5)) * s.integer("y", range(5)) == 4),
    ("x**2 == 4 over -3..3: -2 and 2", 2, lambda s: s.integer("x", range(-3, 4)) ** 2 == 4),
    ("x*(2 - x) == 1: x = 1", 1, lambda s: (lambda x: x * (2 - x) == 1)(s.integer("x", range(-3, 4)))),
    ("x**3 == x over -2..2: -1, 0, 1", 3, lambda s: (lambda x: x**3 == x)(s.integer("x", range(-2, 3)))),
    ("x**2 + y**2 == 5 over 0..2: (1,2), (2,1)", 2, lambda s: s.integer("x", range(3)) ** 2 + s.integer("y", range(3)) ** 2 == 5),
    ("x*y >= 6 over 0..3: (2,3), (3,2), (3,3)", 3, lambda s: s.integer("x", range(4)) * s.integer("y", range(4)) >= 6),
)  # fmt: skip
