"""Where the time goes: the phases of each row's runs on one instance, as bars."""

from collections.abc import Iterator, Mapping
from statistics import mean

from threefold.format import seconds
from threefold.reporting.cell import Cell, PlacedInstance
from threefold.reporting.figures.svg import heading, picture, text, titled, width_of
from threefold.reporting.report import Section

REST = "rest"  # of the wall time: what lies between the phases
PHASES = ("build", "lower", "load", "solve", "check", "prove", "verify", REST)
WIDTH, ROW, BAR = 520, 24, 16
NAME, BEGIN, END, TOP = 20, 160, 440, 44  # characters of a row's name; the ends of a bar; where the first bar stands


def phases(section: Section) -> str | None:
    """At the largest instance that the most rows solve; None if no run has phases."""
    shown = max(section.instances, key=lambda each: (_solved(section, each), each.x))
    cells = [cell for row in section.rows if (cell := section.cell(row, shown)) and cell.time is not None]
    bars = {cell.row: found for cell in cells if len(found := _phases(cell)) > 1}
    if not bars:
        return None
    title = f"{section.title}, phases at {shown.text}"
    return picture(WIDTH, TOP + ROW * len(bars) + 34, title, _body(title, bars))


def _solved(section: Section, instance: PlacedInstance) -> int:
    cells = (section.cell(row, instance) for row in section.rows)
    return sum(cell is not None and cell.time is not None for cell in cells)


def _phases(cell: Cell) -> dict[str, float]:
    """Wall time, the mean of the repetitions: so the parts add up to the total."""
    spent = {phase: mean(times) for phase in (*PHASES, "total") if (times := cell.times(phase))}
    total = spent.pop("total", 0.0)
    if "prove" in spent:
        spent.pop("solve", None)  # of a proof, the sum of proving and verifying
    spent[REST] = total - sum(spent.values())
    return {phase: value for phase, value in spent.items() if value > 0}


def _body(title: str, bars: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    yield heading(title)
    for place, (row, parts) in enumerate(bars.items()):
        y, x, total = TOP + ROW * place, float(BEGIN), sum(parts.values())
        yield text(BEGIN - 8, y + BAR / 2, row, 'text-anchor="end" dy=".35em"', most=NAME)
        for phase, value in parts.items():
            wide = (END - BEGIN) * value / total
            name = titled(f"{row}, {phase}: {seconds(value)}, {value / total:.0%}")
            yield f'<rect class="bar p{PHASES.index(phase)}" x="{x:.1f}" y="{y}" width="{wide:.1f}" height="{BAR}">{name}</rect>'
            x += wide
        yield text(END + 8, y + BAR / 2, seconds(total), 'dy=".35em"')
    yield from _legend(
        [phase for phase in PHASES if any(phase in parts for parts in bars.values())], TOP + ROW * len(bars) + 8
    )


def _legend(shown: list[str], y: float) -> Iterator[str]:
    x = 22.0
    for phase in shown:
        yield f'<rect class="bar p{PHASES.index(phase)}" x="{x:.1f}" y="{y:g}" width="12" height="12"/>'
        yield text(x + 17, y + 6, phase, 'dy=".35em"')
        x += width_of(phase) + 34
