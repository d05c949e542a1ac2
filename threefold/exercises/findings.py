"""What can be found out about a sheet's formula: size, a solution, the number of all, and whether it is the puzzle.

`examine` runs in a guarded child and reports after every step: where a limit cuts it off, the steps before are known.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from threefold import exercises, models
from threefold.backends.sat.enumeration import BlockingSearch
from threefold.backends.sat.formula import Formula
from threefold.backends.sat.projection import DirectProjection
from threefold.backends.sat.solvers import DEFAULT, new_solver
from threefold.cnf.relation import LostSolution, Relation, relate
from threefold.exercises.codec import SheetFormula
from threefold.language import Assignment, Puzzle, Solution, Spec

Report = Callable[[object], None]
REPORT_EVERY = 0.1  # seconds
MOST_COUNTED = 20_000  # solutions: all those of 12 queens; more take longer than anyone looks at the screen
DRAWN = 40  # variables of the spec: a larger board fills more than the screen


@dataclass(frozen=True)
class GroupSize:
    name: str
    clauses: int
    first: tuple[int, ...]
    text: str  # the first clause in the sheet's own letters


@dataclass(frozen=True)
class Blamed:
    """A clause that helps to exclude a solution."""

    index: int  # counted from 1
    letters: str  # in the sheet's own letters
    words: str
    group: str  # of the sheet


@dataclass(frozen=True)
class Findings:
    variables: int
    clauses: int
    distinct: int
    groups: tuple[GroupSize, ...]
    satisfiable: bool | None = None  # None: not known
    drawing: str = ""
    count: int = 0
    exact: bool = False  # is the count all of them?
    relation: Relation | None = None
    lost: str = ""  # the drawing of a solution that the formula excludes
    blamed: tuple[Blamed, ...] = ()


def examine(report: Report, number: str, version: str, parameters: Mapping[str, int]) -> Findings:
    exercise = exercises.find(number)
    chosen = exercise.version(version)
    puzzle = models.find(exercise.puzzle)
    spec = puzzle.build(**parameters)
    formula = chosen.encode(**({} if chosen.only else parameters))
    findings = _sizes(formula, exercise.letter)
    report(findings)
    stream = iter(search_of(formula, spec))
    first = next(stream, None)
    if first is None:
        findings = replace(findings, satisfiable=False, exact=True)
    else:
        findings = replace(findings, satisfiable=True, count=1, drawing=_drawn(puzzle, spec, first))
    report(findings)
    relation = relate(spec, formula)
    findings = replace(findings, relation=relation)
    if relation.lost:
        lost, blamed = relation.lost, _blamed(relation.lost, formula, exercise.letter)
        findings = replace(findings, lost=_drawn(puzzle, spec, lost.assignment), blamed=blamed)
    report(findings)
    return _counted(report, findings, stream)


def dimacs(report: Report, number: str, version: str, parameters: Mapping[str, int]) -> str:
    exercise = exercises.find(number)
    chosen = exercise.version(version)
    formula = chosen.encode(**({} if chosen.only else parameters))
    instance = " ".join(f"{name}={value}" for name, value in parameters.items())
    title = f"sheet {number}, {version}: {chosen.summary}; {exercise.puzzle} {instance}"
    return "".join(f"{line}\n" for line in formula.dimacs(title))


def _counted(report: Report, findings: Findings, rest: Iterator[Assignment]) -> Findings:
    reported = perf_counter()
    for count, _ in enumerate(rest, findings.count + 1):
        findings = replace(findings, count=count)
        if count == MOST_COUNTED:
            return findings
        if perf_counter() - reported > REPORT_EVERY:
            reported = perf_counter()
            report(findings)
    return replace(findings, exact=True)


def search_of(formula: Formula, spec: Spec, solver: str = DEFAULT) -> BlockingSearch:
    """All solutions of a formula whose first numbers are the spec's own literals, row by row, as in every sheet."""
    loaded = new_solver(solver, formula.variables, None)
    loaded.add(formula.clauses())
    return BlockingSearch(loaded, DirectProjection(spec), "blocking")


def _sizes(formula: SheetFormula, letter: str) -> Findings:
    sizes, firsts, distinct = Counter[int](), dict[int, list[int]](), set[tuple[int, ...]]()
    for group, clause in zip(formula.group_of, formula.clauses(), strict=True):
        sizes[group] += 1
        firsts.setdefault(group, clause)
        distinct.add(tuple(sorted(clause)))
    return Findings(
        variables=formula.variables,
        clauses=len(formula),
        distinct=len(distinct),
        groups=tuple(
            GroupSize(formula.groups[group], sizes[group], tuple(first), in_letters(first, formula, letter))
            for group, first in firsts.items()
        ),
    )


def in_letters(clause: Sequence[int], formula: Formula, letter: str) -> str:
    """`¬Q[1,1] ∨ ¬Q[2,1]`: the clause as the sheet writes it."""
    return " ∨ ".join(("¬" if literal < 0 else "") + _letter(formula.names[abs(literal)], letter) for literal in clause)


def _letter(name: str, letter: str) -> str:
    return letter + name[name.index("[") :].replace(" ", "")


def _drawn(puzzle: Puzzle, spec: Spec, assignment: Assignment) -> str:
    return puzzle.draw(Solution(spec, assignment)) if len(spec.variables) <= DRAWN else ""


def _blamed(lost: LostSolution, formula: SheetFormula, letter: str) -> tuple[Blamed, ...]:
    return tuple(
        Blamed(
            index=clause.index,
            letters=in_letters(clause.literals, formula, letter),
            words=clause.text,
            group=formula.groups[formula.group_of[clause.index - 1]],
        )
        for clause in lost.blamed
    )
