"""The constraints of a spec with their groups, an AllDifferent in pairs.

Forward checking can use a constraint only when one of its variables is left. The pairs of an AllDifferent mean the same, and
each can be used after one step. No other kind splits without loss.
"""

from collections.abc import Collection, Iterator
from itertools import combinations

from threefold.backends.backend import EVERYTHING, Configuration, Cube, Program, Search, Size
from threefold.backends.backtracking.search import Backtracking
from threefold.language import AllDifferent, Assignment, BadInput, Constraint, Implies, Spec
from threefold.language.spec import Posted


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
