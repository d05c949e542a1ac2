"""`solve` and `count`: one puzzle, one configuration; a solution drawn, or the number of all."""

from __future__ import annotations

import sys
from json import dumps
from typing import TYPE_CHECKING

from threefold.commands.options import Options
from threefold.commands.output import check_place, fitted, style_of, write
from threefold.commands.progress import Progress
from threefold.errors import BadInput
from threefold.format import many, seconds

if TYPE_CHECKING:  # the API is loaded when the command runs, and not for its help
    from threefold.api import Result


@Options.command(
    "puzzle parameters backend limit timeout memory seed given amo card pb ints break_symmetry svg json quiet no_color",
    limit=1,
)
def solve(asked: Options) -> int:
    """Find a solution (or the first N) and draw it.

    Example: threefold solve nqueens 20 --backend cp; threefold solve sudoku --svg sudoku.svg

    Exit code: 0 answered (solved, or proven to have no solution), 2 bad input, 3 no answer within the limits, 4 error.
    """
    from threefold import api
    from threefold.runs import stream

    puzzle, words = asked.words()
    svg, json, quiet = asked.svg, asked.json, asked.quiet
    if svg is not None:  # before the run, which may take a while
        if svg == "-" and json:
            raise BadInput("--json and --svg - both want the standard output: give --svg a file")
        check_place(svg)
        instance, limits = asked.instance()
        list(stream.text(stream.picture, instance, None, limits=limits))
    with Progress(asked.timeout, silent=quiet or json) as progress:
        result = api.solve(puzzle, *words, progress=progress, **asked.for_api())
    [record] = result.records
    drawings = () if json or svg == "-" else record.drawings
    if json:
        print(dumps(result.to_dict(), ensure_ascii=False))
    if drawings:
        print("\n\n".join(drawings))
    if not json and not quiet:
        verdict = style_of(asked.no_color).verdict(record.status, f"{result.experiment.instance} {_how(result)}")
        print("\n" * bool(drawings) + verdict, file=sys.stderr if svg == "-" else sys.stdout)
    if svg is not None and result.solution is not None:
        write([result.solution.svg().encode()], svg, quiet=quiet or json)
    elif svg is not None:
        place = "" if svg == "-" else f": {svg} was not written"
        print(f"threefold: there is no solution to draw{place}", file=sys.stderr)
    return result.exit_code


@Options.command(
    "puzzle parameters backend limit timeout memory seed given amo card pb ints jobs resume cluster "
    "break_symmetry up_to_symmetry json quiet no_color"
)
def count(asked: Options) -> int:
    """Count the solutions.

    Example: threefold count nqueens 8 --backend cp

    Exit code: 0 counted, 1 not the known number, 2 bad input, 3 a lower bound only, 4 error, 130 interrupted.
    """
    from threefold import api

    puzzle, words = asked.words()
    with Progress(asked.timeout, silent=asked.quiet or asked.json) as progress:
        try:
            result = api.count(puzzle, *words, progress=progress, **asked.for_api())
        except (KeyboardInterrupt, SystemExit) as stop:
            if progress.so_far:
                stop.add_note(f"at least {many(progress.so_far, 'solution')} so far")
            raise
    number = result.records[0].counted
    if asked.json:
        print(dumps(result.to_dict(), ensure_ascii=False))
    elif asked.quiet:
        print(number)
    else:
        found = result.classes_sentence or number
        print(fitted(f"{result.experiment.instance}: {found} {_how(result)}"))
        print(style_of(asked.no_color).verdict(result.verdict, result.sentence))
    return result.exit_code


def _how(result: Result) -> str:
    from threefold.runs.compare import COUNT_BY, label_of

    [record] = result.records
    reason = f"{record.reason}; " if record.reason else ""
    texts = [record.configuration.backend, record.solver, record.method, record.engines]
    if label_of(record.configuration) == COUNT_BY and record.engines:
        # Nobody asked for this row: who counted is what is told, and in how many parts.
        _, _, parts = (record.method or "").partition(", then arrays, ")
        texts = [record.engines.replace("arrays", "our own arrays"), parts]
    how = ", ".join(filter(None, texts))
    return f"({reason}{how}, {seconds(record.seconds['total'])})"
