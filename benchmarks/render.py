"""The results as Markdown: the goals, a table of ratios per group, and the phases of ours. Nothing is measured here."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from benchmarks import gallery
from benchmarks.figures import Results
from benchmarks.goals import GOALS, Goal
from benchmarks.measurement import (
    PHASES,
    Quantity,
    Timing,
    Value,
    everything,
    memory,
    modelling_and_solving,
    ratio,
    solving,
    value_of,
    wall,
    wall_of_rows,
    whole_process,
)
from benchmarks.rows import Contest

MODEL_TOO = "model, load and solve"
# What is compared with the first contestant of a row: loading and solving, unless the group is about something else.
COMPARED: Mapping[str, tuple[str, Quantity]] = {
    **dict.fromkeys(("sat plain", "cp plain", "ilp plain"), ("total, with checking", everything)),
    "sat find": (MODEL_TOO, modelling_and_solving),
    "cp find": (MODEL_TOO, modelling_and_solving),
    "ilp find": (MODEL_TOO, modelling_and_solving),
    "whole process": ("whole process", whole_process),
    "commands": ("whole process", whole_process),
    "two jobs": ("wall time of the count", wall_of_rows),
}
WHOLE = (whole_process, wall_of_rows)
READING = """\
A cell is the median of the rounds with the smallest and the largest in brackets. Contestants take turns, so that a round of one
is the neighbour of a round of the others, and ratios are taken round by round. There are more rounds of short runs, above all
where a goal compares them and is near: until a sign test decides on which side of the bound the median is, or for twenty seconds
of CPU time, and at most 120 times. A run too long to be repeated stands beside all rounds of the other. *Times* is the
contestant divided by the first of its row: above 1 the first is faster. CPU seconds are user and
system, children included. *Load and solve* leaves out imports,
modelling (lowering, where it is ours) and checking; *model, load and solve* leaves out imports and checking. Where the time limit
ended a run, its time and ratio are bounds (≥ or ≤). A count that is not the known one has no time.

*Whole CPU* of *ours* is that of the guarded process which builds, solves and checks. A contestant *typed: …* is the command as
people type it, with all its processes, from the start of Python to the printed answer. clasp, Gecode, MiniZinc and the C programs
are whole programs, from the file to the last solution: *clasp alone* and *C: same CNF* read our CNF, *Gecode* our FlatZinc,
*minizinc* a model of its own, and *C: this puzzle alone* knows the puzzle and reads nothing.

*Plain*: ours is the engine as it comes (`sat+plain`, `cp+plain`, `ilp+plain`), and beside it stands a loop written by hand on the
same engine, with the same clauses or rows. The total of both has building, loading, solving and reading. Ours checks each
solution, too. Imports are outside. *ours tuned* shows what tuning gains.

The script "same: integers" or "Booleans" of *cp find* binds OR-Tools' functions at their first call, as ours does.

*Two jobs*: the wall time is the row's `total`, as `compare` prints it, without imports. The goals are about counts of seconds.
"""


def page(results: Results, rows: Sequence[Contest], facts: Sequence[str], command: str, *, whole: bool) -> str:
    """`whole`: all rows, so that a goal without a figure is worth a line."""
    parts = ["# Benchmark", f"Written whole by `{command}`.", "\n".join(f"- {fact}" for fact in facts)]
    parts += ["## Goals", goals(results, whole), "## Figures", READING.strip()]
    for group, members in groupby((row for row in rows if row.group != gallery.GROUP), key=lambda row: row.group):
        parts += [f"### {group}", group_table(results, group, list(members))]
    counts = {row.name: row.workload.expected for row in rows}
    if lines := list(gallery.lines(results, counts)):
        parts += ["## Gallery", gallery.READING.strip(), _table(gallery.HEAD, lines)]
    return "\n\n".join([*parts, "## Phases of ours, CPU seconds", phases(results, rows)]) + "\n"


def goals(results: Results, whole: bool) -> str:
    figures = [(goal, goal.figure(results)) for goal in GOALS]
    lines = [_goal(goal, figure) for goal, figure in figures if figure is not None or whole]
    return _table(("goal", "wanted", "measured", ""), lines)


def _goal(goal: Goal, figure: Value | str | None) -> tuple[str, ...]:
    measured = f"{shown(figure)} {goal.unit}" if isinstance(figure, Value) else figure or "–"
    return goal.text, f"{_sign(goal.sense)} {goal.bound:g} {goal.unit}", measured, goal.verdict(figure)


def group_table(results: Results, group: str, rows: Sequence[Contest]) -> str:
    what, quantity = COMPARED.get(group, ("load and solve", solving))
    head = ("", "contestant", "times", f"{what}, s", "whole CPU, s", "wall, s", "MB", "rounds", "method")
    return _table(head, [line for row in rows for line in _row(results, row, quantity)])


def _row(results: Results, row: Contest, quantity: Quantity) -> Iterator[tuple[str, ...]]:
    first = results.get((row.name, row.contestants[0].name), ())
    for contestant in row.contestants:
        runs = results.get((row.name, contestant.name), ())
        if not runs:
            continue
        label = row.label if contestant is row.contestants[0] else ""
        figures = [shown(value_of(runs, each)) for each in (quantity, whole_process, wall)]
        peak = value_of(runs, memory)
        trouble = next((run for run in runs if not run.timed), None)
        if trouble:
            yield label, contestant.name, f"{trouble.status}: {trouble.reason}", "", "", "", "", str(len(runs)), ""
            continue
        if not measures_phases(runs) and quantity not in WHOLE:  # a command says what it took as a whole
            figures[0] = times = ""
        else:
            times = "1" if runs is first else shown(ratio(runs, first, quantity))
        megabytes = f"{peak.median / 1e6:.0f}" if peak else ""
        yield label, contestant.name, times, *figures, megabytes, str(len(runs)), runs[0].method


def measures_phases(runs: Sequence[Timing]) -> bool:
    return any("solve" in run.seconds for run in runs) or all(run.status == "timeout" for run in runs)


def phases(results: Results, rows: Sequence[Contest]) -> str:
    lines = []
    for row in rows:
        for contestant in row.contestants:
            runs = [run for run in results.get((row.name, contestant.name), ()) if run.status == "done"]
            if contestant.name.startswith("ours") and runs and "lower" in runs[0].seconds:
                lines.append((row.name, contestant.name, *(_phase(runs, phase) for phase in PHASES)))
    return _table(("", "contestant", *PHASES), lines)


def _phase(runs: Sequence[Timing], phase: str) -> str:
    value = value_of([run for run in runs if phase in run.seconds], lambda run: run.spent(phase))
    return number(value.median) if value else ""


def shown(value: Value | None) -> str:
    if value is None:
        return ""
    if value.bound:
        return f"{_sign(value.bound)} {number(value.low if value.bound == '>=' else value.high)}"
    if value.low == value.high:
        return number(value.median)
    return f"{number(value.median)} ({number(value.low)}..{number(value.high)})"


def number(figure: float) -> str:
    """Three digits that matter."""
    if figure >= 100:
        return f"{figure:.0f}"
    return f"{figure:.2f}" if figure >= 1 else f"{figure:.2g}" if figure >= 0.0001 else "0"


def _sign(sense: str) -> str:
    return {"<=": "≤", ">=": "≥"}[sense]


def _table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    cells = [" | ".join(part.replace("|", "\\|").replace("\n", " ") for part in line) for line in (head, *lines)]
    return "\n".join(f"| {line} |" for line in [cells[0], " | ".join("---" for _ in head), *cells[1:]])
