"""`exercise`: the five sheets. What it does is in `exercise_runs`, which is imported only when it is asked for."""

from typing import Annotated

import typer

from threefold.commands import options
from threefold.commands.terminal import fitted
from threefold.language import BadInput

Number = Annotated[str | None, typer.Argument(help="A sheet: 000 to 004.", show_default=False)]
Parameters = Annotated[list[str] | None, typer.Argument(help="The instance, like 8, or 7 2.", show_default=False)]
Version = Annotated[
    str | None, typer.Option("--version", metavar="NAME", help="Only this version of the formula.", show_default=False)
]
Cnf = Annotated[bool, typer.Option("--cnf", help="Print the formula as a DIMACS file and nothing else.")]
Statistics = Annotated[bool, typer.Option("--statistics", help="Sheet 002: sizes and times up to the n and k given.")]
Race = Annotated[
    str | None,
    typer.Option("--race", metavar="FROM..TO", help="Sheet 003: race the solvers on these boards.", show_default=False),
]
Output = Annotated[
    str, typer.Option("-o", "--output", metavar="FOLDER", help="Where a race or statistics are written.")
]
Help = Annotated[bool, typer.Option("--help", "-h", help="Show this message.")]
Timeout = Annotated[
    float | None,
    typer.Option(
        "--timeout", metavar="SECONDS", help="Time limit of each run.", show_default="60; race, statistics: 10"
    ),
]


def exercise(
    context: typer.Context,
    number: Number = None,
    parameters: Parameters = None,
    version: Version = None,
    cnf: Cnf = False,
    statistics: Statistics = False,
    race: Race = None,
    output: Output = "myresults",
    timeout: Timeout = None,
    memory: options.Memory = None,
    no_color: options.NoColor = False,
    help: Help = False,
) -> int:
    """The five exercise sheets: each one's own formula, solved, counted, and compared with the puzzle.

    Example: threefold exercise 000 4

    Exit code: 0 all is as it should be (a sheet's known fault was found), 1 it is not, 2 bad input, 3 a limit was hit, 4 error.
    """
    if help:
        print(context.get_help())
        return 0
    from threefold.commands import exercise_runs as runs

    if number is None:
        print(fitted(runs.listing()))
        return 0
    texts = parameters or []
    options.no_stray_options(context, [number, *texts])
    if (race is not None) + statistics + cnf > 1:
        raise BadInput("--race, --statistics and --cnf are different things: give one of them")
    seconds = timeout if timeout is not None else runs.MANY_RUNS if race or statistics else runs.ONE_FORMULA
    limits = options.limits_of(seconds, memory)
    if race is not None:
        return runs.race(number, texts, race, limits, output)
    if statistics:
        return runs.statistics(number, texts, limits, output)
    if cnf:
        return runs.write_cnf(number, texts, version, limits)
    return runs.examine(number, texts, version, limits, no_color)
