"""Figures that others have published, beside ours: a table with their columns, and time and effort of each of our rows."""

from collections.abc import Iterator
from decimal import Decimal
from operator import methodcaller as part

from threefold.format import seconds
from threefold.reporting.appendix import Part
from threefold.reporting.cell import Cell, PlacedInstance
from threefold.reporting.report import Section
from threefold.reporting.table import Entry, Rows
from threefold.sweeps.plan import Published

EFFORT = ("conflicts", "assignments", "branches", "relaxations", "solver calls")  # the first that a row reports


def beside(published: Published, section: Section) -> Iterator[Part]:
    yield part("paragraph", f"Published figures beside ours. Source: {published.source}")
    if published.differs:
        yield part("paragraph", f"What differs: {published.differs}")
    yield part("table", *published_table(published, section), f"published-{section.slug}")


def published_table(published: Published, section: Section) -> tuple[list[str], Rows]:
    header = ["instance", *(f"published: {column}" for column in published.columns), *section.rows]
    return header, [_line(published, section, instance) for instance in _instances(published, section)]


def _instances(published: Published, section: Section) -> list[PlacedInstance]:
    """Those of the section, and those that only the source has."""
    ours = {instance.text: instance for instance in section.instances}
    others = [text for text in published.figures if text not in ours]
    return [
        *section.instances,
        *(PlacedInstance(text, float(len(ours) + place)) for place, text in enumerate(others, 1)),
    ]


def _line(published: Published, section: Section, instance: PlacedInstance) -> list[Entry]:
    figures = published.figures.get(instance.text)
    theirs = (
        [Entry(f"{Decimal(str(value)):,f}", value=value) for value in figures]
        if figures
        else [Entry("")] * len(published.columns)
    )
    ours = [_ours(section.cell(row, instance)) for row in section.rows]
    return [Entry(instance.text, value=instance.x), *theirs, *ours]


def _ours(cell: Cell | None) -> Entry:
    """The time that is compared, and how much the solver searched, in its own unit."""
    if cell is None:
        return Entry("")
    if cell.time is None:
        return Entry(cell.record.status, kind="bad")
    counters = cell.statistics
    unit = next((name for name in EFFORT if name in counters), None)
    effort = [f"{counters[unit]:,.0f} {unit}"] if unit else []
    return Entry(" · ".join([seconds(cell.time), *effort]), value=cell.time)
