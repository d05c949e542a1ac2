"""`relate`: is my CNF right? A DIMACS file against a puzzle's specification."""

from typing import Annotated

import typer

from threefold.commands import options
from threefold.commands.arguments import STDIN, Asked, experiment_of, file_after, helped
from threefold.commands.terminal import fitted, style_of

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
    from threefold.cnf.relate import relate_file  # it loads the whole SAT backend
    from threefold.commands.relate_text import as_json, render, verdict

    options.no_stray_options(context, [word for word in words or [] if word != STDIN])
    rest, file = file_after(puzzle, words or [], "relate", "the DIMACS file", "FILE.cnf")
    experiment = experiment_of(context, Asked(puzzle, rest, given, None, None, 0, timeout, memory))
    relation = relate_file(experiment.instance, file, names, lenient=lenient, limits=experiment.limits)
    if json:
        print(as_json(experiment.instance, relation))
    elif quiet:
        print(verdict(relation))
    else:
        print(fitted("\n\n".join(render(experiment.instance, relation, style_of(no_color)))))
    return relation.exit_code
