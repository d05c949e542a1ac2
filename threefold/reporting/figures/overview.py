"""Which row for which puzzle: one picture over all puzzles of a report, how many times the best each row takes.

The puzzles are ordered by the rows that are best on them, so that the picture answers the question at one glance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from threefold.format import seconds
from threefold.reporting.cell import LIMITS, Cell
from threefold.reporting.engines import together
from threefold.reporting.figures.svg import HEAT, picture, text, titled, width_of
from threefold.reporting.report import TASK_WORDS
from threefold.reporting.statistics import Factor, OverviewLine

STEPS = (2.0, 5.0, 10.0, 100.0)  # times the best: another colour from each on
BEST, STOPPED = 0, len(HEAT) - 1
LINE, CELL, TOP, LAST = 28, 84, 99, 70  # heights and widths; LAST is that of the column of times
NAME_MOST, ROW_MOST = 30, 13  # characters
LEGEND = ("best or ≈", "< 2", "< 5", "< 10", "< 100", "more", "stopped")


@dataclass(frozen=True)
class Overview:
    lines: Sequence[OverviewLine]
    rows: Sequence[str]

    @cached_property
    def left(self) -> int:
        """Where the first column of numbers begins."""
        names = [min(NAME_MOST, len(self._name(line))) for line in self.lines]
        return max(int(width_of("x" * max(names))) + 20, 560 - LAST - CELL * len(self.rows))

    @property
    def width(self) -> int:
        return self.left + CELL * len(self.rows) + LAST

    @property
    def title(self) -> str:
        return f"Which engine for which puzzle? The {self.lines[0].section.kind} rows"

    def svg(self) -> str:
        return picture(self.width, TOP + LINE * len(self.lines) + 46, self.title, self._body())

    def _body(self) -> Iterator[str]:
        yield text(12, 20, self.title, 'class="title"')
        yield text(12, 38, self._what(), 'class="pale"')
        for place, row in enumerate(self.rows):
            yield text(self._x(place) + CELL / 2, 60, row, 'text-anchor="middle" class="bold"', most=ROW_MOST)
            yield text(
                self._x(place) + CELL / 2, 75, self._engine(row), 'text-anchor="middle" class="pale"', most=ROW_MOST
            )
            yield text(self._x(place) + CELL / 2, 91, self._won(row), 'text-anchor="middle" class="pale"')
        yield text(self.width - 10, 60, "best", 'text-anchor="end" class="bold"')
        for place, line in enumerate(sorted(self.lines, key=self._order)):
            yield from self._line(line, TOP + LINE * place)
        yield from self._legend(TOP + LINE * len(self.lines) + 14)

    def _what(self) -> str:
        tasks = {line.section.task for line in self.lines}
        what = TASK_WORDS[tasks.pop()] if len(tasks) == 1 else "all solutions or one"
        single = any(line.lead.single for line in self.lines)
        word = self.lines[0].section.time_word
        sure = "single runs: others may differ" if single else "≈ cannot be told apart"
        return f"{word} for {what}: how many times the best; {sure}"

    def _x(self, place: int) -> int:
        return self.left + CELL * place

    def _engine(self, row: str) -> str:
        about = together([line.section.about[row] for line in self.lines if row in line.section.about])
        return " + ".join(about.engines)

    def _won(self, row: str) -> str:
        led = [line.lead.rows for line in self.lines if row in line.lead.rows]
        alone = sum(len(rows) == 1 for rows in led)
        return f"best {alone}" + (f", ≈ {len(led) - alone}" if len(led) > alone else "")

    def _order(self, line: OverviewLine) -> tuple[float, int, str]:
        places = [self.rows.index(row) for row in line.lead.rows]
        return sum(places) / len(places), len(places), line.section.slug

    def _name(self, line: OverviewLine) -> str:
        """`nqueens 11`: the values without the names of the parameters."""
        of_instance = next(iter(cell.line for row in self.rows if (cell := line.section.cell(row, line.instance))))
        values = " ".join([*map(str, of_instance.parameters.values()), *of_instance.givens])
        several = len({each.section.task for each in self.lines}) > 1 and line.section.task == "first"
        return f"{line.section.puzzle} {values}".strip() + (", one" if several else "")

    def _line(self, line: OverviewLine, y: float) -> Iterator[str]:
        best = _measured(line, line.lead.rows[0])
        yield text(self.left - 8, y + LINE / 2, self._name(line), 'text-anchor="end" dy=".35em"', most=NAME_MOST)
        for factor in line.factors:
            yield from self._cell(line, factor, self._x(self.rows.index(factor.row)), y)
        yield text(self.width - 10, y + LINE / 2, seconds(best.time), 'text-anchor="end" dy=".35em"')

    def _cell(self, line: OverviewLine, factor: Factor, x: float, y: float) -> Iterator[str]:
        heat, weight = _heat(factor), " bold" if factor.leads else ""
        label = _label(line, factor)
        name = titled(f"{line.section.puzzle} {line.instance.text}, {factor.row}: {_tooltip(line, factor)}")
        yield f'<rect class="h{heat}" x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{LINE - 2}" rx="3">{name}</rect>'
        ink = f'class="heat i{heat}{weight}" text-anchor="middle" dy=".35em" pointer-events="none"'
        yield text(x + CELL / 2, y + LINE / 2, label, ink)

    def _legend(self, y: float) -> Iterator[str]:
        x = 12.0
        for place, label in enumerate(LEGEND):
            yield f'<rect class="h{place}" x="{x:.1f}" y="{y:g}" width="14" height="14" rx="3"/>'
            yield text(x + 18, y + 7, label, 'dy=".35em"')
            x += width_of(label) + 32


def _heat(factor: Factor) -> int:
    if factor.ratio is None:
        return STOPPED
    return BEST if factor.leads else 1 + sum(factor.ratio.value >= step for step in STEPS)


def _label(line: OverviewLine, factor: Factor) -> str:
    if factor.ratio is not None:
        times = number(factor.ratio.value)
        return f"≈ {times}" if factor.leads and len(line.lead.rows) > 1 else times
    cell = _measured(line, factor.row)
    if cell.share:  # a bound would hold for some of the runs only
        return cell.share.removeprefix(", ").removesuffix(" solved")
    best = _measured(line, line.lead.rows[0]).time
    return f"> {number(cell.line.limit_seconds / (best or 1.0))}" if factor.status == "timeout" else factor.status


def _measured(line: OverviewLine, row: str) -> Cell:
    return line.section.cells[row, line.instance]


def _tooltip(line: OverviewLine, factor: Factor) -> str:
    cell = _measured(line, factor.row)
    if factor.ratio is None:
        stopped = f"no answer within {cell.line.limit_seconds:g} s" if factor.status in LIMITS else factor.status
        return f"{stopped}{cell.share}"
    low, high = factor.ratio.ends
    interval = f", {number(low)} to {number(high)}" if low < high else ""
    times = f"{factor.ratio.value:.3g} times the best{interval}" if factor.row != line.lead.rows[0] else "the best"
    return f"{seconds(cell.time)}, {times}{', one run' if factor.single else ''}"


def number(value: float) -> str:
    """Two digits, or more before the point."""
    return f"{value:.1f}" if value < 9.95 else f"{value:,.0f}"
