"""A set of clauses, and what follows from it: each question is one call of a solver, with the negation as assumptions.

Most questions are about a clause that unit propagation finds at once, and some about one that nobody finds: the quick solver is
asked first, with less patience each time it fails, then counting, and then the thorough solver without a limit.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from threefold.backends.sat.queries import Assuming, Limited, quick, thorough
from threefold.cnf.relation.pigeonholes import Clause, Grid, counted

PATIENCE, LEAST_PATIENCE = 2000, 10  # conflicts


def negation(clause: Iterable[int]) -> list[int]:
    return [-literal for literal in clause]


class Theory:
    def __init__(self, clauses: Collection[Clause]) -> None:
        self.written = frozenset(clauses)
        self.known = dict.fromkeys(clauses)  # these, and the consequences that were found by counting
        self.top = max((abs(literal) for clause in self.known for literal in clause), default=1)

    @cached_property
    def quick(self) -> Limited:
        return quick(self.top, self.known)

    @cached_property
    def thorough(self) -> Assuming:
        return thorough(self.top, self.known)

    def learn(self, consequences: Iterable[Clause]) -> None:
        fresh = [clause for clause in consequences if clause not in self.known]
        self.known.update(dict.fromkeys(fresh))
        for solver in (self.__dict__.get("quick"), self.__dict__.get("thorough")):  # those that are loaded already
            if solver is not None:
                solver.add(map(list, fresh))

    def implies_within(self, conflicts: int, clause: Clause) -> bool | None:
        if clause in self.known:
            return True
        found = self.quick.solve_within(conflicts, negation(clause))
        return None if found is None else not found

    @cached_property
    def _by_variable(self) -> dict[int, list[Clause]]:
        index: dict[int, list[Clause]] = {}
        for clause in self.known:
            if clause:
                index.setdefault(abs(clause[0]), []).append(clause)
        return index

    def within(self, variables: Collection[int]) -> list[Clause]:
        """The clauses over these variables alone."""
        return [
            clause
            for variable in variables
            for clause in self._by_variable.get(variable, ())
            if all(abs(literal) in variables for literal in clause)
        ]


@dataclass
class Findings:
    """Which clauses follow from a theory, which do not, and a model of the theory that shows it."""

    implied: set[Clause] = field(default_factory=set)
    failing: list[Clause] = field(default_factory=list)
    open: list[Clause] = field(default_factory=list)  # left undecided, because a failing one had been found
    model: list[int] | None = None


def ask(theory: Theory, clauses: Iterable[Clause], grids: Sequence[Grid] = ()) -> Findings:
    findings = Findings()
    _ask_quickly(theory, clauses, grids, findings)
    if findings.open:
        _count(theory, grids, findings)
    if findings.open and findings.model is None:
        _ask_thoroughly(theory, findings)
    return findings


def _ask_quickly(theory: Theory, clauses: Iterable[Clause], grids: Sequence[Grid], findings: Findings) -> None:
    patience = PATIENCE
    for clause in clauses:
        match theory.implies_within(patience, clause):
            case True:
                findings.implied.add(clause)
            case None:
                findings.open.append(clause)
                patience = max(patience // 2, LEAST_PATIENCE)
                if len(findings.open) == 1:
                    _count(theory, grids, findings)
            case False:
                findings.failing.append(clause)
                findings.model = findings.model or theory.quick.model()


def _count(theory: Theory, grids: Sequence[Grid], findings: Findings) -> None:
    """Early, since one success settles thousands of clauses; and once more when all else that can be has been settled."""

    def holds(clause: Clause) -> bool:
        return clause in findings.implied or bool(theory.implies_within(LEAST_PATIENCE, clause))

    for grid in grids:
        theory.learn(counted(grid, holds))
    findings.implied.update(clause for clause in findings.open if clause in theory.known)
    findings.open = [clause for clause in findings.open if clause not in theory.known]


def _ask_thoroughly(theory: Theory, findings: Findings) -> None:
    solver = theory.thorough
    if not solver.solve_under(()):  # no model at all, so everything follows
        findings.implied.update(findings.open)
        findings.open = []
    while findings.open and findings.model is None:
        clause = findings.open.pop(0)
        if solver.solve_under(negation(clause)):
            findings.failing.append(clause)
            findings.model = solver.model()
        else:
            findings.implied.add(clause)
