"""Rows that run several times: all rows once, then all again with the next seed, so that a busy minute meets all of them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import median

from threefold.checker.judge import Verdict, name
from threefold.checker.record import Record
from threefold.runs.compare import Experiment
from threefold.runs.worker import Description


def in_turns(
    experiment: Experiment, run: Callable[[Experiment], list[Record]], description: Description | None
) -> tuple[list[Record], Verdict]:
    """A record for each row, and the verdict. Repetitions of one row that contradict each other disagree."""
    seeded = (replace(experiment, question=replace(experiment.question, seed=seed)) for seed in experiment.seeds)
    rows = list(zip(*map(run, seeded), strict=True))
    records = list(map(repeated, rows))
    # A row that is wrong by itself, or by a known number, is judged below with the other rows.
    alone, size = replace(experiment, votes=()), description and replace(description, votes=(), optima=())
    for record, row in zip(records, rows, strict=True):
        found = alone.judge(row, size)
        if found.verdict == "disagree" and not record.fault:
            sentence = f"repetitions of {name(record, records)} differ: {found.sentence}"
            return records, replace(found, sentence=sentence)
    return records, experiment.judge(records, description)


def repeated(records: Sequence[Record]) -> Record:
    """Medians of the times, the largest memory, and the worst answer."""
    shown = min(records, key=lambda record: (record.fault is None, record.complete))
    runs = [record.seconds for record in records]
    medians = {phase: median(run[phase] for run in runs if phase in run) for phase in shown.seconds}
    return replace(shown, seconds=medians, memory=max(record.memory for record in records), repeated=tuple(runs))
