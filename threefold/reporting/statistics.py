"""The statistics of a solver competition: solved instances, PAR-2, shifted geometric mean, the virtual best solver, paired tests.

The time that was limited is compared, CPU time or wall time. PAR-2 is its mean over all instances of a section; an instance that
was not solved counts twice its time limit (SAT Competition). The shifted geometric mean, of the same times, is not ruled by the
longest ones. The virtual best takes the fastest row on every instance: what it gains over the best single row is the gain of
choosing by instance. An instance without a record of some row is left out for all rows: means over different instances do not
compare.

A row is the fastest of an instance if the interval of its median overlaps that of no other row; otherwise they tie.

Sizes of one puzzle are no sample: what is tested is one instance of each of several puzzles.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from statistics import geometric_mean
from typing import TypeVar

from threefold.reporting.cell import Cell, PlacedInstance
from threefold.reporting.estimates import LEAST_PAIRS, Comparison, Estimate, corrected, signed_rank, typical_ratio
from threefold.reporting.report import Report, Section

T = TypeVar("T")
SHIFT = 0.01  # seconds: below this, times do not matter


@dataclass(frozen=True)
class Standing:
    row: str
    solved: int
    tried: int  # instances with a record of the row
    missing: int  # instances without one
    par2: float | None  # seconds, over the instances with records of all rows; None: there are none
    wins: int  # instances on which it was the fastest
    geometric: float | None = None  # seconds, like PAR-2
    ties: int = 0  # instances on which it cannot be told apart from the fastest, or is that one

    @property
    def share(self) -> str:
        return f"{self.solved:,} of {self.tried:,}" + (f", {self.missing:,} missing" if self.missing else "")


@dataclass(frozen=True)
class Lead:
    """The fastest rows of an instance."""

    rows: tuple[str, ...]  # the one with the smallest median, then those that tie with it
    single: bool  # one of the rows that solve it ran once only: nothing shows whether the first would be so again

    @property
    def winner(self) -> str | None:
        return self.rows[0] if len(self.rows) == 1 and not self.single else None


@dataclass(frozen=True)
class Factor:
    """How many times as long as the fastest row a row takes on an instance."""

    row: str
    status: str
    ratio: Estimate | None  # None: it did not solve the instance
    leads: bool  # it is the fastest, or ties with it
    single: bool  # there is one run only


@dataclass(frozen=True)
class OverviewLine:
    section: Section
    instance: PlacedInstance
    lead: Lead
    factors: tuple[Factor, ...]  # of the rows of the section, in order


def once(function: Callable[[Section], T]) -> Callable[[Section], T]:
    """Remember the result with the section: two pages and several sentences of each ask for it."""

    @wraps(function)
    def remembered(section: Section) -> T:
        name = function.__name__
        if name not in section.memo:
            section.memo[name] = function(section)
        return section.memo[name]  # type: ignore[no-any-return]

    return remembered


def penalised(cell: Cell) -> float:
    return 2 * cell.line.limit_seconds if cell.time is None else cell.time


def times(section: Section, instance: PlacedInstance) -> list[tuple[float, str]]:
    """Seconds of the rows that solve the instance, the fastest first."""
    cells = (section.cell(row, instance) for row in section.rows)
    return sorted((cell.time, cell.row) for cell in cells if cell and cell.time is not None)


def lead(section: Section, instance: PlacedInstance) -> Lead | None:
    """None if no row solves the instance, or if there is one row only: it has nobody to be faster than."""
    return leads(section).get(instance)


@once
def leads(section: Section) -> dict[PlacedInstance, Lead]:
    contested = section.instances if len(section.rows) > 1 else ()
    found = ((instance, _lead(section, instance)) for instance in contested)
    return {instance: first for instance, first in found if first}


def _lead(section: Section, instance: PlacedInstance) -> Lead | None:
    cells = (section.cell(row, instance) for row in section.rows)
    found = [(cell.estimate, cell.row) for cell in cells if cell and cell.estimate]
    if not found:
        return None
    found.sort(key=lambda pair: (pair[0].value, pair[1]))
    best = found[0][0]
    single = any(estimate.runs == 1 for estimate, _ in found)
    rows = [row for estimate, row in found if estimate is best or (not single and estimate.overlaps(best))]
    return Lead(tuple(rows), single)


def has_ties(section: Section) -> bool:
    return any(len(first.rows) > 1 for first in leads(section).values())


@once
def standings(section: Section) -> list[Standing]:
    """The best first."""
    whole, firsts = set(section.whole), [lead(section, instance) for instance in section.whole]
    table = []
    for row in section.rows:
        cells = section.along(row)
        solved, missing = sum(cell.record.complete for cell in cells), len(section.instances) - len(cells)
        scored = [penalised(cell) for cell in cells if cell.instance in whole]
        led = [each for each in firsts if each and not each.single and row in each.rows]
        wins = sum(len(each.rows) == 1 for each in led)
        par2, geometric = _mean(scored), _shifted_mean(scored)
        table.append(Standing(row, solved, len(cells), missing, par2, wins, geometric, len(led) - wins))
    return sorted(table, key=lambda standing: (-standing.solved, standing.par2 or 0.0, standing.row))


@once
def virtual_best(section: Section) -> Standing:
    cells = [[cell for row in section.rows if (cell := section.cell(row, each))] for each in section.whole]
    solved = sum(any(cell.time is not None for cell in each) for each in cells)
    least = [
        min((cell.time for cell in each if cell.time is not None), default=max(map(penalised, each))) for each in cells
    ]
    missing = len(section.instances) - len(cells)
    return Standing("virtual best", solved, len(cells), missing, _mean(least), solved, _shifted_mean(least))


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _shifted_mean(values: Sequence[float]) -> float | None:
    return geometric_mean([value + SHIFT for value in values]) - SHIFT if values else None


@once
def comparisons(section: Section) -> list[Comparison]:
    """The best row against each other one that solves enough puzzles; an unsolved one counts twice its limit in the test."""
    best, *others = (standing.row for standing in standings(section))
    found = [each for other in others if (each := _compared(section, best, other))]
    tests = corrected([each.p for each in found])
    return [replace(each, p=p) for each, p in zip(found, tests, strict=True)]


def _compared(section: Section, row: str, other: str) -> Comparison | None:
    both = [(section.cells[row, each], section.cells[other, each]) for each in largest(section)]
    scored = [(penalised(one), penalised(two)) for one, two in both if not one.time is two.time is None]
    solved = [(one.time, two.time) for one, two in both if one.time and two.time]
    enough = len(solved) >= LEAST_PAIRS
    return Comparison(row, other, typical_ratio(solved), signed_rank(scored)) if enough else None


def largest(section: Section) -> list[PlacedInstance]:
    """Of each puzzle, the largest instance that any row solves."""
    of_puzzle = {
        section.cells[section.rows[0], each].line.puzzle: each for each in section.whole if lead(section, each)
    }
    return list(of_puzzle.values())


def overview(report: Report) -> list[OverviewLine]:
    """Of each puzzle and task with several rows, the largest instance that any row solves."""
    contested = [section for section in report.sections if section.task in ("count", "first") and len(section.rows) > 1]
    lines = []
    for section in contested:
        for instance in largest(section):
            first = leads(section)[instance]
            lines.append(OverviewLine(section, instance, first, factors(section, instance, first)))
    return lines


def factors(section: Section, instance: PlacedInstance, first: Lead) -> tuple[Factor, ...]:
    best = section.cells[first.rows[0], instance]
    cells = [cell for row in section.rows if (cell := section.cell(row, instance))]
    return tuple(
        Factor(
            row=cell.row,
            status=cell.record.status,
            ratio=cell.times_as_long(best),
            leads=cell.row in first.rows,
            single=len(cell.lines) == 1,
        )
        for cell in cells
    )


def pooled(report: Report) -> list[Section]:
    """Sections of the same task and rows as one, if there are several: its instances are those of all of them."""
    alike: dict[tuple[str, tuple[str, ...]], list[Section]] = {}
    for section in report.sections:
        if section.task in ("count", "first") and len(section.rows) > 1:
            alike.setdefault((section.task, section.rows), []).append(section)
    return [_pool(each) for each in alike.values() if len(each) > 1]


def _pool(sections: Sequence[Section]) -> Section:
    named = [(section, each) for section in sections for each in section.instances]
    placed = {
        (section.slug, each): PlacedInstance(f"{section.puzzle} {each.text}", float(place))
        for place, (section, each) in enumerate(named, 1)
    }
    cells = {
        (row, placed[section.slug, each]): replace(cell, instance=placed[section.slug, each])
        for section in sections
        for (row, each), cell in section.cells.items()
    }
    name, slug, instances = f"{len(sections)} puzzles", f"all-{sections[0].task}", tuple(placed.values())
    return replace(
        sections[0], puzzle=name, slug=slug, instances=instances, axis="instance", ordered=False, cells=cells
    )
