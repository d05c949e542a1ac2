"""New numbers for the variables that are left in a cube: decision variables first, those with the fewest values foremost.

A solver in fixed order decides by number, and a shorter model is read faster.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from threefold.backends.sat.projection import Projection, differs, literals_of
from threefold.backends.sat.reduction import Clauses, ResidualFormula
from threefold.backends.variable_maps import View
from threefold.language import Assignment, Variable


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
