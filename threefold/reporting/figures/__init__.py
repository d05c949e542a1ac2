"""The figures of a report, as SVG. docs/figures.md says how to read each."""

from collections.abc import Iterator, Mapping

from threefold import backends
from threefold.reporting.engines import COMPARED, TUNED
from threefold.reporting.figures.along import Along, Styles
from threefold.reporting.figures.chart import Chart
from threefold.reporting.figures.overview import Overview
from threefold.reporting.figures.phases import phases
from threefold.reporting.figures.sample import cactus, medians, scatter
from threefold.reporting.report import Report, Section
from threefold.reporting.samples import points
from threefold.reporting.statistics import overview, pooled

FEWEST = 3  # instances: of fewer there are no figures
MANY_PUZZLES = 3  # of fewer there is no overview
OVERVIEW = "overview"  # the slug of its figures; that of a section has a dash
MOST_NAMES = 120  # instances along an axis of names
Pictures = Mapping[str, Mapping[str, str]]  # SVG by the section's slug and by kind


def pictures(report: Report) -> Pictures:
    styles = styles_of(report)
    return {OVERVIEW: _overview(report, styles)} | {each.slug: figures(each, styles) for each in report.sections}


def _overview(report: Report, styles: Styles) -> dict[str, str]:
    """For each kind of rows: all puzzles, if there are several, and the rows against the reference over them."""
    found = dict[str, str]()
    for kind in COMPARED:
        lines, suffix = overview(report, kind), "" if kind == TUNED else f"-{kind}"
        if len({line.section.puzzle for line in lines}) >= MANY_PUZZLES:
            rows = sorted({factor.row for line in lines for factor in line.factors}, key=styles.__getitem__)
            found[f"puzzles{suffix}"] = Overview(lines, rows).svg()
            contests = [contest for pool in pooled(report) for contest in pool.contests if contest.kind == kind]
            drawn = [chart for each in contests if (chart := scatter(each, styles)).points]
            found |= {f"scatter{suffix}": chart.svg() for chart in drawn[:1]}
    return found


def styles_of(report: Report) -> Styles:
    """A style for each row of the report. The first ones are kept for plain backends, which so look the same in every report."""
    rows = dict.fromkeys(row for section in report.sections for row in section.rows)
    return {row: place for place, row in enumerate(dict.fromkeys([*backends.names(), *rows]))}


def figures(section: Section, styles: Styles) -> dict[str, str]:
    """By kind, at most four. Figures without points are left out, and so are all if there are too few instances."""
    if len(section.instances) < FEWEST:
        return {}
    charts = _of_sample(section, styles) if points(section) else _along(section, styles)
    found = {kind: chart.svg() for kind, chart in charts if chart.points}
    bars = phases(section) if section.task != "lower" else None
    return found | ({"phases": bars} if bars else {})


def _of_sample(section: Section, styles: Styles) -> Iterator[tuple[str, Chart]]:
    yield "scaling", medians(section, styles)
    yield "cactus", cactus(section, styles)
    contest = next((each for each in section.contests if each.reference), None)
    if contest:
        yield "scatter", scatter(contest, styles)


def _along(section: Section, styles: Styles) -> Iterator[tuple[str, Chart]]:
    """Of more names than an axis has room for, nothing."""
    along = Along(section, styles)
    if section.axis != "instance" or len(section.instances) <= MOST_NAMES:
        if section.task != "lower":
            yield "scaling", along.time()
        yield "memory", along.memory()
        yield "sizes", along.size()
