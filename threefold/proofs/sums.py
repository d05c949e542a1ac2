"""Sums of integers and of literals as clauses, for Linear and Cardinality.

The operands are added in pairs, as a balanced tree. Each inner sum s is a definition with atoms `s <= v`; it is known by two
families of clauses, `a >= r and b >= t imply s >= r + t`, and the same with `<=`. A comparison with an upper bound needs the
first family only, one with a lower bound the second. Only the values that the constraint leaves to a sum are told apart (its
window): that it has one of them is a clause of the constraint. The last two operands meet in clauses of the constraint.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from threefold.backends.backend import Refused
from threefold.proofs.formula import DIRECT_UP_TO, FALSE, TRUE, Formula

LARGEST = 1 << 22  # clauses of one sum
Bound = Callable[[int], int]


@dataclass(frozen=True)
class Operand:
    term: str  # in the language of definitions
    values: Sequence[int]  # increasing
    at_most: Bound  # the literal for one of the values
    at_least: Bound
    equal: Bound | None = None  # of a variable
    name: str = ""  # of a sum


def variable(formula: Formula, a: int, name: int) -> Operand:
    """`a·x`."""
    values = [a * v for v in formula.values[name]]

    def at_most(v: int) -> int:
        return formula.at_most(name, v // a) if a > 0 else -formula.at_most(name, v // a - 1)

    def at_least(v: int) -> int:
        return -formula.at_most(name, v // a - 1) if a > 0 else formula.at_most(name, v // a)

    def equal(v: int) -> int:
        return formula.equals(name, v // a)

    return Operand(f"{a}*x{name}", sorted(values), at_most, at_least, equal)


def indicator(literal: int, written: int) -> Operand:
    """1 where the literal is true; `written` is the same literal in definitions."""

    def reached(v: int) -> int:
        return literal if v else TRUE

    def equal(v: int) -> int:
        return literal if v else -literal

    return Operand(f"1*[{written}]", (0, 1), lambda v: TRUE if v else -literal, reached, equal)


@dataclass
class Sum:
    """`sum of the operands ⋈ bound`, a constraint whose source is the formula's."""

    formula: Formula
    operands: Sequence[Operand]
    comparator: str
    bound: int

    def lower(self) -> None:
        self.least = sum(each.values[0] for each in self.operands)
        self.largest = sum(each.values[-1] for each in self.operands)
        above, below = self.least > self.bound, self.largest < self.bound
        if (above and self.comparator in ("<=", "==")) or (below and self.comparator in (">=", "==")):
            self.formula.add(())
            return
        match len(self.operands):
            case 0:
                self._pair(_NOTHING, _NOTHING)
            case 1:
                self._pair(self.operands[0], _NOTHING)
            case count:
                self._pair(self._total(self.operands[: count // 2]), self._total(self.operands[count // 2 :]))

    def _window(self, operands: Sequence[Operand]) -> tuple[int, int]:
        """The values that these together can have where the constraint holds; wide open where that is not needed."""
        low, high = sum(each.values[0] for each in operands), sum(each.values[-1] for each in operands)
        if self.comparator in ("<=", "=="):
            high = min(high, self.bound - (self.least - low))
        if self.comparator in (">=", "=="):
            low = max(low, self.bound - (self.largest - sum(each.values[-1] for each in operands)))
        return low, high

    def _total(self, operands: Sequence[Operand]) -> Operand:
        if len(operands) == 1:
            return operands[0]
        half = len(operands) // 2
        return self._added(self._total(operands[:half]), self._total(operands[half:]), *self._window(operands))

    def _added(self, one: Operand, other: Operand, low: int, high: int) -> Operand:
        formula = self.formula
        if len(one.values) * len(other.values) > LARGEST:
            raise Refused(f"a sum has more than {LARGEST:,} pairs of values, too many for a proof")
        reached = {r + t for r in one.values for t in other.values}
        values = sorted({low, high, *(v for v in reached if low < v < high)})
        name = formula.define(f"sum 0 {one.term} {other.term}", values)
        whole = Operand(
            f"1*x{name}",
            values,
            lambda v: formula.sum_at_most(name, v),
            lambda v: -formula.sum_at_most(name, v - 1),
            name=f"x{name}",
        )
        if self.comparator != ">=":
            self._raise(one, other, whole)
        if self.comparator != "<=":
            self._limit(one, other, whole)
        with formula.naming(whole.name):
            if max(reached) > high:
                formula.add((whole.at_most(high),))
            if min(reached) < low:
                formula.add((whole.at_least(low),))
        return whole

    def _raise(self, one: Operand, other: Operand, whole: Operand) -> None:
        """The first family."""
        low, high = whole.values[0], whole.values[-1]
        for r in one.values:
            for t in other.values:
                if r + t >= low:
                    reached = whole.at_least(r + t) if r + t <= high else -whole.at_most(high)
                    self.formula.add_defined((-one.at_least(r), -other.at_least(t), reached), whole.name)
                if r + t > high:
                    break

    def _limit(self, one: Operand, other: Operand, whole: Operand) -> None:
        """The second family."""
        low, high = whole.values[0], whole.values[-1]
        for r in one.values:
            for t in reversed(other.values):
                if r + t <= high:
                    reached = whole.at_most(r + t) if r + t >= low else -whole.at_least(low)
                    self.formula.add_defined((-one.at_most(r), -other.at_most(t), reached), whole.name)
                if r + t < low:
                    break

    # The last two operands

    def _pair(self, one: Operand, other: Operand) -> None:
        direct = one.equal and other.equal and max(len(one.values), len(other.values)) <= DIRECT_UP_TO
        with self.formula.naming(*filter(None, (one.name, other.name))):
            match self.comparator:
                case "!=":
                    self._conflicts(one, other)
                case "==" if direct:
                    self._function(one, other)
                    self._function(other, one)
                case comparator:
                    if comparator != ">=":
                        self._not_above(one, other)
                    if comparator != "<=":
                        self._not_below(one, other)

    def _conflicts(self, one: Operand, other: Operand) -> None:
        for r in one.values:
            if self.bound - r in set(other.values):
                self.formula.add((*_differs(one, r), *_differs(other, self.bound - r)))

    def _function(self, one: Operand, other: Operand) -> None:
        assert one.equal is not None
        assert other.equal is not None
        values = set(other.values)
        for r in one.values:
            t = self.bound - r
            self.formula.add((-one.equal(r), other.equal(t) if t in values else FALSE))

    def _not_above(self, one: Operand, other: Operand) -> None:
        for r in one.values:
            place = bisect_right(other.values, self.bound - r)
            if place < len(other.values):
                self.formula.add((-one.at_least(r), -other.at_least(other.values[place])))

    def _not_below(self, one: Operand, other: Operand) -> None:
        for r in one.values:
            place = bisect_left(other.values, self.bound - r)
            if place:
                self.formula.add((-one.at_most(r), -other.at_most(other.values[place - 1])))


_NOTHING = Operand("0", (0,), lambda v: TRUE, lambda v: TRUE, lambda v: TRUE)


def _differs(operand: Operand, value: int) -> tuple[int, ...]:
    if operand.equal:
        return (-operand.equal(value),)
    return -operand.at_least(value), -operand.at_most(value)
