"""The encoding audit: one puzzle in every encoding of the sat backend, its size, and its models against its solutions.

A row is a configuration that differs from the default in one option; an option that changes nothing, like `pb` without linear
constraints, has no rows. The rows are compared like any configurations, so a wrong encoding is found with its witness. Then each
CNF is counted again in a guarded run: its solutions, which must give the same number, and its models. A model counter on the
whole formula takes seconds for 8 queens, so it counts the solutions again where they are very few, or too many to be
listed; elsewhere another SAT solver lists them, and the models are the extensions of each (docs/measurements.md#ganak).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Never

from threefold.backends.backend import Configuration, Refused
from threefold.backends.configuration import parse
from threefold.backends.sat import BACKEND, ganak
from threefold.backends.sat.catalogue import ENCODINGS, NATIVE, Encoding
from threefold.backends.sat.lowering import lower
from threefold.backends.sat.solvers import GANAK, SECOND, WITH_AT_MOST
from threefold.checker.record import Record
from threefold.cnf.extensions import count_solutions_and_models
from threefold.cnf.files import call_within
from threefold.format import large
from threefold.guard import Report, Server, guarded
from threefold.language import BadInput, LimitReached
from threefold.runs.compare import Comparison, Experiment
from threefold.runs.instance import Instance
from threefold.runs.pool import Callbacks

MOST_EXTENDED = 50_000  # solutions whose extensions are counted one by one
MOST_COUNTED = 20  # solutions that a model counter counts again in well below a second
Counts = tuple[int | None, int | None]  # solutions and models
PHASES = ("lower", "load", "first")  # up to the first solution


@dataclass(frozen=True)
class AuditRow:
    encoding: Encoding
    record: Record
    counted: int | None = None  # solutions, by the model counter or another solver
    models: int | None = None  # by the model counter, auxiliaries included
    unknown: str | None = None  # why the number of models is not known

    @property
    def contradicted(self) -> bool:
        """The second count and the search found different numbers of solutions."""
        return self.record.exact and self.counted not in (None, self.record.count)

    @property
    def solutions(self) -> int | None:
        return self.record.count if self.record.exact else self.counted

    @property
    def first_seconds(self) -> float | None:
        took = [self.record.seconds.get(phase) for phase in PHASES]
        return None if took[-1] is None else sum(part or 0 for part in took)

    def to_dict(self) -> dict[str, object]:
        """Ready for JSON. Models are a text: the number may have more digits than a reader of JSON keeps."""
        solutions, models = self.solutions, self.models
        return {
            "kind": self.encoding.kind,
            "name": self.encoding.name,
            **self.record.to_dict(),
            "counted_solutions": self.counted,
            "models": None if models is None else _digits(models),
            "models_unknown": self.unknown,
            "factor": _digits(models // solutions) if models and solutions and models % solutions == 0 else None,
        }


@dataclass(frozen=True)
class Audit:
    rows: tuple[AuditRow, ...]
    comparison: Comparison

    @property
    def sentence(self) -> str:
        verdict = self.comparison.verdict
        if verdict.verdict == "incomplete":  # the judge would name every row, and so does the table
            return "incomplete: no verdict, because not every run finished; so far nothing disagrees."
        return f"{verdict.verdict}: {verdict.sentence}"

    @property
    def exit_code(self) -> int:
        return 1 if any(row.contradicted for row in self.rows) else self.comparison.verdict.exit_code

    def to_dict(self) -> dict[str, object]:
        verdict = self.comparison.verdict.verdict
        return {"verdict": verdict, "sentence": self.sentence, "rows": [row.to_dict() for row in self.rows]}


def relevant(experiment: Experiment) -> list[Encoding]:
    """BadInput where no encoding makes a difference; LimitReached where a limit is reached before the first row."""
    kinds = _kinds(experiment)
    return [encoding for encoding in ENCODINGS if encoding.kind in kinds]


def audit(experiment: Experiment, chosen: Sequence[Encoding], callbacks: Callbacks, audited: list[AuditRow]) -> Audit:
    """A row for each encoding. They are added to `audited` as soon as they are complete."""
    solvers = (f"sat:{WITH_AT_MOST[0]}" if encoding.name == NATIVE else "sat" for encoding in chosen)
    rows = [parse(solver, {each.kind: each.name}) for solver, each in zip(solvers, chosen, strict=True)]
    comparison = experiment.compare(rows, callbacks)
    with Server() as server:
        for pair in zip(chosen, comparison.records, strict=True):
            audited.append(_row(experiment, server, *pair))
    return Audit(tuple(audited), comparison)


def _kinds(experiment: Experiment) -> frozenset[str]:
    puzzle = experiment.instance.puzzle
    outcome = call_within(experiment.limits, options_used, experiment.instance)
    if not isinstance(outcome.value, frozenset):
        raise LimitReached(f"{puzzle}: it could not be lowered to CNF: {outcome.reason}")
    if not outcome.value:
        raise BadInput(f"{puzzle}: its CNF is the same with all encodings: clauses only")
    return outcome.value


def _row(experiment: Experiment, server: Server, encoding: Encoding, record: Record) -> AuditRow:
    if experiment.question.most is not None:
        return AuditRow(encoding, record, unknown="not all solutions were asked for")
    if encoding.name == NATIVE:
        return AuditRow(encoding, record, unknown="no CNF")
    if missing := BACKEND.missing(GANAK):
        return AuditRow(encoding, record, unknown=missing)
    found = record.count if record.exact and record.count is not None else MOST_EXTENDED + 1
    few, again = found <= MOST_EXTENDED, not MOST_COUNTED < found <= MOST_EXTENDED
    asked = (experiment.instance, record.configuration, few, again)
    outcome = guarded(server, count, *asked, limits=experiment.limits)
    solutions, models = outcome.value if isinstance(outcome.value, tuple) else (None, None)
    return AuditRow(encoding, record, solutions, models, outcome.reason)


def _digits(number: int) -> str:
    """Exact up to 4,000 digits: Python refuses to write many more."""
    return str(number) if number < 10**4000 else large(number)


# In the guarded child


def options_used(report: Report[Never], instance: Instance) -> frozenset[str]:
    try:
        return frozenset(lower(instance.load()[1], parse("sat", {})).used)
    except Refused as refusal:
        raise LimitReached(f"{instance.puzzle}: it could not be lowered to CNF: {refusal}") from None


def count(report: Report[Counts], instance: Instance, configuration: Configuration, few: bool, again: bool) -> Counts:
    """Solutions and models. `few` solutions are listed for the extensions of each; `again`: the model counter counts them."""
    asked = configuration if again else replace(configuration, solver=SECOND)
    program = lower(instance.load()[1], asked)
    solutions = ganak.models(program, projected=True) if again else None
    report((solutions, None))
    if not few:
        return solutions, ganak.models(program)
    listed, models = count_solutions_and_models(program)
    return (solutions if again else listed), models
