"""Integers as literals, in three encodings. A domain has n values. `catalogue.py` has references.

    direct    a literal `x = v` per value, exactly one of them true
    order     a literal `x <= v` per value but the last, and n - 2 clauses
    binary    the bits of `x - least value`, and a clause per dyadic interval of numbers that are not in the domain

A literal that the encoding lacks becomes an auxiliary, defined in both directions, so that the number of models stays.
AllDifferent, Table, Element and Circuit need `x = v`; Linear and `x <= v` need no auxiliary in order encoding, and in binary
none where pindakaas adds bits. Order and binary share their code: both are known by the clauses that exclude an interval of
values.
"""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from threefold.backends.sat.encoder import FALSE, TRUE, Defined, Encoder
from threefold.backends.variable_maps import Binary, Native
from threefold.language import Literal, Variable

Clauses = list[list[int]]


class DirectIntegers:
    """Also for Booleans: integers in 0, 1 with the two literals of one number."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._at_most: dict[tuple[int, int], int] = {}
        self.defined: dict[Defined, int] = {}

    def constrain(self, x: Variable) -> None:
        """Add the clauses of the domain."""
        self._encoder.add_clean([self.literals(x)])
        self._encoder.at_most_one(self.literals(x))

    def literals(self, x: Variable) -> Sequence[int]:
        """`x == v` for every value of the domain, in its order."""
        view = self._encoder.views[x.position]
        if isinstance(view, Native):
            return (-view.first, view.first)
        return range(view.first, view.first + len(x.domain))

    def unequal(self, x: Variable) -> list[list[int]]:
        """`x != v` inside a clause, for every value of the domain."""
        return [[-number] for number in self.literals(x)]

    def equals(self, x: Variable, value: int) -> int:
        return self.literals(x)[x.domain.index(value)] if value in x.domain else FALSE

    def disjunction(self, literal: Literal) -> Sequence[int]:
        """The literal inside a clause, where the encoding allows without an auxiliary."""
        if literal.comparator == "==":
            return (self._encoder.literal(literal),)
        below, above = self._split(literal.variable, literal.value)
        true, false = (below, above) if literal.positive else (above, below)
        if not false:
            return (TRUE,)
        return (-false[0],) if len(false) == 1 else true

    def exclude(self, x: Variable, low: int, high: int) -> None:
        """Add clauses for `not from low to high`."""
        for value, literal in zip(x.domain, self.literals(x), strict=True):
            if low <= value <= high:
                self._encoder.add((-literal,))

    def at_most(self, x: Variable, value: int) -> int:
        below, above = self._split(x, value)
        if not below or not above:
            return TRUE if below else FALSE
        if len(below) == 1 or len(above) == 1:
            return below[0] if len(below) == 1 else -above[0]
        key = (x.position, len(below))
        if key not in self._at_most:
            [self._at_most[key]] = self._encoder.fresh(1)
            self.defined[x.position, "<=", x.domain[len(below) - 1]] = self._at_most[key]
            with self._encoder.defining(x):
                self._define_at_most(x, self._at_most[key], below, above)
        return self._at_most[key]

    def _split(self, x: Variable, value: int) -> tuple[Sequence[int], Sequence[int]]:
        """The literals of the values up to this one, and of those above."""
        literals, position = self.literals(x), bisect_right(x.domain, value)
        return literals[:position], literals[position:]

    def _define_at_most(self, x: Variable, defined: int, below: Sequence[int], above: Sequence[int]) -> None:
        """`defined` if and only if one of `below`, and not one of `above`.

        Where `x <= the value before` is defined already, it replaces all of `below` but the last. In the order of the domain
        the definitions then form a chain of constant size each.
        """
        add = self._encoder.add
        before = below[0] if len(below) == 2 else self._at_most.get((x.position, len(below) - 1))
        if before is not None:
            below = (before, below[-1])
            add((-before, -below[-1]))
        for literal in below:
            add((-literal, defined))
        add((-defined, *below))
        if before is None or len(above) == 2:
            for literal in above:
                add((-literal, -defined))
            add((defined, *above))


class IntervalIntegers(ABC):
    """An encoding that is defined by how it excludes an interval of values."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.defined: dict[Defined, int] = {}

    @abstractmethod
    def constrain(self, x: Variable) -> None: ...

    @abstractmethod
    def excluding(self, x: Variable, low: int, high: int) -> Clauses:
        """Clauses for `not from low to high`, both of them values of the domain. One clause for a single value."""

    def literals(self, x: Variable) -> Sequence[int]:
        return [self.equals(x, value) for value in x.domain]

    def unequal(self, x: Variable) -> list[list[int]]:
        return [self.excluding(x, value, value)[0] for value in x.domain]

    def exclude(self, x: Variable, low: int, high: int) -> None:
        for clause in self._excluding_interval(x, low, high):
            self._encoder.add(clause)

    def equals(self, x: Variable, value: int) -> int:
        if value not in x.domain:
            return FALSE
        [clause] = self.excluding(x, value, value)
        if not clause:
            return TRUE
        if len(clause) == 1:
            return -clause[0]
        return self._define(x, "==", value, [[-literal] for literal in clause], [clause])

    def at_most(self, x: Variable, value: int) -> int:
        above = self._excluding_interval(x, value + 1, x.domain[-1])
        below = self._excluding_interval(x, x.domain[0], value)
        if not above or not below:
            return FALSE if above else TRUE
        for clauses, sign in ((above, 1), (below, -1)):
            if len(clauses) == 1 and len(clauses[0]) == 1:
                return sign * clauses[0][0]
        reached = x.domain[bisect_right(x.domain, value) - 1]
        return self._define(x, "<=", reached, above, below)

    def disjunction(self, literal: Literal) -> Sequence[int]:
        x, value, equal = literal.variable, literal.value, literal.comparator == "=="
        if equal and literal.positive:
            return (self._encoder.literal(literal),)
        low, high = (value + 1, x.domain[-1]) if literal.positive else (value if equal else x.domain[0], value)
        excluded = self._excluding_interval(x, low, high)
        if not excluded:
            return (TRUE,)
        return excluded[0] if len(excluded) == 1 else (self._encoder.literal(literal),)

    def _excluding_interval(self, x: Variable, low: int, high: int) -> Clauses:
        values = x.domain[bisect_right(x.domain, low - 1) : bisect_right(x.domain, high)]
        return self.excluding(x, values[0], values[-1]) if values else []

    def _define(self, x: Variable, comparator: str, value: int, if_true: Clauses, if_false: Clauses) -> int:
        """A literal that implies the clauses `if_true`; its negation implies `if_false`."""
        key = (x.position, comparator, value)
        if key not in self.defined:
            [defined] = self._encoder.fresh(1)
            self.defined[key] = defined
            with self._encoder.defining(x):
                self._encoder.add_clean((-defined, *clause) for clause in if_true)
                self._encoder.add_clean((defined, *clause) for clause in if_false)
        return self.defined[key]


class OrderIntegers(IntervalIntegers):
    def constrain(self, x: Variable) -> None:
        self._encoder.add_clean((-bound, bound + 1) for bound in self._encoder.views[x.position].numbers[:-1])

    def excluding(self, x: Variable, low: int, high: int) -> Clauses:
        """Below low, or above high."""
        first = self._encoder.views[x.position].first
        below = [first + x.domain.index(low) - 1] if low != x.domain[0] else []
        above = [-(first + x.domain.index(high))] if high != x.domain[-1] else []
        return [below + above]


class BinaryIntegers(IntervalIntegers):
    def constrain(self, x: Variable) -> None:
        view, values = self._view(x), x.domain
        if not isinstance(values, range):
            for value, following in pairwise(values):
                self._encoder.add_clean(self._dyadic(view, value + 1 - view.offset, following - 1 - view.offset))
        self._encoder.add_clean(self._dyadic(view, values[-1] + 1 - view.offset, (1 << view.bits) - 1))

    def excluding(self, x: Variable, low: int, high: int) -> Clauses:
        """Several values up to the last one: also the numbers above, which needs fewer clauses."""
        view = self._view(x)
        beyond = low != high and high == x.domain[-1]
        return list(self._dyadic(view, low - view.offset, (1 << view.bits) - 1 if beyond else high - view.offset))

    def _dyadic(self, view: Binary, low: int, high: int) -> Iterator[list[int]]:
        """A clause per interval of 2^k numbers that begins at a multiple of 2^k: they have the same higher bits."""
        while low <= high:
            k = (low & -low or 1 << view.bits).bit_length() - 1
            while low + (1 << k) - 1 > high:
                k -= 1
            bits = range(k, view.bits)
            yield [-(view.first + bit) if low >> bit & 1 else view.first + bit for bit in bits]
            low += 1 << k

    def _view(self, x: Variable) -> Binary:
        view = self._encoder.views[x.position]
        assert isinstance(view, Binary), view
        return view


Integers = DirectIntegers | IntervalIntegers
INTEGERS: dict[str, Callable[[Encoder], Integers]] = {
    "direct": DirectIntegers,
    "order": OrderIntegers,
    "binary": BinaryIntegers,
}
