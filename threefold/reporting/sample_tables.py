"""The tables of statistics: scores by kind, the points of a section with seeds, pairs against the reference, growth."""

from collections.abc import Iterable, Iterator
from math import inf
from operator import methodcaller as part

from threefold.format import seconds
from threefold.reporting.appendix import Part
from threefold.reporting.paired import comparisons
from threefold.reporting.ranking import factor, p_text
from threefold.reporting.report import Section
from threefold.reporting.samples import Fit, Point, points, satisfiable
from threefold.reporting.statistics import Standing, standings
from threefold.reporting.table import Entry, Rows

PAIRED = ["row", "reference", "point", "pairs", "times as long", "p"]


def standings_table(section: Section) -> tuple[list[str], Rows]:
    """By kind. A sample has means; elsewhere it is counted on how many instances a row is the fastest of its kind."""
    means = ["PAR-2", "shifted geometric mean"] if section.pooled or points(section) else []
    wins = [] if points(section) else ["fastest on", "ties on"]
    lines = [
        _standing(contest.kind, each, bool(means), bool(wins))
        for contest in section.contests
        for each in standings(contest)
    ]
    return ["row", "kind", "solved", *means, *wins], lines


def _standing(kind: str, each: Standing, means: bool, wins: bool) -> list[Entry]:
    scores = [Entry(seconds(value), value=value) for value in (each.par2, each.geometric) if means]
    counts = [Entry(f"{number:,}", value=number) for number in (each.wins, each.ties) if wins]
    return [Entry(each.row), Entry(kind), Entry(each.share, value=each.solved), *scores, *counts]


def sample(section: Section) -> Iterator[Part]:
    """Of a section with seeds: a line for each point. The single instances are in the table of all runs."""
    yield part("paragraph", f"Median {section.time_word} over the instances of a point, which differ in their seed:")
    yield part("table", *points_table(section), f"times-{section.slug}")
    yield part("table", *standings_table(section), f"standings-{section.slug}")
    if any(contest.reference for contest in section.contests):
        yield part("paragraph", "In pairs, instance by instance, against the reference row of the sweep file:")
        yield part("table", *paired_table(section), f"paired-{section.slug}")


def paired_table(section: Section) -> tuple[list[str], Rows]:
    return PAIRED, [line for contest in section.contests for line in _paired(contest)]


def points_table(section: Section) -> tuple[list[str], Rows]:
    """How many of the instances have a solution, and the median of each row with its interval."""
    lines = []
    for point in points(section):
        yes, known = satisfiable(section, point)
        timed = [_median(point, section, row) for row in section.rows]
        share = Entry(f"{yes:,} of {known:,}", value=yes / known if known else 0.0)
        lines.append([Entry(point.text, value=point.x), Entry(f"{len(point.draws):,}"), share, *timed])
    return ["point", "instances", "satisfiable", *section.rows], lines


def _median(point: Point, section: Section, row: str) -> Entry:
    found, cells = point.median(section, row), point.cells(section, row)
    if found is None:
        return Entry("")
    solved, limit = sum(cell.time is not None for cell in cells), max(cell.line.limit_seconds for cell in cells)
    share = f"; {solved:,} of {len(cells):,} solved" if solved < len(cells) else ""
    median, low, high = (seconds(each) if each < inf else f"> {limit:,g} s" for each in (found.value, *found.ends))
    return Entry(median, f"{low} to {high}{share}", min(found.value, 2 * limit))


def _paired(contest: Section) -> Iterator[list[Entry]]:
    for point, each in comparisons(contest):
        low, high = map(factor, each.ratio.ends)
        yield [
            Entry(each.other, left=True), Entry(each.row, left=True), Entry(point.text if point else "", left=True),
            Entry(f"{each.ratio.runs:,}"), Entry(factor(each.ratio.value), f"{low} to {high}", each.ratio.value),
            Entry(p_text(each.p), value=each.p),
        ]  # fmt: skip


def growth_table(fits: Iterable[Fit]) -> tuple[list[str], Rows]:
    texts = [
        (fit.row, f"{fit.first.text} to {fit.last.text}", fit.growth.over(fit.along), f"{factor(fit.growth.off)} times")
        for fit in fits
    ]
    header = ["row", "instances", "time grows like", "the fit is off by at most"]
    return header, [[*map(Entry, line)] for line in texts]
