"""Figures over independent instances: medians at each point, how many each row solves in time, rows against the reference."""

from math import isfinite

from threefold.reporting import samples
from threefold.reporting.estimates import Estimate
from threefold.reporting.figures.along import LEAST, Styles, time_point
from threefold.reporting.figures.chart import Chart, Point, Series
from threefold.reporting.figures.scale import linear, logarithmic, seconds
from threefold.reporting.paired import common
from threefold.reporting.report import Section
from threefold.reporting.samples import axis_of_points, points

MOST_ROWS = 4  # of a scatter: with more, no mark can be told from another


def medians(section: Section, styles: Styles) -> Chart:
    """Over the instances of a point; hollow where half of them or more were not solved."""
    limit = max(cell.line.limit_seconds for cell in section.cells.values())
    series = [Series(section.named(row), _medians(section, row, limit), styles[row]) for row in section.rows]
    title = f"{section.title}, median {section.time_word}"
    return Chart(title, axis_of_points(section), f"median {section.time_word}", series, seconds, limit)


def _medians(section: Section, row: str, limit: float) -> list[Point]:
    found = [(point, estimate) for point in points(section) if (estimate := point.median(section, row))]
    return [_mark(row, point, estimate, limit) for point, estimate in found]


def _mark(row: str, point: samples.Point, estimate: Estimate, limit: float) -> Point:
    middle, low, high = (max(LEAST, min(limit, value)) for value in (estimate.value, *estimate.ends))
    name = f"{row}, {point.text}: {estimate.value:.3g} s over {estimate.runs} instances"
    return Point(point.x, middle, low, high, isfinite(estimate.value), name)


def cactus(section: Section, styles: Styles) -> Chart:
    """How many instances each row solves within a time, the easiest first."""
    series = []
    for row in section.rows:
        times = sorted(cell.time for cell in section.along(row) if cell.time is not None)
        points = [
            Point(float(place), max(LEAST, time), name=f"{row}: {place} within {time:.3g} s")
            for place, time in enumerate(times, 1)
        ]
        series.append(Series(section.named(row), points, styles[row]))
    counts = linear([0.0, float(len(section.instances))])
    title = f"{section.title}, solved within a time"
    return Chart(title, "instances solved", f"{section.time_word} of each", series, seconds, horizontal=counts)


def scatter(section: Section, styles: Styles) -> Chart:
    """Of a contest: the reference to the right, other rows upwards, a mark for each instance; unsolved ones at their limit."""
    reference = section.reference or section.rows[0]
    others = [row for row in section.rows if row != section.reference][:MOST_ROWS] if section.reference else []
    series = [Series(section.named(row), _pairs(section, reference, row), styles[row], joined=False) for row in others]
    both = logarithmic(
        [value for each in series for point in each.points for value in (point.x, point.y)] or [1], seconds
    )
    title, x_label = f"{section.title}, {section.kind} rows", f"{section.time_word} of {section.named(reference)}"
    y_label = f"{section.time_word} of {section.named(others[0]) if len(others) == 1 else 'the others'}"
    return Chart(title, x_label, y_label, series, seconds, diagonal=True, horizontal=both, vertical=both)


def _pairs(section: Section, one: str, other: str) -> list[Point]:
    """Of several puzzles, one instance of each."""
    found = []
    for instance in common(section, one, other) if section.pooled else section.instances:
        cells = section.cell(one, instance), section.cell(other, instance)
        if cells[0] and cells[1] and (x := time_point(cells[0])) and (y := time_point(cells[1])):
            found.append(Point(x.y, y.y, reached=x.reached and y.reached, name=f"{x.name}; {y.name}"))
    return found
