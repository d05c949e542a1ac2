"""The content of a report, which report.md and report.html both show: headings, sentences, tables, figures."""

from collections.abc import Iterable, Iterator
from statistics import median

from threefold.checker.judge import disagreement
from threefold.checker.record import Record
from threefold.format import many, seconds
from threefold.reporting.media import Entry, Medium, Rows, code
from threefold.reporting.report import Cell, PlacedInstance, Report, Section
from threefold.reporting.statistics import fastest, standings, virtual_best
from threefold.reporting.summary import about, sentences
from threefold.sweeps.agreement import conflicts
from threefold.sweeps.record_line import Line

MOST_BOARDS = 6
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
RUN_COLUMNS = ("puzzle", "instance", "task", "row", "seed", "rep.", "status", "solutions", "CPU", "wall", "solve", "memory",
               "variables", "auxiliary", "constraints", "method", "reason")  # fmt: skip


def document(report: Report, to: Medium) -> Iterator[str]:
    yield to.heading(report.title, 1)
    yield to.paragraph(report.description)
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
        yield to.table(RUN_COLUMNS, [_run(line) for line in report.lines], "all-runs", filtered=True)
    yield to.heading(TITLES["where"], anchor="where")
    yield to.table(["", ""], [[Entry(name), Entry(value, left=True)] for name, value in _environment(report)])
    yield to.paragraph(FOOTER)


def _section(section: Section, to: Medium) -> Iterator[str]:
    yield to.heading(section.title, anchor=section.slug)
    yield to.sentences(about(section))
    yield to.figures(section)
    if section.task != "lower":
        counts = ["solutions"] if section.task in ("count", "prove") else []
        yield to.paragraph("CPU time · wall time, medians of the repetitions:")
        yield to.table([section.axis, *counts, *section.rows], _times(section), f"times-{section.slug}")
        if len(section.rows) > 1:
            yield to.table(["row", "solved", "PAR-2", "fastest on"], _standings(section), f"standings-{section.slug}")
    proofs = section.task == "prove"
    program = "Size of the lowered program (variables + auxiliaries, constraints):"
    yield to.paragraph("Size of the certificate (steps, kB):" if proofs else program)
    sizes = _certificates if proofs else _sizes
    yield to.table([section.axis, *section.rows], [sizes(section, instance) for instance in section.instances])


def _times(section: Section) -> Rows:
    """With the counts where all solutions are counted: they are the same in every row, or the report says so."""
    rows = []
    for instance in section.instances:
        cells, best = [section.cell(row, instance) for row in section.rows], fastest(section, instance)
        solutions = [_best_count(cells)] if section.task in ("count", "prove") else []
        timed = [_time(cell, bool(cell and cell.row == best)) for cell in cells]
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


def _time(cell: Cell | None, best: bool) -> Entry:
    """CPU and wall time, or why there is no time."""
    if cell is None:
        return Entry("")
    if cell.cpu is None:
        text = f"time > {cell.line.limit_seconds:g} s" if cell.record.status == "timeout" else cell.record.status
        return Entry(text, value=2 * cell.line.limit_seconds, kind="bad")
    times, wall = cell.times(), cell.times("total")
    text = " · ".join(seconds(median(each)) for each in (times, wall) if each)
    apart = f"{seconds(times[0])}–{seconds(times[-1])}" if len(times) > 1 else ""
    return Entry(text, apart, cell.cpu, "best" if best else "")


def _standings(section: Section) -> Rows:
    return [
        [Entry(s.row), Entry(s.share, value=s.solved), Entry(seconds(s.par2), value=s.par2), Entry(str(s.wins))]
        for s in [*standings(section), virtual_best(section)]
    ]


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


def _run(line: Line) -> list[Entry]:
    record, size = line.record, line.record.size
    times = [Entry(seconds(value), value=value) for value in map(record.seconds.get, ("cpu", "total", "solve"))]
    sizes = (size.variables, size.auxiliary, size.constraints) if size else ()
    return [
        *(Entry(text, left=True) for text in (line.puzzle, line.instance, line.task, line.row)),
        Entry("" if line.seed is None else str(line.seed)), Entry(str(line.repetition)), Entry(record.status, left=True),
        _count(record), *times, Entry(f"{record.memory / 1e6:.0f} MB", value=record.memory / 1e6),
        *([Entry(f"{number:,}", value=number) for number in sizes] or [Entry("")] * 3),
        Entry(record.method or "", left=True), Entry(record.reason or "", left=True),
    ]  # fmt: skip


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
