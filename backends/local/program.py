"""Min-conflicts with weights: a local search on the spec, general over the eight kinds of constraints.

**Min-conflicts** (Minton, Johnston, Philips, Laird, Minimizing conflicts, Artificial Intelligence 58, 1992): all variables have
values. A step takes a violated constraint, and gives one of its variables the value with the least cost.

**Weights** (Morris, The breakout method for escaping from local minima, AAAI 1993): where no value is better than now, the
violated constraint weighs more from then on.

**Tabu** (Glover, Tabu search, part I, ORSA Journal on Computing 1, 1989): a value that was left a moment ago is not taken again.

A variable has a *place*: the index of its value in its domain. A constraint has a *cost*: 0 where it holds, and more the further
away it is. It says what the cost would be for each place of one variable, from a number that every move keeps up to date.

Nothing depends on a clock: the same seed finds the same solution. Derived variables are searched as all others. It proves
nothing: where it finds no solution there may be one.
"""

from collections import Counter, deque
from collections.abc import Collection, Generator, Sequence
from math import inf
from random import Random
from typing import assert_never

from threefold import language as tf
from threefold.backends.backend import EVERYTHING, Configuration, Cube, Program, Refused, Search, Size
from threefold.language.flattening import Flat, flatten

STEPS = 100_000  # of a search
FEW = 40  # variables that a step looks at
TABU = 10  # steps for which a value that was left is not taken again
WHY = "local search is incomplete: "


class LocalProgram(Program):
    spec: Flat

    def __init__(self, written: tf.Spec, configuration: Configuration) -> None:
        spec = flatten(written)
        self.spec, self.configuration = spec, configuration
        self.groups = tuple(dict.fromkeys([*(x.domain_group for x in spec.variables), *spec.groups]))
        scopes = [set(posted.constraint.variables()) for posted in spec.posted]
        self.size = Size(
            len(spec.declared), len(spec.variables) - len(spec.declared), len(scopes), sum(map(len, scopes))
        )

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        if not first:
            raise Refused(f"{WHY}it can find one solution, and cannot know whether it has found all of them")
        return LocalSearch(self.spec, cube, Random(seed or 0))

    def accepts(self, assignment: tf.Assignment, groups: Collection[str]) -> bool:
        raise Refused(f"{WHY}where it finds no values there may be some")

    def export(self, form: str) -> str:
        raise tf.BadInput("local works on the spec itself: it has no program to export")


class LocalSearch(Search):
    """It starts with any values; then each variable in turn moves once."""

    method = "min-conflicts (incomplete)"

    def __init__(self, spec: Flat, cube: Cube, random: Random) -> None:
        self.declared = len(spec.declared)
        self.random, self.found, self.left = random, 0, deque[tuple[int, int]](maxlen=TABU)
        self.domains = [sorted(cube.get(x.position, x.domain)) for x in spec.variables]
        self.places = [random.randrange(len(domain)) for domain in self.domains]
        self.values = [domain[place] for domain, place in zip(self.domains, self.places, strict=True)]
        costs = [cost_of(posted.constraint, self) for posted in spec.posted]
        self.weights, self.violated = dict.fromkeys(costs, 1), {cost: None for cost in costs if cost.now()}
        self.of: list[list[Cost]] = [[] for _ in self.domains]  # by variable
        for cost in costs:
            for at in cost.positions:
                self.of[at].append(cost)

    def found_by(self) -> dict[str, int]:
        return {"local": self.found} if self.found else {}

    def __iter__(self) -> Generator[tf.Assignment, None, None]:
        for at in range(len(self.of)):
            self.move([at])
        for _ in range(STEPS):
            if not self.violated:
                self.found += 1
                yield tuple(self.values[: self.declared])
                raise Refused(f"{WHY}it cannot know whether there are other solutions")
            cost = self.random.choice([*self.violated])
            blamed = cost.blamed()
            if not blamed or self.move(self.random.sample(blamed, min(FEW, len(blamed)))) >= 0:
                self.weights[cost] += 1
        raise Refused(f"{WHY}no solution found in {STEPS:,} steps")

    def move(self, among: list[int]) -> float:
        """The best move of one of these variables is made; it returns the change of the weighted costs."""
        moves = ((change, self.random.random(), at, new) for at in among for new, change in enumerate(self.changes(at)))
        best, _, at, new = min(moves)  # inf where all are forbidden
        here, self.places[at], self.values[at] = self.places[at], new, self.domains[at][new]
        self.left.append((at, here))
        for cost in self.of[at]:
            cost.moved(at, here)
            self.violated.pop(cost, None)
            if cost.now():
                self.violated[cost] = None
        return best

    def changes(self, at: int) -> list[float]:
        """What each place of the variable changes in the weighted costs; inf for its own, and for those that it left."""
        here, changes = self.places[at], [0.0] * len(self.domains[at])
        for cost in self.of[at]:
            costs, weight = cost.costs(at), self.weights[cost]
            changes = [change + weight * (each - costs[here]) for change, each in zip(changes, costs, strict=True)]
        for each, place in [(at, here), *self.left]:
            if each == at:
                changes[place] = inf
        return changes


class Cost:
    """By `holds` alone, 0 or 1: of what has no count below."""

    def __init__(self, constraint: tf.Constraint, search: "LocalSearch") -> None:
        self.constraint, self.search = constraint, search
        self.positions = list({x.position: None for x in constraint.variables()})

    def now(self) -> float:
        return not self.constraint.holds(self.search.values)

    def moved(self, at: int, left: int) -> None:
        """The variable left this place."""

    def costs(self, at: int) -> Sequence[float]:
        """For each place of this variable; of an AllDifferent only what it changes."""
        values, now = self.search.values, self.search.values[at]
        found = [self.now() for values[at] in self.search.domains[at]]
        values[at] = now
        return found

    def blamed(self) -> list[int]:
        """The variables of which one has to move."""
        return self.positions


class Total(Cost):
    """Clause, Cardinality, Linear: each variable adds an amount, and the total has to be from `low` to `high`."""

    def __init__(self, constraint: tf.Clause | tf.Cardinality | tf.Linear, search: "LocalSearch") -> None:
        super().__init__(constraint, search)
        sign, bound = (">=", 1) if isinstance(constraint, tf.Clause) else (constraint.comparator, constraint.bound)
        self.low, self.high = -inf if sign == "<=" else bound, inf if sign == ">=" else bound
        if isinstance(constraint, tf.Linear):
            self.amounts = {x.position: [a * v for v in search.domains[x.position]] for a, x in constraint.terms}
        else:
            true = Counter((each.variable.position, v) for each in constraint.literals for v in each.true_values())
            self.amounts = {at: [true[at, value] for value in search.domains[at]] for at in self.positions}
        self.positions = [*self.amounts]  # in a Linear some may cancel out
        self.total = sum(amounts[search.places[at]] for at, amounts in self.amounts.items())

    def now(self) -> float:
        return max(self.low - self.total, 0, self.total - self.high)

    def moved(self, at: int, left: int) -> None:
        self.total += self.amounts[at][self.search.places[at]] - self.amounts[at][left]

    def costs(self, at: int) -> Sequence[float]:
        others = self.total - self.amounts[at][self.search.places[at]]
        return [max(self.low - others - amount, 0, others + amount - self.high) for amount in self.amounts[at]]


class Different(Cost):
    """AllDifferent: how many terms take each value is kept. A term costs as much as there are others of the same value."""

    def __init__(self, constraint: tf.AllDifferent, search: "LocalSearch") -> None:
        super().__init__(constraint, search)
        units = [(unit.variable.position, unit) for unit in constraint.units if unit.variable is not None]
        self.terms = {at: [unit.sign * v + unit.offset for v in search.domains[at]] for at, unit in units}
        self.positions = [*self.terms]  # some may cancel out
        self.takers = {value: 0 for terms in self.terms.values() for value in terms}
        for at, terms in self.terms.items():
            self.takers[terms[search.places[at]]] += 1

    def now(self) -> float:
        return max(self.takers.values(), default=1) > 1

    def moved(self, at: int, left: int) -> None:
        self.takers[self.terms[at][left]] -= 1
        self.takers[self.terms[at][self.search.places[at]]] += 1

    def costs(self, at: int) -> Sequence[float]:
        found = [self.takers[value] for value in self.terms[at]]
        found[self.search.places[at]] -= 1
        return found

    def blamed(self) -> list[int]:
        return [at for at, terms in self.terms.items() if self.takers[terms[self.search.places[at]]] > 1]


def cost_of(constraint: tf.Constraint, search: LocalSearch) -> Cost:
    match constraint:
        case tf.Clause() | tf.Cardinality() | tf.Linear() if getattr(constraint, "comparator", "") != "!=":
            return Total(constraint, search)
        case tf.AllDifferent() if len({u.variable for u in constraint.units} - {None}) == len(constraint.units):
            return Different(constraint, search)
        case tf.Clause() | tf.Cardinality() | tf.AllDifferent() | tf.Linear():
            return Cost(constraint, search)
        case tf.Table() | tf.Element() | tf.Circuit() | tf.Implies():
            return Cost(constraint, search)
        case _:
            assert_never(constraint)
