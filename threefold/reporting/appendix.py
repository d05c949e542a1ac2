"""What stands below the sections of a report: the terms of its tables, which rows agree, solutions, all runs, where they ran."""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cache
from itertools import combinations_with_replacement
from operator import methodcaller as part

from threefold.checker.judge import disagreement
from threefold.checker.record import Record
from threefold.format import seconds, span
from threefold.reporting.cell import PHASES
from threefold.reporting.estimates import FLOOR
from threefold.reporting.media import Medium
from threefold.reporting.report import Report
from threefold.reporting.table import Entry
from threefold.sweeps.circumstances import machine_text, version_text
from threefold.sweeps.record_line import Line

MOST_BOARDS = 6
TITLES = {
    "terms": "Terms",
    "agreement": "Which rows agree",
    "boards": "Solutions",
    "runs": "All runs",
    "where": "Where it ran",
}  # by anchor
# The words and signs of the tables, as the page explains them; docs/reports.md of the project says more of each.
TERMS = {
    "row": "a configuration that was run: a backend with its solver and its options. Who found its solutions is in its records",
    "kind": (
        "plain: the engine as it comes, with nothing but what enumeration needs; tuned: with options and search of ours; our own:"
        " a search that is written here, which is listed apart. Rows of one kind are compared"
    ),
    "reference": "the row that the others of its kind are compared with; the sweep file names it, before the times are known",
    "median": (
        "the middle one of the times of the runs. After it is their range, from the shortest to the longest; from nine runs on"
        " it is the 95 % interval of the median"
    ),
    "≈": "the runs do not show which of the rows of a kind is faster: their ranges overlap",
    "< floor": f"a time below {seconds(FLOOR)}, most of which is the start of a run: it wins nothing",
    "fastest on, ties on": "the number of instances on which the row is faster than all others of its kind, or is marked with ≈",
    "point": "instances that differ in their seed only: independent draws of the same random family",
    "PAR-2": (
        "the mean time over independent instances with a record of every row; one that was not solved counts twice the limit"
    ),
    "shifted geometric mean": (
        "of the same times, each with 10 ms added, and without them again: a few long runs do not decide it"
    ),
    "times as long": (
        "the ratio of two medians; after it are the ratios of the ends of their ranges. Over several instances: a median of their"
        " ratios, with its 95 % interval"
    ),
    "p": (
        "how likely a difference of at least this size over independent instances is between two equal rows (Wilcoxon's"
        " signed-rank test); it is called significant if p is below 0.05"
    ),
}
RUN_COLUMNS = ("puzzle", "instance", "task", "row", "seed", "rep.", "status", "solutions", "CPU", "wall", "memory", "variables",
               "auxiliary", "constraints", *PHASES)  # fmt: skip
Part = Callable[[Medium], str]  # what is computed once, and written in each medium: a method of it with its arguments
Counts = dict[tuple[str, str], list[Record]]  # by puzzle and instance


def appendix(report: Report) -> Iterator[Part]:
    yield part("heading", TITLES["terms"], anchor="terms")
    yield part("terms", TERMS)
    yield part("heading", TITLES["agreement"], anchor="agreement")
    yield from _agreement(report)
    yield from map(_whole, _runs(report))
    yield part("heading", TITLES["where"], anchor="where")
    yield part(
        "table", ["", ""], [[Entry(name), Entry(value, left=True)] for name, value in circumstances_of(report.lines)]
    )


def _whole(inner: Part) -> Part:
    """Only in a medium that shows everything."""
    return lambda to: inner(to) if to.whole else ""


def _runs(report: Report) -> Iterator[Part]:
    yield part("heading", TITLES["boards"], anchor="boards")
    boards = _boards(report)
    yield part("listings", boards) if boards else part("paragraph", "No run has drawn one.")
    yield part("heading", TITLES["runs"], anchor="runs")
    counters = list(dict.fromkeys(name for line in report.lines for name in line.record.statistics))
    header = [*RUN_COLUMNS, *counters, "method", "reason"]
    yield part("long_table", header, [_run(line, counters) for line in report.lines], "all-runs")


def count_entry(record: Record) -> Entry:
    if record.count is None:
        return Entry("")
    return Entry(f"{record.count:,}" if record.exact else f"≥ {record.count:,}", value=record.count)


def _agreement(report: Report) -> Iterator[Part]:
    """Of each two rows: on how many instances both have an exact count, and whether they contradict each other."""
    exact: dict[str, Counts] = {}
    for line in report.lines:
        if line.record.exact:
            exact.setdefault(line.row, {}).setdefault((line.puzzle, line.instance), []).append(line.record)

    if not exact:
        yield part("paragraph", "No row has an exact count.")
    else:
        suspects = {(conflict.accused.puzzle, conflict.accused.instance) for conflict in report.conflicts}
        both = combinations_with_replacement(exact, 2)
        pairs = {(row, other): _both(exact[row], exact[other], suspects) for row, other in both}
        found = pairs | {(other, row): entry for (row, other), entry in pairs.items()}
        yield part("table", ["", *exact], [[Entry(row), *(found[row, other] for other in exact)] for row in exact])
        explained = "The number of instances that both rows counted exactly; ✗ if they contradict each other on one."
        yield part("paragraph", explained)
    accused = [conflict.accused for conflict in report.conflicts]
    named = {f"Witness for {line.puzzle} {line.instance}, {line.row}": line.witness for line in accused if line.witness}
    yield part("listings", named)


def _both(row: Counts, other: Counts, suspects: Set[tuple[str, str]]) -> Entry:
    """Two rows can contradict each other only on an instance whose records conflict."""
    common = row.keys() & other.keys()
    if any(disagreement([*row[each], *other[each]]) for each in common & suspects):
        return Entry(f"✗ {len(common)}", kind="bad")
    return Entry(str(len(common)) if row is other else f"= {len(common)}" if common else "–")


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
        count_entry(record), *times, Entry(f"{record.memory / 1e6:.0f} MB", value=record.memory / 1e6),
        *([_counted(number) for number in sizes] or [Entry("")] * 3),
        *phases, *(_counted(record.statistics.get(name)) for name in counters),
        Entry(record.method or "", left=True), Entry(record.reason or "", left=True),
    ]  # fmt: skip


@cache
def _phase(value: float | None) -> Entry:
    return Entry("" if value is None else seconds(value), value=value)


@cache  # many runs have the same size and the same number of restarts
def _counted(value: float | None) -> Entry:
    return Entry("" if value is None else f"{value:,}", value=value)


def circumstances_of(lines: Sequence[Line]) -> list[tuple[str, str]]:
    """Machines, versions, limits and dates; several values where the runs differ."""
    machines = (machine_text(line.machine) for line in lines)
    versions = (version_text(line.record.threefold, line.commit) for line in lines)
    loads = sorted(float(line.machine["load"]) for line in lines)
    dates = sorted(line.started[:10] for line in lines)
    cbc = _each(str(line.versions["cbc_sha256"]) for line in lines if "cbc_sha256" in line.versions)
    ran = [line for line in lines if line.record.status != "skipped"]
    return [
        ("machine", _each(machines)),
        ("load at the start of a run", span([f"{load:g}" for load in loads])),
        ("solvers", _each(line.record.solver for line in ran) or "–"),
        *([("CBC's sha256", cbc)] if cbc else []),
        ("threefold", _each(versions)),
        ("Python", _each(str(line.versions["python"]) for line in lines)),
        ("limits of a run", _each(f"{line.limit_seconds:g} s, {line.limit_memory_mb:,} MiB" for line in lines)),
        ("runs", f"{len(ran):,}, and {len(lines) - len(ran):,} skipped"),
        ("dates", span(dates)),
    ]


def _each(texts: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(texts))
