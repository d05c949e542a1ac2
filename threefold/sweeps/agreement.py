"""Do the records of one instance contradict each other? The judge of a comparison says so.

Where they do, the two configurations are run again to find a witness: a solution that one of them should have, or should not.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from threefold.backends.configuration import parse
from threefold.checker.judge import Vote, answer_of, disagreement
from threefold.guard import Limits
from threefold.runs.compare import Experiment
from threefold.runs.instance import Instance, Question
from threefold.sweeps.record_line import Line, order


@dataclass(frozen=True)
class Conflict:
    accused: Line
    accuser: Line | None  # None: the known count, or the run's own check
    sentence: str


def conflicts(lines: Iterable[Line]) -> list[Conflict]:
    """At most one for each row, answer and instance."""
    instances: dict[tuple[str, str], list[Line]] = {}
    for line in sorted(lines, key=order):
        if line.record.status not in ("skipped", "lowered"):
            instances.setdefault((line.puzzle, line.instance), []).append(line)
    return [conflict for group in instances.values() for conflict in _within(group)]


def _within(lines: Sequence[Line]) -> Iterator[Conflict]:
    """Judge, set the accused row aside, and judge again."""
    votes = [
        Vote("the known number", known) for known in dict.fromkeys(line.known for line in lines) if known is not None
    ]
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
    rows = dict.fromkeys(str(line.record.configuration) for line in (accused, conflict.accuser) if line)
    experiment = Experiment(
        Instance(accused.puzzle, dict(accused.parameters), tuple(accused.givens)),
        Question(None, accused.seed),
        Limits(accused.limit_seconds, accused.limit_memory_mb << 20),
    )
    comparison = experiment.compare([parse(row, {}) for row in rows])
    witness = comparison.witness
    if witness is None:
        return replace(accused, witness=f"{conflict.sentence}; run again: {comparison.verdict.sentence}")
    text = "\n".join(filter(None, [f"{witness.sentence}: {witness.values}", witness.drawing]))
    return replace(accused, witness=text)
