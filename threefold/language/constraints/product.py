"""Product and power. Reference: `times` of the Global Constraint Catalogue."""

from collections.abc import Iterator
from math import prod

from threefold.errors import SpecError
from threefold.format import grouped
from threefold.language.constraints.clause import Clause
from threefold.language.constraints.implies import Implies
from threefold.language.constraints.linear import Linear
from threefold.language.functions import Function
from threefold.language.node import Counted
from threefold.language.terms import Sum, Term, Variable, Write, as_sum
from threefold.language.truth import Assignment, Logical
from threefold.language.units import factor, simplest, unit_of, values_of, values_of_function

MOST_BITS = 53  # of a value

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
SIGNS = str.maketrans("*·", "__")  # of a product


class Product(Function):
    """`x*y`."""

    word, fields = "product", ("one", "other")

    def __init__(self, one: Sum, other: Sum) -> None:
        self.one, self.other = factor(one), factor(other)
        self.finish(values_of_function([values_of(self.one), values_of(self.other)], prod))

    def text(self) -> str:
        return f"{_factor(str(self.one))}*{_factor(str(self.other))}"

    def formula(self, write: Write) -> str:
        return f"{_factor(write(self.one))}·{_factor(write(self.other))}"

    def value(self, assignment: Assignment) -> int:
        return self.one.value(assignment) * self.other.value(assignment)

    def expand(self) -> Sum | None:
        """The same of `x*y` and `y*x`."""
        one, other = self.ordered()
        return None if one is self.one else as_sum(Product(one, other))

    def ordered(self) -> list[Sum]:
        """The factor that has fewer values comes first, or else the variable that was declared first."""
        return sorted(
            (self.one, self.other), key=lambda each: (len(values_of(each)), [x.position for _, x in each.terms])
        )

    def decompose(self, result: Variable) -> Iterator[Logical]:
        """For each value of the first factor the product is linear in the second."""
        first, second = self.ordered()
        one, other = unit_of(first), unit_of(second)
        for value in one.values():
            fixed = Linear(first, "==", value)
            if other.variable is one.variable is not None:
                value *= other.sign * one.sign * (value - one.offset) + other.offset
                yield Clause([~fixed, Linear(result, "==", value)])
            else:
                yield Implies(fixed, Linear(result, "==", second * value))


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
        return f"{grouped(str(self.base))}**{self.exponent}"

    def formula(self, write: Write) -> str:
        return f"{grouped(write(self.base))}{str(self.exponent).translate(SUPERSCRIPTS)}"

    def value(self, assignment: Assignment) -> int:
        return int(self.base.value(assignment) ** self.exponent)

    def expand(self) -> Sum:
        rest = self.base if self.exponent == 2 else as_sum(Power(self.base, self.exponent - 1))
        return as_sum(product(self.base, rest))

    def decompose(self, result: Variable) -> Iterator[Logical]:
        yield Linear(result, "==", self.expand())


def _factor(text: str) -> str:
    """A sum in parentheses; a product needs none."""
    plain = text.translate(SIGNS)
    return text if grouped(plain) == plain else f"({text})"


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
