"""The sentences of a report. All are computed, with the figures they rest on: other records give other sentences."""

from collections.abc import Sequence

from threefold.format import listed, many, seconds
from threefold.reporting import caution
from threefold.reporting.cell import Cell
from threefold.reporting.engines import COMPARED, OWN, Row, together
from threefold.reporting.instances import fastest, reach, score
from threefold.reporting.media import bold
from threefold.reporting.ranking import crossings, over_puzzles, ratios
from threefold.reporting.report import TASK_WORDS, Report, Section
from threefold.reporting.samples import points, satisfiable
from threefold.reporting.statistics import OverviewLine, overview, pooled
from threefold.sweeps.record_line import Line

MANY_PUZZLES = 3  # from this number on a report says which row wins where


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
    return [_agreed(exact), *_proved(report), *_winners(report)] if exact else []


def _agreed(exact: Sequence[Line]) -> str:
    """Of the exact counts, if none disagrees with another one or with the known number."""
    instances = {(line.puzzle, line.instance) for line in exact}
    known = {(line.puzzle, line.instance) for line in exact if line.known is not None}
    if len(exact) == 1:
        compared = "agrees with the known number" if known else "has nothing to be compared with"
        return f"The only exact count, of {exact[0].puzzle} {exact[0].instance}, {compared}."
    if len(instances) == 1:
        same = "and the known number is the same" if known else "and there is no known number"
        return f"All {len(exact):,} exact counts of {exact[0].puzzle} {exact[0].instance} agree, {same}."
    some = "all" if known == instances else f"{len(known):,}"
    same = f"on {some} of them with the known number too" if known else "none of which has a known number"
    return f"All {len(exact):,} exact counts agree on {len(instances):,} instances, {same}."


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
    """Over several puzzles: on how many of them each row is the fastest of its kind."""
    return [text for kind in COMPARED if (text := _won(overview(report, kind), kind))]


def _won(lines: Sequence[OverviewLine], kind: str) -> str:
    if len({line.section.puzzle for line in lines}) < MANY_PUZZLES:
        return ""
    about: dict[str, list[Row]] = {}
    for row, each in (pair for line in lines for pair in line.section.about.items()):
        about.setdefault(row, []).append(each)
    names = {row: together(found).named(row) for row, found in about.items()}
    scored = score([line.lead for line in lines], names.__getitem__)
    several = len({line.section.puzzle for line in lines}) < len(lines)
    total = f"{len(lines):,} puzzles{' and tasks' if several else ''}"
    what = f"Of the {kind} rows on {total}, each at the largest instance that any of them solves"
    return f"{what}, {scored}." if scored else ""


def about(section: Section) -> list[str]:
    if section.task == "lower":
        return [*_sizes(section), *caution.errors(section)]
    if points(section):
        return [*_shares(section), *caution.of_section(section)]
    contests = section.contests
    first = [text for contest in contests for text in fastest(contest)]
    compared = [text for contest in contests for text in (*ratios(contest), *crossings(contest))]
    return [*first, *reach(section), *compared, *_apart(section), *caution.of_section(section)]


def _shares(section: Section) -> list[str]:
    """Of the draws that have a solution, at the first and at the last point."""
    every = points(section)
    shares = [(point.text, *satisfiable(section, point)) for point in (every[0], every[-1])]
    texts = [f"{yes / known:.0%} at {text}" for text, yes, known in shares if known]
    return [f"Of the instances that some row decides, a solution is there for {' and '.join(texts)}."] if texts else []


def _apart(section: Section) -> list[str]:
    """Rows that are our own: on the last instance that each solves."""
    ours = [row for row in section.rows if section.about[row].kind == OWN]
    last = [cell for row in ours for cell in [each for each in section.along(row) if each.time is not None][-1:]]
    texts = [f"{section.named(cell.row)} takes {seconds(cell.time)} at {cell.instance.text}" for cell in last]
    return [f"Apart, because they are no engines of others: {'; '.join(texts)}."] if texts else []


def _over_all(report: Report) -> list[str]:
    return [f"{pool.title[0].upper()}{pool.title[1:]}. {text}" for pool in pooled(report) for contest in pool.contests
            for text in over_puzzles(contest)]  # fmt: skip


def _sizes(section: Section) -> list[str]:
    """The smallest and the largest program at the largest instance."""
    last = (section.whole or section.instances)[-1]
    cells = [cell for row in section.rows if (cell := section.cell(row, last))]
    sizes = [(cell.record.size.constraints, cell.row) for cell in cells if cell.record.size]
    if len(sizes) < 2:
        return []
    (least, first), (most, largest) = min(sizes), max(sizes)
    return [f"At {last.text} {first} has the fewest constraints, {least:,}, and {largest} the most, {most:,}."]
