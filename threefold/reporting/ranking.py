"""The sentences on how much faster one row of a contest is than the reference, with the error of what they say."""

from collections.abc import Sequence
from itertools import groupby

from threefold.format import listed, many, seconds
from threefold.reporting.cell import Cell, PlacedInstance
from threefold.reporting.estimates import SIGNIFICANT, Comparison, Estimate
from threefold.reporting.paired import AHEAD, BEHIND, against, common, comparisons
from threefold.reporting.report import Section
from threefold.reporting.samples import Ladder, ladders


def ratios(section: Section) -> list[str]:
    """On the largest instance that all rows solve: how many times as long as the reference each takes."""
    at = [each for each in section.whole if all(section.cells[row, each].time is not None for row in section.rows)]
    others = [row for row in section.rows if row != section.reference]
    if not at or not others or section.reference is None:
        return []
    base = section.cells[section.reference, at[-1]]
    timed = [each for row in others if (each := _ratio(section, section.cells[row, at[-1]], base))]
    so_far = " so far" if len(section.whole) < len(section.instances) else ""
    words = f"At {at[-1].text}, the largest that all {section.kind} rows solve{so_far}"
    return [f"{words}, {section.named(base.row)} takes {seconds(base.time)}; {'; '.join(timed)}."] if timed else []


def _ratio(section: Section, cell: Cell, base: Cell) -> str:
    ratio = None if cell.easy or base.easy else cell.times_as_long(base)
    return f"{section.named(cell.row)} {seconds(cell.time)} ({_times_as_long(ratio)})" if ratio else ""


def _times_as_long(ratio: Estimate) -> str:
    interval = "" if ratio.low is None or ratio.high is None else f"; {factor(ratio.low)} to {factor(ratio.high)}"
    return f"{factor(ratio.value)} times as long{interval}"


def factor(value: float) -> str:
    return f"{value:,.{2 if value < 2 else 1 if value < 10 else 0}f}"


def crossings(section: Section) -> list[str]:
    """Along each ladder: from where on a row is faster or slower than the reference."""
    others = [row for row in section.rows if row != section.reference] if section.reference else []
    found = [text for ladder in ladders(section) for row in others if (text := _crossing(section, row, ladder))]
    return [f"Of the {section.kind} rows, {'; '.join(found)}."] if found else []


def _crossing(section: Section, row: str, ladder: Ladder) -> str:
    """One that ties is neither before nor behind a crossing."""
    signs = [(instance, sign) for instance, sign in against(section, row, ladder.rungs) if sign in (AHEAD, BEHIND)]
    if not signs:
        return ""
    runs = [(sign, [instance for instance, _ in some]) for sign, some in groupby(signs, lambda pair: pair[1])]
    one, other = section.named(row), section.named(section.reference or row)
    first, last = signs[0][0].text, signs[-1][0].text
    where = f"from {first} to {last}" if len(signs) > 1 else f"at {first}"
    if len(runs) == 1:
        return f"{one} is {'faster' if runs[0][0] == AHEAD else 'slower'} than {other} {where}"
    if len(runs) == 2:
        before, after = runs[0][1][-1], runs[1][1][0]
        passes = (one, other) if runs[1][0] == AHEAD else (other, one)
        return f"{passes[0]} passes {passes[1]} at {after.text} (it is slower up to {before.text})"
    return f"{one} and {other} take turns: the faster one changes {many(len(runs) - 1, 'time')} {where}"


def over_puzzles(section: Section) -> list[str]:
    """The reference against the other rows, in pairs of times, if there are enough puzzles."""
    found = [each for _, each in comparisons(section)]
    if not found:
        return []
    each_other = "; ".join(_typical(section, each) for each in found)
    what = f"Of the {section.kind} rows, on the largest instance of each puzzle that both solve"
    return [f"{what}, compared with {section.named(found[0].row)}: {each_other}."]


def _typical(section: Section, each: Comparison) -> str:
    low, high = map(factor, each.ratio.ends)
    interval = f"{low} to {high} over {many(each.ratio.runs, 'puzzle')}; {p_text(each.p)}"
    takes = f"{section.named(each.other)} typically takes {factor(each.ratio.value)} times as long ({interval})"
    return takes + _further(section, each)


def p_text(p: float) -> str:
    text = "p < 0.001" if p < 0.001 else f"p = {p:.{3 if p < 0.1 else 2}f}"
    return text if p < SIGNIFICANT else f"{text}, not significant"


def _further(section: Section, each: Comparison) -> str:
    """An instance that only one of them solves is in no ratio."""
    last = {
        section.cells[each.row, instance].line.puzzle: instance for instance in common(section, each.row, each.other)
    }
    alone = [(row, len(_larger(section, row, last))) for row in (each.row, each.other)]
    said = [
        f"only {section.named(row)} solves a larger one of {many(number, 'puzzle')}" for row, number in alone if number
    ]
    return f", and {listed(said)}" if said else ""


def _larger(section: Section, row: str, last: dict[str, PlacedInstance]) -> set[str]:
    """Puzzles of which the row solves an instance that is larger than the largest of both."""
    solved: Sequence[Cell] = [cell for cell in section.along(row) if cell.time is not None]
    return {
        cell.line.puzzle
        for cell in solved
        if cell.line.puzzle not in last or cell.instance.x > last[cell.line.puzzle].x
    }
