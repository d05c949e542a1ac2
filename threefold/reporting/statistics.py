"""Which rows are compared on which instances, and with what result. docs/reports.md has the rules.

The time that was limited is compared, CPU time or wall time. All functions but `pooled` and `overview` take a *contest*: the rows
of one kind of a section. On one instance a row is the fastest if the interval of its median overlaps that of no other row;
otherwise they tie. Where the time of some row is below the floor, the instance is too easy: the start of a run would be compared.

PAR-2 and the shifted geometric mean are means over a sample, the draws of a section with seeds or one instance of each of several
puzzles. The sizes of one puzzle are no sample. In PAR-2 an instance that was not solved counts twice its time limit (SAT
Competition); the shifted geometric mean, of the same times, is not ruled by the longest ones. An instance without a record of
some row is left out for all rows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from itertools import groupby
from statistics import geometric_mean
from typing import TypeVar

from threefold.reporting.cell import Cell, PlacedInstance
from threefold.reporting.engines import together
from threefold.reporting.estimates import FLOOR, Estimate
from threefold.reporting.report import Report, Section
from threefold.reporting.samples import points

T = TypeVar("T")
SHIFT = 0.01  # seconds: below this, times do not matter


@dataclass(frozen=True)
class Standing:
    row: str
    solved: int
    tried: int  # instances with a record of the row
    missing: int  # instances without one
    wins: int  # instances on which it was the fastest of its kind
    ties: int  # instances on which it cannot be told apart from the fastest, or is that one
    par2: float | None = None  # seconds, over the instances with records of all rows; None: there are none
    geometric: float | None = None  # seconds, like PAR-2

    @property
    def share(self) -> str:
        return f"{self.solved:,} of {self.tried:,}" + (f", {self.missing:,} missing" if self.missing else "")


@dataclass(frozen=True)
class Lead:
    """The fastest rows of an instance."""

    rows: tuple[str, ...]  # the one with the smallest median, then those that tie with it
    single: bool  # one of the rows that solve it ran once only: nothing shows whether the first would be so again
    easy: bool = False  # a time is below the floor

    @property
    def winner(self) -> str | None:
        return self.rows[0] if len(self.rows) == 1 and self.decided else None

    @property
    def decided(self) -> bool:
        return not self.single and not self.easy


@dataclass(frozen=True)
class Factor:
    """How many times as long as the fastest row of its kind a row takes on an instance."""

    row: str
    status: str
    ratio: Estimate | None  # None: it did not solve the instance
    leads: bool  # it is the fastest, or ties with it
    single: bool  # there is one run only


@dataclass(frozen=True)
class OverviewLine:
    section: Section  # a contest
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
    single, easy = any(estimate.runs == 1 for estimate, _ in found), best.value < FLOOR
    alone = single or easy
    rows = [row for estimate, row in found if estimate is best or (not alone and estimate.overlaps(best))]
    return Lead(tuple(rows), single, easy)


def has_ties(section: Section) -> bool:
    return any(len(first.rows) > 1 for contest in section.contests for first in leads(contest).values())


@once
def standings(section: Section) -> list[Standing]:
    """Those of a sample have means. The best first."""
    sample = largest(section) if section.pooled else section.whole if points(section) else []
    chosen, firsts = set(sample), [first for first in map(leads(section).get, section.whole) if first and first.decided]
    table = []
    for row in section.rows:
        cells = section.along(row)
        solved, missing = sum(cell.record.complete for cell in cells), len(section.instances) - len(cells)
        led = [each for each in firsts if row in each.rows]
        wins = sum(len(each.rows) == 1 for each in led)
        scored = [penalised(cell) for cell in cells if cell.instance in chosen]
        means = (sum(scored) / len(scored), geometric_mean([each + SHIFT for each in scored]) - SHIFT) if scored else ()
        table.append(Standing(row, solved, len(cells), missing, wins, len(led) - wins, *means))
    return sorted(table, key=lambda each: (-each.solved, each.par2 or 0.0, section.rows.index(each.row)))


def largest(section: Section) -> list[PlacedInstance]:
    """Of each puzzle, the largest instance that any row solves."""
    solved = (section.cells[section.rows[0], each] for each in section.whole if lead(section, each))
    return [[*cells][-1].instance for _, cells in groupby(solved, lambda cell: cell.line.puzzle)]


def overview(report: Report, kind: str) -> list[OverviewLine]:
    """Of each puzzle and task, the largest instance that any of several rows of a kind solves, unless it is too easy."""
    asked = [section for section in report.sections if section.task in ("count", "first") and not points(section)]
    contests = [contest for section in asked for contest in section.contests if contest.kind == kind]
    found = [(contest, instance) for contest in contests for instance in largest(contest)]
    timed = [(section, instance, leads(section)[instance]) for section, instance in found]
    return [
        OverviewLine(section, instance, first, factors(section, instance, first))
        for section, instance, first in timed
        if not first.easy
    ]


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
    alike: dict[object, list[Section]] = {}
    for section in report.sections:
        if section.task in ("count", "first") and len(section.rows) > 1 and not points(section):
            kinds = tuple((row, section.about[row].kind) for row in section.rows)
            alike.setdefault((section.task, kinds), []).append(section)
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
        sections[0],
        puzzle=name,
        slug=slug,
        instances=instances,
        axis="instance",
        ordered=False,
        cells=cells,
        pooled=True,
        about={row: together([section.about[row] for section in sections]) for row in sections[0].rows},
    )
