"""The sentences on how much better one row is than another, with the error of what they say."""

from threefold.format import many, seconds
from threefold.reporting.estimates import SIGNIFICANT, Comparison, Estimate
from threefold.reporting.report import Section
from threefold.reporting.statistics import comparisons, standings, times, virtual_best

FEW = 3  # rows that are compared with the best one


def gap(section: Section) -> list[str]:
    """On the largest instance that all rows solve: how far apart they are."""
    common = next((each for each in reversed(section.whole) if len(times(section, each)) == len(section.rows)), None)
    if not common or len(section.rows) == 1:
        return []
    (best, first), *_, (worst, last) = times(section, common)
    ratio = section.cells[last, common].times_as_long(section.cells[first, common])
    factor = f"{_times_as_long(ratio)}{_interval(ratio)}" if ratio else "longer"
    so_far = " so far" if len(section.whole) < len(section.instances) else ""
    at = f"At {common.text}, the largest that all rows solve{so_far}"
    return [f"{at}, {first} takes {seconds(best)} and {last} {seconds(worst)} ({factor})."]


def _times_as_long(ratio: Estimate) -> str:
    return f"{_factor(ratio.value)} times as long"


def _interval(ratio: Estimate) -> str:
    return "" if ratio.low is None or ratio.high is None else f"; {_factor(ratio.low)} to {_factor(ratio.high)}"


def _factor(value: float) -> str:
    return f"{value:,.{2 if value < 2 else 1 if value < 10 else 0}f}"


def choice(section: Section) -> list[str]:
    if len(section.rows) == 1 or not section.whole:
        return []
    ranked, ideal = standings(section), virtual_best(section)
    best = min(ranked, key=lambda standing: standing.par2 or 0.0)
    mean = min(ranked, key=lambda standing: standing.geometric or 0.0)
    number = many(len(section.whole), "instance")
    over = f"the {number} with a record of all rows," if ideal.missing else f"all {number}"
    other = "and" if mean.row == best.row else f"and {mean.row}"
    also = f"{other} the best shifted geometric mean, {seconds(mean.geometric)}"
    always = f"always choosing the fastest row would give {seconds(ideal.par2)} and {seconds(ideal.geometric)}"
    return [f"Over {over} {best.row} has the best PAR-2, {seconds(best.par2)}, {also}; {always}."]


def against(section: Section) -> list[str]:
    """The best row against the next ones, in pairs of times, if there are enough puzzles."""
    found = comparisons(section)[:FEW]
    if not found:
        return []
    each_other = "; ".join(map(_compared, found))
    return [
        f"On one instance of each puzzle, the largest that any row solves, compared with {found[0].row}: {each_other}."
    ]


def _compared(each: Comparison) -> str:
    p = "p < 0.001" if each.p < 0.001 else f"p = {each.p:.{3 if each.p < 0.1 else 2}f}"
    test = f"{p}{'' if each.p < SIGNIFICANT else ', not significant'}"
    low, high = map(_factor, each.ratio.ends)
    interval = f"{low} to {high} on the {each.ratio.runs:,} that both solve"
    return f"{each.other} typically takes {_times_as_long(each.ratio)} ({interval}; {test})"
