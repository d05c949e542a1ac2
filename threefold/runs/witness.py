"""The witness of a disagreement: an assignment that one row has and another lacks, found in guarded children.

Fingerprints differ in a bucket, so only the solutions of that bucket are enumerated again. The program that lacks one of them
is then asked which of its groups reject it.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from time import perf_counter
from typing import Never

from threefold.backends import find
from threefold.backends.backend import Configuration, Program
from threefold.checker.fingerprint import bucket_of
from threefold.checker.hashing import Hashing
from threefold.checker.judge import Verdict, Witness, name
from threefold.checker.record import Record
from threefold.format import visible, visible_lines
from threefold.guard import Outcome, Report
from threefold.language import Assignment, Puzzle, Solution, Spec
from threefold.runs.instance import Instance, Question

REPORT_EVERY = 0.1  # seconds
Assigned = tuple[int, ...]
Solutions = tuple[tuple[Assigned, Assigned], ...]  # of each the decision values, and all
Ask = Callable[..., Outcome]  # makes the call `function(report, instance, *details)` in a guarded child


def find_witness(ask: Ask, question: Question, verdict: Verdict, records: Sequence[Record]) -> Witness | None:
    accused, accuser = verdict.accused, verdict.accuser
    if accused is None:
        return None
    if fault := accused.fault:
        return _asked(ask, _of_wrong, fault.assignment, fault.reason)
    lacking, assignment = _missing(ask, question, accused, accuser) if accuser else (accused, None)
    if assignment is None:
        return None
    return _asked(ask, _of_missing, lacking.configuration, name(lacking, records), assignment)


def _asked(ask: Ask, function: Callable[..., object], *details: object) -> Witness | None:
    found = ask(function, *details).value
    if not isinstance(found, Witness):
        return None
    texts = visible(found.sentence), visible(found.values), visible_lines(found.drawing)
    return Witness(found.assignment, *texts)


def _missing(ask: Ask, question: Question, accused: Record, accuser: Record) -> tuple[Record, Assigned | None]:
    """A solution that one of the two has and the other lacks, and the one that lacks it."""
    if not accused.count:
        return accused, next(iter(accuser.solutions), None)
    if accused.fingerprint is None or accuser.fingerprint is None:
        return accused, None
    compare = accuser.fingerprint.differing_bucket if accuser.exact else accuser.fingerprint.larger_bucket
    if (bucket := compare(accused.fingerprint)) is None:  # without buckets all solutions would have to be kept
        return accused, None
    theirs, ours = (_collected(ask, question, record, bucket) for record in (accuser, accused))
    if theirs is None or ours is None:
        return accused, None
    for lacking, more, fewer in ((accused, theirs, ours), (accuser, ours, theirs)):
        missing = next((assignment for key, assignment in more.items() if key not in fewer), None)
        if missing is not None and (lacking is accused or accuser.exact):
            return lacking, missing
    return accused, None


def _collected(ask: Ask, question: Question, record: Record, bucket: int) -> dict[Assigned, Assigned] | None:
    """The row's solutions in the bucket; of a row with a lower bound, those that are found within the limits."""
    outcome = ask(_collect, record.configuration, question, bucket)
    whole = outcome.status == "done" or not record.exact
    return dict(outcome.value) if whole and isinstance(outcome.value, tuple) else None


# In the child


def _collect(
    report: Report[Solutions], instance: Instance, configuration: Configuration, question: Question, bucket: int
) -> Solutions:
    """The solutions of one bucket of the fingerprint, enumerated again, by their decision values."""
    _, spec = instance.load()
    search = find(configuration.backend).lower(spec, configuration).load(seed=question.seed, first=False)
    decisions, hashing = [x.position for x in spec.decisions], Hashing(x.domain for x in spec.decisions)
    found, reported = dict[Assigned, Assigned](), perf_counter()
    with closing(iter(search)) as stream:
        for assignment in stream:
            key = tuple(assignment[position] for position in decisions)
            if bucket_of(hashing.one(key)) == bucket:
                found[key] = tuple(assignment)
            if perf_counter() - reported > REPORT_EVERY:
                reported = perf_counter()
                report(tuple(found.items()))
    return tuple(found.items())


def _of_missing(
    report: Report[Never], instance: Instance, configuration: Configuration, row: str, assignment: Assigned
) -> Witness:
    """A solution that this configuration lacks, and the groups of its program that reject it."""
    puzzle, spec = instance.load()
    program = find(configuration.backend).lower(spec, configuration)
    return witness(puzzle, spec, assignment, blame(row, rejecting_groups(program, assignment)))


def rejecting_groups(program: Program, assignment: Assignment) -> tuple[str, ...] | None:
    """A minimal set of lowered groups that reject a solution; None if the program accepts it."""
    core = list(program.groups)
    if program.accepts(assignment, core):
        return None
    for group in program.groups:  # by deletion: each call is trivial, because the decision variables are fixed
        rest = [other for other in core if other != group]
        if not program.accepts(assignment, rest):
            core = rest
    return tuple(core)


def blame(row: str, groups: tuple[str, ...] | None) -> str:
    """Why the row lacks a solution."""
    if groups is None:
        return f"{row} misses it although its program accepts it: the enumeration lost it"
    if not groups:
        return f"{row} misses it: its program rejects it even without any constraint"
    named = " and ".join(f"'{group}'" for group in groups)
    rejects = f"group {named} rejects it" if len(groups) == 1 else f"groups {named} together reject it"
    return f"{row} misses it: its lowered {rejects}"


def _of_wrong(report: Report[Never], instance: Instance, assignment: Assigned, sentence: str) -> Witness:
    """An assignment that should not have been reported."""
    return witness(*instance.load(), assignment, sentence)


def witness(puzzle: Puzzle, spec: Spec, assignment: Assigned, sentence: str) -> Witness:
    solution = Solution(spec, assignment)
    try:
        drawing = puzzle.draw(solution)
    except Exception:  # a drawing may rely on what the assignment violates; the values are shown in any case
        drawing = ""
    return Witness(assignment, sentence, str(solution), drawing)
