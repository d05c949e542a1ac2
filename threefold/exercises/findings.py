"""What is found out about a sheet's formula: its size, a solution, their number, and how it relates to the puzzle.

The guarded child reports after every step, so that a limit loses only the steps after it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from time import perf_counter
from typing import Never

from threefold import models
from threefold.backends.sat.clause_store import Formula
from threefold.backends.sat.enumeration import BlockingSearch
from threefold.backends.sat.projection import DirectProjection
from threefold.backends.sat.solvers import DEFAULT, new_solver
from threefold.cnf.encoder import GroupedFormula
from threefold.cnf.files import call_within
from threefold.cnf.relate import with_drawings
from threefold.cnf.relation import NamedClause, Relation, relate
from threefold.exercises import Exercise, Version
from threefold.guard import Limits, Report
from threefold.language import LimitReached, Solution, Spec

REPORT_EVERY = 0.1  # seconds
MOST_COUNTED = 20_000  # solutions: all those of 12 queens
DRAWN = 40  # variables of the spec: a larger board does not fit on the screen


@dataclass(frozen=True)
class GroupSize:
    name: str
    clauses: int
    first: tuple[int, ...]
    text: str  # the first clause in the sheet's own letters


@dataclass(frozen=True)
class Findings:
    faulty: bool  # is the version known to be faulty?
    known: tuple[int, str] | None  # number of solutions of the puzzle, and its source
    variables: int = 0
    clauses: int = 0
    distinct: int = 0
    groups: tuple[GroupSize, ...] = ()  # none where the formula was not written before the limit
    drawing: str = ""
    count: int = 0
    exact: bool = False  # is the count all of them?
    relation: Relation | None = None
    blamed: tuple[NamedClause, ...] = ()  # the relation's, with the groups of the sheet
    reason: str | None = None  # the limit that was reached

    @property
    def satisfiable(self) -> bool | None:
        return self.count > 0 if self.count or self.exact else None

    @property
    def exit_code(self) -> int:
        """0 where the known fault was found, and no other."""
        if self.relation is None or self.reason or self.relation.verdict == "unknown":
            return 3
        right = self.relation.exit_code == 0
        miscounted = right and self.exact and self.known is not None and self.count != self.known[0]
        return 1 if right == self.faulty or miscounted else 0


def examine(exercise: Exercise, version: Version, parameters: Mapping[str, int], *, limits: Limits) -> Findings:
    nothing = Findings(version.faulty, models.find(exercise.puzzle).known_count(parameters))
    outcome = call_within(limits, _examine, exercise, version, parameters, nothing)
    found = outcome.value if isinstance(outcome.value, Findings) else nothing
    return replace(found, reason=outcome.reason)


def dimacs(exercise: Exercise, version: Version, parameters: Mapping[str, int], *, limits: Limits) -> str:
    outcome = call_within(limits, _dimacs, exercise, version, parameters)
    if not isinstance(outcome.value, str):
        raise LimitReached(f"exercise {exercise.number}: {outcome.reason}")
    return outcome.value


def _dimacs(report: Report[Never], exercise: Exercise, version: Version, parameters: Mapping[str, int]) -> str:
    instance = " ".join(f"{name}={value}" for name, value in parameters.items())
    title = f"sheet {exercise.number}, {version.name}: {version.summary}; {exercise.puzzle} {instance}"
    return "".join(f"{line}\n" for line in version.formula(parameters).dimacs(title))


def _examine(
    report: Report[Findings], exercise: Exercise, version: Version, parameters: Mapping[str, int], found: Findings
) -> Findings:
    puzzle = models.find(exercise.puzzle)
    spec, formula = puzzle.build(**parameters), version.formula(parameters)
    drawn = len(spec.variables) <= DRAWN
    found = _with_sizes(found, formula)
    report(found)
    stream = iter(search_of(formula, spec))
    first = next(stream, None)
    drawing = puzzle.draw(Solution(spec, first)) if first and drawn else ""
    found = replace(found, count=int(first is not None), exact=first is None, drawing=drawing)
    report(found)
    relation = replace(relate(spec, formula), repaired=None)
    blamed = (_in_sheet(clause, formula) for clause in (relation.lost.blamed if relation.lost else ()))
    drawn_relation = with_drawings(relation, puzzle, spec) if drawn else relation
    found = replace(found, relation=drawn_relation, blamed=tuple(blamed))
    report(found)
    rest = islice(stream, MOST_COUNTED - found.count)
    count = counted(rest, found.count, lambda count: report(replace(found, count=count)))
    return replace(found, count=count, exact=count < MOST_COUNTED)


def counted(rest: Iterable[object], count: int, report: Callable[[int], None]) -> int:
    """So many solutions and the rest; `report` gets the number from time to time."""
    reported = perf_counter()
    for _ in rest:
        count += 1
        if perf_counter() - reported > REPORT_EVERY:
            reported = perf_counter()
            report(count)
    return count


def search_of(formula: Formula, spec: Spec) -> BlockingSearch:
    """All solutions of a formula that begins with the spec's own literals, row by row, as in every sheet."""
    solver = new_solver(DEFAULT, formula.variables, None)
    solver.add(formula.clauses())
    return BlockingSearch(DEFAULT, solver, DirectProjection(spec), "blocking")


def _with_sizes(found: Findings, formula: GroupedFormula) -> Findings:
    sizes, firsts = Counter(formula.group_of), dict[int, list[int]]()
    for group, clause in zip(formula.group_of, formula.clauses(), strict=True):
        firsts.setdefault(group, clause)
    return replace(
        found,
        variables=formula.variables,
        clauses=len(formula),
        distinct=len({tuple(sorted(clause)) for clause in formula.clauses()}),
        groups=tuple(
            GroupSize(formula.groups[group], sizes[group], tuple(first), formula.text(first))
            for group, first in firsts.items()
        ),
    )


def _in_sheet(clause: NamedClause, formula: GroupedFormula) -> NamedClause:
    group = formula.groups[formula.group_of[clause.index - 1]]
    return replace(clause, group=group)
