"""The sentences on how much better one row is than another, with the error of what they say."""

from threefold.format import many, seconds
from threefold.reporting.estimates import Comparison, Estimate, ratio_of
from threefold.reporting.report import Section
from threefold.reporting.statistics import comparisons, standings, times, virtual_best

FEW = 3  # rows that are compared with the best one
LEAST_INSTANCES = 3  # over fewer, a mean says less than the table


def gap(section: Section) -> list[str]:
    """On the largest instance that all rows solve: how far apart they are."""
    common = next((each for each in reversed(section.whole) if len(times(section, each)) == len(section.rows)), None)
    if not common or len(section.rows) == 1:
        return []
    (best, first), *_, (worst, last) = times(section, common)
    ratio = ratio_of(section.cells[last, common].compared, section.cells[first, common].compared)
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
    """The best row against the next ones, in pairs of times on the same instances."""
    if len(section.rows) == 1 or not section.whole:
        return []
    found = [each for each in comparisons(section) if each.ratio and each.both >= LEAST_INSTANCES]
    if not found:
        return []
    texts = [
        f"{each.other} takes {_times_as_long(each.ratio)} ({many(each.both, 'instance')}{_interval(each.ratio)}{_test(each)})"
        for each in found[:FEW]
        if each.ratio
    ]
    return [f"In the geometric mean over what both solve, compared with {found[0].row}: {'; '.join(texts)}."]


def _test(comparison: Comparison) -> str:
    """Of the paired differences; there is none if there are too few."""
    if comparison.p is None:
        return ""
    p = "p < 0.001" if comparison.p < 0.001 else f"p = {comparison.p:.{3 if comparison.p < 0.1 else 2}f}"
    return f"; {p}{'' if comparison.significant else ', not significant'}"
