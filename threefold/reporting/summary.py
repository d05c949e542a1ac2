"""The sentences of a report. All are computed, with the figures they rest on: other records give other sentences."""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from threefold.format import listed, many
from threefold.reporting import caution
from threefold.reporting.cell import LIMITS, Cell, PlacedInstance
from threefold.reporting.media import bold
from threefold.reporting.ranking import against, choice, gap
from threefold.reporting.report import TASK_WORDS, Report, Section
from threefold.reporting.statistics import Lead, lead, overview, pooled

MANY_PUZZLES = 3  # from this number on a report says which row wins where
FEW = 3  # instances that are named one by one
TASKS = {
    "count": "Counting all solutions of",
    "first": "Finding one solution of",
    "lower": "Lowering",
    "prove": "Proving the count of",
}


def sentences(report: Report) -> list[str]:
    return [*_coverage(report), *_agreement(report), *_over_all(report), *caution.of_report(report)]


def _coverage(report: Report) -> list[str]:
    """If the records are not those that the sweep file asks for."""
    asked, found = report.coverage, []
    if asked is None:
        return [f"There is no sweep file that can be read: {bold('whether runs are missing is not known')}."]
    if asked.recorded < asked.runs:
        have = {(section.puzzle, section.task) for section in report.sections}
        without = dict.fromkeys((run.puzzle, run.task) for run in asked.cells if (run.puzzle, run.task) not in have)
        nothing = [f"{puzzle} ({TASK_WORDS[task]})" for puzzle, task in without]
        rest = f"; there is no record of {listed(nothing)}" if nothing else ""
        recorded = bold(f"{asked.recorded:,} of {many(asked.runs, 'run')} have a record")
        found.append(f"{recorded}{rest}: the sweep is not complete.")
    if asked.others:
        are = "is of a run" if asked.others == 1 else "are of runs"
        found.append(f"{bold(many(asked.others, 'record'))} {are} that the sweep file does not ask for: sweep again.")
    return found


def _agreement(report: Report) -> list[str]:
    if found := report.conflicts:
        return [f"{bold('The rows disagree')} ({many(len(found), 'case')}): {'; '.join(map(str, found))}."]
    exact = [line for line in report.lines if line.record.exact]
    if not exact:
        return []
    instances = {(line.puzzle, line.instance) for line in exact}
    known = {(line.puzzle, line.instance) for line in exact if line.known is not None}
    some = "all" if known == instances else f"{len(known):,}"
    same = f"on {some} of them with the known number too" if known else "none of which has a known number"
    agreed = f"All {many(len(exact), 'exact count')} agree on {many(len(instances), 'instance')}, {same}."
    return [agreed, *_proved(report), *_winners(report)]


def _proved(report: Report) -> list[str]:
    """Which counts have a certificate that the verifier accepts."""
    sections = [section for section in report.sections if section.task == "prove"]
    proved = {
        section.puzzle: [
            each for each in section.instances if any(_exact(section.cell(row, each)) for row in section.rows)
        ]
        for section in sections
    }
    texts = [f"{puzzle} {', '.join(each.text for each in those)}".strip() for puzzle, those in proved.items() if those]
    if not texts:
        return []
    number = many(sum(map(len, proved.values())), "count is", "counts are")
    return [f"{bold(f'{number} proved')}, by certificates that the verifier accepts: {'; '.join(texts)}."]


def _exact(cell: Cell | None) -> bool:
    return cell is not None and cell.record.exact


def _winners(report: Report) -> list[str]:
    """Over several puzzles: on how many of them, at the largest instance that any row solves, each row is the fastest."""
    lines = overview(report)
    if len({line.section.puzzle for line in lines}) < MANY_PUZZLES:
        return []
    won = Counter(line.lead.rows[0] for line in lines if len(line.lead.rows) == 1)
    mark = str if any(line.lead.single for line in lines) else bold
    ranked = [f"{mark(row)} is fastest on {number:,}" for row, number in won.most_common()]
    ties = len(lines) - won.total()
    several = len({line.section.puzzle for line in lines}) < len(lines)
    total = f"{len(lines):,} puzzles{' and tasks' if several else ''}"
    rest = [f"on {ties:,} the fastest rows tie"] if ties else []
    return [f"Of {total}, each at the largest instance that any row solves, {listed([*ranked, *rest])}."]


def about(section: Section) -> list[str]:
    if section.task == "lower":
        return _sizes(section)
    return [
        *_fastest(section),
        *_reach(section),
        *gap(section),
        *choice(section),
        *against(section),
        *caution.of_section(section),
    ]


def _fastest(section: Section) -> list[str]:
    leads = [(instance, first) for instance in section.whole if (first := lead(section, instance))]
    if not leads or len(section.rows) == 1:
        return []
    last = set(leads[-1][1].rows)
    since = len(leads) - sum(1 for _ in takewhile(lambda pair: set(pair[1].rows) == last, reversed(leads)))
    subject = f"{TASKS[section.task]} {section.puzzle}, {_leading(leads[-1][1])}"
    span = _span([instance for instance, _ in leads[since:]])
    once = any(first.single for _, first in leads)
    single = " There is one run only of a row: another run may turn out differently." if once else ""
    if since == 0:
        of_all = len(section.whole) == len(section.instances)
        solved = " that any row solves" if len(leads) < len(section.whole) else ""
        return [f"{subject} on every instance{solved if of_all else ' with a record of all rows'} ({span}).{single}"]
    rest = _before([first for _, first in leads[:since]], "is fastest" if len(last) > 1 else "is")
    if len(section.whole) < len(section.instances):
        where = f"{'from' if ' to ' in span else 'at'} {span}"
        return [f"{subject} {where}, as far as all rows have a record; before, {rest}.{single}"]
    if section.axis == "instance":
        return [f"{subject} from {leads[since][0].text} on; before, {rest}.{single}"]
    start = f"{section.axis} ≥ {leads[since][0].x:,.0f}"
    return [f"{subject} for {start}; for smaller {section.axis}, {rest}.{single}"]


def _leading(first: Lead) -> str:
    if len(first.rows) > 1:
        return f"{listed(first.rows)} tie"
    return f"{first.rows[0] if first.single else bold(first.rows[0])} is fastest"


def _before(leads: Sequence[Lead], verb: str) -> str:
    rows = list(dict.fromkeys(row for first in leads for row in first.rows))
    ties = any(len(first.rows) > 1 for first in leads)
    if len(rows) == 1:
        return f"{rows[0]} {verb}"
    if all(set(first.rows) == set(rows) for first in leads):
        return f"{listed(rows)} tie"
    return f"{listed(rows)} take turns{' or tie' if ties else ''}"


def _reach(section: Section) -> list[str]:
    """How far each row came, and its lower bound when a limit stopped it."""
    cells = {row: section.along(row) for row in section.rows}
    missing = {row: section.missing(row) for row in section.rows}
    whole = [row for row in section.rows if not missing[row] and all(cell.record.complete for cell in cells[row])]
    rest = [_reach_of(row, cells[row]) + _no_record(missing[row]) for row in section.rows if row not in whole]
    if not rest:
        all_of = "all of " if len(section.instances) > 1 else ""
        return [f"Within the limits, every row solves {all_of}{_span(section.instances)}."]
    first = [f"{listed(whole)} {'solves' if len(whole) == 1 else 'solve'} all"] if whole else []
    return [f"Within the limits, {'; '.join([*first, *rest])}."]


def _span(instances: Sequence[PlacedInstance]) -> str:
    """`n=4 to n=12`, or `n=4`."""
    return " to ".join(dict.fromkeys([instances[0].text, instances[-1].text]))


def _reach_of(row: str, cells: Sequence[Cell]) -> str:
    solved = [cell for cell in cells if cell.record.complete]
    reach = f"{row} solves up to {solved[-1].instance.text}" if solved else f"{row} solves none"
    stopped = next((cell for cell in cells if cell.record.status in LIMITS), None)
    if not stopped:
        return reach
    limit = f"{stopped.line.limit_seconds:,g} s" if stopped.record.status == "timeout" else "the memory limit"
    bound = f"its lower bound is {stopped.record.count:,}" if stopped.record.count else "it has found nothing"
    return f"{reach} (at {stopped.instance.text} {bound} after {limit})"


def _no_record(missing: Sequence[PlacedInstance]) -> str:
    texts = [instance.text for instance in missing]
    few = listed(texts) if 0 < len(texts) <= FEW else f"{len(texts):,} instances"
    return f" and has no record of {few}" if texts else ""


def _over_all(report: Report) -> list[str]:
    """Over several puzzles: the best rows on all their instances."""
    return [
        f"{section.title[0].upper()}{section.title[1:]}. {' '.join([*choice(section), *against(section)])}"
        for section in pooled(report)
        if section.whole
    ]


def _sizes(section: Section) -> list[str]:
    """The smallest and the largest program at the largest instance."""
    last = (section.whole or section.instances)[-1]
    cells = [cell for row in section.rows if (cell := section.cell(row, last))]
    sizes = [(cell.record.size.constraints, cell.row) for cell in cells if cell.record.size]
    if len(sizes) < 2:
        return []
    (least, first), (most, largest) = min(sizes), max(sizes)
    return [f"At {last.text} {first} has the fewest constraints, {least:,}, and {largest} the most, {most:,}."]
