"""The tables of a report in LaTeX, with the rules of booktabs: one for each puzzle and task, to be put into a paper."""

from collections.abc import Iterable, Sequence

from threefold.format import latex, seconds, visible
from threefold.reporting.cell import Cell, PlacedInstance
from threefold.reporting.estimates import Estimate
from threefold.reporting.report import Report, Section
from threefold.reporting.statistics import Lead, lead, standings

HEAD = "% In the preamble: \\usepackage{booktabs}\n"


def to_latex(report: Report) -> str:
    return "\n".join([HEAD, *(_table(section) for section in report.sections if section.task != "lower")])


def _table(section: Section) -> str:
    counts = ["solutions"] if section.task in ("count", "prove") else []
    header = [section.axis, *counts, *section.rows]
    body = [[instance.text, *_count(section, instance, counts)] for instance in section.instances]
    cells = [_times(section, instance) for instance in section.instances]
    lines = [[*map(_text, texts), *times] for texts, times in zip(body, cells, strict=True)]
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{_caption(section)}}}",
            rf"\label{{tab:{section.slug}}}",
            rf"\begin{{tabular}}{{l{'r' * (len(header) - 1)}}}",
            r"\toprule",
            _row(map(_text, header)),
            r"\midrule",
            *map(_row, lines),
            *_standings(section, len(counts)),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _caption(section: Section) -> str:
    limits = " or ".join(
        f"{each:,g} s" for each in sorted({cell.line.limit_seconds for cell in section.cells.values()})
    )
    runs = max(len(cell.lines) for cell in section.cells.values())
    what = f"{section.time_word} of one run" if runs == 1 else f"Median {section.time_word} of {runs:,} runs"
    ranges = (
        "" if runs == 1 else " with its 95 % interval; bold: the fastest, where no other row's interval overlaps it"
    )
    return _text(f"{section.title}. {what[0].upper()}{what[1:]}{ranges}. Limit: {limits}.")


def _count(section: Section, instance: PlacedInstance, wanted: Sequence[str]) -> list[str]:
    records = [cell.record for row in section.rows if (cell := section.cell(row, instance))]
    exact = [f"{record.count:,}" for record in records if record.exact and record.count is not None]
    return [exact[0] if exact else "?"] if wanted else []


def _times(section: Section, instance: PlacedInstance) -> list[str]:
    first = lead(section, instance)
    return [_time(section.cell(row, instance), first) for row in section.rows]


def _time(cell: Cell | None, first: Lead | None) -> str:
    if cell is None:
        return ""
    if cell.estimate is None:
        limit = f"$>$ {cell.line.limit_seconds:,g} s"
        return (limit if cell.record.status == "timeout" else _text(cell.record.status)) + cell.share
    text = seconds(cell.estimate.value)
    fastest = first is not None and first.winner == cell.row
    return (rf"\textbf{{{text}}}" if fastest else text) + _interval(cell.estimate)


def _interval(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return ""
    return rf" {{\scriptsize [{seconds(estimate.low)}, {seconds(estimate.high)}]}}"


def _standings(section: Section, blank: int) -> list[str]:
    if len(section.rows) == 1 or not section.whole:
        return []
    of_row = {standing.row: standing for standing in standings(section)}
    ranked = [of_row[row] for row in section.rows]
    empty = [""] * blank
    return [
        r"\midrule",
        _row(["solved", *empty, *(each.share for each in ranked)]),
        _row(["PAR-2", *empty, *(seconds(each.par2) for each in ranked)]),
        _row(["shifted geometric mean", *empty, *(seconds(each.geometric) for each in ranked)]),
    ]


def _row(cells: Iterable[str]) -> str:
    return f"{' & '.join(cells)} " + r"\\"


def _text(text: str) -> str:
    return latex(visible(text))
