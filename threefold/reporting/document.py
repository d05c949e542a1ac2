"""The content of a report, which report.md and report.html both show: headings, sentences, tables, figures.

It is computed once; each part is a call of a method of the medium.
"""

from collections.abc import Iterable, Iterator, Mapping
from operator import methodcaller as part
from statistics import median

from threefold.backends.backend import Size
from threefold.format import seconds
from threefold.reporting.appendix import TITLES, Part, appendix, count_entry
from threefold.reporting.caution import ONCE, runs_of
from threefold.reporting.cell import Cell, PlacedInstance
from threefold.reporting.figures import OVERVIEW
from threefold.reporting.media import code
from threefold.reporting.published import beside
from threefold.reporting.report import CLOCK_WORDS, Report, Section
from threefold.reporting.sample_tables import growth_table, sample, standings_table
from threefold.reporting.samples import growth, points
from threefold.reporting.statistics import Lead, has_ties, lead, pooled
from threefold.reporting.summary import about, sentences
from threefold.reporting.table import Entry, Rows
from threefold.sweeps.plan import Published
from threefold.sweeps.record_line import CLOCKS

GROWTH = "How the time grows, by the line of least squares through the logarithms of the times from 50 ms on:"
POOL = "PAR-2 and the mean are over one instance of each puzzle, the largest that a row of the kind solves, the rest over all:"
MOST_LINES = 200  # of a table of instances: a longer one is drawn by the script
MOST_COLUMNS = 7  # of a table that is not transposed
# Without the folder's name: it may be moved, and a copy gives the same bytes.
FOOTER = (
    f"Made from {code('records.jsonl')} by {code('threefold report')} of this folder; "
    f"run again by {code('threefold sweep --fresh')} of it."
)


def document(report: Report) -> Iterator[Part]:
    yield part("heading", report.title, 1)
    yield part("paragraph", report.description)
    yield part("figures", OVERVIEW, "Overview")
    yield part("sentences", sentences(report))
    yield part("table", *rows_table(report), "rows")
    pools = pooled(report)
    yield part("contents", {section.slug: section.title for section in (*pools, *report.sections)} | TITLES)
    for pool in pools:
        yield part("heading", pool.title, anchor=pool.slug)
        yield part("paragraph", POOL)
        yield part("table", *standings_table(pool), f"standings-{pool.slug}")
    for section in report.sections:
        yield from _section(section, report.beside(section))
    yield from appendix(report)
    yield part("paragraph", FOOTER)


def rows_table(report: Report) -> tuple[list[str], Rows]:
    """Of which kind each row is, and which engines its records name."""
    about = {(row, each.kind, each.engines): each for section in report.sections for row, each in section.about.items()}
    named = [(row, kind, " + ".join(engines), ", ".join(each.versions)) for (row, kind, engines), each in about.items()]
    lines = [[Entry(text, left=True) for text in texts] for texts in dict.fromkeys(named)]
    return ["row", "kind", "engines, by its records", "version"], lines


def _section(section: Section, published: Iterable[Published]) -> Iterator[Part]:
    yield part("heading", section.title, anchor=section.slug)
    yield part("sentences", about(section))
    yield part("figures", section.slug, section.title)
    if points(section):
        yield from sample(section)
        return
    if section.task != "lower":
        yield part("paragraph", _caption(section))
        yield _table(*times_table(section), f"times-{section.slug}")
        if len(section.rows) > 1:
            yield part("table", *standings_table(section), f"standings-{section.slug}")
        if fits := growth(section):
            yield part("paragraph", GROWTH)
            yield part("table", *growth_table(fits), f"growth-{section.slug}")
    for each in published:
        yield from beside(each, section)
    proofs = section.task == "prove"
    program = "Size of the lowered program (variables + auxiliaries, constraints):"
    yield part("paragraph", "Size of the certificate (steps, kB):" if proofs else program)
    sizes = _certificates if proofs else _sizes
    of_instances = [sizes(section, instance) for instance in section.instances]
    yield _table(["instance", *section.rows], of_instances, f"sizes-{section.slug}")


def _caption(section: Section) -> str:
    """The sign of a tie is explained only where there is one."""
    sign = "; ≈ cannot be told apart from the fastest of its kind" if has_ties(section) else ""
    runs = runs_of(section)
    words = " · ".join(CLOCK_WORDS[clock] for clock in _clocks(section.clock))
    medians = f"of {runs}" if runs == ONCE else f"medians of {runs}"
    compared = ", which is compared" if len(section.rows) > 1 else ""
    return f"{words[0].upper()}{words[1:]}{compared}, {medians}{sign}:"


def _clocks(compared: str) -> list[str]:
    """The one that is compared comes last, before the range of its times."""
    return sorted(CLOCKS, key=lambda clock: clock == compared)


def _table(header: list[str], rows: Rows, name: str) -> Part:
    """Of instances and rows. With many rows it is transposed: a table that is too long is read more easily than one too wide."""
    if len(rows) > MOST_LINES:
        return part("long_table", header, rows, name)
    if len(header) <= max(MOST_COLUMNS, len(rows)):
        return part("table", header, rows, name)
    columns = [[Entry(title), *(row[place] for row in rows)] for place, title in enumerate(header)][1:]
    return part("table", ["row", *(row[0].text for row in rows)], columns, name)


def times_table(section: Section, *, both: bool = True) -> tuple[list[str], Rows]:
    """With the counts where all solutions are counted: they are the same in every row, or the report says so.

    A cell has both times, or the one that is compared. What is best or ties is so among the rows of its kind.
    """
    counts = ["solutions"] if section.task in ("count", "prove") else []
    contest_of = {row: contest for contest in section.contests for row in contest.rows}
    rows = []
    for instance in section.instances:
        cells = [(row, section.cell(row, instance)) for row in section.rows]
        solutions = [_best_count(cell for _, cell in cells)] if counts else []
        firsts = {row: lead(contest, instance) for row, contest in contest_of.items()}
        timed = [_time(cell, firsts.get(row), both) for row, cell in cells]
        rows.append([Entry(instance.text, value=instance.x), *solutions, *timed])
    return ["instance", *counts, *section.rows], rows


def _best_count(cells: Iterable[Cell | None]) -> Entry:
    """Of the cell that knows most about the count."""
    records = (cell.record for cell in cells if cell)
    best = max(records, key=lambda record: (record.exact, record.count or 0), default=None)
    return count_entry(best) if best and best.count is not None else Entry("?" if best else "")


def _time(cell: Cell | None, first: Lead | None, both: bool) -> Entry:
    """Both times, or the one that is compared, with its range; or why there is no time."""
    if cell is None:
        return Entry("")
    if cell.estimate is None:
        limit = f"{'time ' if both else ''}> {cell.line.limit_seconds:,g} s"
        text = limit if cell.record.status == "timeout" else cell.record.status
        return Entry(text + cell.share, value=2 * cell.line.limit_seconds, kind="bad")
    clocks = _clocks(cell.clock) if both else [cell.clock]
    text = " · ".join(seconds(median(each)) for each in (cell.times(CLOCKS[clock]) for clock in clocks) if each)
    low, high = cell.estimate.ends
    apart = "< floor" if cell.easy else _interval(low, high) if cell.estimate.runs > 1 else ""
    ties = first is not None and cell.row in first.rows and len(first.rows) > 1
    best = first is not None and cell.row == first.winner
    return Entry(f"≈ {text}" if ties else text, apart, cell.time, "best" if best else "tie" if ties else "")


def _interval(low: float, high: float) -> str:
    """`7.4–8.3 ms`: the unit once, if it is the same."""
    (first, unit), (last, same) = (seconds(value).split() for value in (low, high))
    return f"{first}–{last} {same}" if unit == same else f"{first} {unit}–{last} {same}"


def _sizes(section: Section, instance: PlacedInstance) -> list[Entry]:
    sizes = [cell.record.size if cell else None for cell in (section.cell(row, instance) for row in section.rows)]
    return [Entry(instance.text, value=instance.x), *map(_size, sizes)]


def _size(size: Size | None) -> Entry:
    if size is None:
        return Entry("")
    text = f"{size.variables:,} + {size.auxiliary:,}, {size.constraints:,}"
    return Entry(text, value=size.variables + size.auxiliary)


def _certificates(section: Section, instance: PlacedInstance) -> list[Entry]:
    cells = (section.cell(row, instance) for row in section.rows)
    counters = [cell.record.statistics if cell and cell.record.exact else {} for cell in cells]
    return [Entry(instance.text, value=instance.x), *map(_certificate, counters)]


def _certificate(counters: Mapping[str, float]) -> Entry:
    if not counters:
        return Entry("")
    return Entry(f"{counters.get('steps', 0):,}, {counters['bytes'] / 1e3:,.0f}", value=counters["bytes"])
