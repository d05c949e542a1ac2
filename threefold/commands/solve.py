"""`solve` and `count`: one puzzle, one configuration; a solution drawn, or the number of all."""

import sys
from typing import Any

import typer

from threefold import models
from threefold.backends import configuration
from threefold.checker.record import Record
from threefold.commands import as_json, options
from threefold.commands.arguments import Asked, carry_out, experiment_of, helped, title
from threefold.commands.compare import classes_of, count_text
from threefold.commands.output import check_place, write
from threefold.commands.terminal import fitted, style_of
from threefold.format import seconds
from threefold.language import BadInput
from threefold.runs import exports
from threefold.runs.compare import Comparison, Experiment


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
    if helped(context, help, puzzle):
        return 0
    most = options.most_of(False, limit)
    asked = Asked(puzzle, parameters, given, most, seed, most or 1, timeout, memory, break_symmetry)
    options.check_symmetry(break_symmetry, False, given, None)
    experiment = experiment_of(context, asked)
    _check_picture(experiment, svg, json)
    defaults = options.defaults_of(amo=amo, card=card, pb=pb, ints=ints)
    comparison = _ask(experiment, backend, defaults, silent=quiet or json)
    [record] = comparison.records
    drawings = () if json or svg == "-" else record.drawings
    if json:
        print(as_json.render(experiment, comparison))
    if drawings:
        print("\n\n".join(drawings))
    if not json and not quiet:
        words = style_of(no_color).verdict(record.status, f"{title(experiment.instance)} {_how(record)}")
        print("\n" * bool(drawings) + words, file=sys.stderr if svg == "-" else sys.stdout)
    if svg is not None:
        _write_picture(experiment, record, svg, quiet=quiet or json)
    return comparison.verdict.exit_code


def _check_picture(experiment: Experiment, svg: str | None, json: bool) -> None:
    """Before the run, which may take a while."""
    if svg is None:
        return
    name = experiment.instance.puzzle
    if models.find(name).picture is None:
        raise BadInput(f"{name}: the puzzle has no picture: its PUZZLE lacks picture=…, a function that returns SVG")
    if svg == "-" and json:
        raise BadInput("--json and --svg - both want the standard output: give --svg a file")
    check_place(svg)


def _write_picture(experiment: Experiment, record: Record, svg: str, *, quiet: bool) -> None:
    if record.solutions:
        made = exports.text(exports.picture, experiment.instance, record.solutions[0], limits=experiment.limits)
        write(made, svg, quiet=quiet)
    else:
        place = "" if svg == "-" else f": {svg} was not written"
        print(f"threefold: there is no solution to draw{place}", file=sys.stderr)


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
    if helped(context, help, puzzle):
        return 0
    most = options.most_of(False, limit)
    asked = Asked(puzzle, parameters, given, most, seed, 0, timeout, memory, break_symmetry, jobs)
    options.check_symmetry(break_symmetry, up_to_symmetry, given, asked.most)
    experiment = experiment_of(context, asked)
    options.check_jobs(jobs, asked.most)
    options.check_resume(resume, asked.most)
    options.check_cluster(cluster, jobs if jobs > 1 else None, asked.most)
    counting = options.count_of(certify, asked.most)
    defaults = options.defaults_of(amo=amo, card=card, pb=pb, ints=ints, counter=counter, count=counting)
    options.check_certify(certify, [configuration.parse(backend, defaults)])
    where = {"jobs": jobs, "resume": resume, "cluster": cluster, "classes": up_to_symmetry}
    comparison = _ask(experiment, backend, defaults, silent=quiet or json, **where)
    [record] = comparison.records
    if json:
        print(as_json.render(experiment, comparison))
    elif quiet:
        print(count_text(record))
    else:
        verdict = comparison.verdict
        print(fitted(f"{title(experiment.instance)}: {_found(comparison)} {_how(record)}"))
        print(style_of(no_color).verdict(verdict.verdict, verdict.sentence))
    return comparison.verdict.exit_code


def _ask(experiment: Experiment, backend: str, defaults: dict[str, str], *, silent: bool, **where: Any) -> Comparison:
    chosen = configuration.parse(backend, defaults)
    return carry_out(experiment, [chosen], silent=silent, **where)


def _found(comparison: Comparison) -> str:
    return classes_of(comparison.classes) if comparison.classes else count_text(comparison.records[0])


def _how(record: Record) -> str:
    reason = f"{record.reason}; " if record.reason else ""
    method = f", {record.method}" if record.method else ""
    return f"({reason}{record.configuration.backend}, {record.solver}{method}, {seconds(record.seconds['total'])})"
