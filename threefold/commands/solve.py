"""`solve` and `count`: one puzzle, one configuration; a solution drawn, or the number of all."""

from __future__ import annotations

import sys
from json import dumps
from typing import TYPE_CHECKING

import typer

from threefold.commands import options
from threefold.commands.arguments import instance_of, show_help, words_of
from threefold.commands.compare import classes_of
from threefold.commands.output import check_place, write
from threefold.commands.progress import Progress
from threefold.commands.terminal import fitted, style_of
from threefold.errors import BadInput
from threefold.format import seconds

if TYPE_CHECKING:  # the API is loaded when the command runs, and not for its help
    from threefold.api import Result
    from threefold.guard import Limits
    from threefold.runs.instance import Instance


def solve(
    context: typer.Context,
    puzzle: options.Puzzle = None,
    parameters: options.Parameters = None,
    backend: options.Backend = "sat",
    limit: options.Limit = 1,
    timeout: options.Timeout = 60,
    memory: options.Memory = None,
    seed: options.Seed = None,
    given: options.Given = None,
    amo: options.Amo = None,
    card: options.Card = None,
    pb: options.Pb = None,
    ints: options.Ints = None,
    break_symmetry: options.BreakSymmetry = False,
    svg: options.Svg = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    no_color: options.NoColor = False,
    help: options.Help = False,
) -> int:
    """Find a solution (or the first N) with one backend and draw it.

    Example: threefold solve nqueens 20 --backend cp; threefold solve sudoku --svg sudoku.svg

    Exit code: 0 answered (solved, or proven to have no solution), 2 bad input, 3 no answer within the limits, 4 error.
    """
    show_help(context, help, puzzle)
    from threefold import api

    puzzle, words = words_of(context, puzzle, parameters)
    if svg is not None:
        _check_picture(*instance_of(context, puzzle, words, given, timeout, memory), svg, json)
    with Progress(timeout, silent=quiet or json) as progress:
        result = api.solve(
            puzzle, *words, backend=backend, givens=given or (), limit=limit, timeout=timeout, memory=memory, seed=seed,
            break_symmetry=break_symmetry, progress=progress, amo=amo, card=card, pb=pb, ints=ints,
        )  # fmt: skip
    [record] = result.records
    drawings = () if json or svg == "-" else record.drawings
    if json:
        print(dumps(result.to_dict(), ensure_ascii=False))
    if drawings:
        print("\n\n".join(drawings))
    if not json and not quiet:
        verdict = style_of(no_color).verdict(record.status, f"{result.experiment.instance} {_how(result)}")
        print("\n" * bool(drawings) + verdict, file=sys.stderr if svg == "-" else sys.stdout)
    if svg is not None:
        _write_picture(result, svg, quiet=quiet or json)
    return result.exit_code


def _check_picture(instance: Instance, limits: Limits, svg: str, json: bool) -> None:
    """Before the run, which may take a while."""
    from threefold.runs import stream

    if svg == "-" and json:
        raise BadInput("--json and --svg - both want the standard output: give --svg a file")
    check_place(svg)
    list(stream.text(stream.picture, instance, None, limits=limits))


def _write_picture(result: Result, svg: str, *, quiet: bool) -> None:
    if result.solution is None:
        place = "" if svg == "-" else f": {svg} was not written"
        print(f"threefold: there is no solution to draw{place}", file=sys.stderr)
        return
    write([result.solution.svg().encode()], svg, quiet=quiet)


def count(
    context: typer.Context,
    puzzle: options.Puzzle = None,
    parameters: options.Parameters = None,
    backend: options.Backend = "sat",
    limit: options.Limit = None,
    timeout: options.Timeout = 60,
    memory: options.Memory = None,
    seed: options.Seed = None,
    given: options.Given = None,
    amo: options.Amo = None,
    card: options.Card = None,
    pb: options.Pb = None,
    ints: options.Ints = None,
    counter: options.Counter = None,
    certify: options.Certify = False,
    jobs: options.Jobs = 1,
    resume: options.Resume = None,
    cluster: options.ClusterAddress = None,
    break_symmetry: options.BreakSymmetry = False,
    up_to_symmetry: options.UpToSymmetry = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
    no_color: options.NoColor = False,
    help: options.Help = False,
) -> int:
    """Count the solutions with one backend.

    Example: threefold count nqueens 8 --backend cp

    Exit code: 0 counted, 1 not the known number, 2 bad input, 3 a lower bound only, 4 error, 130 interrupted.
    """
    show_help(context, help, puzzle)
    from threefold import api
    from threefold.api.result import counted

    puzzle, words = words_of(context, puzzle, parameters)
    with Progress(timeout, silent=quiet or json) as progress:
        result = api.count(
            puzzle, *words, backend=backend, givens=given or (), limit=limit, timeout=timeout, memory=memory, seed=seed,
            jobs=jobs, resume=resume, cluster=cluster, break_symmetry=break_symmetry, up_to_symmetry=up_to_symmetry,
            certify=certify, progress=progress, amo=amo, card=card, pb=pb, ints=ints, counter=counter,
        )  # fmt: skip
    number = counted(result.records[0])
    if json:
        print(dumps(result.to_dict(), ensure_ascii=False))
    elif quiet:
        print(number)
    else:
        found = classes_of(result.classes) if result.classes else number
        print(fitted(f"{result.experiment.instance}: {found} {_how(result)}"))
        print(style_of(no_color).verdict(result.verdict, result.sentence))
    return result.exit_code


def _how(result: Result) -> str:
    [record] = result.records
    reason = f"{record.reason}; " if record.reason else ""
    method = f", {record.method}" if record.method else ""
    return f"({reason}{record.configuration.backend}, {record.solver}{method}, {seconds(record.seconds['total'])})"
