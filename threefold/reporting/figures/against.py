"""Figures over all instances of a section: how many each row solves within a time, and rows against each other."""

from threefold.reporting.figures.along import LEAST, Styles, time_point
from threefold.reporting.figures.chart import Chart, Point, Series
from threefold.reporting.figures.scale import linear, logarithmic, seconds
from threefold.reporting.report import Section
from threefold.reporting.statistics import standings

MOST_ROWS = 4  # of a scatter: with more, no mark can be told from another


def cactus(section: Section, styles: Styles) -> Chart:
    """How many instances each row solves within a time, the easiest first."""
    series = []
    for row in section.rows:
        times = sorted(cell.time for cell in section.along(row) if cell.time is not None)
        points = [
            Point(float(place), max(LEAST, time), name=f"{row}: {place} within {time:.3g} s")
            for place, time in enumerate(times, 1)
        ]
        series.append(Series(row, points, styles[row]))
    counts = linear([0.0, float(len(section.instances))])
    title = f"{section.title}, solved within a time"
    return Chart(title, "instances solved", f"{section.time_word} of each", series, seconds, horizontal=counts)


def scatter(section: Section, styles: Styles) -> Chart:
    """The best row on the horizontal axis, the next ones above it, a mark for each instance; unsolved ones at their limit."""
    best, *others = (standing.row for standing in standings(section)[:MOST_ROWS])
    series = [Series(row, _pairs(section, best, row), styles[row], joined=False) for row in others]
    both = logarithmic(
        [value for each in series for point in each.points for value in (point.x, point.y)] or [1], seconds
    )
    title, x_label = f"{section.title}, one against another", f"{section.time_word} of {best}"
    y_label = f"{section.time_word} of {others[0] if len(others) == 1 else 'the others'}"
    return Chart(title, x_label, y_label, series, seconds, diagonal=True, horizontal=both, vertical=both)


def _pairs(section: Section, one: str, other: str) -> list[Point]:
    points = []
    for instance in section.instances:
        cells = section.cell(one, instance), section.cell(other, instance)
        if cells[0] and cells[1] and (x := time_point(cells[0])) and (y := time_point(cells[1])):
            points.append(Point(x.y, y.y, reached=x.reached and y.reached, name=f"{x.name}; {y.name}"))
    return points
