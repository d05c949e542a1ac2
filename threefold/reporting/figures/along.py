"""Figures along the instances of a section: time, memory, size."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from threefold.reporting.cell import LIMITS, Cell
from threefold.reporting.figures.axis import Axis, axis_of
from threefold.reporting.figures.chart import Chart, Point, Series
from threefold.reporting.figures.scale import Label, megabytes, number, seconds
from threefold.reporting.report import Section

LEAST = 0.001  # seconds: a shorter time is noise, and a logarithmic axis needs an end
MOST_METHODS = 3  # a row with more of them is not marked where it changes
Styles = Mapping[str, int]  # of a row: the same in all figures of a report


def time_point(cell: Cell, x: float = 0.0, group: str = "", note: str = "") -> Point | None:
    """A run that a limit stopped is hollow, at the limit."""
    name = f"{cell.row}, {cell.instance.text}: "
    if cell.estimate:
        time, ends = cell.estimate.value, cell.estimate.ends
        middle, least, most = (max(LEAST, value) for value in (time, *ends))
        spread = f" ({ends[0]:.3g} to {ends[1]:.3g}, {cell.estimate.runs} runs)" if ends[0] < ends[1] else ""
        return Point(x, middle, least, most, name=f"{name}{time:.3g} s{spread}", group=group, note=note)
    if cell.record.status in LIMITS:
        limit, status = cell.line.limit_seconds, cell.record.status
        return Point(x, limit, reached=False, name=name + status, group=group, note=note)
    return None


@dataclass(frozen=True)
class Along:
    section: Section
    styles: Styles

    @cached_property
    def axis(self) -> Axis:
        return axis_of(self.section)

    def series(self, point: Callable[[Cell, float, str], Point | None]) -> list[Series]:
        """A curve per row that has points; `point` gets a cell, its place on the axis and its group."""
        rows = [row for row, of_row in self._cells.items() if any(point(cell, 0.0, "") for cell in of_row)]
        drawn = []
        for place, row in enumerate(rows):
            placed = [(cell, self.axis.x(cell.instance, place, len(rows))) for cell in self._cells[row]]
            found = [point(cell, x, self.axis.groups.get(cell.instance, "")) for cell, x in placed]
            drawn.append(Series(self.section.named(row), [each for each in found if each], self.styles[row]))
        return drawn

    @cached_property
    def _cells(self) -> dict[str, list[Cell]]:
        """By row, in the order of the axis."""
        find, ordered = self.section.cell, list(self.axis.ordered())
        return {row: [cell for each in ordered if (cell := find(row, each))] for row in self.section.rows}

    def chart(
        self, what: str, label: str, series: list[Series], unit: Label = number, limit: float | None = None
    ) -> Chart:
        title = f"{self.section.title}, {what}"
        return Chart(title, self.axis.label, label, series, unit, limit, horizontal=self.axis.scale)

    def time(self) -> Chart:
        """With the interval of the repetitions, and marked where a row changes its method by itself."""
        notes = {cell: note for row in self.section.rows for cell, note in self._changes(row)}
        limit = max(cell.line.limit_seconds for cell in self.section.cells.values())
        series = self.series(
            lambda cell, x, group: time_point(cell, x, group, notes.get((cell.row, cell.instance), ""))
        )
        return self.chart(self.section.time_word, self.section.time_word, series, seconds, limit)

    def _changes(self, row: str) -> list[tuple[tuple[str, object], str]]:
        """Where the method of a row is another than at the instance before: what is new in it."""
        methods = [(cell, cell.method.split(", ")) for cell in self._cells[row] if cell.method]
        if len({cell.method for cell, _ in methods}) > MOST_METHODS:
            return []
        return [
            ((cell.row, cell.instance), ", ".join(part for part in new if part not in old))
            for (_, old), (cell, new) in pairwise(methods)
            if new != old
        ]

    def memory(self) -> Chart:
        return self._values("memory", "peak of memory", lambda cell: cell.memory, megabytes)

    def size(self) -> Chart:
        return self._values("size", "constraints", lambda cell: cell.record.size.constraints if cell.record.size else 0)

    def _values(self, what: str, label: str, value: Callable[[Cell], float], unit: Label = number) -> Chart:
        """What is zero is not there: the axis is logarithmic."""

        def point(cell: Cell, x: float, group: str) -> Point | None:
            y = value(cell)
            text = f"{cell.row}, {cell.instance.text}: {unit(round(y, 1))}"
            return Point(x, y, name=text, group=group) if y > 0 else None

        return self.chart(what, label, self.series(point), unit)
