"""The figures of a report, as SVG. docs/figures.md says how to read each."""

from collections.abc import Iterator, Mapping

from threefold import backends
from threefold.reporting.figures.against import cactus, scatter
from threefold.reporting.figures.along import COUNTERS, Along, Styles
from threefold.reporting.figures.chart import Chart
from threefold.reporting.figures.overview import Overview
from threefold.reporting.figures.phases import phases
from threefold.reporting.report import Report, Section
from threefold.reporting.statistics import overview, pooled, standings

FEWEST = 3  # instances: of fewer there are no figures
SAMPLE = 5  # instances: fewer are too few for a statistic of all of them
MANY_PUZZLES = 3  # of fewer there is no overview
OVERVIEW = "overview"  # the slug of its figures; that of a section has a dash
MOST_NAMES = 120  # instances along an axis of names
Pictures = Mapping[str, Mapping[str, str]]  # SVG by the section's slug and by kind


def pictures(report: Report) -> Pictures:
    styles = styles_of(report)
    return {OVERVIEW: _overview(report, styles)} | {each.slug: figures(each, styles) for each in report.sections}


def _overview(report: Report, styles: Styles) -> dict[str, str]:
    """Over all puzzles, if there are several; sections of other tasks than the first have the task in their names."""
    lines, found = overview(report), dict[str, str]()
    if len({line.section.puzzle for line in lines}) < MANY_PUZZLES:
        return {}
    rows = sorted({factor.row for line in lines for factor in line.factors}, key=styles.__getitem__)
    found["puzzles"] = Overview(lines, rows).svg()
    for section in pooled(report):
        for kind, chart in (("cactus", cactus(section, styles)), ("scatter", scatter(section, styles))):
            found[f"{kind}-{section.task}" if kind in found else kind] = chart.svg()
    return found


def styles_of(report: Report) -> Styles:
    """A style for each row of the report. The first ones are kept for plain backends, which so look the same in every report."""
    rows = dict.fromkeys(row for section in report.sections for row in section.rows)
    return {row: place for place, row in enumerate(dict.fromkeys([*backends.names(), *rows]))}


def figures(section: Section, styles: Styles) -> dict[str, str]:
    """By kind. Figures without points are left out, and so are all if there are too few instances."""
    if len(section.instances) < FEWEST:
        return {}
    found = {kind: chart.svg() for kind, chart in _charts(section, styles) if chart.points}
    bars = phases(section) if section.task != "lower" else None
    return found | ({"phases": bars} if bars else {})


def _charts(section: Section, styles: Styles) -> Iterator[tuple[str, Chart]]:
    along, rivals = Along(section, styles), len(section.rows) > 1
    readable = section.axis != "instance" or len(section.instances) <= MOST_NAMES
    if section.task != "lower":
        if readable:
            yield "scaling", along.time()
        if rivals and readable:
            yield "speed-up", along.speed_up(standings(section)[0].row)
        if len(section.instances) >= SAMPLE:
            yield "cactus", cactus(section, styles)
        if rivals and len(section.instances) >= SAMPLE:
            yield "scatter", scatter(section, styles)
    if not readable:
        return
    yield "memory", along.memory()
    yield "sizes", along.size()
    if len(section.instances) >= SAMPLE:
        yield from ((name.replace(" ", "-"), along.counter(name)) for name in COUNTERS if _varies(section, name))


def _varies(section: Section, counter: str) -> bool:
    return len({cell.statistics.get(counter, 0) for cell in section.cells.values()} - {0}) > 1
