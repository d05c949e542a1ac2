"""What the numbers say, in sentences: computed, each with the figures it rests on, so that other records give other sentences."""

from collections.abc import Sequence

from threefold.reporting.format import listed, plural, seconds
from threefold.reporting.statistics import busy, fastest, outliers, standings, time, virtual_best
from threefold.reporting.tables import LIMITS, TASK_WORDS, Cell, Instance, Question, Report
from threefold.sweeps.agreement import conflicts

MANY_PUZZLES = 3  # from so many on a report says who wins where
FEW = 3  # instances that are named one by one
TASKS = {"count": "counting all solutions of", "first": "finding one solution of", "lower": "lowering"}


def sentences(report: Report) -> list[str]:
    """About the whole report."""
    return [*_progress(report), *_agreement(report)]


def _progress(report: Report) -> list[str]:
    """Where the records are not those that the sweep file asks for."""
    asked, told = report.asked, []
    if asked is None:
        told.append("There is no sweep file that can be read: **whether runs are missing is not known**.")
    if asked and asked.recorded < asked.runs:
        have = {(question.puzzle, question.task) for question in report.questions}
        without = dict.fromkeys((run.puzzle, run.task) for run in asked.cells if (run.puzzle, run.task) not in have)
        nothing = listed([f"{puzzle} ({TASK_WORDS[task]})" for puzzle, task in without])
        rest = f"; there is none of {nothing}" if nothing else ""
        told.append(
            f"**{asked.recorded:,} of {plural(asked.runs, 'run')} have a record**{rest}: the sweep is not complete."
        )
    if asked and asked.others:
        are = "is of a run" if asked.others == 1 else "are of runs"
        told.append(f"**{plural(asked.others, 'record')}** {are} that the sweep file does not ask for: sweep again.")
    return told


def _agreement(report: Report) -> list[str]:
    found = conflicts(report.lines)
    if found:
        told = [f"{c.accused.puzzle} {c.accused.instance}: {c.sentence}" for c in found]
        return [f"**The rows disagree** ({plural(len(found), 'case')}): {'; '.join(told)}."]
    exact = [line for line in report.lines if line.record.exact]
    if not exact:
        return []
    instances = {(line.puzzle, line.instance) for line in exact}
    known = {(line.puzzle, line.instance) for line in exact if line.known is not None}
    met = f"the known number of {len(known)} of them is met" if known else "no number of theirs is known"
    agreed = f"All {plural(len(exact), 'exact count')} agree, on {plural(len(instances), 'instance')}; {met}."
    return [agreed, *winners(report)]


def winners(report: Report) -> list[str]:
    """Over several puzzles: on which of them, at the largest instance that anyone solves, each row is the fastest."""
    first: dict[str, list[str]] = {}
    contested = [question for question in report.questions if question.task != "lower" and len(question.rows) > 1]
    if len({question.puzzle for question in contested}) < MANY_PUZZLES:
        return []
    for question in contested:
        solved = [instance for instance in question.whole if fastest(question, instance)]
        if solved:
            row, told = _victory(question, solved[-1])
            first.setdefault(row, []).append(told)
    ranked = sorted(first.items(), key=lambda item: (-len(item[1]), item[0]))
    total = plural(sum(map(len, first.values())), "question")
    return [f"**{row}** is first on {len(won)} of {total}: {'; '.join(won)}." for row, won in ranked]


def _victory(question: Question, instance: Instance) -> tuple[str, str]:
    """Who is first, and by how much."""
    times = sorted((time(question.cell(row, instance)) or float("inf"), row) for row in question.rows)
    (best, row), (second, other) = times[0], times[1]
    behind = f"{other} {seconds(second)}" if second < float("inf") else "no other within the limits"
    name = f"{question.puzzle} {instance.text}".strip() + (" (one solution)" if question.task == "first" else "")
    return row, f"{name} {seconds(best)} against {behind}"


def about(question: Question) -> list[str]:
    if question.task == "lower":
        return _sizes(question)
    return [*_first(question), *_reach(question), *_gap(question), *_choice(question), *_caution(question)]


def _first(question: Question) -> list[str]:
    """Who wins, and from where on."""
    winners = [(instance, found[0]) for instance in question.whole if (found := fastest(question, instance))]
    if not winners or len(question.rows) == 1:
        return []
    last = winners[-1][1]
    since = next(i for i in range(len(winners)) if all(row == last for _, row in winners[i:]))
    missing = len(question.instances) - len(question.whole)
    solved = "" if len(winners) == len(question.whole) else " that any row solves"
    every = f"every instance{' of which all rows have a record' if missing else solved}"
    span = _span([instance for instance, _ in winners[since:]])
    on = f"{'from' if ' to ' in span else 'at'} {span}, as far as all rows have a record"
    where = f"on {every} ({span})" if since == 0 else on if missing else f"from {winners[since][0].text} on"
    before = list(dict.fromkeys(row for _, row in winners[:since]))
    rest = f"; below that {listed(before)}" if before else ""
    return [f"{TASKS[question.task].capitalize()} {question.puzzle}, **{last}** is first {where}{rest}."]


def _reach(question: Question) -> list[str]:
    """How far each row came, and what it knew when it was stopped."""
    cells = {row: question.along(row) for row in question.rows}
    missing = {row: question.missing(row) for row in question.rows}
    whole = [row for row in question.rows if not missing[row] and all(cell.solved for cell in cells[row])]
    told = [_reach_of(row, cells[row]) + _no_record(missing[row]) for row in question.rows if row not in whole]
    if not told:
        return [
            f"Within the limits, every row solves {'all of ' * (len(question.instances) > 1)}{_span(question.instances)}."
        ]
    rest = [f"{listed(list(whole))} solve{'s' * (len(whole) == 1)} all"] if whole else []
    return [f"Within the limits, {'; '.join([*rest, *told])}."]


def _span(instances: Sequence[Instance]) -> str:
    """`n=4 to n=12`, or `n=4`."""
    return " to ".join(dict.fromkeys([instances[0].text, instances[-1].text]))


def _reach_of(row: str, cells: Sequence[Cell]) -> str:
    solved = [cell for cell in cells if cell.solved]
    reach = f"{row} solves up to {solved[-1].instance.text}" if solved else f"{row} solves none"
    stopped = next((cell for cell in cells if cell.line.record.status in LIMITS), None)
    if not stopped:
        return reach
    limit = f"{stopped.line.limit_seconds:g} s" if stopped.line.record.status == "timeout" else "the memory limit"
    bound = f"its lower bound is {stopped.line.record.count:,}" if stopped.line.record.count else "it has found nothing"
    return f"{reach} (at {stopped.instance.text} {bound} after {limit})"


def _no_record(missing: Sequence[Instance]) -> str:
    few = listed([instance.text for instance in missing]) if len(missing) <= FEW else f"{len(missing)} instances"
    return f" and has no record of {few}" if missing else ""


def _gap(question: Question) -> list[str]:
    """On the largest instance that all solve: how far apart they are."""
    common = [i for i in question.instances if all(time(question.cell(row, i)) is not None for row in question.rows)]
    if not common or len(question.rows) == 1:
        return []
    times = sorted((time(question.cell(row, common[-1])) or 0.0, row) for row in question.rows)
    (best, first), (worst, last) = times[0], times[-1]
    factor = f"{worst / best:.{1 if worst < 10 * best else 0}f} times as long" if best else "longer"
    so_far = " so far" if len(question.whole) < len(question.instances) else ""
    return [
        f"At {common[-1].text}, the largest that all rows solve{so_far}, {first} takes {seconds(best)}"
        f" and {last} {seconds(worst)} ({factor})."
    ]


def _choice(question: Question) -> list[str]:
    if len(question.rows) == 1 or not question.whole:
        return []
    best, ideal = min(standings(question), key=lambda standing: standing.par2 or 0.0), virtual_best(question)
    number = plural(len(question.whole), "instance")
    over = f"the {number} of which all rows have a record," if ideal.missing else f"all {number}"
    return [
        f"Over {over} {best.row} has the best PAR-2, {seconds(best.par2)};"
        f" always choosing the fastest row would give {seconds(ideal.par2)}."
    ]


def _caution(question: Question) -> list[str]:
    told = []
    if odd := outliers(question):
        told.append(f"{plural(len(odd), 'cell')} with an outlier: {odd[0]}.")
    if number := busy(question):
        told.append(f"{plural(number, 'run')} started on a busy machine: read their times with care.")
    return told


def _sizes(question: Question) -> list[str]:
    """The smallest and the largest program at the largest instance."""
    last = (question.whole or question.instances)[-1]
    sizes = [
        (cell.line.record.size.constraints, row)
        for row in question.rows
        if (cell := question.cell(row, last)) and cell.line.record.size
    ]
    if len(sizes) < 2:
        return []
    (least, first), (most, largest) = min(sizes), max(sizes)
    return [f"At {last.text} {first} has the fewest constraints, {least:,}, and {largest} the most, {most:,}."]
