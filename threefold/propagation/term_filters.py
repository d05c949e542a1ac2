"""Filters of the kinds over terms `±x + c`: AllDifferent, Table, Element, Circuit."""

from collections.abc import Sequence

from threefold.language import Element, Table
from threefold.language.units import Unit
from threefold.propagation.circuits import on_one_circuit
from threefold.propagation.constraint_filter import (
    CIRCUIT,
    ConstraintFilter,
    Narrowed,
    case_by_case,
    positions_of,
    replaced,
    union,
)
from threefold.propagation.matching import supported
from threefold.propagation.values import Values, common, without


def _values_of(unit: Unit, domains: Sequence[Values]) -> Values:
    if unit.variable is None:
        return frozenset({unit.offset})
    return _moved(domains[unit.variable.position], unit.sign, unit.offset)


def _moved(values: Values, sign: int, offset: int) -> Values:
    """`sign·v + offset` of each."""
    if isinstance(values, frozenset):
        return frozenset(sign * value + offset for value in values)
    ends = sorted((sign * values[0] + offset, sign * values[-1] + offset)) if values else [0, -1]
    return range(ends[0], ends[1] + 1)


def _back(unit: Unit, values: Values) -> Values:
    """The values of the variable for which the term has one of these."""
    return _moved(values, unit.sign, -unit.sign * unit.offset)


class AllDifferentFilter(ConstraintFilter):
    slow = True

    def __init__(self, units: Sequence[Unit]) -> None:
        super().__init__(positions_of(units))
        self._units = units

    def narrowed(self, domains: Sequence[Values]) -> Narrowed:
        values = [(unit, _values_of(unit, domains)) for unit in self._units]
        narrow = [(unit, own) for unit, own in values if isinstance(own, frozenset)]
        kept = supported([own for _, own in narrow])
        if kept is None:
            return None
        left: dict[int, Values] = {}
        for (unit, _), own in zip(narrow, kept, strict=True):
            if unit.variable is not None:
                position = unit.variable.position
                left[position] = common(left.get(position, domains[position]), _back(unit, frozenset(own)))
        self._check_wide(domains)
        fixed = [next(iter(own)) for own in kept if len(own) == 1] if self.weaker else []
        for unit, wide in values:
            if unit.variable is not None and isinstance(wide, range):
                left[unit.variable.position] = without(domains[unit.variable.position], _back(unit, frozenset(fixed)))
        return left if all(left.values()) else None


class TableFilter(ConstraintFilter):
    """The rows that are possible; a row that wants two values of one variable is dropped at once."""

    def __init__(self, table: Table) -> None:
        super().__init__(positions_of(table.units))
        self._rows = [row for row in (self._row(table.units, row) for row in table.rows) if row is not None]

    def _row(self, units: Sequence[Unit], row: Sequence[int]) -> tuple[int, ...] | None:
        """A value per variable."""
        wanted: dict[int, int] = {}
        for unit, value in zip(units, row, strict=True):
            if unit.variable is None:
                if unit.offset != value:
                    return None
            elif wanted.setdefault(unit.variable.position, own := unit.sign * (value - unit.offset)) != own:
                return None
        return tuple(wanted[position] for position in self.scope)

    def narrowed(self, domains: Sequence[Values]) -> Narrowed:
        own = [domains[position] for position in self.scope]
        rows = [row for row in self._rows if all(value in left for value, left in zip(row, own, strict=True))]
        if not rows:
            return None
        return {
            position: frozenset(column) for position, column in zip(self.scope, zip(*rows, strict=True), strict=False)
        }


class ElementFilter(ConstraintFilter):
    """One case per index: then two terms are equal, and all others are free."""

    def __init__(self, element: Element) -> None:
        self._index, self._array, self._result = element.units
        super().__init__(positions_of((self._index, *self._array, self._result)))

    def narrowed(self, domains: Sequence[Values]) -> Narrowed:
        indices = _values_of(self._index, domains)
        self._check_wide(domains)
        return union(self.scope, domains, (self._case(domains, i) for i in range(len(self._array)) if i in indices))

    def _case(self, domains: Sequence[Values], place: int) -> Narrowed:
        chosen: dict[int, Values] = {}
        if self._index.variable is not None:
            chosen[self._index.variable.position] = _back(self._index, frozenset({place}))
        equal = _equal(replaced(domains, chosen), self._array[place], self._result)
        return None if equal is None else {**chosen, **equal}


def _equal(domains: Sequence[Values], one: Unit, other: Unit) -> Narrowed:
    """The values with which two terms are equal."""
    if one.variable is not None and one.variable is other.variable:
        position = one.variable.position
        values = domains[position]
        if one == other:
            return {position: values}
        meeting = (other.offset - one.offset) // 2 * one.sign  # s·x + a == -s·x + b
        if one.sign == other.sign or (other.offset - one.offset) % 2 or meeting not in values:
            return None
        return {position: frozenset({meeting})}
    both = common(_values_of(one, domains), _values_of(other, domains))
    if not both:
        return None
    return {unit.variable.position: _back(unit, both) for unit in (one, other) if unit.variable is not None}


class CircuitFilter(ConstraintFilter):
    weaker, slow = CIRCUIT, True

    def __init__(self, units: Sequence[Unit]) -> None:
        super().__init__(positions_of(units))
        self._units = units
        self._different = case_by_case(AllDifferentFilter(units), units)

    def narrowed(self, domains: Sequence[Values]) -> Narrowed:
        nodes = frozenset(range(len(self._units)))
        inside: dict[int, Values] = {}
        for unit in self._units:
            if unit.variable is None:
                if unit.offset not in nodes:
                    return None
                continue
            position = unit.variable.position
            inside[position] = common(inside.get(position, domains[position]), _back(unit, nodes))
        different = self._different.narrowed(replaced(domains, inside)) if all(inside.values()) else None
        return None if different is None else self._connected(replaced(domains, {**inside, **different}))

    def _connected(self, domains: Sequence[Values]) -> Narrowed:
        successors = on_one_circuit([frozenset(_values_of(unit, domains)) for unit in self._units])
        if successors is None:
            return None
        left: dict[int, Values] = {}
        for unit, own in zip(self._units, successors, strict=True):
            if unit.variable is not None:
                position = unit.variable.position
                left[position] = common(left.get(position, domains[position]), _back(unit, own))
        return left if all(left.values()) else None
