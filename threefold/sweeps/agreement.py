"""Do the records of one instance contradict each other? The rules are the judge's, on lines instead of records.

Where they do, the two rows are run again side by side, which finds a witness: a solution that one of them should have or lack.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from threefold.backends.backend import Configuration
from threefold.backends.configuration import parse
from threefold.guard import Limits
from threefold.runs.compare import Experiment
from threefold.runs.instance import Instance, Question
from threefold.sweeps.record_line import Line


@dataclass(frozen=True)
class Conflict:
    accused: Line
    accuser: Line | None  # None: the known count, or the run's own check
    sentence: str


def conflicts(lines: Iterable[Line]) -> list[Conflict]:
    """At most one for each pair of rows and instance."""
    instances: dict[tuple[str, str], list[Line]] = {}
    for line in sorted(lines, key=Line.order):
        if line.status not in ("skipped", "lowered"):
            instances.setdefault((line.puzzle, line.instance), []).append(line)
    found: dict[tuple[str, ...], Conflict] = {}
    for group in instances.values():
        for conflict in _within(group):
            rows = sorted({conflict.accused.row, conflict.accuser.row if conflict.accuser else ""})
            found.setdefault((conflict.accused.puzzle, conflict.accused.instance, *rows), conflict)
    return list(found.values())


def _within(lines: Sequence[Line]) -> Iterable[Conflict]:
    for line in lines:
        if sentence := _alone(line):
            yield Conflict(line, None, sentence)
    # Against one exact answer, the most frequent: n lines need n comparisons, and the odd one out is accused.
    exact = [line for line in lines if line.exact]
    # One that enumerated goes before one that only counted: it has a set to compare.
    answers = [(line.count, line.fingerprint) for line in exact]
    reference = max(
        exact,
        key=lambda line: (line.fingerprint is not None, answers.count((line.count, line.fingerprint))),
        default=None,
    )
    for line in lines:
        if reference and line is not reference and (sentence := _contradiction(line, reference)):
            yield Conflict(line, reference, sentence)
    found = next((line for line in lines if line.verified), None)
    for line in lines:
        if found and line.status == "unsat":
            yield Conflict(line, found, f"{found.row} found a solution, {line.row} says that there is none")


def _alone(line: Line) -> str | None:
    if line.known is not None and line.count is not None:
        if line.exact and line.count != line.known:
            return f"{line.row} counts {line.count:,}, the known number is {line.known:,}"
        if line.count > line.known:
            return f"{line.row} counts at least {line.count:,}, the known number is {line.known:,}"
    # A model counter has no fingerprint and checks nothing; whoever enumerates checks every solution.
    if line.exact and line.fingerprint and line.verified < (line.count or 0):
        return f"{line.row} counts {line.count:,}, but only {line.verified:,} of them were found to satisfy the spec"
    return f"{line.row}: {line.reason or 'its own check failed'}" if line.verdict == "disagree" else None


def _contradiction(line: Line, reference: Line) -> str | None:
    if line.count is None or reference.count is None:
        return None
    if line.count > reference.count or (line.exact and line.count != reference.count):
        bound = "" if line.exact else "at least "
        return f"{line.row} counts {bound}{line.count:,}, {reference.row} {reference.count:,}"
    if line.exact and line.fingerprint and reference.fingerprint and line.fingerprint != reference.fingerprint:
        return f"{line.row} and {reference.row} both count {line.count:,}, but not the same solutions"
    return None


def with_witness(conflict: Conflict) -> Line:
    """The accused line, with the witness that running the two again finds."""
    accused = conflict.accused
    rows = [line for line in (accused, conflict.accuser) if line]
    experiment = Experiment(
        Instance(accused.puzzle, dict(accused.parameters), tuple(accused.givens)),
        Question(None, accused.seed),
        Limits(accused.limit_seconds, accused.limit_memory_mb << 20),
    )
    chosen = list(dict.fromkeys(str(Configuration(line.backend, line.solver, line.options)) for line in rows))
    comparison = experiment.compare([parse(text, {}) for text in chosen])
    witness = comparison.witness
    if witness is None:
        return replace(accused, witness=f"{conflict.sentence}; run again: {comparison.verdict.sentence}")
    told = "\n".join(filter(None, [f"{witness.sentence}: {witness.values}", witness.drawing]))
    return replace(accused, witness=told)
