"""What a reader of the times must know: which time is compared, what is missing, and which runs cannot be relied on."""

from collections import Counter
from collections.abc import Sequence
from statistics import median

from threefold.format import listed, many, seconds, shortened
from threefold.reporting.cell import Cell
from threefold.reporting.estimates import FLOOR, RANGE_IS_INTERVAL
from threefold.reporting.media import bold, code
from threefold.reporting.report import CLOCK_WORDS, Report, Section
from threefold.reporting.samples import points
from threefold.sweeps.record_line import Line

FEW = 3  # cells that are named one by one
OUTLIER = 1.5  # a repetition this many times slower than the median is reported
BUSY = 0.5  # load per core above which times are unreliable
STARVED = 1.25  # wall time by CPU time above which a run had to wait for the processor
ONCE = "one run"
WAITING = 0.1  # seconds of waiting that every run may have


def of_report(report: Report) -> list[str]:
    timed = [section for section in report.sections if section.task != "lower"]
    if not timed:
        return []
    repeated = [section for section in timed if not points(section)]  # the medians of the others are over instances
    limits = sorted({line.limit_seconds for line in report.lines if line.task != "lower"})
    words = f"{CLOCK_WORDS[timed[0].clock]}, which is limited to {' or '.join(f'{each:,g} s' for each in limits)}"
    kinds = "plain ones (engines as they come) with plain ones, tuned ones with tuned ones"
    least = f"A time below {seconds(FLOOR)} is shown and wins nothing"
    found = [f"Rows of one kind are compared, {kinds}, by their {words}. {least}."]
    return [*found, *_runs(repeated), *_starved(report.lines), *_stopped(report.lines)]


def _runs(sections: Sequence[Section]) -> list[str]:
    """Of how many runs a time is the median; one sentence for the sections where this is the same."""
    of_words: dict[str, list[str]] = {}
    for section in sections:
        of_words.setdefault(_median_of(section), []).append(section.title)
    if [*of_words] == [f"is of {ONCE}"]:
        once = "there are no ranges, no row is called the fastest, and another run may turn out differently"
        return [f"{bold('Every run was made once')}: {once}."]
    if len(of_words) == 1:
        return [f"Each time {words}." for words in of_words]
    return [f"{listed(titles)}: each time {words}." for words, titles in of_words.items()]


def _median_of(section: Section) -> str:
    runs = runs_of(section)
    return f"is of {ONCE}" if runs == ONCE else f"is the median of {runs}; after it stands {spread_of(section)}"


def spread_of(section: Section) -> str:
    """What stands beside a median of several runs."""
    numbers = _numbers(section)
    if numbers[-1] > RANGE_IS_INTERVAL:
        less = f", or the range of {RANGE_IS_INTERVAL} runs or fewer" if numbers[0] <= RANGE_IS_INTERVAL else ""
        return f"the 95 % interval of the median {section.time_word}{less}"
    return f"the range of their {section.time_word}s"


def runs_of(section: Section) -> str:
    """`5 runs`, or `3 runs with the seeds 0, 1, 2`."""
    numbers = _numbers(section)
    if numbers[-1] == 1:
        return ONCE
    seeds = sorted({line.seed for cell in section.cells.values() for line in cell.lines if line.seed is not None})
    given = f" with the seeds {shortened(seeds)}" if len(seeds) > 1 else ""
    return f"{listed([f'{each:,}' for each in numbers], 'or')} runs{given}"


def _numbers(section: Section) -> list[int]:
    """Of the runs of a cell."""
    return sorted({len(cell.lines) for cell in section.cells.values()})


def of_section(section: Section) -> list[str]:
    found = errors(section)
    found += [_changed(before, cell) for row in section.rows for before, cell in section.changes(row)[:1]]
    if odd := outliers(section):
        found.append(f"{many(len(odd), 'cell')} with an outlier: {_first(odd)}.")
    if number := busy(section):
        found.append(f"{many(number, 'run')} started on a busy machine: read their times with care.")
    return found


def errors(section: Section) -> list[str]:
    """Runs that have no answer for another reason than a limit."""
    lines = [line for cell in section.cells.values() for line in cell.lines if line.record.status == "error"]
    if not lines:
        return []
    same = Counter((line.row, line.instance, line.record.reason or "no reason is known") for line in lines)
    texts = [
        f"{row} at {instance}{f' ({number:,} runs)' if number > 1 else ''}: {reason.removesuffix('.')}"
        for (row, instance, reason), number in same.items()
    ]
    return [f"{bold(many(len(lines), 'run') + ' ended in an error')}: {_first(texts)}."]


def _first(texts: Sequence[str]) -> str:
    rest = [f"and {len(texts) - FEW:,} more"] if len(texts) > FEW else []
    return "; ".join([*texts[:FEW], *rest])


def _changed(before: Cell, cell: Cell) -> str:
    """A row that changes its method by itself is not one method along the axis."""
    return f"At {cell.instance.text}, {cell.row} changes its method from {code(before.method)} to {code(cell.method)}."


def _starved(lines: Sequence[Line]) -> list[str]:
    found = starved(lines)
    if not found:
        return []
    worst = max(found, key=lambda line: line.record.seconds["total"] - line.record.seconds["cpu"])
    cpu, wall = (seconds(worst.record.seconds[each]) for each in ("cpu", "total"))
    example = f"{worst.row} on {worst.puzzle} {worst.instance} had {cpu} of CPU time in {wall}"
    count = many(len(found), "run was starved", "runs were starved")
    return [f"{bold(count)}, although wall time is limited: at worst, {example}."]


def starved(lines: Sequence[Line]) -> list[Line]:
    """Runs whose limit is on wall time, of which they spent a good part waiting for the processor."""
    limited = [line for line in lines if line.limit == "wall" and {"cpu", "total"} <= line.record.seconds.keys()]
    return [line for line in limited if line.record.seconds["total"] > STARVED * line.record.seconds["cpu"] + WAITING]


def _stopped(lines: Sequence[Line]) -> list[str]:
    """Runs whose limit is on CPU time, but which waited so long that they were ended."""
    timeouts = [line for line in lines if line.limit == "cpu" and line.record.status == "timeout"]
    waiting = [line for line in timeouts if line.record.seconds.get("cpu", 0.0) < line.limit_seconds / 2]
    if not waiting:
        return []
    first = f"{waiting[0].row} on {waiting[0].puzzle} {waiting[0].instance}"
    count = many(len(waiting), "run was ended because it waited", "runs were ended because they waited")
    return [f"{bold(count)}, long before {'its' if len(waiting) == 1 else 'their'} CPU time was used up: {first}."]


def outliers(section: Section) -> list[str]:
    """Among runs with the same seed: other seeds are other searches, and their times differ on every machine."""
    found = []
    for cell in section.cells.values():
        for alike in cell.by_seed:
            times = alike.compared
            if len(times) > 2 and times[-1] > max(0.05, OUTLIER * median(times)):
                factor = f"slowest of {len(times):,} is {times[-1] / median(times):,.1f} times the median"
                found.append(f"{cell.row} at {cell.instance.text}: {factor}")
    return found


def busy(section: Section) -> int:
    """Runs that started while the machine had much else to do."""
    lines = [line for cell in section.cells.values() for line in cell.lines if line.record.status != "skipped"]
    return sum(float(line.machine["load"]) > BUSY * float(line.machine["cores"]) + 1 for line in lines)
