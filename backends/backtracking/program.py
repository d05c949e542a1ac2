"""Backtracking on the spec, with forward checking, smallest domain first. It needs no solver.

**Forward checking** (Haralick and Elliott, Increasing tree search efficiency for constraint satisfaction problems, AIJ 1980).
When all variables of a constraint but one have values, the values of the last one that violate it are removed. An empty domain
ends the branch. No constraint is checked a second time: its last variable has only values that satisfy it.

**Smallest domain first** (fail first, same article). The variable with the fewest values left is the most likely to fail, and
a failure high in the tree saves the most.

**All domains are one integer** (`state`). What `x == v` leaves of the other variables by constraints on two variables does
not depend on other values: it is computed once, when x first gets the value v, and then it is one `&`.

**Derived variables** are functions of the decision variables and are not counted over. They come last (unless one value is
left), and one assignment of them is enough.

A constraint removes nothing before its last variable: a sum of ten variables waits for nine. So an AllDifferent is split into
its pairs, which mean the same; no other kind splits without loss. `sat` and `cp` also propagate with several variables open,
and learn from conflicts.
"""

from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, permutations
from typing import NamedTuple

from threefold.backends.backend import EVERYTHING, Configuration, Cube, Program, Search, Size
from threefold.backends.backtracking.state import Compiled, Filter, State, Variables, compiled, places
from threefold.backends.listing import LONG, Item, Part, by_group, mention_of_variable
from threefold.backends.trace import Watcher
from threefold.language import AllDifferent, Assignment, BadInput, Constraint, Implies, Spec
from threefold.language.flattening import Flat, Flattened, flatten
from threefold.language.group import Posted

ENGINE = "backtracking"
MOST_KEPT = 200_000_000  # bytes of effects; then they are computed again


class BacktrackingProgram(Program):
    spec: Flat

    def __init__(self, written: Spec, configuration: Configuration) -> None:
        spec = flatten(written)
        self.spec, self.configuration = spec, configuration
        self.posted = [each for posted in spec.posted for each in _in_pairs(posted)]
        domains = (x.domain_group for x in spec.variables)
        self.groups = tuple(dict.fromkeys([*domains, *(posted.group for posted in self.posted)]))
        mentioned = sum(len(set(posted.constraint.variables())) for posted in self.posted)
        declared = len(spec.declared)
        self.size = Size(declared, len(spec.variables) - declared, len(self.posted), mentioned)

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

    def parts(self, long: int | None = LONG) -> Iterator[Part]:
        for group, posted in by_group(self.posted, lambda posted: posted.group).items():
            yield Part(group, "constraint", len(posted), 0, partial(_items, posted))

    def watch(self, watcher: Watcher) -> Search:
        from threefold.backends.backtracking.watched import WatchedBacktracking

        return WatchedBacktracking(self.spec, self.posted, watcher)


def _items(posted: Sequence[Flattened]) -> Iterator[Item]:
    from threefold.language.mathematics import formula

    for each in posted:
        variables = dict.fromkeys(each.constraint.variables())
        source = "" if each.as_written else each.source.words
        yield Item(formula(each.constraint), list(map(mention_of_variable, variables)), source)


def _in_pairs(posted: Flattened) -> Iterator[Flattened]:
    """A written one is not named as the source of its pairs: they say the same."""
    for each in in_pairs(posted.constraint):
        yield (
            Flattened(posted.group, each, Posted(posted.group, each))
            if posted.as_written
            else replace(posted, constraint=each)
        )


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


class ChoicePoint(NamedTuple):
    """A variable, the values that were not tried yet, and the state and the open variables before."""

    position: int
    places: Iterator[int]
    state: State
    open: State


class Effect(NamedTuple):
    """Of a value of a variable: the values that it leaves, and the constraints on three or more variables to look at."""

    left: State
    checks: list[tuple[State, Filter]]  # the lowest bits of its variables


class Backtracking(Search):
    def __init__(self, spec: Flat, constraints: Sequence[Constraint], cube: Cube, method: str) -> None:
        self.method, self._assignments, self._declared = method, 0, len(spec.declared)
        self._found, self._ended = 0, False
        self._variables = variables = Variables([sorted(cube.get(x.position, x.domain)) for x in spec.variables])
        self._state, self._open = (
            variables.everything,
            sum(variables.lowest),
        )  # the lowest bits of those without a value
        self._derived = sum(variables.lowest[x.position] for x in spec.variables if x.derived)
        self._effects: dict[tuple[int, int], Effect] = {}
        self._single: list[Constraint] = []  # on one variable, or on none
        self._pairs: list[list[tuple[int, Filter]]] = [[] for _ in spec.variables]  # with the other variable
        self._larger: list[list[tuple[State, Compiled]]] = [[] for _ in spec.variables]  # with the lowest bits of all
        for constraint in constraints:
            self._post(constraint)

    def _post(self, constraint: Constraint) -> None:
        scope = {x.position for x in constraint.variables()}
        if len(scope) < 2:
            self._single.append(constraint)
            return
        each = self._compiled(constraint)
        if len(scope) == 2:
            for position, other in permutations(scope):
                self._pairs[position].append((other, each.fitting))
            return
        lowest = sum(self._variables.lowest[position] for position in scope)
        for position in scope:
            self._larger[position].append((lowest, each))

    def _compiled(self, constraint: Constraint) -> Compiled:
        return compiled(constraint, self._variables)

    def __iter__(self) -> Generator[Assignment, None, None]:
        path: list[ChoicePoint] = []
        alive = all(map(self._satisfiable, self._single))
        while alive:
            if self._open & (self._open - 1):  # two or more
                alive = self._branch(path)
                continue
            complete = False
            for _ in self._last_values():
                complete = True
                self._found += 1
                yield tuple(self._variables.value[: self._declared])
            while complete and path and self._is_derived(path[-1].position):
                path.pop()
            alive = self._next_value(path)
        self._ended = True

    def _last_values(self) -> Iterator[int]:
        """Assign each value of the last open variable, if there is one: all that are left satisfy all constraints."""
        variables = self._variables
        if not self._open:
            yield 0
            return
        position = variables.owner[self._open]
        for place in places(variables.left(self._state, position)):
            self._assignments += 1
            variables.value[position] = variables.domains[position][place]
            yield place
            if self._is_derived(position):
                return

    def statistics(self) -> dict[str, int]:
        return {"assignments": self._assignments}

    def found_by(self) -> dict[str, int]:
        return {ENGINE: self._found} if self._found else {}

    def decided_by(self) -> str:
        return ENGINE if self._ended else ""

    def _satisfiable(self, constraint: Constraint) -> bool:
        """Remove the values of its only variable that violate it; False where it has no variable and does not hold."""
        if not constraint.variables():
            return constraint.holds(self._variables.value)
        position = constraint.variables()[0].position
        self._state = self._variables.satisfying(self._state, position, constraint.holds)
        return True

    def _is_derived(self, position: int) -> bool:
        return bool(self._derived & self._variables.lowest[position])

    def _branch(self, path: list[ChoicePoint]) -> bool:
        """On the smallest domain; derived variables with a choice come after all others. False if the search is over."""
        state, variables = self._state, self._variables
        position, size = variables.smallest(state, self._open)
        if size > 1 and self._derived:
            position, _ = variables.smallest(state, self._open & ~self._derived or self._open)
        left = variables.left(state, position)
        if size == 1:
            return self._assign(position, left.bit_length() - 1) or self._next_value(path)
        if size:
            path.append(ChoicePoint(position, places(left), state, self._open))
        return self._next_value(path)

    def _next_value(self, path: list[ChoicePoint]) -> bool:
        """The next value of the last choice that has one."""
        while path:
            position, untried, self._state, self._open = path[-1]
            for place in untried:
                if self._assign(position, place):
                    return True
            path.pop()
        return False

    def _assign(self, position: int, place: int) -> bool:
        """False if a constraint on three or more variables leaves no value to its last one."""
        variables = self._variables
        self._assignments += 1
        variables.value[position] = variables.domains[position][place]
        left, checks = self._effects.get((position, place)) or self._effect(position, place)
        state, opened = self._state & left, self._open ^ variables.lowest[position]
        for scope, fitting in checks:
            last = opened & scope
            if last and not last & (last - 1):
                other = variables.owner[last]
                state = fitting(state, other)
                if not state & variables.field[other]:
                    return False
        self._state, self._open = state, opened
        return True

    def _effect(self, position: int, place: int) -> Effect:
        variables, bit = self._variables, self._variables.lowest[position] << place
        left = variables.others[position] | bit
        for other, fitting in self._pairs[position]:
            left = fitting(left, other)
        checks = [(scope, each.fitting) for scope, each in self._larger[position] if not each.true & bit]
        if len(self._effects) * variables.everything.bit_length() > 8 * MOST_KEPT:
            self._effects.clear()
        effect = self._effects[position, place] = Effect(left, checks)
        return effect
