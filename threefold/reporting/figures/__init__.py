"""The figures of a report, as SVG. docs/figures.md says how to read each."""

from collections.abc import Iterator, Mapping

from threefold import backends
from threefold.reporting.figures.against import cactus, scatter
from threefold.reporting.figures.along import COUNTERS, Along, Styles
from threefold.reporting.figures.chart import Chart
from threefold.reporting.figures.phases import phases
from threefold.reporting.report import Report, Section
from threefold.reporting.statistics import standings

FEWEST = 3  # instances: of fewer there are no figures
SAMPLE = 5  # instances: fewer are too few for a statistic of all of them
MOST_NAMES = 120  # instances along an axis of names
Pictures = Mapping[str, Mapping[str, str]]  # SVG by the section's slug and by kind


def pictures(report: Report) -> Pictures:
    styles = styles_of(report)
    return {section.slug: figures(section, styles) for section in report.sections}


def styles_of(report: Report) -> Styles:
    """A style for each row of the report: the plain backends first, so that they look the same in every report."""
    rows = dict.fromkeys(row for section in report.sections for row in section.rows)
    ours = [name for name in backends.names() if name in rows]
    return {row: place for place, row in enumerate([*ours, *(row for row in rows if row not in ours)])}


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
        charts = ((name, along.counter(name)) for name in COUNTERS)
        yield from ((name.replace(" ", "-"), chart) for name, chart in charts if _varies(chart))


def _varies(chart: Chart) -> bool:
    return len({point.y for point in chart.points}) > 1
