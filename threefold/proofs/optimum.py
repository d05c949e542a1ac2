"""The proof of an optimum: a solution that has the value, checked, and a certificate that no solution is better.

The value may come from any solver. It is found first; then the instance gets a constraint, "the objective is better than
this", and its certificate must have no solutions.
"""

from __future__ import annotations

from dataclasses import replace

from threefold.backends.configuration import parse
from threefold.guard import Limits
from threefold.language import LimitReached, ThreefoldError
from threefold.runs.compare import Experiment
from threefold.runs.instance import Instance, Question

FINDER = "cp"  # the quickest on most objectives


def beyond_the_optimum(instance: Instance, limits: Limits) -> tuple[Instance, str]:
    """The instance with only those solutions that are better than the optimum, and a drawing of an optimal solution.

    Without any solution it is the instance itself: its certificate says so.
    """
    comparison = Experiment(instance, Question(show=1, optimum=True), limits).compare([parse(FINDER, {})])
    [record], verdict = comparison.records, comparison.verdict
    if not record.complete:
        raise LimitReached(f"{instance}: not proved: the optimum was not found: {record.reason}")
    if verdict.verdict not in ("agree", "alone"):
        raise ThreefoldError(f"{instance}: not proved: {verdict.sentence}")
    return replace(instance, better_than=record.optimum), "\n".join(record.drawings)
