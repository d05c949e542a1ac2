"""A look inside: the program that a configuration makes of a puzzle, and the steps of a search of our own."""

from __future__ import annotations

from threefold.api.arguments import Givens, Request, Source, check_integer, instance_of, limits_of, row_of
from threefold.api.texts import Lowering
from threefold.api.words import split_last
from threefold.language import Value
from threefold.runs import inside, stream


def lower(
    puzzle: Source,
    *parameters: Value,
    givens: Givens = (),
    break_symmetry: bool = False,
    timeout: float | None = 60,
    memory: str | int | None = None,
    **options: str | None,
) -> Lowering:
    """The program that a configuration makes of a puzzle or a spec: `lower("nqueens", 8, "sat+amo=ladder")`.

    The configuration comes last. No solver package is needed.
    """
    words, row = split_last(parameters, "a configuration", "sat+amo=ladder")
    chosen, limits = row_of(row, options), limits_of(timeout, memory)
    instance = instance_of(puzzle, words, givens, break_symmetry, limits)
    size, groups = stream.measured(instance, chosen, limits)
    return Lowering(instance, chosen, limits, size, groups)


def trace(
    puzzle: Source,
    *parameters: Value,
    backend: str = "backtracking",
    givens: Givens = (),
    steps: int = 1000,
    limit: int | None = None,
    timeout: float | None = 60,
    memory: str | int | None = None,
    **options: str | None,
) -> inside.Trace:
    """The first steps of a search of our own, `backtracking` or `sat:dpll`: decisions, propagations, conflicts, solutions.

    `limit` stops after so many solutions.
    """
    check_integer("steps", steps, 1, inside.MOST_STEPS)
    request = Request(puzzle, parameters, backend, options, givens=givens, limit=limit, timeout=timeout, memory=memory)
    row = request.row()
    experiment = request.experiment([row])
    return inside.trace(experiment.instance, row, steps=steps, solutions=limit, limits=experiment.limits)
