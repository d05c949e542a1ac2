"""The figures of a section: scaling, cactus, scatter and sizes, as SVG. docs/reports.md says how to read each."""

from threefold.reporting.figures.chart import Chart, Point, Scale, Series, linear, logarithmic, named, seconds
from threefold.reporting.report import LIMITS, Cell, Section
from threefold.reporting.statistics import standings

LEAST = 0.001  # seconds: a shorter time is noise, and a logarithmic axis needs an end


def figures(section: Section) -> dict[str, str]:
    """By kind. Figures without points are left out, and so are all if there are less than three instances."""
    if len(section.instances) < 3:
        return {}
    charts = {"sizes": _sizes(section)}
    if section.task != "lower":
        charts = {"scaling": _scaling(section), "cactus": _cactus(section), **_scatter(section), **charts}
    return {kind: chart.svg() for kind, chart in charts.items() if chart.points}


def _x(section: Section) -> tuple[str, Scale | None]:
    """Label and scale of the axis of instances."""
    if section.axis == "instance":
        return "", named([instance.text for instance in section.instances])
    return section.axis, None


def _scaling(section: Section) -> Chart:
    """CPU time of each row along the instances, with the spread of the repetitions; hollow where the limit was hit."""
    limit = max(cell.line.limit_seconds for cell in section.cells.values())
    series = [
        Series(row, [point for cell in section.along(row) if (point := _time_point(cell))], style)
        for style, row in enumerate(section.rows)
    ]
    label, scale = _x(section)
    return Chart(f"{section.title}, CPU time", label, "CPU time", series, seconds, limit, horizontal=scale)


def _time_point(cell: Cell) -> Point | None:
    times, name = cell.times(), f"{cell.row}, {cell.instance.text}: "
    if cell.cpu is not None:
        middle, least, most = (max(LEAST, value) for value in (cell.cpu, times[0], times[-1]))
        return Point(cell.instance.x, middle, least, most, name=f"{name}{cell.cpu:.3g} s")
    if cell.record.status in LIMITS:
        return Point(cell.instance.x, cell.line.limit_seconds, reached=False, name=name + cell.record.status)
    return None


def _cactus(section: Section) -> Chart:
    """How many instances each row solves within a time, the easiest first."""
    series = []
    for style, row in enumerate(section.rows):
        times = sorted(max(LEAST, cell.cpu) for cell in section.along(row) if cell.cpu is not None)
        series.append(Series(row, [Point(float(place), y) for place, y in enumerate(times, 1)], style))
    counts = linear([0.0, float(len(section.instances))])
    title = f"{section.title}, solved within a time"
    return Chart(title, "instances solved", "CPU time of each", series, seconds, horizontal=counts)


def _scatter(section: Section) -> dict[str, Chart]:
    """The two best rows against each other, a point for each instance; unsolved ones stand at the limit."""
    if len(section.rows) < 2:
        return {}
    one, other = (standing.row for standing in standings(section)[:2])
    points = []
    for instance in section.instances:
        cells = section.cell(one, instance), section.cell(other, instance)
        if cells[0] and cells[1] and (x := _time_point(cells[0])) and (y := _time_point(cells[1])):
            points.append(Point(x.y, y.y, reached=x.reached and y.reached, name=instance.text))
    both = logarithmic([value for point in points for value in (point.x, point.y)] or [1], seconds)
    series, title = Series("an instance", points, 0, joined=False), f"{section.title}: {one} against {other}"
    return {"scatter": Chart(title, one, other, [series], seconds, diagonal=True, horizontal=both, vertical=both)}


def _sizes(section: Section) -> Chart:
    series = []
    for style, row in enumerate(section.rows):
        sizes = [(cell.instance, cell.record.size.constraints) for cell in section.along(row) if cell.record.size]
        points = [Point(at.x, float(number), name=f"{row}, {at.text}: {number:,}") for at, number in sizes if number]
        series.append(Series(row, points, style))
    label, scale = _x(section)
    return Chart(f"{section.title}, size", label, "constraints", series, horizontal=scale)
