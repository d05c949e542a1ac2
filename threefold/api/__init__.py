"""What `import threefold` offers: the commands call the same functions and print what they return."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from contextlib import closing
from typing import TYPE_CHECKING

from threefold import models
from threefold.api.arguments import Givens, Request, Source, instance_of, limits_of, row_of, split_last
from threefold.api.formulas import decode, mark, relate, sat
from threefold.api.partial_boards import deadends
from threefold.api.result import Result
from threefold.api.texts import FoundSolution, Lowering, Solved
from threefold.backends import configuration, find
from threefold.backends.backend import Configuration
from threefold.checker.record import Record
from threefold.language import BadInput, Puzzle, Value
from threefold.runs import stream
from threefold.runs.compare import Experiment
from threefold.runs.pool import Callbacks, Silent

if TYPE_CHECKING:
    from threefold.handouts import Sheet
    from threefold.proofs.explain import Explanation
    from threefold.proofs.prove import Proof
    from threefold.proofs.verification import Verification
    from threefold.runs.inside import Trace

__all__ = [
    "Callbacks", "Lowering", "Record", "Result",
    "compare", "count", "deadends", "decode", "explain", "lower", "mark", "prove", "puzzle", "puzzles", "relate", "sat", "sheet",
    "solutions", "solve", "trace", "verify",
]  # fmt: skip


def compare(
    puzzle: Source,
    *parameters: Value,
    backends: str | Iterable[str] = "sat,cp,ilp",
    givens: Givens = (),
    first: bool = False,
    limit: int | None = None,
    timeout: float | None = 60,
    memory: str | int | None = None,
    seed: int | None = None,
    show: int = 0,
    parallel: bool = False,
    jobs: int = 1,
    break_symmetry: bool = False,
    up_to_symmetry: bool = False,
    confirm: bool = False,
    prove: bool = False,
    optimum: bool = False,
    optima: bool = False,
    progress: Callbacks | None = None,
    **options: str | None,
) -> Result:
    """Solve a puzzle or a spec with several configurations; the result says whether their answers agree.

    `optimum` asks for the best value of the spec's objective, and `optima` also for all solutions that have it.
    """
    request = Request(
        puzzle, parameters, backends, options, givens=givens, first=first, limit=limit, timeout=timeout, memory=memory,
        seed=seed, show=show, parallel=parallel, jobs=jobs, break_symmetry=break_symmetry, up_to_symmetry=up_to_symmetry,
        confirm=confirm, prove=prove, optimum=optimum, optima=optima,
    )  # fmt: skip
    return _answer(request, request.rows(), progress)


def count(
    puzzle: Source,
    *parameters: Value,
    backend: str = "sat",
    givens: Givens = (),
    limit: int | None = None,
    timeout: float | None = 60,
    memory: str | int | None = None,
    seed: int | None = None,
    jobs: int = 1,
    resume: str | None = None,
    cluster: str | None = None,
    break_symmetry: bool = False,
    up_to_symmetry: bool = False,
    confirm: bool = False,
    progress: Callbacks | None = None,
    **options: str | None,
) -> Result:
    """Count the solutions with one configuration: `result.count`, which is the number of all if `result.exact`."""
    request = Request(
        puzzle, parameters, backend, options, givens=givens, limit=limit, timeout=timeout, memory=memory, seed=seed,
        jobs=jobs, resume=resume, cluster=cluster, break_symmetry=break_symmetry, up_to_symmetry=up_to_symmetry,
        confirm=confirm,
    )  # fmt: skip
    return _answer(request, [request.row()], progress)


def solve(
    puzzle: Source,
    *parameters: Value,
    backend: str = "sat",
    givens: Givens = (),
    limit: int | None = 1,
    timeout: float | None = 60,
    memory: str | int | None = None,
    seed: int | None = None,
    break_symmetry: bool = False,
    progress: Callbacks | None = None,
    **options: str | None,
) -> Result:
    """Find the first solutions with one configuration: `result.solutions`, and the first as `result.solution`."""
    request = Request(
        puzzle, parameters, backend, options, givens=givens, limit=limit, timeout=timeout, memory=memory, seed=seed,
        show=limit or 1, break_symmetry=break_symmetry,
    )  # fmt: skip
    return _answer(request, [request.row()], progress)


def _answer(request: Request, rows: list[Configuration], progress: Callbacks | None) -> Result:
    experiment, callbacks = request.experiment(rows), progress or Silent()
    for note in request.notes(rows):
        callbacks.noted(note)
    if request.optima:
        best, optimal = experiment.compare_optima(rows, callbacks)
        return Result.of(experiment, best, optimal=Result.of(experiment, optimal) if optimal is not best else None)
    compare = experiment.compare_classes if request.up_to_symmetry else experiment.compare
    comparison, proof = compare(rows, callbacks), None
    if request.prove:
        from threefold.proofs.compare import with_proof

        comparison, proof = with_proof(experiment, comparison, ("sat",), callbacks)
    return Result.of(experiment, comparison, proof)


def solutions(
    puzzle: Source,
    *parameters: Value,
    backend: str = "cp",
    givens: Givens = (),
    limit: int | None = None,
    timeout: float | None = 60,
    memory: str | int | None = None,
    seed: int | None = None,
    break_symmetry: bool = False,
    **options: str | None,
) -> Generator[FoundSolution, None, None]:
    """The solutions one by one, found as they are asked for; closing the generator stops the solver.

    The time limit is on waiting for solutions. A stream that cannot be finished raises LimitReached at its end.
    """
    request = Request(
        puzzle, parameters, backend, options, givens=givens, limit=limit, timeout=timeout, memory=memory, seed=seed,
        break_symmetry=break_symmetry,
    )  # fmt: skip
    row = request.row()
    find(row.backend).check_limit(row)  # it must enumerate
    configuration.check_installed([row])
    return _stream(request.experiment([row]), row)


def _stream(experiment: Experiment, row: Configuration) -> Generator[FoundSolution, None, None]:
    solved = Solved(experiment.instance, experiment.limits)
    with closing(stream.solutions(experiment.instance, row, experiment.question, experiment.limits)) as assignments:
        for assignment in assignments:
            yield FoundSolution(solved, assignment)


def lower(
    puzzle: Source,
    *parameters: Value,
    givens: Givens = (),
    break_symmetry: bool = False,
    timeout: float | None = 60,
    memory: str | int | None = None,
    **options: str | None,
) -> Lowering:
    """The program that a configuration makes of a puzzle or a spec: lower("nqueens", 8, "sat+amo=ladder").

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
) -> Trace:
    """The first steps of a search of our own, `backtracking` or `sat:dpll`: decisions, propagations, conflicts, solutions.

    `limit` stops after so many solutions.
    """
    from threefold.runs.inside import MOST_STEPS, trace

    if type(steps) is not int or not 1 <= steps <= MOST_STEPS:
        raise BadInput(f"«steps» must be between 1 and {MOST_STEPS:,} (got {steps!r})")
    request = Request(
        puzzle, parameters, backend, options, givens=givens, limit=limit, timeout=timeout, memory=memory
    )  # fmt: skip
    row = request.row()
    experiment = request.experiment([row])
    return trace(experiment.instance, row, steps=steps, solutions=limit, limits=experiment.limits)


def prove(
    puzzle: Source,
    *parameters: Value,
    output: str | os.PathLike[str] | None = None,
    by: str = "sat",
    givens: Givens = (),
    timeout: float | None = 60,
    memory: str | int | None = None,
    jobs: int = 1,
    parts: int | None = None,
    resume: str | os.PathLike[str] | None = None,
    optimum: bool = False,
    progress: Callbacks | None = None,
) -> Proof:
    """Write a certificate of all solutions (docs/certificates.md), and verify it. Without `output` it is not kept.

    With several jobs, with `parts` or with `resume`, a folder that keeps them, it is made in parts. `optimum` finds the best
    value of the objective; the certificate then says that no solution is better.
    """
    from threefold.api.proofs import prover

    made = prover(puzzle, parameters, by, givens, timeout, memory, jobs, parts, resume, progress, optimum=optimum)
    return made.prove(output)


def verify(
    path: str | os.PathLike[str],
    *,
    export: str | os.PathLike[str] | None = None,
    timeout: float | None = 600,
    memory: str | int | None = None,
) -> Verification:
    """What a certificate proves. A certificate that proves nothing raises an error that names its first failing line.

    `export` is a folder for the clauses and the proof, as DIMACS and LRAT.
    """
    from threefold.api.proofs import verified

    return verified(path, export, limits_of(timeout, memory))


def sheet(
    puzzle: Source,
    *parameters: Value,
    lang: str | None = None,
    givens: Givens = (),
    timeout: float | None = 60,
    memory: str | int | None = None,
) -> Sheet:
    """A handout: `sheet.markdown`, `sheet.latex`, `sheet.html`; `lang` is it, ru, es, fr or en."""
    from threefold.handouts import sheet_of

    limits = limits_of(timeout, memory)
    return sheet_of(instance_of(puzzle, parameters, givens, False, limits), lang, limits)


def explain(
    puzzle: Source, *parameters: Value, givens: Givens = (), timeout: float | None = 60, memory: str | int | None = None
) -> Explanation:
    """Why there is no solution: a minimal set of constraints that has none (`core`), and its refutation by every route."""
    from threefold.proofs.explain import explained

    limits = limits_of(timeout, memory)
    return explained(instance_of(puzzle, parameters, givens, False, limits), limits)


def puzzle(name: str | os.PathLike[str]) -> Puzzle:
    """A puzzle by its name, or the path of its file. A file is loaded in this process, without limits."""
    return models.find(os.fspath(name))


def puzzles() -> list[str]:
    """The names of all puzzles, those of plug-ins included."""
    return models.all_names()
