"""The parsimony audit: one puzzle in every encoding of the sat backend, its size, and its models against its solutions.

A row is a configuration that differs from the default in one option. Rows are compared as any configurations are, so that a
wrong encoding is found with its witness. Then a model counter counts each CNF in a guarded run of its own: over the decision
variables, which must give the same number again, and over everything. Options that make no difference to a puzzle, as `pb` for
one without linear constraints, have no rows.
"""

from collections.abc import Collection
from dataclasses import dataclass

from threefold.backends import find
from threefold.backends.backend import Configuration, Refused
from threefold.backends.configuration import parse
from threefold.backends.sat.catalogue import ENCODINGS, NATIVE, Encoding
from threefold.backends.sat.ganak import INSTALL, count_models, counter_is_here
from threefold.backends.sat.program import CnfProgram
from threefold.backends.sat.solvers import WITH_AT_MOST
from threefold.checker.record import Record
from threefold.guard import Report, Server, guarded
from threefold.language import BadInput, ThreefoldError
from threefold.runs.compare import Comparison, Experiment, Watcher
from threefold.runs.instance import Instance
from threefold.runs.pool import call


class Unfinished(ThreefoldError):
    exit_code = 3


@dataclass(frozen=True)
class Counted:
    """By the model counter; None where it did not get that far."""

    solutions: int | None = None
    models: int | None = None  # auxiliaries included


@dataclass(frozen=True)
class Row:
    encoding: Encoding
    record: Record
    counted: Counted
    unknown: str | None = None  # why there is no number of models

    @property
    def contradicted(self) -> bool:
        """The model counter has another number of solutions than the search."""
        return self.record.exact and self.counted.solutions not in (None, self.record.count)


@dataclass(frozen=True)
class Audit:
    rows: tuple[Row, ...]
    comparison: Comparison

    @property
    def sentence(self) -> str:
        verdict = self.comparison.verdict
        if verdict.verdict == "incomplete":  # the judge would name every row, as the table does
            return "incomplete: no verdict, because not every run finished; so far nothing disagrees."
        return f"{verdict.verdict}: {verdict.sentence}"

    @property
    def exit_code(self) -> int:
        return 1 if any(row.contradicted for row in self.rows) else self.comparison.verdict.exit_code


def audit(experiment: Experiment, watcher: Watcher) -> Audit:
    chosen = [encoding for encoding in ENCODINGS if encoding.kind in _used(experiment)]
    comparison = experiment.compare([configuration_of(encoding) for encoding in chosen], watcher)
    with Server() as server:
        rows = [
            _row(experiment, server, encoding, record)
            for encoding, record in zip(chosen, comparison.records, strict=True)
        ]
    return Audit(tuple(rows), comparison)


def configuration_of(encoding: Encoding) -> Configuration:
    """The default but for this encoding, and a solver that has it."""
    solver = f":{WITH_AT_MOST[0]}" if encoding.name == NATIVE else ""
    return parse(f"sat{solver}", {encoding.kind: encoding.name})


def _used(experiment: Experiment) -> Collection[str]:
    with Server() as server:
        outcome = call(server, options_used, experiment.instance, limits=experiment.limits)
    puzzle = experiment.instance.puzzle
    match outcome.value:
        case frozenset() if outcome.value:
            return outcome.value
        case frozenset():
            raise BadInput(f"{puzzle}: its CNF is the same with all encodings: clauses only")
        case _ if outcome.status == "raised":
            raise BadInput(f"{puzzle}: the puzzle cannot be built: {outcome.reason}")
        case refusal:
            raise Unfinished(f"{puzzle}: it could not be lowered to CNF: {refusal or outcome.reason}")


def _row(experiment: Experiment, server: Server, encoding: Encoding, record: Record) -> Row:
    if experiment.question.most is not None:
        return Row(encoding, record, Counted(), "not all solutions were asked for")
    if encoding.name == NATIVE:
        return Row(encoding, record, Counted(), "no CNF")
    if not counter_is_here():
        return Row(encoding, record, Counted(), f"pyganak is not installed ({INSTALL})")
    outcome = guarded(server, count, experiment.instance, record.configuration, limits=experiment.limits)
    counted = outcome.value if isinstance(outcome.value, Counted) else Counted()
    return Row(encoding, record, counted, outcome.reason)


# What the guarded runs do


def options_used(report: Report, instance: Instance) -> frozenset[str] | str:
    try:
        return frozenset(_program(instance, parse("sat", {})).used)
    except Refused as refusal:
        return str(refusal)


def count(report: Report, instance: Instance, configuration: Configuration) -> Counted:
    program = _program(instance, configuration)
    solutions = count_models(program, projected=True)
    report(Counted(solutions))
    return Counted(solutions, count_models(program))


def _program(instance: Instance, configuration: Configuration) -> CnfProgram:
    _, spec = instance.load()
    program = find("sat").lower(spec, configuration)
    assert isinstance(program, CnfProgram)
    return program
