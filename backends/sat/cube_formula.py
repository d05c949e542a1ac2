"""The formula of a cube: what unit propagation leaves of a CNF when some literals are fixed, and new numbers for its variables.

In Python, because no solver hands out its clauses. Propagation visits the clauses in which a literal occurs: scanning all
clauses in rounds is much slower where long chains of auxiliaries propagate. Decision variables get the first numbers, those with
the fewest values foremost: a solver in fixed order decides by number, and a shorter model is read faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from operator import neg

from threefold.backends.sat.projection import Projection, differs, literals_of
from threefold.backends.variable_maps import View
from threefold.language import Assignment, Variable

Clauses = list[list[int]]
AtMost = tuple[Sequence[int], int]  # at most so many of these literals, as a constraint of the solver


@dataclass(frozen=True)
class ResidualFormula:
    """Clauses, native constraints, and the fixed literals, which occur in neither."""

    clauses: Clauses
    at_most: Sequence[AtMost] = ()
    true: frozenset[int] = frozenset()

    @cached_property
    def _occurrences(self) -> dict[int, list[int]]:
        """By literal: the indices of its clauses."""
        occurrences: dict[int, list[int]] = {}
        for index, clause in enumerate(self.clauses):
            for literal in clause:
                occurrences.setdefault(literal, []).append(index)
        return occurrences

    @property
    def highest(self) -> int:
        """The highest number that occurs."""
        literals = chain(*self.clauses, *(literals for literals, _ in self.at_most))
        return max(map(abs, literals), default=0)

    def having(self, clauses: Iterable[list[int]]) -> ResidualFormula:
        return replace(self, clauses=[*self.clauses, *clauses])

    def under(self, units: Iterable[int] = ()) -> ResidualFormula | None:
        """What is left where these literals are true; None where propagation finds a contradiction."""
        if not all(self.clauses):
            return None
        new = [*units, *(clause[0] for clause in self.clauses if len(clause) == 1)]
        true, shortened, at_most = set(self.true), dict[int, int](), self.at_most
        while self._propagate(new, true, shortened):
            at_most = [_left_of(each, true) for each in at_most]
            if any(bound < 0 for _, bound in at_most):
                return None
            new = [-literal for literals, bound in at_most if bound == 0 for literal in literals]
            at_most = [(literals, bound) for literals, bound in at_most if 0 < bound < len(literals)]
            if not new:
                return ResidualFormula(self._clauses_left(true, shortened), at_most, frozenset(true))
        return None

    def _propagate(self, new: list[int], true: set[int], shortened: dict[int, int]) -> bool:
        """Until nothing follows; False at a contradiction. `shortened` has the number of literals that are not false."""
        clauses, occurrences = self.clauses, self._occurrences
        while new:
            literal = new.pop()
            if -literal in true:
                return False
            if literal in true:
                continue
            true.add(literal)
            for index in occurrences.get(-literal, ()):
                length = shortened[index] = shortened.get(index, len(clauses[index])) - 1
                if length == 0:
                    return False
                if length == 1 and true.isdisjoint(clauses[index]):
                    new += [other for other in clauses[index] if -other not in true]
        return True

    def _clauses_left(self, true: set[int], shortened: dict[int, int]) -> Clauses:
        satisfied = {index for literal in true for index in self._occurrences.get(literal, ())}
        changed = satisfied.union(shortened)
        same = [clause for index, clause in enumerate(self.clauses) if index not in changed]
        return same + [
            [literal for literal in self.clauses[index] if -literal not in true]
            for index in shortened
            if index not in satisfied
        ]


def _left_of(at_most: AtMost, true: set[int]) -> AtMost:
    literals, bound = at_most
    if true.isdisjoint(literals) and true.isdisjoint(map(neg, literals)):
        return at_most
    left = [literal for literal in literals if literal not in true and -literal not in true]
    return left, bound - sum(literal in true for literal in literals)


class Renumbering:
    def __init__(self, formula: ResidualFormula, projection: Projection) -> None:
        self._projection = projection
        left = _left(formula, projection)
        decisions = sorted(_undecided(left, projection), key=lambda x: len(left[x.position]))
        derived = [x for x in projection.spec.variables if x.derived]
        own = [number for x in (*decisions, *derived) for number in left[x.position]]
        others = set(map(abs, chain.from_iterable(formula.clauses)))
        others.update(abs(literal) for literals, _ in formula.at_most for literal in literals)
        others.difference_update(own)
        self._old = [0, *own, *sorted(others)]
        self._own, self.variables = len(own), len(self._old) - 1
        self.new = {sign * old: sign * new for new, old in enumerate(self._old) for sign in (1, -1)}
        self._true = [literal for literal in formula.true if 0 < literal <= projection.own]
        self._differs = [(x.position, _Differs(self.new, projection.views[x.position])) for x in decisions]

    def assignment(self, model: list[int]) -> Assignment:
        old = self._old
        return self._projection.assignment_where(
            self._true + [old[literal] for literal in model[: self._own] if literal > 0]
        )

    def blocking(self, assignment: Assignment) -> list[int]:
        """A clause that excludes this solution; empty where there is no other."""
        return [literal for position, differ in self._differs for literal in differ[assignment[position]]]

    def renumbered(self, clauses: Clauses) -> Iterator[list[int]]:
        new = self.new.__getitem__
        return (list(map(new, clause)) for clause in clauses)

    def original(self, clauses: Clauses) -> Clauses:
        old = self._old
        return [[old[literal] if literal > 0 else -old[-literal] for literal in clause] for clause in clauses]


class _Differs(dict[int, list[int]]):
    """By value: `x != value` in new numbers, without the literals that are fixed."""

    def __init__(self, new: dict[int, int], view: View) -> None:
        self._new, self._view = new, view

    def __missing__(self, value: int) -> list[int]:
        self[value] = [self._new[literal] for literal in differs(self._view, value) if literal in self._new]
        return self[value]


def values_to_split(formula: ResidualFormula, projection: Projection) -> list[list[int]]:
    """The values left to the decision variable with the fewest, each as literals; none where all are decided."""
    left = _left(formula, projection)
    x = min(_undecided(left, projection), key=lambda x: len(left[x.position]), default=None)
    values = () if x is None else (literals_of(projection.views[x.position], value) or [] for value in x.domain)
    return [literals for literals in values if not any(-literal in formula.true for literal in literals)]


def _undecided(left: Sequence[Sequence[int]], projection: Projection) -> list[Variable]:
    return [x for x in projection.order if left[x.position]]


def _left(formula: ResidualFormula, projection: Projection) -> list[list[int]]:
    """By variable: its numbers that are not fixed."""
    fixed = {abs(literal) for literal in formula.true}
    return [[number for number in numbers if number not in fixed] for numbers in projection.numbers]
