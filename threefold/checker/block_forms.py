"""`holds` for many assignments at once: each kind of constraint as a few operations of numpy on the columns of a block.

The meaning of a constraint is its `holds`. What stands here is only faster, and is tested against `holds`. A form is asked for
assignments whose values lie in the domains of their variables. So its largest number is known before, and a constraint whose
numbers might not fit into 64 bits has no form. Neither has a class derived from a kind, which may have a meaning of its own.
"""

from array import array
from collections.abc import Callable, Sequence
from itertools import chain
from math import prod
from typing import NamedTuple, TypeAlias, assert_never, cast, get_args

import numpy as np
from numpy.typing import NDArray

from threefold.backends.blocks import Block, rows_of
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
from threefold.language.node import Kind
from threefold.language.units import Unit

Columns: TypeAlias = NDArray[np.int64]  # a row per variable, a column per assignment
Integers: TypeAlias = NDArray[np.int64]  # one for each assignment
Truths: TypeAlias = NDArray[np.bool_]  # one for each assignment
Form: TypeAlias = Callable[[Columns], Truths]
Comparison: TypeAlias = Callable[[Integers, int], Truths]

LARGEST = 2**63 - 1
BITS = 64
MOST_ROWS, MOST_VALUES = 1 << 14, 1 << 19  # of a block that is evaluated at once
KINDS = frozenset(get_args(Constraint))
COMPARE: dict[str, Comparison] = {"<=": np.less_equal, "==": np.equal, ">=": np.greater_equal, "!=": np.not_equal}
NEGATED: dict[str, Comparison] = {"<=": np.greater, "==": np.not_equal}


class AllHold:
    """Tests the solutions of one spec, a block at a time."""

    def __init__(self, spec: Spec) -> None:
        domains = [x.domain for x in spec.variables]
        self._width = len(domains)
        self._low = np.array([domain[0] for domain in domains], np.int64)
        self._high = np.array([domain[-1] for domain in domains], np.int64)
        holed = [n for n, domain in enumerate(domains) if domain[-1] - domain[0] >= len(domain)]
        arrays = {domain: np.array(domain, np.int64) for domain in {domains[n] for n in holed}}
        self._holed = [(n, arrays[domains[n]]) for n in holed]
        constraints = [posted.constraint for posted in spec.posted]
        forms = [(block_form(constraint), constraint.holds) for constraint in constraints]
        self._forms = [form for form, _ in forms if form]
        self._one_by_one = [holds for form, holds in forms if form is None]
        self.most = max(1, min(MOST_ROWS, MOST_VALUES // max(1, self._width)))  # assignments of a block

    def columns(self, block: Block) -> Columns | None:
        """None if one of these assignments is not a solution. There is at least one."""
        columns = read(block, self._width)
        if columns is None or not self._inside(columns) or not all(form(columns).all() for form in self._forms):
            return None
        rows = rows_of(block) if self._one_by_one else ()
        return columns if all(all(map(holds, rows)) for holds in self._one_by_one) else None

    def _inside(self, columns: Columns) -> bool:
        """Every value lies in its variable's domain."""
        if (columns.min(axis=1) < self._low).any() or (columns.max(axis=1) > self._high).any():
            return False
        return all(np.isin(columns[n], domain).all() for n, domain in self._holed)


def read(block: Block, width: int) -> Columns | None:
    """None if an assignment has another number of values, or one that is not an integer of 64 bits."""
    if not isinstance(block, Sequence):
        fits = block.shape[1:] == (width,) and np.can_cast(block.dtype, np.int64)
        return np.ascontiguousarray(block.T, np.int64) if fits else None
    if set(map(len, block)) != {width}:
        return None
    try:
        return _values(block).reshape(len(block), width).T.astype(np.int64, order="C")
    except (TypeError, OverflowError):
        return None


def _values(rows: Sequence[Assignment]) -> NDArray[np.integer]:
    try:  # most often all are 0 to 255, and then this is several times faster
        return np.frombuffer(b"".join(rows if isinstance(rows[0], bytes) else map(bytes, rows)), np.uint8)  # type: ignore[arg-type]
    except ValueError:
        return np.array(array("q", chain.from_iterable(rows)))  # numpy alone would cut a float


class _NoForm(Exception):
    """The constraint is evaluated one by one."""


class _Number(NamedTuple):
    """A term's values, and the bounds of these."""

    of: Callable[[Columns], Integers]
    low: int
    high: int


def block_form(constraint: Kind) -> Form | None:
    """The constraint's `holds` for columns; None if it has none, so that it is evaluated one by one."""
    try:
        return _form(cast("Constraint", constraint)) if type(constraint) in KINDS else None
    except _NoForm:
        return None


def _form(constraint: Constraint) -> Form:
    match constraint:
        case Clause(literals=literals):
            return _clause([_literal(each) for each in literals])
        case Cardinality(literals=literals, comparator=comparator, bound=bound):
            return _sum([(1, _literal(each)) for each in literals], comparator, _fitting(bound))
        case AllDifferent(units=units):
            return _all_different([_number(each) for each in units])
        case Linear(comparator=comparator, bound=bound):
            return _linear(constraint, comparator, bound)
        case Table(units=units, rows=rows):
            return _rows([_number(each) for each in units], rows)
        case Element(units=(index, array, result)):
            return _element(_number(index), [_number(each) for each in array], _number(result))
        case Circuit(units=units):
            return _circuit([_number(each) for each in units])
        case Implies(condition=condition, constraint=implied):
            form = block_form(implied)
            if form is None:
                raise _NoForm
            return _implies(_literal(~condition), form)
        case _:
            assert_never(constraint)


def _fitting(*numbers: int) -> int:
    """The first of them, if all fit into 64 bits."""
    if any(abs(number) > LARGEST for number in numbers):
        raise _NoForm
    return numbers[0]


def _position(x: Variable) -> int:
    """A node that stands in the place of a variable has no column."""
    if x.position < 0:
        raise _NoForm
    return x.position


def _literal(literal: Literal) -> Form:
    at, value = _position(literal.variable), _fitting(literal.value)
    compare = (COMPARE if literal.positive else NEGATED)[literal.comparator]
    return lambda columns: compare(columns[at], value)


def _number(unit: Unit) -> _Number:
    sign, x, offset = unit
    if x is None:
        _fitting(offset)
        return _Number(lambda columns: np.full(columns.shape[1], offset), offset, offset)
    at = _position(x)
    ends = sign * x.domain[0], sign * x.domain[-1]
    low, high = min(ends) + offset, max(ends) + offset
    _fitting(offset, low, high, *ends)
    if sign == 1 and not offset:
        return _Number(lambda columns: columns[at], low, high)
    return _Number(lambda columns: sign * columns[at] + offset, low, high)


def _clause(literals: Sequence[Form]) -> Form:
    def holds(columns: Columns) -> Truths:
        found = np.zeros(columns.shape[1], np.bool_)
        for literal in literals:
            found |= literal(columns)
        return found

    return holds


def _linear(constraint: Linear, comparator: str, bound: int) -> Form:
    terms = [(a, _number(Unit(1, x, 0))) for a, x in constraint.terms]
    _fitting(bound, *(a for a, _ in terms), sum(abs(a) * max(abs(x.low), abs(x.high)) for a, x in terms))
    return _sum([(a, x.of) for a, x in terms], comparator, bound)


def _sum(parts: Sequence[tuple[int, Callable[[Columns], Integers | Truths]]], comparator: str, bound: int) -> Form:
    """No sum of some of the parts passes 64 bits."""
    compare = COMPARE[comparator]

    def holds(columns: Columns) -> Truths:
        total = np.zeros(columns.shape[1], np.int64)
        for a, part in parts:
            total += part(columns) if a == 1 else a * part(columns)
        return compare(total, bound)

    return holds


def _all_different(numbers: Sequence[_Number]) -> Form:
    low = min((number.low for number in numbers), default=0)
    if max((number.high for number in numbers), default=0) - low < BITS:
        return _different_bits(numbers, low)

    def holds(columns: Columns) -> Truths:
        in_order = np.sort([number.of(columns) for number in numbers], axis=0)
        different: Truths = np.all(in_order[1:] != in_order[:-1], axis=0)
        return different

    return holds


def _different_bits(numbers: Sequence[_Number], low: int) -> Form:
    """A bit for each value: one that is taken twice meets its own bit."""
    one = np.int64(1)

    def holds(columns: Columns) -> Truths:
        once = np.zeros(columns.shape[1], np.int64)
        twice = np.zeros_like(once)
        for number in numbers:
            bit = np.left_shift(one, number.of(columns) - low)
            twice |= once & bit
            once |= bit
        different: Truths = twice == 0
        return different

    return holds


def _rows(numbers: Sequence[_Number], rows: Sequence[Sequence[int]]) -> Form:
    """A row is a number in a mixed radix, with a digit for each term."""
    bases = [number.high - number.low + 1 for number in numbers]
    weights = [_fitting(prod(bases[:place])) for place in range(len(bases) + 1)]
    inside = (row for row in rows if all(n.low <= value <= n.high for n, value in zip(numbers, row, strict=True)))
    parts = [(number.low, number.of, weight) for number, weight in zip(numbers, weights, strict=False)]
    accepted = np.array([sum((v - p[0]) * p[2] for v, p in zip(row, parts, strict=True)) for row in inside], np.int64)

    def holds(columns: Columns) -> Truths:
        total = np.zeros(columns.shape[1], np.int64)
        for low, of, weight in parts:
            total += (of(columns) - low) * weight
        return np.isin(total, accepted)

    return holds


def _element(index: _Number, array: Sequence[_Number], result: _Number) -> Form:
    reached = [(place, entry) for place, entry in enumerate(array) if index.low <= place <= index.high]

    def holds(columns: Columns) -> Truths:
        at, wanted = index.of(columns), result.of(columns)
        found = np.zeros(columns.shape[1], np.bool_)
        for place, entry in reached:
            found |= (at == place) & (entry.of(columns) == wanted)
        return found

    return holds


def _circuit(numbers: Sequence[_Number]) -> Form:
    """All assignments walk together: they return to node 0 after as many steps as there are nodes, and not before."""
    nodes = len(numbers)

    def holds(columns: Columns) -> Truths:
        following = np.array([number.of(columns) for number in numbers])
        right: Truths = np.all((following >= 0) & (following < nodes), axis=0)
        following[:, ~right] = 0
        at, each = following[0], np.arange(columns.shape[1])
        for _ in range(nodes - 1):
            right &= at != 0
            at = following[at, each]
        right &= at == 0
        return right

    return holds


def _implies(false: Form, implied: Form) -> Form:
    return lambda columns: false(columns) | implied(columns)
