"""Backtracking on the spec, with forward checking, smallest domain first. It needs no solver: only `holds` and the domains.

**Forward checking** (Haralick and Elliott, Increasing tree search efficiency for constraint satisfaction problems, AIJ 1980).
When all variables of a constraint but one have values, the values of the last one that violate it are removed, by `holds`. An
empty domain ends the branch. No constraint is checked a second time: its last variable has only values that satisfy it.

**Smallest domain first** (fail first, same article). The variable with the fewest values left is the most likely to fail, and
a failure high in the tree saves the most.

**Derived variables** are functions of the decision variables and are not counted over. They come last (unless one value is
left), and one assignment of them is enough.

A constraint removes nothing before its last variable: a sum of ten variables waits for nine. So an AllDifferent is split into
its pairs, which mean the same; no other kind splits without loss. `sat` and `cp` also propagate with several variables open,
and learn from conflicts.
"""

from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from threefold.backends.backend import EVERYTHING, Configuration, Cube, Program, Search, Size
from threefold.language import AllDifferent, Assignment, BadInput, Constraint, Implies, Spec
from threefold.language.spec import Posted
from threefold.language.terms import Domain


class BacktrackingProgram(Program):
    def __init__(self, spec: Spec, configuration: Configuration) -> None:
        self.spec, self.configuration = spec, configuration
        self.posted = [Posted(posted.group, part) for posted in spec.posted for part in in_pairs(posted.constraint)]
        domains = (x.domain_group for x in spec.variables)
        self.groups = tuple(dict.fromkeys([*domains, *(posted.group for posted in self.posted)]))
        mentioned = sum(len(set(posted.constraint.variables())) for posted in self.posted)
        self.size = Size(len(spec.variables), 0, len(self.posted), mentioned)

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        constraints = [posted.constraint for posted in self.posted]
        return Backtracking(self.spec, constraints, cube, "first" if first else "backtracking")

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        """Decision variables are fixed, derived ones are searched."""
        fixed = {x.position: (assignment[x.position],) for x in self.spec.decisions}
        for x in self.spec.decisions:
            if x.domain_group in groups and assignment[x.position] not in x.domain:
                return False
        constraints = [posted.constraint for posted in self.posted if posted.group in groups]
        return next(iter(Backtracking(self.spec, constraints, fixed, "first")), None) is not None

    def export(self, form: str) -> str:
        raise BadInput("backtracking works on the spec itself: it has no program to export")


def in_pairs(constraint: Constraint) -> Iterator[Constraint]:
    match constraint:
        case AllDifferent():
            for pair in combinations(constraint.terms, 2):
                yield AllDifferent(pair)
        case Implies(constraint=AllDifferent() as different):
            for part in in_pairs(different):
                yield Implies(constraint.condition, part)
        case _:
            yield constraint


@dataclass(frozen=True)
class ChoicePoint:
    """A variable, the values that were not tried yet, and how many domains had been reduced before it."""

    position: int
    values: Iterator[int]
    reductions: int


class Backtracking(Search):
    def __init__(self, spec: Spec, constraints: Sequence[Constraint], cube: Cube, method: str) -> None:
        self.method = method
        self._derived = [x.derived for x in spec.variables]
        self._value = [0] * len(spec.variables)
        self._domain: list[Domain] = [sorted(cube.get(x.position, x.domain)) for x in spec.variables]
        self._open = set(range(len(spec.variables)))  # variables without a value
        self._constraints = constraints
        self._scope = [tuple({x.position for x in constraint.variables()}) for constraint in constraints]
        self._unassigned = [len(scope) for scope in self._scope]  # of each constraint: its variables without a value
        self._constraints_of: list[list[int]] = [[] for _ in spec.variables]  # their numbers
        for number, scope in enumerate(self._scope):
            for position in scope:
                self._constraints_of[position].append(number)
        self._reductions: list[tuple[int, Domain]] = []  # a variable and its domain before
        self._assignments = 0

    def __iter__(self) -> Generator[Assignment, None, None]:
        alive = all(self._check(number) for number in range(len(self._constraints)))
        path: list[ChoicePoint] = []
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

    def _branch(self) -> ChoicePoint:
        """On the smallest domain; derived variables with a choice come after all others."""
        position = min(self._open, key=self._rank)
        return ChoicePoint(position, iter(self._domain[position]), len(self._reductions))

    def _rank(self, position: int) -> tuple[bool, int, int]:
        size = len(self._domain[position])
        return self._derived[position] and size > 1, size, position

    def _next_value(self, choice: ChoicePoint) -> bool:
        """Assign the next value that leaves every other variable at least one value; False if there is none."""
        self._leave(choice)
        for value in choice.values:
            if self._assign(choice.position, value):
                return True
            self._leave(choice)
        return False

    def _assign(self, position: int, value: int) -> bool:
        self._assignments += 1
        self._value[position] = value
        self._open.remove(position)
        for number in self._constraints_of[position]:
            self._unassigned[number] -= 1
        return all(self._check(number) for number in self._constraints_of[position])

    def _leave(self, choice: ChoicePoint) -> None:
        """Undo the assignment and the reductions of domains that followed from it."""
        if choice.position not in self._open:
            self._open.add(choice.position)
            for number in self._constraints_of[choice.position]:
                self._unassigned[number] += 1
        while len(self._reductions) > choice.reductions:
            position, domain = self._reductions.pop()
            self._domain[position] = domain

    def _check(self, number: int) -> bool:
        """Remove the values of the last open variable that violate the constraint; False if none is left."""
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
            self._reductions.append((position, domain))
            self._domain[position] = fitting
        return bool(fitting)
