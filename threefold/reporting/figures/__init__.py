"""The figures of a question: scaling, cactus, scatter and sizes, as SVG. docs/reports.md says how to read each."""

from threefold.reporting.figures.chart import Chart, Point, Series
from threefold.reporting.figures.scale import Scale, linear, logarithmic, named, seconds
from threefold.reporting.statistics import standings, time
from threefold.reporting.tables import Cell, Question

LEAST = 0.001  # seconds: below this a time is noise, and a logarithm needs an end
WIDE = 12.0  # an axis whose ends differ by more than this factor is logarithmic


def figures(question: Question) -> dict[str, str]:
    """By kind; a figure with nothing in it is left out, and curves of one or two points are no curves."""
    if len(question.instances) < 3:
        return {}
    charts = {"sizes": _sizes(question)}
    if question.task != "lower":
        charts = {"scaling": _scaling(question), "cactus": _cactus(question), "scatter": _scatter(question), **charts}
    return {kind: chart.svg() for kind, chart in charts.items() if chart}


def _x(question: Question) -> Scale:
    if question.axis == "instance":
        return named([instance.text for instance in question.instances])
    values = [instance.x for instance in question.instances]
    return logarithmic(values) if min(values) > 0 and max(values) / min(values) > WIDE else linear(values)


def _scaling(question: Question) -> Chart | None:
    """CPU time of each row along the instances, with the spread of the repetitions; hollow where the limit was hit."""
    limit = max(cell.line.limit_seconds for cell in question.cells.values())
    series = [
        Series(row, [point for cell in question.along(row) if (point := _time_point(cell))], style)
        for style, row in enumerate(question.rows)
    ]
    times = [point.y for each in series for point in each.points]
    if not times:
        return None
    # The limit belongs into the picture only where somebody comes near it.
    near = max(times) > limit / 10
    scale = logarithmic([*times, limit] if near else times, seconds)
    axis = "" if question.axis == "instance" else question.axis
    return Chart(f"{question.title}, CPU time", axis, "CPU time", _x(question), scale, series, limit if near else None)


def _time_point(cell: Cell) -> Point | None:
    spread = cell.spread()
    told = f"{cell.row}, {cell.instance.text}: "
    if cell.solved and spread:
        low, high = max(LEAST, spread.least), max(LEAST, spread.most)
        return Point(cell.instance.x, max(LEAST, spread.middle), low, high, name=f"{told}{spread.middle:.3g} s")
    if cell.line.record.status in ("timeout", "memory"):
        return Point(cell.instance.x, cell.line.limit_seconds, reached=False, name=told + cell.line.record.status)
    return None


def _cactus(question: Question) -> Chart | None:
    """How many instances each row solves within a time, the easiest first."""
    series = []
    for style, row in enumerate(question.rows):
        times = sorted(max(LEAST, found) for cell in question.along(row) if (found := time(cell)) is not None)
        series.append(Series(row, [Point(float(place), y) for place, y in enumerate(times, 1)], style))
    values = [point.y for each in series for point in each.points]
    if not values:
        return None
    counts = linear([0.0, float(len(question.instances))])
    return Chart(f"{question.title}, solved within a time", "instances solved", "CPU time of each",
                 counts, logarithmic(values, seconds), series)  # fmt: skip


def _scatter(question: Question) -> Chart | None:
    """The two best rows against each other, a point per instance; unsolved ones stand at the limit."""
    if len(question.rows) < 2:
        return None
    one, other = (standing.row for standing in standings(question)[:2])
    points = []
    for instance in question.instances:
        cells = question.cell(one, instance), question.cell(other, instance)
        if cells[0] and cells[1] and (x := _time_point(cells[0])) and (y := _time_point(cells[1])):
            points.append(Point(x.y, y.y, reached=x.reached and y.reached, name=instance.text))
    if not points:
        return None
    scale = logarithmic([value for point in points for value in (point.x, point.y)], seconds)
    series = Series("an instance", points, 0, joined=False)
    return Chart(f"{question.title}: {one} against {other}", one, other, scale, scale, [series], diagonal=True)


def _sizes(question: Question) -> Chart | None:
    """Constraints of the lowered program."""
    series = [
        Series(row, [_size_point(cell) for cell in question.along(row) if cell.line.record.size], style)
        for style, row in enumerate(question.rows)
    ]
    values = [point.y for each in series for point in each.points]
    if not values:
        return None
    axis = "" if question.axis == "instance" else question.axis
    return Chart(f"{question.title}, size", axis, "constraints", _x(question), logarithmic(values), series)


def _size_point(cell: Cell) -> Point:
    constraints = cell.line.record.size.constraints if cell.line.record.size else 0
    return Point(cell.instance.x, float(constraints), name=f"{cell.row}, {cell.instance.text}: {constraints:,}")
