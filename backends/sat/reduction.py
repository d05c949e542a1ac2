"""What is left of a CNF when some literals are fixed: unit propagation, without satisfied clauses and false literals.

In Python, because no solver hands out its clauses. Propagation visits the clauses in which a literal occurs: scanning all
clauses in rounds is much slower where long chains of auxiliaries propagate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

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

    def having(self, clauses: Iterable[list[int]]) -> ResidualFormula:
        return replace(self, clauses=[*self.clauses, *clauses])

    def under(self, units: Iterable[int] = ()) -> ResidualFormula | None:
        """What is left where these literals are true; None where propagation finds a contradiction."""
        if not all(self.clauses):
            return None
        new = [*units, *(clause[0] for clause in self.clauses if len(clause) == 1)]
        true, shortened = set(self.true), dict[int, int]()
        while self._propagate(new, true, shortened):
            at_most = [_left_of(each, true) for each in self.at_most]
            if any(bound < 0 for _, bound in at_most):
                return None
            new = [-literal for literals, bound in at_most if bound == 0 for literal in literals]
            if not new:
                at_most = [(literals, bound) for literals, bound in at_most if bound < len(literals)]
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
    left = [literal for literal in literals if literal not in true and -literal not in true]
    return left, bound - sum(literal in true for literal in literals)
