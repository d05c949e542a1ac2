"""Backtracking with forward checking, smallest domain first: the way a person solves such a puzzle, without a solver.

**Backtracking.** Give a variable a value, then the next; where a variable has no value left, go back to the last one and try
its next value. Taking values in turn until all variables have one and only then asking the constraints would be brute force:
n^n boards for n queens.

**Forward checking** (Haralick and Elliott, Increasing tree search efficiency for constraint satisfaction problems, AIJ 1980).
As soon as all variables of a constraint but one have values, the values of that one which break the constraint are crossed
out, by asking `holds` of each. An empty domain sends the search back before that variable's turn. And it makes a second look
needless: a constraint loses its variables one at a time, so its last variable has only fitting values when its turn comes.

**Smallest domain first** (fail first, same article): the variable with the fewest values left is next, because it is the
likeliest to fail, and a failure high in the tree is a cheap one. A variable with one value left is no branching at all.

**Derived variables** are functions of the others and not counted over, so they come last (unless one value is left), and one
way to give them values is enough: a solution counts once.

A constraint is asked only about its last variable, which is late where it has many: a sum of ten variables prunes nothing
until nine have values. Propagation of bounds would help, but needs an algorithm for each kind, where `holds` needs none. What
`sat` and `cp` do beyond that: reason about constraints with several variables open, and learn from failures.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from threefold.backends.backend import Cube, Search
from threefold.language import Assignment, Constraint, Spec
from threefold.language.terms import Domain


@dataclass(frozen=True)
class Branching:
    """A variable, the values that it has yet to be given, and how many crossings-out there were before it."""

    position: int
    values: Iterator[int]
    crossed_out: int


class Backtracking(Search):
    def __init__(self, spec: Spec, constraints: Sequence[Constraint], cube: Cube, method: str) -> None:
        self.method = method
        self._derived = [x.derived for x in spec.variables]
        self._value = [0] * len(spec.variables)
        self._domain: list[Domain] = [sorted(cube.get(x.position, x.domain)) for x in spec.variables]
        self._open = set(range(len(spec.variables)))  # the variables without a value
        self._constraints = constraints
        self._scope = [tuple({x.position for x in constraint.variables()}) for constraint in constraints]
        self._unassigned = [len(scope) for scope in self._scope]  # of each constraint, how many of its variables
        self._about: list[list[int]] = [[] for _ in spec.variables]  # variable -> the constraints that speak of it
        for number, scope in enumerate(self._scope):
            for position in scope:
                self._about[position].append(number)
        self._crossed_out: list[tuple[int, Domain]] = []  # variable, its domain before: what going back restores
        self._assignments = 0

    def __iter__(self) -> Generator[Assignment, None, None]:
        alive = all(self._check(number) for number in range(len(self._constraints)))
        path: list[Branching] = []
        while alive:
            if self._open:
                path.append(self._branch())
            else:
                yield tuple(self._value)
                while path and self._derived[path[-1].position]:
                    self._leave(path.pop())
            while path and not self._next_value(path[-1]):
                path.pop()
            alive = bool(path)

    def statistics(self) -> dict[str, int]:
        return {"assignments": self._assignments}

    def _branch(self) -> Branching:
        """On the smallest domain; a derived variable that has a choice comes after all others."""
        position = min(self._open, key=self._rank)
        return Branching(position, iter(self._domain[position]), len(self._crossed_out))

    def _rank(self, position: int) -> tuple[bool, int, int]:
        size = len(self._domain[position])
        return self._derived[position] and size > 1, size, position

    def _next_value(self, branching: Branching) -> bool:
        """Give the variable its next value that leaves every other variable one; False if there is none."""
        self._leave(branching)
        for value in branching.values:
            if self._assign(branching.position, value):
                return True
            self._leave(branching)
        return False

    def _assign(self, position: int, value: int) -> bool:
        self._assignments += 1
        self._value[position] = value
        self._open.remove(position)
        for number in self._about[position]:
            self._unassigned[number] -= 1
        return all(self._check(number) for number in self._about[position])

    def _leave(self, branching: Branching) -> None:
        """Take the variable's value back, and everything that was crossed out because of it."""
        if branching.position not in self._open:
            self._open.add(branching.position)
            for number in self._about[branching.position]:
                self._unassigned[number] += 1
        while len(self._crossed_out) > branching.crossed_out:
            position, domain = self._crossed_out.pop()
            self._domain[position] = domain

    def _check(self, number: int) -> bool:
        """Cross out the values of the last open variable that break the constraint; False if none is left."""
        holds = self._constraints[number].holds
        if not self._scope[number]:
            return holds(self._value)
        if self._unassigned[number] != 1:
            return True
        position = next(x for x in self._scope[number] if x in self._open)
        domain, fitting = self._domain[position], []
        for value in domain:
            self._value[position] = value
            if holds(self._value):
                fitting.append(value)
        if len(fitting) < len(domain):
            self._crossed_out.append((position, domain))
            self._domain[position] = fitting
        return bool(fitting)
