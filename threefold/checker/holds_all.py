"""`holds` for many assignments at once: each kind of constraint as a few operations on the columns of a block.

The meaning of a constraint is its `holds`. What stands here is only faster, and is tested against `holds`. A class that is not
listed here, also one derived from a listed class, is tested row by row. So is a constraint over a variable with more values
than a byte has, and one whose numbers do not fit into 64 bits.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any

from threefold.checker.columns import UNREADABLE, Bits, Code, Columns, Lanes, Passing, Reader
from threefold.checker.hashing import Hashing
from threefold.checker.reads import AllReads, picker
from threefold.checker.sums import Amounts, Check, Sums, in_digits
from threefold.language import (
    AllDifferent,
    Assignment,
    Cardinality,
    Circuit,
    Clause,
    Constraint,
    Element,
    Implies,
    Linear,
    Literal,
    Spec,
    Table,
    Variable,
)
from threefold.language.units import Unit

MOST_PLANES = 16  # of an AllDifferent: with so many values, sets of one row each are faster
TURNED = {"<=": "__ge__", "==": "__eq__", ">=": "__le__", "!=": "__ne__"}  # n <= bound is bound.__ge__(n)
ZERO = Passing([0])


class AllHold:
    """Tests the solutions of one spec, a block at a time."""

    def __init__(self, spec: Spec) -> None:
        self._reader, self._reads = Reader(spec), AllReads()
        forms = Forms(self._reader.codes, self._reads)
        self._checks = [forms.check(posted.constraint) for posted in spec.posted]
        self.most = self._reads.most_rows

    def hashes(self, rows: Sequence[Assignment], hashing: Hashing, *, arrays: bool = False) -> bytes | None:
        """The hashes of these solutions, one after the other; None if one of the rows is not a solution."""
        try:
            columns = self._reader.columns(rows)
        except UNREADABLE:
            return None
        self._reads.read(columns)
        if any(check(columns) != columns.ones for check in self._checks):
            return None
        return hashing.many(self._reader.decisions(columns, hashing), len(rows), arrays=arrays)


class Forms:
    """The faster forms of constraints over variables with these codes."""

    def __init__(self, codes: Sequence[Code | None], reads: AllReads) -> None:
        self._codes, self._zeros = codes, len(codes) - 1  # the position of the column of zeros
        self._all_known = all(codes)
        self._lanes, self._bits, self._sums = reads.lanes, reads.bits, Sums(reads.lanes)
        self._literals: dict[tuple[Code | None, str, int, bool], Amounts] = {}
        self._true_bits: dict[tuple[int, str, int, bool], int] = {}
        self._multiples: dict[tuple[Code | None, int, int], Amounts] = {}
        self._digits: dict[object, tuple[list[Amounts], set[int]]] = {}
        self._planes: dict[tuple[Amounts, int, int], bytes] = {}
        self._forms: dict[type, Callable[[Any], Check | None]] = {
            Clause: self._clause,
            Cardinality: self._cardinality,
            AllDifferent: self._all_different,
            Linear: self._linear,
            Table: self._table,
            Element: self._element,
            Circuit: self._circuit,
            Implies: self._implies,
        }

    def check(self, constraint: Constraint) -> Check:
        form = self._forms.get(type(constraint))
        known = self._all_known or all(self._codes[x.position] for x in constraint.variables())
        faster = form(constraint) if form and known else None
        return faster or (lambda columns: columns.where_row(constraint.holds))

    def _code(self, position: int) -> Code:
        code = self._codes[position]
        assert code is not None, "a constraint over a large domain is tested row by row"
        return code

    def _literal(self, literal: Literal) -> tuple[int, Amounts]:
        """The position of its variable, and 1 for each value that makes it true, else 0; shared by literals alike."""
        position = literal.variable.position
        key = self._codes[position], literal.comparator, literal.value, literal.positive
        amounts = self._literals.get(key)
        if amounts is None:
            true = set(literal.true_values())
            by_value = {value: int(value in true) for value in literal.variable.domain}
            amounts = self._literals[key] = Amounts(self._code(position), by_value)
        return position, amounts

    def _multiple(self, factor: int, x: Variable | None, offset: int = 0) -> tuple[int, Amounts]:
        """The position of x, and factor · x + offset for each value of x; shared by terms alike."""
        position, domain = (self._zeros, (0,)) if x is None else (x.position, x.domain)
        key = self._codes[position], factor, offset
        amounts = self._multiples.get(key)
        if amounts is None:
            by_value = {value: factor * value + offset for value in domain}
            amounts = self._multiples[key] = Amounts(self._code(position), by_value)
        return position, amounts

    def _unit(self, unit: Unit) -> tuple[int, Amounts]:
        return self._multiple(unit.sign, unit.variable, unit.offset)

    def _clause(self, constraint: Clause) -> Check:
        by_variable: dict[int, list[Literal]] = {}
        for literal in constraint.literals:
            by_variable.setdefault(literal.variable.position, []).append(literal)
        pick = picker([self._true(position, literals) for position, literals in by_variable.items()])
        return lambda columns: reduce(or_, pick(columns.bits), 0)

    def _true(self, position: int, literals: Sequence[Literal]) -> int:
        """The place of the bits that say where one of these literals is true, which have the same variable."""
        if len(literals) > 1:
            tables = [self._literal(literal)[1].table for literal in literals]
            return self._bits.add((position, bytes(map(max, *tables))))
        [literal] = literals
        key = position, literal.comparator, literal.value, literal.positive
        place = self._true_bits.get(key)
        if place is None:
            place = self._true_bits[key] = self._bits.add((position, self._literal(literal)[1].table))
        return place

    def _cardinality(self, constraint: Cardinality) -> Check | None:
        return self._compared(map(self._literal, constraint.literals), constraint.comparator, constraint.bound)

    def _linear(self, constraint: Linear) -> Check | None:
        parts = (self._multiple(a, x) for a, x in constraint.terms)
        return self._compared(parts, constraint.comparator, constraint.bound)

    def _compared(self, parts: Iterable[tuple[int, Amounts]], comparator: str, bound: int) -> Check | None:
        return self._sums.check(parts, (comparator, bound), lambda low: getattr(bound - low, TURNED[comparator]))

    def _table(self, constraint: Table) -> Check | None:
        """A row is a number, with a digit for each term. Shared by tables with the same rows for the same values."""
        units = list(map(self._unit, constraint.units))
        key = constraint.rows, *(values for _, values in units)
        if key not in self._digits:
            self._digits[key] = in_digits([values for _, values in units], constraint.rows)
        amounts, accepted = self._digits[key]
        parts = ((position, digit) for (position, _), digit in zip(units, amounts, strict=True))
        return self._sums.check(parts, id(accepted), lambda low: {number - low for number in accepted}.__contains__)

    def _all_different(self, constraint: AllDifferent) -> Check | None:
        """The values in planes of eight, a bit for each: a value that is taken twice meets its own bit."""
        units = list(map(self._unit, constraint.units))
        low = min((values.least for _, values in units), default=0)
        high = max((values.most for _, values in units), default=0)
        numbers = range((high - low) // 8 + 1)
        if len(numbers) > MOST_PLANES:
            return None
        planes = [[(position, self._plane(values, low, plane)) for position, values in units] for plane in numbers]
        picks = [self._lanes.several(read for read in plane if any(read[1])) for plane in planes]

        def check(columns: Columns) -> Bits:
            several = [pick(columns.lanes) for pick in picks]
            if all(sum(lanes) == reduce(or_, lanes, 0) for lanes in several):  # no bit meets itself
                return columns.ones
            return columns.where(reduce(or_, map(_twice, several), 0), ZERO)

        return check

    def _plane(self, values: Amounts, low: int, plane: int) -> bytes:
        """A table, shared by the terms with the same domain and values."""

        def bit(value: int) -> int:
            number, place = divmod(values.by_value[value] - low, 8)
            return 1 << place if number == plane else 0

        key = values, low, plane
        if key not in self._planes:
            self._planes[key] = values.code.table(bit)
        return self._planes[key]

    def _element(self, constraint: Element) -> Check | None:
        index, array, result = constraint.units
        position, places = self._unit(index)
        negative = self._multiple(-result.sign, result.variable, -result.offset)
        picks: list[tuple[int, Check]] = []
        for place, unit in enumerate(array):
            equal = self._compared([self._unit(unit), negative], "==", 0)
            if equal is None:
                return None
            picks.append((self._bits.add((position, places.equal(place))), equal))

        def check(columns: Columns) -> Bits:
            found = 0
            for read, equal in picks:
                if chosen := columns.bits[read]:
                    found |= chosen & equal(columns)
            return found

        return check

    def _circuit(self, constraint: Circuit) -> Check:
        """All assignments walk together: they return to node 0 after as many steps as there are nodes, and not before."""
        nodes = range(len(constraint.terms))
        arcs = [self._arcs(unit, nodes) for unit in constraint.units]

        def check(columns: Columns) -> Bits:
            at = {0: columns.ones}
            for step in nodes:
                following = defaultdict[int, Bits](int)
                for node, walkers in at.items():
                    if node or not step:
                        for target, read in arcs[node]:
                            following[target] |= walkers & columns.bits[read]
                at = {node: walkers for node, walkers in following.items() if walkers}
            return at.get(0, 0)

        return check

    def _arcs(self, unit: Unit, nodes: range) -> list[tuple[int, int]]:
        position, values = self._unit(unit)
        targets = sorted({of for of in values.by_value.values() if of in nodes})
        return [(to, self._bits.add((position, values.equal(to)))) for to in targets]

    def _implies(self, constraint: Implies) -> Check:
        position, false = self._literal(~constraint.condition)
        read, implied = self._bits.add((position, false.table)), self.check(constraint.constraint)
        return lambda columns: columns.bits[read] | implied(columns)


def _twice(several: Sequence[Lanes]) -> Lanes:
    """The bits that are set in two or more."""
    once = twice = 0
    for lanes in several:
        twice |= once & lanes
        once |= lanes
    return twice
