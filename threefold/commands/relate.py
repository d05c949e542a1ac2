"""`relate`: is my CNF right? A DIMACS file against a puzzle's specification."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from threefold.cnf.messages import File
from threefold.commands import options
from threefold.commands.arguments import Asked, experiment_of, file_after, helped
from threefold.commands.input_files import STDIN, reachable
from threefold.commands.terminal import fitted, style_of
from threefold.guard import Server
from threefold.language import ThreefoldError
from threefold.runs.compare import Experiment
from threefold.runs.pool import call

if TYPE_CHECKING:
    from threefold.cnf.relate import Related

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PARAMETERS… FILE", help="The puzzle's parameters, and a DIMACS file (- is stdin).", show_default=False
    ),
]
Names = Annotated[
    str | None,
    typer.Option(
        "--names",
        metavar="MAP",
        help="What the numbers mean: lines `3 queen[1, 3]` or `queen[1, 3]=3`.",
        show_default=False,
    ),
]
Lenient = Annotated[
    bool, typer.Option("--lenient", help="Accept a file with a wrong number of clauses, with a warning.")
]


def relate(
    context: typer.Context,
    puzzle: options.Puzzle = None,
    words: Words = None,
    names: Names = None,
    lenient: Lenient = False,
    given: options.Given = None,
    timeout: options.Timeout = 60,
    memory: options.Memory = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    no_color: options.NoColor = False,
    help: options.Help = False,
) -> int:
    """Is my CNF right? Relate a DIMACS file to a puzzle: equal, equivalent, too weak, too strong, or both.

    The numbers are read by the file's dictionary (`c START DICTIONARY`), by --names, or as the puzzle's literals in order.

    Example: threefold relate nqueens 4 mine.cnf

    Exit code: 0 equal or equivalent, 1 too weak or too strong, 2 bad input, 3 unknown (a limit was hit), 4 error.
    """
    if helped(context, help, puzzle):
        return 0
    from threefold.commands.relate_text import as_json, render, verdict  # with it comes the whole SAT backend

    options.no_stray_options(context, [word for word in words or [] if word != STDIN])
    rest, file = file_after(puzzle, words or [], "relate", "the DIMACS file", "FILE.cnf")
    experiment = experiment_of(context, Asked(puzzle, rest, given, None, None, 0, timeout, memory))
    with ExitStack() as stack:
        formula = stack.enter_context(reachable(file, lenient=lenient))
        mapped = stack.enter_context(reachable(names)) if names is not None else None
        related, reason = _carry_out(experiment, formula, mapped)
    if json:
        print(as_json(experiment.instance, formula.name, related, reason))
    elif quiet:
        print(verdict(related, reason))
    else:
        print(fitted("\n\n".join(render(experiment.instance, formula.name, related, reason, style_of(no_color)))))
    return related.relation.exit_code


def _carry_out(experiment: Experiment, formula: File, names: File | None) -> tuple[Related, str | None]:
    """What was found out, and why not everything was."""
    from threefold.cnf.relate import NOTHING, Related, relate_file

    with Server() as server:
        outcome = call(server, relate_file, experiment.instance, formula, names, limits=experiment.limits)
    if outcome.status not in ("done", "timeout", "memory"):
        raise ThreefoldError(f"relate: {outcome.reason}")
    reason = None if outcome.status == "done" else outcome.reason
    return (outcome.value if isinstance(outcome.value, Related) else NOTHING), reason
