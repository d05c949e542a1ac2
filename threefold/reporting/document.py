"""The content of a report, which report.md and report.html both show: headings, sentences, tables, figures."""

from collections.abc import Iterable, Iterator
from statistics import median

from threefold.checker.judge import disagreement
from threefold.checker.record import Record
from threefold.format import many, seconds
from threefold.reporting.estimates import Comparison, Estimate
from threefold.reporting.figures import OVERVIEW
from threefold.reporting.media import Medium, code
from threefold.reporting.report import PHASES, Cell, PlacedInstance, Report, Section
from threefold.reporting.statistics import Lead, Standing, comparisons, lead, standings, virtual_best
from threefold.reporting.summary import about, sentences
from threefold.reporting.table import Entry, Rows
from threefold.sweeps.agreement import conflicts
from threefold.sweeps.record_line import Line

MOST_BOARDS = 6
MOST_LINES = 200  # of a table of instances: a longer one is drawn by the script
MOST_COLUMNS = 7  # of a table that is not transposed
TITLES = {
    "agreement": "Which rows agree",
    "boards": "Solutions",
    "runs": "All runs",
    "where": "Where it ran",
}  # by anchor
# Without the folder's name: it may be moved, and a copy gives the same bytes.
FOOTER = (
    f"Made from {code('records.jsonl')} by {code('threefold report')} of this folder; "
    f"run again by {code('threefold sweep --fresh')} of it."
)
RUN_COLUMNS = ("puzzle", "instance", "task", "row", "seed", "rep.", "status", "solutions", "CPU", "wall", "memory", "variables",
               "auxiliary", "constraints", *PHASES)  # fmt: skip


def document(report: Report, to: Medium) -> Iterator[str]:
    yield to.heading(report.title, 1)
    yield to.paragraph(report.description)
    yield to.figures(OVERVIEW, "Overview")
    yield to.sentences(sentences(report))
    yield to.contents({section.slug: section.title for section in report.sections} | TITLES)
    for section in report.sections:
        yield from _section(section, to)
    yield to.heading(TITLES["agreement"], anchor="agreement")
    yield from _agreement(report, to)
    if to.whole:
        yield to.heading(TITLES["boards"], anchor="boards")
        yield to.listings(_boards(report)) or to.paragraph("No run has drawn one.")
        yield to.heading(TITLES["runs"], anchor="runs")
        counters = list(dict.fromkeys(name for line in report.lines for name in line.record.statistics))
        header = [*RUN_COLUMNS, *counters, "method", "reason"]
        yield to.long_table(header, [_run(line, counters) for line in report.lines], "all-runs")
    yield to.heading(TITLES["where"], anchor="where")
    yield to.table(["", ""], [[Entry(name), Entry(value, left=True)] for name, value in _environment(report)])
    yield to.paragraph(FOOTER)


def _section(section: Section, to: Medium) -> Iterator[str]:
    yield to.heading(section.title, anchor=section.slug)
    yield to.sentences(about(section))
    yield to.figures(section.slug, section.title)
    if section.task != "lower":
        counts = ["solutions"] if section.task in ("count", "prove") else []
        compared = f"; ≈ cannot be told apart from the fastest by {section.time_word}" if len(section.rows) > 1 else ""
        yield to.paragraph(f"CPU time · wall time, medians of the repetitions{compared}:")
        yield _table([section.axis, *counts, *section.rows], _times(section), f"times-{section.slug}", to)
        if len(section.rows) > 1:
            yield to.table(*_standings(section), f"standings-{section.slug}")
    proofs = section.task == "prove"
    program = "Size of the lowered program (variables + auxiliaries, constraints):"
    yield to.paragraph("Size of the certificate (steps, kB):" if proofs else program)
    sizes = _certificates if proofs else _sizes
    of_instances = [sizes(section, instance) for instance in section.instances]
    yield _table([section.axis, *section.rows], of_instances, f"sizes-{section.slug}", to)


def _table(header: list[str], rows: Rows, name: str, to: Medium) -> str:
    """Of instances and rows. With many rows it is transposed, because a page is wider than a screen less often than longer."""
    if len(rows) > MOST_LINES:
        return to.long_table(header, rows, name)
    if len(header) <= max(MOST_COLUMNS, len(rows)):
        return to.table(header, rows, name)
    columns = [[Entry(title), *(row[place] for row in rows)] for place, title in enumerate(header)][1:]
    return to.table(["row", *(row[0].text for row in rows)], columns, name)


def _times(section: Section) -> Rows:
    """With the counts where all solutions are counted: they are the same in every row, or the report says so."""
    rows = []
    for instance in section.instances:
        cells, first = [section.cell(row, instance) for row in section.rows], lead(section, instance)
        solutions = [_best_count(cells)] if section.task in ("count", "prove") else []
        timed = [_time(cell, first) for cell in cells]
        rows.append([Entry(instance.text, value=instance.x), *solutions, *timed])
    return rows


def _best_count(cells: Iterable[Cell | None]) -> Entry:
    """Of the cell that knows most about the count."""
    records = (cell.record for cell in cells if cell)
    best = max(records, key=lambda record: (record.exact, record.count or 0), default=None)
    return _count(best) if best and best.count is not None else Entry("?" if best else "")


def _count(record: Record) -> Entry:
    if record.count is None:
        return Entry("")
    return Entry(f"{record.count:,}" if record.exact else f"≥ {record.count:,}", value=record.count)


def _time(cell: Cell | None, first: Lead | None) -> Entry:
    """CPU and wall time, with the interval of the one that is compared; or why there is no time."""
    if cell is None:
        return Entry("")
    if cell.estimate is None:
        text = f"time > {cell.line.limit_seconds:g} s" if cell.record.status == "timeout" else cell.record.status
        return Entry(text, value=2 * cell.line.limit_seconds, kind="bad")
    text = " · ".join(seconds(median(each)) for each in (cell.times(), cell.times("total")) if each)
    low, high = cell.estimate.ends
    apart = f"{seconds(low)}–{seconds(high)}" if cell.estimate.runs > 1 else ""
    ties = first is not None and cell.row in first.rows and len(first.rows) > 1
    best = first is not None and cell.row == first.winner
    return Entry(f"≈ {text}" if ties else text, apart, cell.time, "best" if best else "tie" if ties else "")


def _standings(section: Section) -> tuple[list[str], Rows]:
    """The competition, and each row against the best one, in pairs."""
    table, against = standings(section), {each.other: each for each in comparisons(section)}
    ratio = f"times as long as {table[0].row}"
    header = ["row", "solved", "PAR-2", "geometric mean", "fastest on", "ties on", ratio, "p"]
    return header, [_standing(each, against.get(each.row)) for each in [*table, virtual_best(section)]]


def _standing(each: Standing, against: Comparison | None) -> list[Entry]:
    scores = [Entry(seconds(value), value=value) for value in (each.par2, each.geometric)]
    counts = [Entry(f"{number:,}", value=number) for number in (each.wins, each.ties)]
    p = against.p if against else None
    test = Entry("" if p is None else "< 0.001" if p < 0.001 else f"{p:.2g}", value=p)
    solved = Entry(each.share, value=each.solved)
    return [Entry(each.row), solved, *scores, *counts, _ratio(against.ratio if against else None), test]


def _ratio(ratio: Estimate | None) -> Entry:
    """With its interval."""
    if ratio is None:
        return Entry("")
    low, high = ratio.ends
    return Entry(_factor(ratio.value), f"{_factor(low)}–{_factor(high)}" if low < high else "", ratio.value)


def _factor(value: float) -> str:
    return f"{value:,.0f}" if value >= 9.95 else f"{value:.2g}" if value < 1 else f"{value:.1f}"


def _sizes(section: Section, instance: PlacedInstance) -> list[Entry]:
    sizes = [cell.record.size if cell else None for cell in (section.cell(row, instance) for row in section.rows)]
    texts = [f"{size.variables:,} + {size.auxiliary:,}, {size.constraints:,}" if size else "" for size in sizes]
    return [Entry(instance.text), *map(Entry, texts)]


def _certificates(section: Section, instance: PlacedInstance) -> list[Entry]:
    cells = (section.cell(row, instance) for row in section.rows)
    counters = [cell.record.statistics if cell and cell.record.exact else {} for cell in cells]
    texts = [f"{each.get('steps', 0):,}, {each['bytes'] / 1e3:,.0f}" if each else "" for each in counters]
    return [Entry(instance.text), *map(Entry, texts)]


def _agreement(report: Report, to: Medium) -> Iterator[str]:
    """Of each two rows: on how many instances both have an exact count, and whether they contradict each other."""
    exact: dict[str, dict[tuple[str, str], list[Record]]] = {}
    for line in report.lines:
        if line.record.exact:
            exact.setdefault(line.row, {}).setdefault((line.puzzle, line.instance), []).append(line.record)

    def both(row: str, other: str) -> Entry:
        common = exact[row].keys() & exact[other].keys()
        if any(disagreement([*exact[row][each], *exact[other][each]]) for each in common):
            return Entry(f"✗ {len(common)}", kind="bad")
        return Entry(str(len(common)) if row == other else f"= {len(common)}" if common else "–")

    if exact:
        yield to.table(["", *exact], [[Entry(row), *(both(row, other) for other in exact)] for row in exact])
        explained = "The number of instances that both rows counted exactly; ✗ if they contradict each other on one."
        yield to.paragraph(explained)
    else:
        yield to.paragraph("No row has an exact count.")
    accused = [conflict.accused for conflict in conflicts(report.lines)]
    named = {f"Witness for {line.puzzle} {line.instance}, {line.row}": line.witness for line in accused if line.witness}
    yield to.listings(named)


def _boards(report: Report) -> dict[str, str]:
    """A first solution of the smaller instances, once each."""
    drawn: dict[tuple[str, str], Line] = {}
    for line in report.lines:
        if line.record.drawings:
            drawn.setdefault((line.puzzle, line.instance), line)
    first = list(drawn.values())[:MOST_BOARDS]
    return {f"{line.puzzle} {line.instance}, by {line.row}": line.record.drawings[0] for line in first}


def _run(line: Line, counters: Iterable[str]) -> list[Entry]:
    record, size = line.record, line.record.size
    times, phases = (list(map(_phase, map(record.seconds.get, names))) for names in (("cpu", "total"), PHASES))
    sizes = (size.variables, size.auxiliary, size.constraints) if size else ()
    return [
        *(Entry(text, left=True) for text in (line.puzzle, line.instance, line.task, line.row)),
        Entry("" if line.seed is None else str(line.seed)), Entry(str(line.repetition)), Entry(record.status, left=True),
        _count(record), *times, Entry(f"{record.memory / 1e6:.0f} MB", value=record.memory / 1e6),
        *([_counted(number) for number in sizes] or [Entry("")] * 3),
        *phases, *(_counted(record.statistics.get(name)) for name in counters),
        Entry(record.method or "", left=True), Entry(record.reason or "", left=True),
    ]  # fmt: skip


def _phase(value: float | None) -> Entry:
    return Entry("" if value is None else seconds(value), value=value)


def _counted(value: float | None) -> Entry:
    return Entry("" if value is None else f"{value:,}", value=value)


def _environment(report: Report) -> list[tuple[str, str]]:
    """Machines, versions, limits and dates; several values where the runs differ."""
    lines = report.lines
    machines = (
        f"{at['cpu']}, {many(int(at['cores']), 'core')}, {at['memory_gb']} GB, {at['system']}"
        for at in (line.machine for line in lines)
    )
    loads = [float(line.machine["load"]) for line in lines]
    dates = sorted(line.started[:10] for line in lines)
    ran = [line for line in lines if line.record.status != "skipped"]
    return [
        ("machine", _each(machines)),
        ("load at the start of a run", f"{min(loads):g} to {max(loads):g}"),
        ("solvers", _each(line.record.solver for line in ran)),
        ("CBC's sha256", _each(str(line.versions["cbc_sha256"]) for line in lines if "cbc_sha256" in line.versions)),
        ("threefold, Python", _each(f"{line.record.threefold}, {line.versions['python']}" for line in lines)),
        ("limits of a run", _each(f"{line.limit_seconds:g} s, {line.limit_memory_mb:,} MiB" for line in lines)),
        ("runs", f"{len(ran):,}, and {len(lines) - len(ran):,} skipped"),
        ("dates", dates[0] if dates[0] == dates[-1] else f"{dates[0]} to {dates[-1]}"),
    ]


def _each(texts: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(texts)) or "–"
