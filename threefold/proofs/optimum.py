"""The proof of an optimum: a solution that has the value, and a refutation that there is a better one.

Both may come from any solver: the verifier judges the solution, and adds the constraint "the objective is better" itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from threefold.backends.configuration import parse
from threefold.guard import Limits
from threefold.language import Assignment, LimitReached, ThreefoldError
from threefold.runs.compare import Experiment
from threefold.runs.instance import Instance, Question

FINDER = "cp"  # the quickest on most objectives


@dataclass(frozen=True)
class Best:
    """The best value of the objective that was found, and a solution that has it."""

    value: int
    solution: Assignment
    drawing: str


def best_of(instance: Instance, limits: Limits) -> Best | None:
    """None where there is no solution."""
    comparison = Experiment(instance, Question(show=1, optimum=True), limits).compare([parse(FINDER, {})])
    [record], verdict = comparison.records, comparison.verdict
    if not record.complete:
        raise LimitReached(f"{instance}: not proved: the optimum was not found: {record.reason}")
    if verdict.verdict not in ("agree", "alone"):
        raise ThreefoldError(f"{instance}: not proved: {verdict.sentence}")
    if record.optimum is None:
        return None
    return Best(record.optimum, record.solutions[0], "\n".join(record.drawings))
