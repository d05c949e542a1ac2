"""What `import threefold` offers: the commands call the same functions and print what they return."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from contextlib import closing
from typing import TYPE_CHECKING

from threefold import models
from threefold.api.arguments import Givens, Request, Source, check_texts, instance_of, limits_of
from threefold.api.formulas import decode, mark, relate, sat
from threefold.api.inside import lower, trace
from threefold.api.partial_boards import deadends
from threefold.api.proving import explain, prove, verify
from threefold.api.result import Result
from threefold.api.texts import FoundSolution, Lowering, Solved
from threefold.backends import configuration, find
from threefold.backends.backend import Configuration
from threefold.checker.record import Record
from threefold.language import Puzzle, Value
from threefold.runs import stream
from threefold.runs.compare import COUNT_BY, FIRST_BY, Experiment
from threefold.runs.pool import Callbacks, Silent

if TYPE_CHECKING:
    from threefold.handouts import Sheet

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
    repeat: int = 1,
    break_symmetry: bool = False,
    up_to_symmetry: bool = False,
    prove: bool = False,
    optimum: bool = False,
    optima: bool = False,
    progress: Callbacks | None = None,
    **options: str | None,
) -> Result:
    """Solve a puzzle or a spec with several configurations; the result says whether their answers agree.

    Example: `compare("nqueens", 8, backends="sat,cp", timeout=60).agree` is True.

    Args:
        puzzle: The name of a puzzle, the path of its file, or a `Spec`.
        parameters: The puzzle's parameters.
        backends: The rows, each `BACKEND[:SOLVER][+OPTION=VALUE…]`: a text with commas, or a list.
        givens: Variables to fix: `["queen[1]=3"]` or `{"queen[1]": 3}`.
        first: Stop at the first solution.
        limit: Stop after so many solutions.
        timeout: Seconds for each run; None is no limit.
        memory: Memory for each run: `"512M"`, or a number of bytes.
        seed: Seed of the solvers. It never changes the answer.
        show: How many solutions to keep and draw.
        parallel: Run the rows at the same time.
        jobs: Count each row in so many processes.
        repeat: Run each row so many times, in turns and with one seed after the other: medians, and the spread.
        break_symmetry: Accept one solution of each class of symmetric solutions.
        up_to_symmetry: Count the classes in two ways, and compare the numbers.
        prove: Also prove the count, and compare the rows with the proved solutions.
        optimum: Find and compare the best value of the spec's objective.
        optima: The same, and then count and compare the solutions that have it.
        progress: An object that is told what happens.
        options: Options of a backend, for all rows that take them: `amo="ladder"`.
    """
    request = Request(
        puzzle, parameters, backends, options, givens=givens, first=first, limit=limit, timeout=timeout, memory=memory,
        seed=seed, show=show, parallel=parallel, jobs=jobs, repeat=repeat, break_symmetry=break_symmetry,
        up_to_symmetry=up_to_symmetry, prove=prove, optimum=optimum, optima=optima,
    )  # fmt: skip
    return _answer(request, request.rows(), progress)


def count(
    puzzle: Source,
    *parameters: Value,
    backend: str | None = None,
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
    progress: Callbacks | None = None,
    **options: str | None,
) -> Result:
    """Count the solutions: `result.count`, which is the number of all if `result.exact`.

    Example: `count("nqueens", 8).count` is 92. The arguments are those of `compare`, and three more.

    Args:
        backend: One configuration; None: whatever is fastest in general, which `result.records[0]` names.
        resume: A file that keeps finished parts; the count continues from it.
        cluster: The address of a Dask cluster, or `"local"`.
    """
    request = Request(
        puzzle, parameters, backend or COUNT_BY, options, givens=givens, limit=limit, timeout=timeout, memory=memory, seed=seed,
        jobs=jobs, resume=resume, cluster=cluster, break_symmetry=break_symmetry, up_to_symmetry=up_to_symmetry,
    )  # fmt: skip
    return _answer(request, [request.row()], progress)


def solve(
    puzzle: Source,
    *parameters: Value,
    backend: str | None = None,
    givens: Givens = (),
    limit: int | None = 1,
    timeout: float | None = 60,
    memory: str | int | None = None,
    seed: int | None = None,
    break_symmetry: bool = False,
    progress: Callbacks | None = None,
    **options: str | None,
) -> Result:
    """Find the first solutions: `result.solutions`, and the first as `result.solution`.

    Example: `print(solve("nqueens", 8).solution.draw())`. The arguments are those of `compare`; `backend` is one configuration.
    Without it one solution is found by whatever is fastest in general, which `result.records[0]` names.
    """
    request = Request(
        puzzle, parameters, backend or FIRST_BY, options, givens=givens, limit=limit, timeout=timeout, memory=memory, seed=seed,
        show=limit or 1, break_symmetry=break_symmetry,
    )  # fmt: skip
    any_row = backend is None and request.most == 1 and not any(options.values())
    return _answer(request, [request.row()], progress, any_row=any_row)


def _answer(
    request: Request, rows: list[Configuration], progress: Callbacks | None, *, any_row: bool = False
) -> Result:
    """`any_row`: one solution, by whatever row is fastest."""
    experiment, callbacks = request.experiment(rows), progress or Silent()
    for note in request.notes(rows):
        callbacks.noted(note)
    if request.optima:
        best, optimal = experiment.compare_optima(rows, callbacks)
        return Result.of(experiment, best, optimal=Result.of(experiment, optimal) if optimal is not best else None)
    if any_row:
        return Result.of(experiment, experiment.find_one(callbacks))
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

    Example: `for solution in solutions("nqueens", 6): print(solution.values)`. The arguments are those of `compare`.
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


def sheet(
    puzzle: Source,
    *parameters: Value,
    lang: str | None = None,
    givens: Givens = (),
    timeout: float | None = 60,
    memory: str | int | None = None,
) -> Sheet:
    """The exercise sheet of a puzzle: `sheet.markdown`, `sheet.latex`, `sheet.html`; `lang` is it, ru, es, fr or en."""
    from threefold.handouts import sheet_of

    check_texts(lang=lang)
    limits = limits_of(timeout, memory)
    return sheet_of(instance_of(puzzle, parameters, givens, False, limits), lang, limits)


def puzzle(name: str | os.PathLike[str]) -> Puzzle:
    """A puzzle by its name, or the path of its file: `puzzle("nqueens").build(8)` is a `Spec`.

    A file is loaded in this process, without limits.
    """
    check_texts(name=name)
    return models.find(os.fspath(name))


def puzzles() -> list[str]:
    """The names of all puzzles, those of plug-ins included."""
    return models.all_names()
