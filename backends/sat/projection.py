"""Between a solver's literals and the spec's variables: models to assignments, and assignments to clauses.

With integers in direct encoding (`DirectProjection`) the variable and the value of a literal are looked up by number, because
a model is read for every solution. Order and binary integers are read view by view.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from threefold.backends.backend import BrokenAnswer, Cube
from threefold.backends.branching import most_connected_first
from threefold.backends.variable_maps import Binary, Direct, Native, Order, View, decode, views_of
from threefold.language import Assignment, Spec, Variable


class Projection:
    def __init__(self, spec: Spec, integers: str = "direct") -> None:
        self.spec, self.integers = spec, integers
        self.views, first_free = views_of(spec, 1, integers)
        self.shown = self.views[: len(spec.declared)]
        self.own = first_free - 1
        self.numbers = [view.numbers for view in self.views]  # of every variable, in the order of declaration

    @cached_property
    def order(self) -> list[Variable]:
        """The decision variables in branching order."""
        return most_connected_first(self.spec)

    def assignment(self, model: Sequence[int]) -> Assignment:
        return decode(self.spec, self.views, lambda number: int(model[number - 1] > 0))

    def assignment_where(self, true: Sequence[int]) -> Assignment:
        """The assignment in which exactly these of the own literals are true."""
        positive = set(true)
        return self.assignment([n if n in positive else -n for n in range(1, self.own + 1)])

    def blocking(self, model: Sequence[int]) -> list[int]:
        """A clause that excludes this solution, over the decision variables only."""
        values = self.assignment(model)
        return [literal for x in self.spec.decisions for literal in differs(self.views[x.position], values[x.position])]

    def decisions(self) -> list[int]:
        """The numbers of the decision variables: a projected model counter counts over them."""
        return [number for x in self.spec.decisions for number in self.numbers[x.position]]

    def within(self, cube: Cube) -> Iterator[list[int]]:
        """Clauses that leave the solutions of the cube; one is empty where there are none."""
        for position, values in cube.items():
            view = self.views[position]
            yield from (differs(view, value) for value in self.spec.variables[position].domain if value not in values)

    def units(self, assignment: Assignment) -> Iterator[list[int]]:
        """Unit clauses that fix every literal of the decision variables: the domains' clauses may be absent.

        A value that the view cannot represent makes an empty clause.
        """
        for x in self.spec.decisions:
            fixed = literals_of(self.views[x.position], assignment[x.position])
            yield from [[]] if fixed is None else ([literal] for literal in fixed)


class DirectProjection(Projection):
    """For integers in direct encoding, faster."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        # By number: the position of the variable, its value where the literal is true, whether it is a decision variable.
        self._position, self._value, self._decides = [0], [0], [False]
        for x in spec.variables:
            values = (1,) if x.boolean else x.domain
            self._position += [x.position] * len(values)
            self._value += values
            self._decides += [not x.derived] * len(values)
        self._booleans = [view.first for view in self.views if isinstance(view, Native)]
        self._integers = len(spec.variables) - len(self._booleans)

    def assignment(self, model: Sequence[int]) -> Assignment:
        return self.assignment_where([literal for literal in model[: self.own] if literal > 0])

    def assignment_where(self, true: Sequence[int]) -> Assignment:
        positions, meant = map(self._position.__getitem__, true), map(self._value.__getitem__, true)
        values = dict(zip(positions, meant, strict=True))
        true_booleans = 0
        for number in self._booleans:
            true_booleans += values.setdefault(self._position[number], 0)
        # As many true literals as integers, and a value for every variable: exactly one for each.
        if len(true) - true_booleans != self._integers or len(values) != len(self.views):
            super().assignment_where(true)  # names the variable that has no value or two
            raise BrokenAnswer(f"the answer has {len(true)} true literals and cannot be read")
        return tuple(map(values.__getitem__, range(len(self.shown))))

    def blocking(self, model: Sequence[int]) -> list[int]:
        """Integers by their true literal, Booleans in either polarity."""
        true = [-literal for literal in model[: self.own] if literal > 0 and self._decides[literal]]
        return true + [number for number in self._booleans if self._decides[number] and model[number - 1] < 0]


def differs(view: View, value: int) -> list[int]:
    """`x != value` as a clause, as short as the view allows."""
    match view:
        case Native(index):
            return [-index if value else index]
        case Direct():
            return [-view.index(value)]
        case Order(first, domain):
            position = domain.index(value)
            below = [first + position - 1] if position else []
            return below + ([-(first + position)] if position < len(domain) - 1 else [])
        case Binary():
            return [-literal for literal in literals_of(view, value) or ()]


def literals_of(view: View, value: int) -> list[int] | None:
    """`x == value` as the truth of every literal of the view; None where the view cannot represent it."""
    match view:
        case Native(index):
            return [index if value else -index]
        case Direct(first, domain):
            return [number if value == meant else -number for number, meant in enumerate(domain, first)]
        case Order(first, domain):
            bounds = enumerate(domain[:-1], first)
            return [number if value <= bound else -number for number, bound in bounds] if value in domain else None
        case Binary(first, bits, offset):
            number = value - offset
            literals = [first + bit if number >> bit & 1 else -(first + bit) for bit in range(bits)]
            return literals if 0 <= number < 1 << bits else None
