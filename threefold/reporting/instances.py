"""The sentences on the instances of a section: on which of them each row is the fastest, and which of them it solves.

Instances are in an order, but not always by size: 8 queens on 5 squares are neither more nor less than 16 queens on 4. So a
sentence names those that were measured, and says "up to" only where each instance is larger than the one before.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import groupby

from threefold.format import listed, many, seconds, span
from threefold.reporting.cell import LIMITS, Cell, PlacedInstance
from threefold.reporting.estimates import FLOOR
from threefold.reporting.media import bold
from threefold.reporting.report import Section
from threefold.reporting.statistics import Lead, lead

FEW = 3  # instances, or groups of them, that are named one by one
MOST_NAMED = 4  # rows that are named one by one
TASKS = {
    "count": "Counting all solutions of",
    "first": "Finding one solution of",
    "lower": "Lowering",
    "prove": "Proving the count of",
}


def fastest(section: Section) -> list[str]:
    """Of a contest: first the rows that are the fastest on the largest instance; nothing where there is one run only."""
    leads = {instance: first for instance in reversed(section.whole) if (first := lead(section, instance))}
    groups: dict[frozenset[str], list[PlacedInstance]] = {}
    for instance, first in leads.items():
        if first.decided:
            groups.setdefault(frozenset(first.rows), []).append(instance)
    easy = [instance for instance in section.whole if instance in leads and leads[instance].easy]
    if not groups and not easy:
        return []
    led = [f"{_leading(section, rows)} {_where(section, instances)}" for rows, instances in groups.items()]
    if len(led) > FEW:
        others = [first for first in leads.values() if not first.easy and frozenset(first.rows) != next(iter(groups))]
        different = all(len(first.rows) > 1 for first in others)
        rest = f"of the other {len(others):,} instances, {score(others, section.named)}"
        led = [led[0], f"on the other {len(others):,} instances, different rows tie" if different else rest]
    unsolved = [each for each in section.whole if each not in leads]
    none = [f"none of them solves {_named(unsolved)}"] if unsolved else []
    least = f"a time is below {seconds(FLOOR)}, and nothing is compared"
    started = [f"{_where(section, easy)} {least}"] if easy else []
    what = f"{TASKS[section.task]} {section.puzzle}, of the {section.kind} rows"
    return [f"{what}: {'; '.join([*led, *none, *started])}."]


def score(leads: Sequence[Lead], named: Callable[[str], str]) -> str:
    """`cadical195 (sat) is fastest on 10 and on 4 the fastest rows tie`; "" if there is nothing to compare."""
    won = Counter(first.winner for first in leads if first.winner)
    ties, once = sum(len(first.rows) > 1 for first in leads), sum(first.single for first in leads)
    ranked = [f"{bold(named(row))} is fastest on {number:,}" for row, number in won.most_common()]
    tied = [f"on {ties:,} the fastest rows tie"] if ties else []
    rest = [f"on {once:,} a row ran once only"] if once else []
    return listed([*ranked, *tied, *rest]) if ranked or tied else ""


def _leading(section: Section, rows: Collection[str]) -> str:
    names = [row for row in section.rows if row in rows]
    if len(names) == 1:
        return f"{bold(section.named(names[0]))} is fastest"
    return (
        f"{listed([*map(section.named, names)])} tie"
        if len(names) <= MOST_NAMED
        else f"{len(names):,} of the {len(section.rows):,} rows tie"
    )


def _where(section: Section, instances: Collection[PlacedInstance]) -> str:
    """`from n=7 to n=9 and at n=4`; how many they are, if that takes too many names."""
    chosen = set(instances)
    if len(chosen) == len(section.instances) > 1:
        return f"on every instance ({span(_texts(section.instances))})" if section.ordered else "on every instance"
    blocks = [list(block) for inside, block in groupby(section.instances, chosen.__contains__) if inside]
    ranges = [f"from {span(_texts(block))}" for block in blocks if section.ordered and len(block) > 1]
    alone = [each.text for block in blocks if not section.ordered or len(block) == 1 for each in block]
    if len(ranges) + len(alone) > FEW:
        return f"on {many(len(chosen), 'instance')}"
    return listed([*ranges, *([f"at {listed(alone)}"] if alone else [])])


def _named(instances: Sequence[PlacedInstance]) -> str:
    return listed(_texts(instances)) if len(instances) <= FEW else f"{len(instances):,} instances"


def _texts(instances: Sequence[PlacedInstance]) -> list[str]:
    return [each.text for each in instances]


def reach(section: Section) -> list[str]:
    """Of all rows: nothing is compared. Which instances each row solves, and what it had found when a limit stopped it."""
    cells = {row: section.along(row) for row in section.rows}
    missing = {row: section.missing(row) for row in section.rows}
    whole = [row for row in section.rows if not missing[row] and all(cell.record.complete for cell in cells[row])]
    rest = [
        f"{section.named(row)} solves {_solved(section, cells[row])}{_stop(cells[row])}{_no_record(missing[row])}"
        for row in section.rows
        if row not in whole
    ]
    if not rest:
        number = len(section.instances)
        every = (
            f"all {number:,} instances"
            if not section.ordered
            else f"{'all of ' * (number > 1)}{span(_texts(section.instances))}"
        )
        return [f"Within the limits, every row solves {every}."]
    names = f"{len(whole):,} rows" if len(whole) > MOST_NAMED else listed([*map(section.named, whole)]) if whole else ""
    first = [f"{names} {'solves' if len(whole) == 1 else 'solve'} all"] if whole else []
    return [f"Within the limits, {'; '.join([*first, *rest])}."]


def _solved(section: Section, cells: Sequence[Cell]) -> str:
    """`up to n=8`, or the names of what it solves or does not solve."""
    solved = [cell.instance for cell in cells if cell.record.complete]
    unsolved = [cell.instance for cell in cells if not cell.record.complete]
    if not solved:
        return "none"
    if section.ordered and solved[-1] == cells[len(solved) - 1].instance:
        return f"up to {solved[-1].text}"
    if len(solved) > FEW >= len(unsolved):
        return f"all but {_named(unsolved)}" if unsolved else f"{len(solved):,} instances"
    return _named(solved)


def _stop(cells: Sequence[Cell]) -> str:
    """On the first instance where a limit stopped runs: how many, and the best lower bound of these."""
    cell = next((cell for cell in cells if any(line.record.status in LIMITS for line in cell.lines)), None)
    if cell is None:
        return ""
    stopped = [line for line in cell.lines if line.record.status in LIMITS]
    bound = max(line.record.count or 0 for line in stopped)
    limits = [
        f"{line.limit_seconds:,g} s" if line.record.status == "timeout" else "the memory limit" for line in stopped
    ]
    after = listed([*dict.fromkeys(limits)], "or")
    if len(stopped) == len(cell.lines):
        found = f"its lower bound is {bound:,}" if bound else "it has found nothing"
    else:
        runs = f"{len(stopped):,} of {len(cell.lines):,} runs"
        found = f"for {runs} the lower bound is {bound:,}" if bound else f"{runs} found nothing"
    return f" (at {cell.instance.text} {found} after {after})"


def _no_record(missing: Sequence[PlacedInstance]) -> str:
    return f" and has no record of {_named(missing)}" if missing else ""
