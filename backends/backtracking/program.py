"""The spec as backtracking sees it: its constraints with their groups, an AllDifferent in pairs.

`AllDifferent` of n terms says the same as n(n-1)/2 of two terms; but asked as one it has something to say only when a single
variable is left, in pairs after every step. It is the one kind that falls apart without loss.
"""

from collections.abc import Collection, Iterator
from itertools import combinations

from threefold.backends.backend import EVERYTHING, Configuration, Cube, Program, Search, Size
from threefold.backends.backtracking.search import Backtracking
from threefold.language import AllDifferent, Assignment, BadInput, Constraint, Implies, Spec
from threefold.language.spec import Posted, domain_group


def lower(spec: Spec, configuration: Configuration) -> Program:
    return BacktrackingProgram(spec, configuration)


class BacktrackingProgram(Program):
    def __init__(self, spec: Spec, configuration: Configuration) -> None:
        self.spec, self.configuration = spec, configuration
        self.posted = [Posted(posted.group, part) for posted in spec.posted for part in in_pairs(posted.constraint)]
        domains = (domain_group(x) for x in spec.variables)
        self.groups = tuple(dict.fromkeys([*domains, *(posted.group for posted in self.posted)]))
        mentioned = sum(len(set(posted.constraint.variables())) for posted in self.posted)
        self.size = Size(len(spec.variables), 0, len(self.posted), mentioned)

    def load(self, *, seed: int | None, first: bool, cube: Cube = EVERYTHING) -> Search:
        constraints = [posted.constraint for posted in self.posted]
        return Backtracking(self.spec, constraints, cube, "first" if first else "backtracking")

    def accepts(self, assignment: Assignment, groups: Collection[str]) -> bool:
        """The derived variables are searched for, the others only looked at."""
        fixed = {x.position: (assignment[x.position],) for x in self.spec.decisions}
        for x in self.spec.decisions:
            if domain_group(x) in groups and assignment[x.position] not in x.domain:
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
            for pair in combinations(different.terms, 2):
                yield Implies(constraint.condition, AllDifferent(pair))
        case _:
            yield constraint
