"""The rows of a contest against the reference, which the sweep file names.

On one instance a row is ahead, tied or behind. Over independent instances, the draws of a point or one instance of each of
several puzzles, it has a typical ratio with its interval, and a test.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from threefold.reporting.cell import LIMITS, Cell, PlacedInstance
from threefold.reporting.estimates import FLOOR, LEAST_PAIRS, Comparison, corrected, signed_rank, typical_ratio
from threefold.reporting.report import Section
from threefold.reporting.samples import Point, points
from threefold.reporting.statistics import penalised

AHEAD, TIED, BEHIND = -1, 0, 1


def against(section: Section, row: str, instances: Sequence[PlacedInstance]) -> list[tuple[PlacedInstance, int]]:
    """Whether the row is ahead of the reference, tied or behind, on each instance on which they can be compared."""
    reference = section.reference or row
    both = [(section.cell(reference, each), section.cell(row, each)) for each in instances]
    return [(one.instance, sign) for one, two in both if one and two and (sign := _sign(one, two)) is not None]


def _sign(one: Cell, two: Cell) -> int | None:
    """None: a time is below the floor, there is one run only, or nothing is known. Who was stopped by a limit takes longer."""
    if one.easy or two.easy or one.estimate is two.estimate:
        return None
    if one.estimate is None or two.estimate is None:
        stopped = (two if two.estimate is None else one).record.status in LIMITS
        return None if not stopped else BEHIND if two.estimate is None else AHEAD
    if 1 in (one.estimate.runs, two.estimate.runs):
        return None
    if one.estimate.overlaps(two.estimate):
        return TIED
    return AHEAD if two.estimate.value < one.estimate.value else BEHIND


def comparisons(section: Section) -> list[tuple[Point | None, Comparison]]:
    """Each row against the reference: over the draws of each point, or over several puzzles. Corrected for their number."""
    rows = [row for row in section.rows if row != section.reference] if section.reference else []
    samples: list[Point | None] = [*points(section)] or ([None] if section.pooled else [])
    found = [(point, each) for point in samples for row in rows if (each := _compared(section, row, point))]
    tests = corrected([each.p for _, each in found])
    return [(point, replace(each, p=p)) for (point, each), p in zip(found, tests, strict=True)]


def _compared(section: Section, other: str, point: Point | None) -> Comparison | None:
    """A time below the floor counts as the floor: without its easiest instances a sample would be chosen by its outcome.

    In the test, a draw that one of them does not solve counts twice its limit.
    """
    row = section.reference or other
    instances = point.draws if point else common(section, row, other)
    both = [(one, two) for each in instances if (one := section.cell(row, each)) and (two := section.cell(other, each))]
    some = [pair for pair in both if any(cell.time is not None for cell in pair)]
    scored = [(max(FLOOR, penalised(one)), max(FLOOR, penalised(two))) for one, two in some]
    solved = [times for times, pair in zip(scored, some, strict=True) if all(cell.time is not None for cell in pair)]
    enough = len(solved) >= LEAST_PAIRS
    return Comparison(row, other, typical_ratio(solved), signed_rank(scored)) if enough else None


def common(section: Section, row: str, other: str) -> list[PlacedInstance]:
    """Of each puzzle, the largest instance that both solve."""
    both = ((section.cell(row, each), section.cell(other, each)) for each in section.instances)
    solved = [one for one, two in both if one and two and one.time is not None and two.time is not None]
    return [[*cells][-1].instance for _, cells in groupby(solved, lambda cell: cell.line.puzzle)]
