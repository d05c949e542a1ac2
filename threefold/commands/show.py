"""`show`: what a puzzle says, group by group, in mathematical notation or as clauses with names."""

from typing import Annotated

import typer

from threefold.backends import configuration
from threefold.commands import options
from threefold.commands.arguments import Asked, experiment_of, helped
from threefold.commands.output import Output, write
from threefold.language import BadInput
from threefold.language.errors import did_you_mean
from threefold.runs import exports

MOST = 50  # lines of a group
AS = ("math", "clauses")

As = Annotated[str, typer.Option("--as", metavar="|".join(AS), help="Mathematical notation, or clauses with names.")]
All = Annotated[bool, typer.Option("--all", help=f"All lines of a group, and not the first {MOST}.")]


def show(
    context: typer.Context,
    puzzle: options.Puzzle = None,
    parameters: options.Parameters = None,
    form: As = "math",
    all_lines: All = False,
    amo: options.Amo = None,
    card: options.Card = None,
    pb: options.Pb = None,
    ints: options.Ints = None,
    given: options.Given = None,
    output: Output = None,
    timeout: options.Timeout = 60,
    memory: options.Memory = None,
    help: options.Help = False,
) -> int:
    """Show what a puzzle says: its formulas, or its clauses.

    Example: threefold show nqueens 4 --as clauses

    Exit code: 0 shown, 2 bad input, 3 a limit was hit, 4 error.
    """
    if helped(context, help, puzzle):
        return 0
    experiment = experiment_of(context, Asked(puzzle, parameters, given, None, None, 0, timeout, memory))
    if form not in AS:
        raise BadInput(f"--as must be {' or '.join(AS)} (got '{form}'){did_you_mean(form, AS)}")
    most = None if all_lines else MOST
    chosen = configuration.parse("sat", options.defaults_of(amo=amo, card=card, pb=pb, ints=ints))
    asked = (experiment.instance, most) if form == "math" else (experiment.instance, chosen, most)
    make = exports.mathematics if form == "math" else exports.clauses
    return write(exports.text(make, *asked, limits=experiment.limits), output)
