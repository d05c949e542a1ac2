"""Do the records of one instance contradict each other? The judge of a comparison says so.

Where they do, the two configurations are run again to find a witness: a solution that one of them should have, or should not.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from threefold.checker.judge import Vote, answer_of, disagreement
from threefold.runs.compare import Experiment
from threefold.runs.instance import Instance, Question
from threefold.sweeps.record_line import Line, limits_of, order


@dataclass(frozen=True)
class Conflict:
    accused: Line
    accuser: Line | None  # None: the known count, or the run's own check
    sentence: str

    def __str__(self) -> str:
        return f"{self.accused.puzzle} {self.accused.instance}: {self.sentence}"


def conflicts(lines: Iterable[Line]) -> list[Conflict]:
    """At most one for each row, instance and sentence: fingerprints of two kinds are two answers, and say the same."""
    instances: dict[tuple[str, str], list[Line]] = {}
    for line in sorted(lines, key=order):
        if line.record.status not in ("skipped", "lowered"):
            instances.setdefault((line.puzzle, line.instance), []).append(line)
    found: dict[tuple[str, str], Conflict] = {}
    for conflict in chain.from_iterable(map(_within, instances.values())):
        found.setdefault((conflict.accused.row, str(conflict)), conflict)
    return list(found.values())


def _within(lines: Sequence[Line]) -> Iterator[Conflict]:
    """Judge, set the accused row aside, and judge again."""
    known = dict.fromkeys(line.known for line in lines if line.known is not None)
    votes = [Vote("the known number", number) for number in known]
    while found := disagreement([line.record for line in lines], votes):
        of_record = {id(line.record): line for line in lines}
        accused = of_record[id(found.accused)]
        yield Conflict(accused, of_record.get(id(found.accuser)), found.sentence.removesuffix("."))
        lines = [line for line in lines if _row_and_answer(line) != _row_and_answer(accused)]


def _row_and_answer(line: Line) -> object:
    return line.row, line.record.fault, line.record.verified, answer_of(line.record)


def with_witness(conflict: Conflict) -> Line:
    """The accused line, with the witness that running the two again finds."""
    accused = conflict.accused
    rows = {str(row): row for row in (line.record.configuration for line in (accused, conflict.accuser) if line)}
    experiment = Experiment(
        Instance(accused.puzzle, dict(accused.parameters), tuple(accused.givens)),
        Question(None, accused.seed),
        limits_of(accused.limit, accused.limit_seconds, accused.limit_memory_mb << 20),
    )
    comparison = experiment.compare(list(rows.values()))
    text = f"{conflict.sentence}; run again: {comparison.verdict.sentence}"
    if found := comparison.witness:
        text = "\n".join(filter(None, [f"{found.sentence}: {found.values}", found.drawing]))
    return replace(accused, witness=text)
