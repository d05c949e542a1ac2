"""Between a solver's literals and the spec's variables: models to assignments, and assignments to clauses.

A model is read once per solution. With integers in direct encoding everything that can be is therefore looked up by number: which
variable and value a literal means, whether it belongs to a decision variable. Order and binary integers are read view by view.
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
        self.own = first_free - 1
        self.numbers = [numbers_of(view) for view in self.views]  # of every variable, in order of declaration

    @cached_property
    def order(self) -> list[Variable]:
        """The decision variables in the order in which to branch on them."""
        return most_connected_first(self.spec)

    def assignment(self, model: Sequence[int]) -> Assignment:
        return decode(self.spec, self.views, lambda number: int(model[number - 1] > 0))

    def assignment_where(self, true: Sequence[int]) -> Assignment:
        """Where of the own literals these are true, and no others."""
        positive = set(true)
        return self.assignment([n if n in positive else -n for n in range(1, self.own + 1)])

    def blocking(self, model: Sequence[int]) -> list[int]:
        """A clause that forbids this solution, on the decision variables only."""
        values = self.assignment(model)
        return [literal for x in self.spec.decisions for literal in differs(self.views[x.position], values[x.position])]

    def decisions(self) -> list[int]:
        """The numbers of the decision variables: what a projected model counter counts over."""
        return [number for x in self.spec.decisions for number in self.numbers[x.position]]

    def within(self, cube: Cube) -> Iterator[list[int]]:
        """Clauses that leave the solutions of the cube; one is empty where that is none."""
        for position, values in cube.items():
            view = self.views[position]
            yield from (differs(view, value) for value in self.spec.variables[position].domain if value not in values)

    def units(self, assignment: Assignment) -> Iterator[list[int]]:
        """Unit clauses that fix the decision variables, every literal of them: the domains' clauses may be absent.

        A value that the view cannot even say makes an empty clause.
        """
        for x in self.spec.decisions:
            fixed = literals_of(self.views[x.position], assignment[x.position])
            yield from [[]] if fixed is None else ([literal] for literal in fixed)


class DirectProjection(Projection):
    """The quick one. Why it pays: 12 queens have 14,200 models of 144 literals."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        # By number: the position of the variable, the value that it has where the literal is true, whether it is to be decided.
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
        # As many true literals as integers, and a value for every variable: exactly one each.
        if len(true) - true_booleans != self._integers or len(values) != len(self.views):
            super().assignment_where(true)  # says which variable has no value or two
            raise BrokenAnswer(f"the answer has {len(true)} true literals and cannot be read")
        return tuple(map(values.__getitem__, range(len(values))))

    def blocking(self, model: Sequence[int]) -> list[int]:
        """Integers by their true literal, Booleans in the polarity they have."""
        true = [-literal for literal in model[: self.own] if literal > 0 and self._decides[literal]]
        return true + [number for number in self._booleans if self._decides[number] and model[number - 1] < 0]


def projection_of(spec: Spec, integers: str) -> Projection:
    return DirectProjection(spec) if integers == "direct" else Projection(spec, integers)


def numbers_of(view: View) -> range:
    match view:
        case Native(index):
            return range(index, index + 1)
        case Direct(first, domain):
            return range(first, first + len(domain))
        case Order(first, domain):
            return range(first, first + len(domain) - 1)
        case Binary(first, bits, _):
            return range(first, first + bits)


def differs(view: View, value: int) -> list[int]:
    """A clause, `x != value`, as short as the view has it."""
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
    """`x == value` as the truth of every literal of the view; None where it has no way to say that."""
    match view:
        case Native(index):
            return [index if value else -index]
        case Direct(first, domain):
            return [number if value == meant else -number for number, meant in enumerate(domain, first)]
        case Order(first, domain):
            bounds = enumerate(domain[:-1], first)
            return [number if value <= bound else -number for number, bound in bounds] if value in domain else None
        case Binary(first, bits, offset):
            said = value - offset
            wanted = [first + bit if said >> bit & 1 else -(first + bit) for bit in range(bits)]
            return wanted if 0 <= said < 1 << bits else None
