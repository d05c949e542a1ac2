"""`holds` for many assignments at once: each kind of constraint as a few operations on the columns of a block.

The meaning of a constraint is its `holds`. What stands here is only faster, and is tested against `holds`. A class that is not
listed here, also one derived from a listed class, is tested row by row. So is a constraint over a variable with more values
than a byte has, and one whose numbers do not fit into 64 bits.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

from threefold.checker.columns import BYTE, UNREADABLE, Code, Columns, Lanes, Reader, Reads
from threefold.checker.hashing import Hashing
from threefold.checker.sums import Check, Sums, in_digits
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
ZERO = bytes([1]) + bytes(BYTE - 1)  # a table: is the byte 0?


class AllHold:
    """Tests the solutions of one spec, a block at a time."""

    def __init__(self, spec: Spec) -> None:
        self._reader, self._reads = Reader(spec), Reads()
        forms = Forms(self._reader.codes, self._reads)
        self._checks = [forms.check(posted.constraint) for posted in spec.posted]
        self.most = self._reads.most  # rows of a block

    def hashes(self, rows: Sequence[Assignment], hashing: Hashing) -> bytes | None:
        """The hashes of these solutions, one after the other; None if one of the rows is not a solution."""
        try:
            columns = self._reader.columns(rows)
        except UNREADABLE:
            return None
        columns.lanes = self._reads.lanes(columns.columns)
        if any(check(columns) != columns.ones for check in self._checks):
            return None
        return hashing.many(self._reader.decisions(columns, hashing), len(rows))


class Forms:
    """The faster forms of constraints over variables with these codes."""

    def __init__(self, codes: Sequence[Code | None], reads: Reads) -> None:
        self._codes, self._zeros = codes, len(codes) - 1  # the position of the column of zeros
        self._all_known = all(codes)
        self._reads, self._sums = reads, Sums(codes, reads)
        self._tables: dict[tuple[Code, str, int, bool], bytes] = {}
        self._amounts: dict[tuple[Code, str, int, bool], Mapping[int, int]] = {}
        self._multiples: dict[tuple[Code, int], Mapping[int, int]] = {}
        self._values: dict[tuple[Code, int, int], dict[int, int]] = {}
        self._digits: dict[object, tuple[list[Mapping[int, int]], set[int]]] = {}
        self._planes: dict[tuple[Code, tuple[int, ...]], bytes] = {}
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

    def _of_literal(self, literal: Literal) -> bytes:
        """A table: is the literal true? Shared by the same literals of variables with the same domain."""
        code = self._code(literal.variable.position)
        key = code, literal.comparator, literal.value, literal.positive
        if key not in self._tables:
            self._tables[key] = code.table(set(literal.true_values()).__contains__)
        return self._tables[key]

    def _amounts_of(self, literal: Literal) -> Mapping[int, int]:
        """1 for each value that makes the literal true, else 0; shared like its table."""
        key = self._code(literal.variable.position), literal.comparator, literal.value, literal.positive
        if key not in self._amounts:
            true = set(literal.true_values())
            self._amounts[key] = {value: int(value in true) for value in literal.variable.domain}
        return self._amounts[key]

    def _multiples_of(self, factor: int, x: Variable) -> Mapping[int, int]:
        """What a term of a sum adds for each value of its variable; shared by terms alike."""
        key = self._code(x.position), factor
        if key not in self._multiples:
            self._multiples[key] = {value: factor * value for value in x.domain}
        return self._multiples[key]

    def _of_unit(self, unit: Unit) -> tuple[int, dict[int, int]]:
        """The position of its variable, and its value for each value of the variable; shared by terms alike."""
        x = unit.variable
        position, domain = (self._zeros, (0,)) if x is None else (x.position, x.domain)
        key = self._code(position), unit.sign, unit.offset
        if key not in self._values:
            self._values[key] = dict(zip(domain, unit.values(), strict=True))
        return position, self._values[key]

    def _clause(self, constraint: Clause) -> Check:
        tables: dict[int, bytes] = {}
        for literal in constraint.literals:
            position, table = literal.variable.position, self._of_literal(literal)
            before = tables.get(position)
            tables[position] = bytes(map(or_, before, table)) if before else table
        pick = self._reads.several(tables.items())
        return lambda columns: reduce(or_, pick(columns.lanes), 0)

    def _cardinality(self, constraint: Cardinality) -> Check | None:
        parts = [(literal.variable.position, self._amounts_of(literal)) for literal in constraint.literals]
        return self._compared(parts, constraint.comparator, constraint.bound)

    def _linear(self, constraint: Linear) -> Check | None:
        parts = [(x.position, self._multiples_of(a, x)) for a, x in constraint.terms]
        return self._compared(parts, constraint.comparator, constraint.bound)

    def _compared(self, parts: Iterable[tuple[int, Mapping[int, int]]], comparator: str, bound: int) -> Check | None:
        return self._sums.check(parts, (comparator, bound), lambda low: getattr(bound - low, TURNED[comparator]))

    def _table(self, constraint: Table) -> Check | None:
        """A row is a number, with a digit for each term. Shared by tables with the same rows for the same values."""
        units = list(map(self._of_unit, constraint.units))
        key = constraint.rows, tuple(id(values) for _, values in units)
        if key not in self._digits:
            self._digits[key] = in_digits([values for _, values in units], constraint.rows)
        amounts, accepted = self._digits[key]
        parts = ((position, part) for (position, _), part in zip(units, amounts, strict=True))
        return self._sums.check(parts, id(accepted), lambda low: {number - low for number in accepted}.__contains__)

    def _all_different(self, constraint: AllDifferent) -> Check | None:
        """The values in planes of eight, a bit for each: a value that is taken twice meets its own bit."""
        units = list(map(self._of_unit, constraint.units))
        taken = {value for _, values in units for value in values.values()} or {0}
        low = min(taken)
        numbers = range((max(taken) - low) // 8 + 1)
        if len(numbers) > MOST_PLANES:
            return None
        planes = [
            [(position, self._plane(position, values, low, plane)) for position, values in units] for plane in numbers
        ]
        picks = [self._reads.several(read for read in plane if any(read[1])) for plane in planes]

        def check(columns: Columns) -> Lanes:
            several = [pick(columns.lanes) for pick in picks]
            if all(sum(lanes) == reduce(or_, lanes, 0) for lanes in several):  # no bit meets itself
                return columns.ones
            return columns.look_up(reduce(or_, map(_twice, several), 0), ZERO)

        return check

    def _plane(self, position: int, values: Mapping[int, int], low: int, plane: int) -> bytes:
        """A table, shared by the terms with the same domain and values."""

        def bit(value: int) -> int:
            number, place = divmod(values[value] - low, 8)
            return 1 << place if number == plane else 0

        key = self._code(position), (*values.values(), low, plane)
        if key not in self._planes:
            self._planes[key] = self._code(position).table(bit)
        return self._planes[key]

    def _element(self, constraint: Element) -> Check | None:
        index, array, result = constraint.units
        position, places = self._of_unit(index)
        wanted, negative = self._of_unit(result)
        negative = {value: -of for value, of in negative.items()}
        picks: list[tuple[int, Check]] = []
        for place, unit in enumerate(array):
            equal = self._compared([self._of_unit(unit), (wanted, negative)], "==", 0)
            if equal is None:
                return None
            table = self._code(position).table(lambda value, at=place: places[value] == at)  # type: ignore[misc]
            picks.append((self._reads.add(position, table), equal))

        def check(columns: Columns) -> Lanes:
            found = 0
            for read, equal in picks:
                if chosen := columns.lanes[read]:
                    found |= chosen & equal(columns)
            return found

        return check

    def _circuit(self, constraint: Circuit) -> Check:
        """All assignments walk together: they return to node 0 after as many steps as there are nodes, and not before."""
        nodes = range(len(constraint.terms))
        arcs = [self._arcs(unit, nodes) for unit in constraint.units]

        def check(columns: Columns) -> Lanes:
            at = {0: columns.ones}
            for step in nodes:
                following = defaultdict[int, Lanes](int)
                for node, walkers in at.items():
                    if node or not step:
                        for target, read in arcs[node]:
                            following[target] |= walkers & columns.lanes[read]
                at = {node: walkers for node, walkers in following.items() if walkers}
            return at.get(0, 0)

        return check

    def _arcs(self, unit: Unit, nodes: range) -> list[tuple[int, int]]:
        position, values = self._of_unit(unit)
        targets, code = {of for of in values.values() if of in nodes}, self._code(position)
        tables = {to: code.table(lambda value, to=to: values[value] == to) for to in sorted(targets)}  # type: ignore[misc]
        return [(to, self._reads.add(position, table)) for to, table in tables.items()]

    def _implies(self, constraint: Implies) -> Check:
        read = self._reads.add(constraint.condition.variable.position, self._of_literal(~constraint.condition))
        implied = self.check(constraint.constraint)
        return lambda columns: columns.lanes[read] | implied(columns)


def _twice(several: Sequence[Lanes]) -> Lanes:
    """The bits that are set in two or more."""
    once = twice = 0
    for lanes in several:
        twice |= once & lanes
        once |= lanes
    return twice
