"""All domains of a search in one integer, and each constraint as a function on it.

A variable with k values has k bits, one for each value that is left, the lowest first, and above them a *guard*, which is 0. So
one `&` removes values of many variables, one subtraction finds those that have no value left (it borrows from their guards), and
to go back to an earlier state is to take an earlier integer.

A *filter* is called when all variables of its constraint but one have a value: it removes the values of the last one that
violate the constraint. Most kinds compute the values that are left; Table, Element and unusual forms of the others test one value
after the other by `holds`, which is the meaning of all of them.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple, assert_never

from threefold.language import (
    AllDifferent,
    Cardinality,
    Circuit,
    Clause,
    Constraint,
    Element,
    Implies,
    Linear,
    Literal,
    Table,
)
from threefold.language.constraints import compare

State = int
Filter = Callable[[State, int], State]  # a state, and the position of the variable without a value


def places(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, the lowest first; quick for a million of them too."""
    digits = bin(bits)[:1:-1]
    place = digits.find("1")
    while place >= 0:
        yield place
        place = digits.find("1", place + 1)


class Variables:
    """The layout of the state, and the values of the variables that have one; by position."""

    def __init__(self, domains: Sequence[Sequence[int]]) -> None:
        self.domains = domains
        self.value = [domain[0] if domain else 0 for domain in domains]
        self.start = [0, *accumulate(len(domain) + 1 for domain in domains)]
        self.lowest = [1 << start for start in self.start[:-1]]
        guards = [low << len(domain) for low, domain in zip(self.lowest, domains, strict=True)]
        self.field = [guard - low for low, guard in zip(self.lowest, guards, strict=True)]
        self.owner = {bit: position for bits in (self.lowest, guards) for position, bit in enumerate(bits)}
        self.guards, self.everything = sum(guards), sum(self.field)
        self.others = [self.everything ^ field for field in self.field]

    def left(self, state: State, position: int) -> int:
        """The values that are left, as a bit set."""
        return (state & self.field[position]) >> self.start[position]

    def smallest(self, state: State, among: State) -> tuple[int, int]:
        """The first of the variables with the fewest values, and how many; `among` has the lowest bits of some variables."""
        size, guards = 0, self.guards
        while True:
            less = (state | guards) - among
            empty = less & guards ^ guards
            if empty:
                return self.owner[empty & -empty], size
            state &= less  # without the lowest value of each
            size += 1

    def keep(self, state: State, position: int, bits: int) -> State:
        """Only these values are left."""
        return state & (self.others[position] | bits << self.start[position])

    def satisfying(self, state: State, position: int, holds: Callable[[Sequence[int]], bool]) -> State:
        """Only the values for which it holds are left."""
        domain, value = self.domains[position], self.value
        kept, before = bytearray(b"0" * (len(domain) + 1)), value[position]
        for place in places(self.left(state, position)):
            value[position] = domain[place]
            if holds(value):
                kept[-1 - place] = ord("1")
        value[position] = before  # it may have one: effects are computed for variables with a value too
        return self.keep(state, position, int(kept, 2))

    def bits(self, literal: Literal) -> State:
        """The values for which it is true."""
        position = literal.variable.position
        return self.satisfying(self.field[position], position, literal.holds)

    def keep_equal(self, state: State, position: int, value: int, equal: bool) -> State:
        """Only this value is left, or all others."""
        domain = self.domains[position]
        place = bisect_left(domain, value)
        bit = self.lowest[position] << place if place < len(domain) and domain[place] == value else 0
        return state & (self.others[position] | bit if equal else self.everything ^ bit)

    def keep_between(self, state: State, position: int, low: int | None, high: int | None) -> State:
        domain = self.domains[position]
        first = 0 if low is None else bisect_left(domain, low)
        end = len(domain) if high is None else max(first, bisect_right(domain, high))
        return self.keep(state, position, (1 << end) - (1 << first))


class Compiled(NamedTuple):
    fitting: Filter
    true: State = 0  # values that make the constraint true, whatever the others are


def compiled(constraint: Constraint, variables: Variables) -> Compiled:
    match constraint:
        case Clause():
            return _clause(constraint, variables)
        case Cardinality():
            return Compiled(_cardinality(constraint, variables))
        case AllDifferent():
            return Compiled(_different(constraint, variables))
        case Linear():
            return Compiled(_linear(constraint, variables))
        case Implies():
            return _implies(constraint, variables)
        case Circuit():
            return Compiled(_circuit(constraint, variables))
        case Table() | Element():
            return Compiled(_tested(constraint, variables))
        case _:
            assert_never(constraint)


def _tested(constraint: Constraint, variables: Variables) -> Filter:
    return lambda state, last: variables.satisfying(state, last, constraint.holds)


def _clause(clause: Clause, variables: Variables) -> Compiled:
    true, others = 0, variables.others
    for literal in clause.literals:
        true |= variables.bits(literal)

    def fitting(state: State, last: int) -> State:
        rest = others[last]
        return state if state & true & rest else state & (rest | true)

    return Compiled(fitting, true)


def _cardinality(cardinality: Cardinality, variables: Variables) -> Filter:
    comparator, bound, others, field = cardinality.comparator, cardinality.bound, variables.others, variables.field
    layers = list[State]()  # values that make at least 1, 2, … literals true
    for bits in map(variables.bits, cardinality.literals):
        more = bits
        for depth, layer in enumerate(layers):
            layers[depth], more = layer | more, layer & more
        layers += [more] if more else []

    def fitting(state: State, last: int) -> State:
        rest = state & others[last]
        number = sum((rest & layer).bit_count() for layer in layers)
        unfit, rest = 0, state & field[last]
        for layer in (*layers, 0):
            if not compare(number, comparator, bound):
                unfit |= rest & ~layer
            rest &= layer
            number += 1
        return state ^ unfit

    return fitting


def _different(different: AllDifferent, variables: Variables) -> Filter:
    """Of two terms over two variables; others are tested."""
    by_position = {unit.variable.position: unit for unit in different.units if unit.variable is not None}
    if not len(by_position) == len(different.units) == 2:
        return _tested(different, variables)
    one, other = by_position
    pairs = {one: (by_position[one], by_position[other]), other: (by_position[other], by_position[one])}

    def fitting(state: State, last: int) -> State:
        here, there = pairs[last]
        taken = here.sign * (there.value(variables.value) - here.offset)
        return variables.keep_equal(state, last, taken, False)

    return fitting


def _linear(linear: Linear, variables: Variables) -> Filter:
    value, comparator = variables.value, linear.comparator
    terms = [(a, x.position) for a, x in linear.terms]

    def fitting(state: State, last: int) -> State:
        rest, factor = linear.bound, 0
        for a, position in terms:
            if position == last:
                factor = a
            else:
                rest -= a * value[position]
        if not factor:
            return state if compare(0, comparator, rest) else variables.keep(state, last, 0)
        if comparator in ("==", "!="):
            if rest % factor:
                return variables.keep(state, last, 0) if comparator == "==" else state
            return variables.keep_equal(state, last, rest // factor, comparator == "==")
        if (comparator == "<=") == (factor > 0):
            return variables.keep_between(state, last, None, rest // factor)
        return variables.keep_between(state, last, -(rest // -factor), None)

    return fitting


def _circuit(circuit: Circuit, variables: Variables) -> Filter:
    units = circuit.units
    node_of = {unit.variable.position: node for node, unit in enumerate(units) if unit.variable is not None}
    if len(node_of) < len(units) or len(node_of) < len({x.position for x in circuit.variables()}):
        return _tested(circuit, variables)

    def fitting(state: State, last: int) -> State:
        """Back from the open node, through all others: it must lead to the last of them."""
        here = node_of[last]
        others = ((node, unit) for node, unit in enumerate(units) if node != here)
        before: dict[int | None, int] = {unit.value(variables.value): node for node, unit in others}
        start: int | None = here
        for _ in before:
            start = before.get(start)
        if len(before) < len(units) - 1 or start is None:
            return variables.keep(state, last, 0)
        return variables.keep_equal(state, last, units[here].sign * (start - units[here].offset), True)

    return fitting


def _implies(implies: Implies, variables: Variables) -> Compiled:
    inner, condition = implies.constraint, implies.condition.variable.position
    true, fitting = variables.bits(implies.condition), compiled(implies.constraint, variables).fitting
    if condition in {x.position for x in inner.variables()}:
        return Compiled(_tested(implies, variables))

    def implied(state: State, last: int) -> State:
        if last == condition:
            return state if inner.holds(variables.value) else state & ~true
        return fitting(state, last) if state & true else state

    return Compiled(implied, variables.field[condition] & ~true)
