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
from threefold.reporting.statistics import Lead, Standing, has_ties, lead, standings, virtual_best
from threefold.reporting.summary import about, sentences
from threefold.reporting.table import Entry, Rows
from threefold.sweeps.plan import Published
from threefold.sweeps.record_line import CLOCKS

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
    yield part("contents", {section.slug: section.title for section in report.sections} | TITLES)
    for section in report.sections:
        yield from _section(section, report.beside(section))
    yield from appendix(report)
    yield part("paragraph", FOOTER)


def _section(section: Section, published: Iterable[Published]) -> Iterator[Part]:
    yield part("heading", section.title, anchor=section.slug)
    yield part("sentences", about(section))
    yield part("figures", section.slug, section.title)
    if section.task != "lower":
        yield part("paragraph", _caption(section))
        yield _table(*times_table(section), f"times-{section.slug}")
        if len(section.rows) > 1:
            yield part("table", *standings_table(section), f"standings-{section.slug}")
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
    sign = "; ≈ cannot be told apart from the fastest" if has_ties(section) else ""
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

    A cell has both times, or the one that is compared.
    """
    counts = ["solutions"] if section.task in ("count", "prove") else []
    rows = []
    for instance in section.instances:
        cells = [section.cell(row, instance) for row in section.rows]
        first = lead(section, instance)
        solutions = [_best_count(cells)] if counts else []
        timed = [_time(cell, first, both) for cell in cells]
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
    apart = _interval(low, high) if cell.estimate.runs > 1 else ""
    ties = first is not None and cell.row in first.rows and len(first.rows) > 1
    best = first is not None and cell.row == first.winner
    return Entry(f"≈ {text}" if ties else text, apart, cell.time, "best" if best else "tie" if ties else "")


def _interval(low: float, high: float) -> str:
    """`7.4–8.3 ms`: the unit once, if it is the same."""
    (first, unit), (last, same) = (seconds(value).split() for value in (low, high))
    return f"{first}–{last} {same}" if unit == same else f"{first} {unit}–{last} {same}"


def standings_table(section: Section) -> tuple[list[str], Rows]:
    header = ["row", "solved", "PAR-2", "shifted geometric mean", "fastest on", "ties on"]
    return header, [_standing(each) for each in [*standings(section), virtual_best(section)]]


def _standing(each: Standing) -> list[Entry]:
    scores = [Entry(seconds(value), value=value) for value in (each.par2, each.geometric)]
    counts = [Entry(f"{number:,}", value=number) for number in (each.wins, each.ties)]
    return [Entry(each.row), Entry(each.share, value=each.solved), *scores, *counts]


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
